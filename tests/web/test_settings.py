"""Settings come from flags, else from the environment, and a bad one is named in one sentence."""

import ipaddress
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from tablee.web import settings
from tablee.web.settings import BadSetting, Settings, read


def test_a_flag_goes_before_the_environment_and_that_before_the_default() -> None:
    environment = {"TABLEE_PORT": "9000", "TABLEE_HOST": "::1", "TABLEE_BODY": ""}
    found = read({"port": "9001", "host": None}, environment)
    assert (found.port, found.host, found.body) == (9001, "::1", Settings().body)


def test_every_setting_can_be_given_both_ways_and_says_what_it_is() -> None:
    samples = {
        "database": "games.sqlite",
        "host": "::1",
        "public_url": "https://Play.example.org/",
        "trusted_proxy": "127.0.0.1, 10.0.0.0/8",
        "metrics": "[::1]:9100",
        "logs": "json",
    }
    for each in Settings.__dataclass_fields__.values():
        text = samples.get(each.name, "11")
        by_flag = read({each.name: text}, {})
        by_variable = read({}, {settings.variable(each.name): text})
        assert by_flag == by_variable != Settings(), each.name
        assert each.metadata["help"].endswith(".")


def test_values_are_read_into_what_the_server_works_with() -> None:
    found = read(
        {
            "public_url": "https://Play.example.org/",
            "trusted_proxy": "127.0.0.1, 10.0.0.0/8",
            "metrics": "[::1]:9100",
            "pace": "0.25",
        },
        {},
    )
    assert found.public_url == "https://play.example.org"
    assert found.secure
    assert found.trusted_proxy == (
        ipaddress.ip_network("127.0.0.1/32"),
        ipaddress.ip_network("10.0.0.0/8"),
    )
    assert found.metrics == ("::1", 9100)
    assert found.pace == 0.25
    assert not Settings().secure


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("/srv/games.sqlite", "sqlite:////srv/games.sqlite"),
        ("sqlite:////srv/games.sqlite", "sqlite:////srv/games.sqlite"),
        ("postgresql://me:word@host/tables", "postgresql+psycopg://me:word@host/tables"),
        ("postgresql+psycopg://host/tables", "postgresql+psycopg://host/tables"),
    ],
)
def test_a_database_is_a_file_or_an_address(text: str, url: str) -> None:
    assert read({"database": text}, {}).database == url


def test_a_relative_file_is_meant_from_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert read({"database": "games.sqlite"}, {}).database == f"sqlite:///{tmp_path}/games.sqlite"


@pytest.mark.parametrize(
    ("platform", "place"),
    [("linux", "data/tablee"), ("darwin", "home/Library/Application Support/tablee")],
)
def test_without_a_database_it_is_in_the_users_data_folder(
    platform: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert Settings().database == f"sqlite:///{tmp_path}/{place}/tables.sqlite"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("port", "eighty"),
        ("port", "65536"),
        ("logs", "xml"),
        ("port", "-1"),
        ("port", "８０"),
        ("host", "two words"),
        ("database", "mysql://host/tables"),
        ("public_url", "play.example.org"),
        ("public_url", "https://play.example.org/tables"),
        ("public_url", "https://[broken"),
        ("public_url", "https://play.example.org:99999"),
        ("trusted_proxy", "nginx"),
        ("metrics", "9100"),
        ("metrics", "127.0.0.1:many"),
        ("pace", "fast"),
        ("pace", "nan"),
        ("thinkers", "0"),
        ("body", "1e9"),
    ],
)
def test_a_bad_value_is_one_sentence_that_names_where_it_stands(name: str, text: str) -> None:
    with pytest.raises(BadSetting) as by_flag:
        read({name: text}, {})
    with pytest.raises(BadSetting) as by_variable:
        read({}, {settings.variable(name): text})
    assert str(by_flag.value).startswith(f"{settings.flag(name)}: ")
    assert str(by_variable.value).startswith(f"TABLEE_{name.upper()}: ")
    assert str(by_flag.value).endswith(".")
    assert "\n" not in str(by_flag.value)


def test_settings_never_change() -> None:
    with pytest.raises(FrozenInstanceError):
        Settings().port = 1  # type: ignore[misc]


def test_every_setting_is_in_the_documentation() -> None:
    said = (Path(__file__).parents[2] / "docs" / "running.md").read_text()
    assert [name for name in settings.names() if f"`{settings.flag(name)}`" not in said] == []
