"""People without accounts: a name, devices that are one person, and what is forgotten of them."""

from pathlib import Path

import httpx
import pytest

from tablee.web.clock import WallClock
from tests.web.asking import Form, game_of_two, gone, opened, page, sentence, site, state
from tests.web.serving import in_loop

PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Safari/604.1"
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"
DESK = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit Chrome/129.0 Safari/537.36 Edg/129.0"
PROGRAM = "curl/8.0"


async def code_for_another(browser: httpx.AsyncClient) -> str:
    """The address that a second device is to open."""
    answer = await browser.post("/me/devices")
    assert "<svg" in page(answer).text
    return answer.text.partition('<p><a href="')[2].partition('"')[0]


@in_loop
async def test_who_looks_around_is_given_no_cookie_and_who_has_a_name_one(tmp_path: Path) -> None:
    async with site(tmp_path) as served:
        anna = served.browser()
        for address in ("/", "/tables", "/me", "/rules"):
            assert "set-cookie" not in (await anna.get(address)).headers
        assert gone(await anna.post("/me/name", data={"name": "  Anna \u202e "})) == "/me"
        assert 'value="Anna"' in (await anna.get("/me")).text
        cookie = anna.cookies["guest"]
        assert gone(await anna.post("/me/name", data={"name": "Ann"})) == "/me"
        assert 'value="Ann"' in (await anna.get("/me")).text
        assert anna.cookies["guest"] == cookie
        for name in ("", "\u200e \n"):
            assert sentence(await anna.post("/me/name", data={"name": name}), 422)
        assert "guest=" in (await anna.get("/")).headers["set-cookie"]  # it lasts on


@in_loop
async def test_a_second_device_joins_by_a_link_that_works_once(tmp_path: Path) -> None:
    async with site(tmp_path) as served:
        anna, bruno = served.browser(**{"user-agent": LAPTOP}), served.browser()
        phone, thief = served.browser(**{"user-agent": PHONE}), served.browser()
        table = await game_of_two(anna, bruno)
        link = await code_for_another(anna)
        form = Form((await phone.get(link)).text, link.partition("example")[2])
        assert form.found  # looking at it uses nothing up
        assert gone(await phone.post(link)) == "/tables"
        assert f'href="{table}"' in (await phone.get("/tables")).text
        assert (await state(phone, table))["seat"] == 0
        assert sentence(await thief.post(link), 404)
        devices = (await anna.get("/me")).text
        assert "Firefox, Linux" in devices
        assert "Safari, iPhone" in devices
        assert devices.count("/revoke") == 2


@in_loop
async def test_a_device_that_was_lost_is_signed_out(tmp_path: Path) -> None:
    async with site(tmp_path) as served:
        anna, bruno, lost = served.browser(), served.browser(), served.browser()
        table = await game_of_two(anna, bruno)
        await lost.post(await code_for_another(anna))
        assert (await state(lost, table))["own"] == [0]
        for number in (-(2**70), -1, 0, 2**63, 2**70):
            assert gone(await bruno.post(f"/me/devices/{number}/revoke")) == "/me"
        for number in range(1, 9):  # of others one signs nobody out
            assert gone(await bruno.post(f"/me/devices/{number}/revoke")) == "/me"
        assert (await bruno.get("/me")).text.count("/revoke") == 0
        assert (await state(lost, table))["own"] == [0]
        mine, other = sorted(
            part.partition("/revoke")[0]
            for part in (await anna.get("/me")).text.split('action="/me/devices/')[1:]
        )
        assert gone(await anna.post(f"/me/devices/{other}/revoke")) == "/me"
        assert (await state(lost, table))["own"] == []
        assert (await state(anna, table))["own"] == [0]
        assert gone(await anna.post(f"/me/devices/{mine}/revoke")) == "/me"
        assert (await state(anna, table))["own"] == []
        assert gone(await lost.post("/me/devices/1/revoke")) == "/me"
        assert gone(await lost.post("/me/name", data={"name": "Anna again"})) == "/me"


@in_loop
async def test_a_link_for_another_device_ends_after_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with site(tmp_path) as served:
        anna, phone = served.browser(), served.browser()
        link = await code_for_another(anna)
        now = served.service.clock.now()
        monkeypatch.setattr(WallClock, "now", lambda self: now + 16 * 60)
        assert sentence(await phone.post(link), 404)
        await code_for_another(anna)


@pytest.mark.parametrize(
    ("agent", "label"), [(DESK, "Edge, Windows"), (PROGRAM, "A device"), ("", "A device")]
)
@in_loop
async def test_devices_have_names(tmp_path: Path, agent: str, label: str) -> None:
    async with site(tmp_path) as served:
        browser = served.browser(**{"user-agent": agent})
        await browser.post("/me/name", data={"name": "Anna"})
        assert label in (await browser.get("/me")).text


@in_loop
async def test_who_opens_a_table_without_a_name_is_a_guest(tmp_path: Path) -> None:
    async with site(tmp_path) as served:
        browser = served.browser(**{"accept-language": "de"})
        table = await opened(browser, "yucata", "bot", **{"name-0": ""})
        assert (await state(browser, table))["seats"][0]["name"] == "Gast"
