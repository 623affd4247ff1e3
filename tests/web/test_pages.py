"""Every address for people answers: as a page, as a part of one, and as JSON."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import Response

from tablee.match import TITLES
from tablee.web.app import make_app
from tablee.web.errors import Unavailable
from tablee.web.games import FACES
from tablee.web.pages.reading import RULES
from tablee.web.store import database
from tablee.web.translations import LANGUAGES
from tests.web.asking import (
    JSON,
    PAGE,
    PART,
    Site,
    game_of_two,
    gone,
    page,
    sentence,
    site,
    state,
)
from tests.web.serving import PERSON, in_loop, play_out, settings_for, two_people, wanted

ANYWHERE = (
    "/",
    "/tables",
    "/me",
    "/settings",
    "/rules",
    "/rulings",
    "/docs",
    "/look",
    "/device/abc",
    "/learn/yellowstone",
    *(f"/new/{game}" for game in TITLES),
    *(f"/rules/{game}" for game in sorted(RULES)),
)
NOWHERE = (
    "/nowhere",
    "/new/chess",
    "/rules/chess",
    "/rules/base",
    "/learn/chess",
    "/t/nowhere",
    f"/t/{24 * '0'}",
    f"/t/{24 * '0'}/replay",
    f"/t/{24 * '0'}/analysis",
    f"/t/{24 * '0'}/record",
    f"/t/{24 * '0'}/at/0",
    f"/look/{24 * '0'}/replay",
    f"/look/{24 * '0'}/analysis",
    "/j/ABCDEF",
    "/static/nothing.css",
    "/static/..%2Fapp.py",
)


@in_loop
async def test_every_page_is_there_in_every_language(tmp_path: Path) -> None:
    async with site(tmp_path) as served:
        for language in LANGUAGES:
            browser = served.browser(**{"accept-language": f"{language}-CH,{language};q=0.9"})
            for address in ANYWHERE:
                answer = await browser.get(address)
                page(answer)
                assert f'<html lang="{language}"' in answer.text
                assert answer.headers["cache-control"] == "no-store"
            for address in NOWHERE:
                said = sentence(await browser.get(address), 404)
                assert (language == "en") == (said.startswith(("There ", "This record")))
                assert sentence(await browser.get(address, headers=JSON), 404) == said


@pytest.mark.parametrize("game", FACES)
@in_loop
async def test_a_table_is_a_page_a_part_and_json_from_its_first_chair_to_its_last_card(
    tmp_path: Path, game: str
) -> None:
    async with site(tmp_path) as served:
        made = await served.service.tables.create(None, wanted(game, PERSON, PERSON))
        await look_at(served, made.id, made.token, "waiting")
        table, viewers = await two_people(served.service, game, memory=True)
        await play_out(served.service, table, viewers, 9)
        await look_at(served, table, viewers[0].seat_token, "playing")
        await look_at(served, table, viewers[1].seat_token, "playing")
        await play_out(served.service, table, viewers)
        await look_at(served, table, viewers[0].seat_token, "over")


async def look_at(served: Site, table: str, token: str | None, status: str) -> None:
    """Somebody who sits there, and a spectator."""
    for asker in (served.program(token), served.program()):
        seen = await state(asker, f"/t/{table}")
        assert (seen["id"], seen["status"]) == (table, status)
        for language in LANGUAGES:
            told = {"accept-language": language}
            whole = await asker.get(f"/t/{table}", headers=PAGE | told)
            part = await asker.get(f"/t/{table}", headers=PART | told)
            assert "table" in page(whole).ids
            assert page(part).tags[0][0] == "main"
            assert part.text in whole.text
            assert f'data-version="{seen["version"]}"' in part.text
            assert part.headers["vary"] == "Accept-Encoding"


@in_loop
async def test_the_wish_is_read_from_what_is_sent(tmp_path: Path) -> None:
    async with site(tmp_path) as served:
        table, _ = await two_people(served.service)
        asker = served.client()
        for headers, kind in (
            ({"accept": "*/*"}, "application/json"),
            ({"accept": "application/json"}, "application/json"),
            ({"accept": "application/xhtml+xml,text/html"}, "text/html; charset=utf-8"),
            ({"accept": "text/html", "content-type": "application/json"}, "application/json"),
            ({"accept": "*/*", "x-fragment": "1"}, "text/html; charset=utf-8"),
        ):
            answer = await asker.get(f"/t/{table}", headers=headers)
            assert answer.headers["content-type"] == kind


@in_loop
async def test_what_does_not_go_is_said_with_the_right_status(tmp_path: Path) -> None:
    async with site(tmp_path, guest_rate=9) as served:
        anna, bruno = served.browser(), served.browser()
        table = await game_of_two(anna, bruno)
        for wish in (PAGE, PART, JSON):
            answer = await anna.delete(table, headers=wish)
            assert sentence(answer, 405)
            assert answer.headers["allow"] == "GET"
            answer = await anna.put("/tables", headers=wish)
            assert sentence(answer, 405)
            assert answer.headers["allow"] == "GET, POST"
            assert sentence(await anna.get(f"{table}/at/x", headers=wish), 422)
            long = {"version": "e.1", "move": 70_000 * "x"}
            assert sentence(await bruno.post(f"{table}/moves", data=long, headers=wish), 413)
            assert sentence(await bruno.get(f"{table}?as=0", headers=wish), 403)
            assert sentence(await bruno.get(f"{table}/record", headers=wish), 403)
        broken = {"content-type": "multipart/form-data; boundary=x"}
        assert sentence(await anna.post("/look", content=b"y", headers=broken), 422)
        for _ in range(9):
            last = await bruno.post("/language", data={"language": "fr"})
        assert sentence(last, 429)
        assert sentence(await bruno.post(f"{table}/away", headers=JSON), 429)
        assert (await anna.post("/language")).status_code == 303


@in_loop
async def test_codes_cannot_be_tried_out(tmp_path: Path) -> None:
    async with site(tmp_path, address_rate=5) as served:
        stranger = served.browser()
        tries = [(await stranger.get("/j/ABCDEF")).status_code for _ in range(7)]
        assert tries == 5 * [404] + 2 * [429]


@in_loop
async def test_a_database_that_somebody_holds_is_said_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.05)
    async with site(tmp_path) as served:
        anna, bruno = served.browser(), served.browser()
        table = await game_of_two(anna, bruno)
        seen = await state(anna, table)
        move = {"version": seen["version"], "move": seen["moves"][0]}
        with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as other:
            other.execute("BEGIN EXCLUSIVE")
            for wish in (PAGE, PART, JSON):
                answer = await anna.post(f"{table}/moves", data=move, headers=wish)
                assert sentence(answer, 503)
                assert seen["version"] in answer.text  # the table as it is
            assert sentence(await anna.post("/me/name", data={"name": "Ann"}), 503)
            new = await served.browser().post("/tables", data={"game": "yucata", "kind-0": "me"})
            assert sentence(new, 503)
        assert gone(await anna.post(f"{table}/moves", data=move)) == table


@in_loop
async def test_who_asks_need_not_be_known_for_a_refusal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with site(tmp_path) as served:
        anna = served.browser()
        gone(await anna.post("/me/name", data={"name": "Anna"}))

        async def unreadable(_: object) -> None:
            raise Unavailable("The tables can't be read just now; please try again.")

        served.service.people._known.clear()
        monkeypatch.setattr(served.service.database, "read", unreadable)
        for wish in (PAGE, PART, JSON):
            said = sentence(await anna.get("/tables", headers=wish), 503)
            assert said == "The tables can't be read just now; please try again."


@in_loop
async def test_a_failure_of_ours_tells_nothing(tmp_path: Path) -> None:
    async with site(tmp_path) as served:

        async def fails(_: Request) -> Response:
            raise ValueError("the secret of the house")

        served.app.router.add_route("/fails", fails)
        for wish in (PAGE, PART, JSON):
            answer = await served.client(**wish).get("/fails")
            assert sentence(answer, 500) == "Something went wrong here; please try again."
            assert "secret" not in answer.text


@in_loop
async def test_language_and_looks_are_kept_by_cookies(tmp_path: Path) -> None:
    async with site(tmp_path) as served:
        browser = served.browser(**{"accept-language": "de"})
        form = {"language": "fr", "back": "/tables?x=1"}
        assert gone(await browser.post("/language", data=form)) == "/tables?x=1"
        assert '<html lang="fr"' in (await browser.get("/")).text
        assert gone(await browser.post("/language", data={"language": "xx"})) == "/"
        assert '<html lang="fr"' in (await browser.get("/")).text
        looks = {"theme": "dark", "motion": "still", "hand": "nonsense", "sound": "sound"}
        assert gone(await browser.post("/settings", data=looks)) == "/settings"
        gone(await browser.post("/settings", data={"sound": "silent", "back": "/"}))
        chosen = (await browser.get("/settings")).text
        assert 'data-theme="dark" data-motion="still"' in chosen
        assert 'data-sound="silent"' in chosen
        assert 'data-hand="usual"' in chosen


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example/",
        "//evil.example/",
        "///evil.example/",
        "/\\evil.example/",
        "\\\\evil.example/",
        "/\\/evil.example",
        "javascript:alert(1)",
        "//[",
        "http://[",
        "/\t/evil.example",
        " /evil.example",
        "/ /",
        "/x\r\nset-cookie: a=b",
        "tables",
        "",
    ],
)
@in_loop
async def test_the_way_back_never_leaves_the_server(tmp_path: Path, elsewhere: str) -> None:
    async with site(tmp_path) as served:
        for address in ("/language", "/settings"):
            answer = await served.browser().post(address, data={"back": elsewhere})
            assert gone(answer) == "/"


@in_loop
async def test_static_files_are_kept_for_as_long_as_they_stay_the_same(tmp_path: Path) -> None:
    async with site(tmp_path) as served:
        browser = served.browser()
        found = page(await browser.get("/"))
        files = [attrs["href"] or "" for tag, attrs in found.tags if tag == "link"]
        named = [file for file in files if "?v=" in file]
        assert named
        for file in named:
            answer = await browser.get(file)
            assert answer.status_code == 200
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
            plain = await browser.get(
                file.partition("?")[0], headers={"accept-encoding": "identity"}
            )
            assert plain.headers["cache-control"] == "no-cache"
            assert "content-encoding" not in plain.headers
            assert plain.content == answer.content
        icon = await browser.get("/favicon.ico")
        assert icon.headers["content-type"] == "image/png"


@in_loop
async def test_the_page_for_programs_names_every_address(tmp_path: Path) -> None:
    async with site(tmp_path) as served:
        schema = (await served.program().get("/openapi.json")).json()
        text = (await served.browser().get("/docs")).text
    assert set(schema["paths"]) >= {"/tables", "/t/{table}", "/t/{table}/moves"}
    for path, methods in schema["paths"].items():
        for method, told in methods.items():
            assert f"<code>{method.upper()} {path}</code>" in text
            assert told["description"]
            assert "HTTPValidationError" not in str(told)
    for name in schema["components"]["schemas"]:
        if name not in ("HTTPValidationError", "ValidationError"):
            assert f'id="{name}"' in text


@in_loop
async def test_the_server_begins_and_ends_its_service_unless_it_is_given_one(
    tmp_path: Path,
) -> None:
    app = make_app(settings_for(tmp_path))
    async with app.router.lifespan_context(app):
        service = app.state.service
        answer = await Site(app, service).browser().get("/tables")
        page(answer)
    assert service.database._readers._shutdown


@in_loop
async def test_who_asks_for_the_head_only_gets_what_the_page_would_have(tmp_path: Path) -> None:
    async with site(tmp_path) as tables, tables.browser() as browser:
        for address in ("/rules", "/nowhere"):
            head, whole = await browser.head(address), await browser.get(address)
            assert head.status_code == whole.status_code
            assert head.headers == whole.headers
