"""In a browser: the server goes away, and somebody's turn comes while no table is open."""

import json
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from tests.web.processes import Process, started
from tests.web.test_push import Browser
from tools.browser import launch

pytestmark = pytest.mark.slow


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Process]:
    with started(tmp_path, "serve") as process:
        yield process


@pytest.fixture
def page(server: Process) -> Iterator[Page]:
    """A page whose service worker is at work."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        context = browser.new_context(locale="de-DE", permissions=["notifications"])
        shown = context.new_page()
        shown.goto(server.url)
        shown.evaluate("navigator.serviceWorker.ready.then(() => true)")
        yield shown
        browser.close()


def test_a_page_says_that_the_server_is_gone_and_is_back_with_it(
    page: Page, server: Process, tmp_path: Path
) -> None:
    server.end(signal.SIGTERM)
    page.goto(f"{server.url}/tables")
    expect(page.get_by_role("heading", level=1)).to_have_text("Keine Verbindung")
    colour = page.evaluate("getComputedStyle(document.body.parentNode).backgroundColor")
    assert colour != "rgba(0, 0, 0, 0)"  # its styles are kept as well
    with started(tmp_path, "serve", TABLEE_PORT=server.url.rsplit(":", 1)[1]):
        page.get_by_role("link", name="Noch einmal versuchen").click()
        expect(page).to_have_url(f"{server.url}/tables")
        expect(page.get_by_role("heading", level=1)).not_to_have_text("Keine Verbindung")


def test_no_other_page_is_kept(page: Page) -> None:
    page.goto(page.url + "rules")
    kept = page.evaluate(
        """async () => {
          const caches_ = await Promise.all((await caches.keys()).map(name => caches.open(name)));
          const requests = await Promise.all(caches_.map(each => each.keys()));
          return requests.flat().map(({url}) => new URL(url).pathname);
        }"""
    )
    assert "/offline" in kept
    assert all(path == "/offline" or path.startswith("/static/") for path in kept)


def test_a_notice_is_shown(page: Page) -> None:
    line = page.context.new_cdp_session(page)
    found: list[str] = []
    line.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(each["registrationId"] for each in told["registrations"]),
    )
    line.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(20)
    notice = '{"title": "Du bist dran: Yucata\'", "body": "Mit Zoë.", "url": "/t/abc"}'
    origin = page.url.rstrip("/")
    line.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": origin, "registrationId": found[0], "data": notice},
    )
    shown = page.evaluate(
        """async () => {
          const registration = await navigator.serviceWorker.ready;
          for (let k = 0; k < 100; k++) {
            const [notice] = await registration.getNotifications();
            if (notice) return [notice.title, notice.body, notice.data];
            await new Promise(done => setTimeout(done, 50));
          }
        }"""
    )
    assert shown == ["Du bist dran: Yucata'", "Mit Zoë.", "/t/abc"]


# What a browser does where a push service can be reached.
SUBSCRIBING = """
let made = null;
PushManager.prototype.getSubscription = async () => made;
PushManager.prototype.subscribe = async ({applicationServerKey}) => made = {
  endpoint: 'https://push.example.net/one',
  toJSON: () => ({endpoint: 'https://push.example.net/one', keys: KEYS}),
  unsubscribe: async () => { made = null; },
};
"""


def test_notices_are_turned_on_and_off(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        here = f"127.0.0.1:{free.getsockname()[1]}"
    tls = {"TABLEE_PORT": here.rsplit(":", 1)[1], "TABLEE_PUBLIC_URL": f"https://{here}"}
    keys = Browser().told["keys"]
    with started(tmp_path, "serve", **tls), sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page(locale="en-GB")
        page.add_init_script(SUBSCRIBING.replace("KEYS", json.dumps(keys)))
        page.goto(f"http://{here}/me")
        page.get_by_label("Name").fill("Anna")
        page.get_by_role("button", name="Save the name").click()
        on = page.get_by_role("button", name="Tell me when it is my turn")
        off = page.get_by_role("button", name="No more notices")
        with page.expect_response("**/me/notices") as answer:
            on.click()
        assert answer.value.status == 204
        expect(off).to_be_focused()
        expect(on).to_be_hidden()
        with page.expect_response("**/me/notices") as answer:
            off.click()
        assert (answer.value.status, answer.value.request.method) == (204, "DELETE")
        expect(on).to_be_focused()
        page.evaluate("() => { PushManager.prototype.subscribe = () => Promise.reject(0); }")
        on.click()
        expect(page.locator("#notices [role=status]")).to_have_text(
            "That did not work; please try again later."
        )
        browser.close()
