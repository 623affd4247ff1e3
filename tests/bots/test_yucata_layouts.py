"""Many layouts solved, counted and drawn."""

import re
from itertools import islice

import numpy as np
import pytest

from tablee.bots import yucata_layouts as layouts
from tablee.bots.yucata_solver import Stopped
from tablee.rules.yucata import LAYOUTS, why_illegal

QUICK = ["....xxxxxxxxxooooooooooooooooooooooooo*", "....xxxxxxxxoxoooooooooooooooooooooooo*"]


@pytest.mark.nojit
def test_the_families_of_layouts_are_legal_and_what_they_say() -> None:
    mirrored, rhythmic = list(layouts.mirrored_layouts()), list(layouts.rhythmic_layouts())
    drawn = list(layouts.random_layouts(20, 1))
    assert len(set(mirrored)) == len(mirrored) == 1820  # 4 of 16 spaces
    assert len(set(rhythmic)) == len(rhythmic) == 165  # 3 of 11 spaces
    assert drawn == list(layouts.random_layouts(20, 1))
    assert drawn != list(layouts.random_layouts(20, 2))
    assert not any(map(why_illegal, mirrored + rhythmic + drawn))
    assert all(layout[4:37] == layout[36:3:-1] for layout in mirrored)
    assert all(layout[4:15] == layout[15:26] == layout[26:37] for layout in rhythmic)


def test_values_come_in_order_from_any_number_of_threads() -> None:
    alone = list(layouts.first_values(QUICK * 3, workers=1))
    assert alone == list(layouts.first_values(QUICK * 3, workers=2))
    assert alone[:2] == [(layout, layouts.first_value(layout)) for layout in QUICK]


def test_closing_the_generator_ends_the_solves() -> None:
    endless = layouts.first_values(layouts.random_layouts(10**9, 3), workers=2)
    assert len(list(islice(endless, 1))) == 1
    endless.close()
    with pytest.raises(Stopped):
        layouts.first_value(LAYOUTS["ceiba"], np.ones(1, np.int8))


@pytest.mark.nojit
def test_the_summary_counts_wins_draws_and_losses() -> None:
    summary = layouts.summarize([-3, 2, 0, -3, -1])
    assert summary == (5, 1, 1, 3, {-3: 2, -1: 1, 0: 1, 2: 1})
    assert layouts.summarize([]) == (0, 0, 0, 0, {})


@pytest.mark.nojit
def test_the_table_is_csv_and_the_picture_svg() -> None:
    assert layouts.csv_text([(QUICK[0], -4)]) == f"layout,first_player_margin\n{QUICK[0]},-4\n"
    picture = layouts.histogram({-3: 10, -1: 5})
    assert re.findall(r'<rect .* height="([\d.]+)"', picture) == ["180.0", "0.0", "90.0"]
    assert re.findall(r"<text .*>(.+)</text>", picture) == ["10", "-3", "0", "-2", "5", "-1"]
    assert picture.startswith("<svg ")
    assert picture.endswith("</svg>\n")
    with pytest.raises(ValueError, match="nothing to draw"):
        layouts.histogram({})
