"""Yucata' as numbers."""

import numpy as np

from tablee.envs.features.base import Plane, Row, row_type, shown_from, turned
from tablee.envs.features.spreading import Words, put_8, put_32
from tablee.rules.bits import lowest, ones
from tablee.rules.compiling import compiled
from tablee.rules.contract import Record, register
from tablee.rules.yucata import GOAL, NONE, STATE, landing, playable, swept

MOST_SEATS, CARDS = 4, 7

PLANES = (
    Plane("good", 40, 0, 1, "a good stone k + 1 spaces beyond the furthest amulet, at place k"),
    Plane("bad", 40, 0, 1, "a bad stone, likewise"),
    Plane("hands", 8 * MOST_SEATS, 0, 1, "each seat's cards 1 2 3 4 5 S C, in 8 places a seat"),
    Plane("last", 8, 0, 1, "the card laid last, which can't be repeated"),
    Plane("effect", 8, 0, 1, "what a chameleon would do: 1 2 3 4 5 S"),
    Plane("lands", 8, 0, GOAL, "for each card that one may lay now, the space where it lands"),
    Plane("sweeps_good", 8, 0, 25, "and the good stones that it sweeps"),
    Plane("sweeps_bad", 8, 0, 9, "and the bad ones"),
    Plane("sweeps_final", 8, 0, 1, "and whether it ends the game"),
    Plane("there", MOST_SEATS, 0, 1, "whether there is such a seat"),
    Plane("acts", MOST_SEATS, 0, 1, "whether it is to act"),
    Plane("space", MOST_SEATS, 0, GOAL, "the space of its amulet"),
    Plane("behind", MOST_SEATS, 0, GOAL, "how far that is behind the furthest one"),
    Plane("won", MOST_SEATS, 0, 25, "good stones collected"),
    Plane("lost", MOST_SEATS, 0, 9, "bad stones collected"),
    Plane("keeper", MOST_SEATS, 0, 1, "whether it has the final stone"),
    Plane("unused", 4, 0, 0, "always 0"),
)
ROW = row_type(PLANES)
WORDS = ROW.itemsize // 8
STONES, HANDS = 5, 10  # words for a plane of stones; where the hands begin


@compiled
def put_stones(words: Words, at: int, stones: int) -> None:
    put_32(words, at, stones)
    put_8(words, at + 4, stones >> 32)


@compiled
def features(s: Record, seat: int, row: Row) -> None:
    words = row.words
    beyond = int(s.lead) + 1
    put_stones(words, 0, s.good >> beyond)
    put_stones(words, STONES, s.bad >> beyond)
    for k in range(HANDS, WORDS):
        words[k] = 0
    first, seats = shown_from(seat), int(s.seats)
    for q in range(seats):
        place = turned(q, first, seats)
        put_8(words, HANDS + place, int(s.hand[q]))
        row.there[place] = 1
        row.acts[place] = q == s.turn
        row.space[place] = s.space[q]
        row.behind[place] = s.lead - s.space[q]
        row.won[place] = s.won[q]
        row.lost[place] = s.lost[q]
        row.keeper[place] = q == s.keeper
    if s.card != NONE:
        row.last[s.card] = 1
        row.effect[s.effect] = 1
    if seat >= 0 and seat == s.turn:
        foresee_cards(s, row)


@compiled
def foresee_cards(s: Record, row: Row) -> None:
    cards = playable(s)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        target = landing(s, card)
        stones = swept(s, target)
        row.lands[card] = target
        row.sweeps_good[card] = ones(s.good & stones)
        row.sweeps_bad[card] = ones(s.bad & stones)
        row.sweeps_final[card] = stones >> GOAL & 1


@compiled
def legal_bits(s: Record, bits: Words) -> None:
    bits[0] = np.int64(playable(s))


register(STATE, {"features": features, "legal_bits": legal_bits})
