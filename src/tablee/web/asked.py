"""A request, understood: who asks, in which language, and in which form the answer is wanted."""

import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Annotated, Any, TypeVar

from babel import negotiate_locale
from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from pydantic import BaseModel, ValidationError
from starlette.requests import HTTPConnection

from tablee.rules.contract import Refusal
from tablee.web.bodies import Problem
from tablee.web.errors import Forbidden, TooMuch, Wrong, status_of
from tablee.web.people import Guest, Viewer
from tablee.web.prefs import COOKIE as PREFS
from tablee.web.prefs import Prefs
from tablee.web.render import Renderer
from tablee.web.service import Service
from tablee.web.tables import SPECTATOR
from tablee.web.translations import LANGUAGES, SOURCE
from tablee.web.words import words

GUEST, LANGUAGE = "guest", "language"  # cookies
COOKIE_LASTS = 400 * 86_400  # seconds; browsers keep none for longer
SAFE = ("GET", "HEAD", "OPTIONS")
HOST = re.compile(r"([a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(:[0-9]{1,5})?")
M = TypeVar("M", bound=BaseModel)


class Wish(Enum):
    """What is wanted: a page, the part of it that shows a table, or JSON."""

    PAGE = "page"
    PART = "part"
    JSON = "json"


@dataclass
class Asked:
    request: Request
    service: Service
    renderer: Renderer
    wish: Wish
    language: str
    prefs: Prefs
    viewer: Viewer
    guest: Guest | None
    _cookies: dict[str, str] = field(default_factory=dict)

    # -- what was sent

    async def form(self) -> dict[str, str]:
        """The texts of a form."""
        async with self.request.form() as sent:
            return {name: value for name, value in sent.items() if isinstance(value, str)}

    async def body(self, model: type[M]) -> M:
        """JSON or a form, checked; a form has fields that are for the browser only."""
        try:
            if is_json(self.request.headers):
                return model.model_validate_json(await self.request.body(), strict=True)
            known = {each.alias or name for name, each in model.model_fields.items()}
            sent = await self.form()
            return model.model_validate({name: sent[name] for name in known & sent.keys()})
        except ValidationError as wrong:
            first = wrong.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            problem = f"{where}: {first['msg']}" if where else str(first["msg"])
            raise Wrong("This can't be read: %(problem)s.", problem=problem) from None

    @property
    def token(self) -> str:
        """The cookie of the asker's device."""
        return self.request.cookies.get(GUEST, "")

    @property
    def origin(self) -> str:
        return origin(self.request, self.service.settings.public_url)

    async def known(self, name: str = "") -> Guest:
        """The guest who asks; a new one, whose browser is given a cookie, if there was none."""
        if self.guest is None:
            name = name.strip() or words(self.language)._("Guest")
            self.guest, token = await self.service.people.enter(name, self.device)
            self.viewer = Viewer(self.guest.id, self.viewer.seat_token)
            self.set_cookie(GUEST, token)
        return self.guest

    @property
    def device(self) -> str:
        """What to call the asker's device in a list."""
        return device(self.request.headers.get("user-agent", ""))

    # -- what is answered

    def set_cookie(self, name: str, value: str) -> None:
        self._cookies[name] = value

    def say(self, refusal: Refusal) -> str:
        return refusal.sentence(words(self.language)._)

    def page(self, name: str, status: int = 200, **values: Any) -> Response:
        text = self.renderer.page(
            name, self.language, self.prefs, here=here(self.request), guest=self.guest, **values
        )
        return self.answer(HTMLResponse(text, status))

    def part(self, name: str, status: int = 200, **values: Any) -> Response:
        """A piece of a page, for a script that merges it."""
        text = self.renderer.text(name, self.language, prefs=self.prefs, **values)
        return self.answer(HTMLResponse(text, status))

    def json(self, body: BaseModel, status: int = 200) -> Response:
        return self.answer(json_response(body.model_dump_json().encode(), status))

    def go(self, where: str) -> Response:
        return self.answer(RedirectResponse(where, 303))

    def refuse(self, refusal: Refusal) -> Response:
        """In the form that was wanted: why not."""
        status = status_of(refusal)
        sentence = self.say(refusal)
        if self.wish is Wish.JSON:
            return self.json(Problem(error=sentence), status)
        return self.page("error.html", status, sentence=sentence)

    def answer(self, response: Response) -> Response:
        for name, value in self._cookies.items():
            response.set_cookie(
                name,
                value,
                max_age=COOKIE_LASTS,
                httponly=True,
                samesite="lax",
                secure=self.service.settings.secure,
            )
        return response


def json_response(body: bytes, status: int = 200) -> Response:
    return Response(body, status, media_type="application/json")


async def asked(request: Request) -> Asked:
    """Who asks what; refused is what comes from another site's page, or too often."""
    found = await understood(request)
    service: Service = request.app.state.service
    if request.method not in SAFE:
        check_origin(request, service.settings.public_url)
        check_rates(service, request, found.guest)
    return found


Asking = Annotated[Asked, Depends(asked)]


async def understood(request: Request) -> Asked:
    return heard(request, *await who(request.app.state.service, request))


def heard(request: Request, viewer: Viewer = SPECTATOR, guest: Guest | None = None) -> Asked:
    """What is wanted; who wants it is not looked up."""
    return Asked(
        request,
        request.app.state.service,
        request.app.state.renderer,
        wish(request),
        language_of(request),
        Prefs.of(request.cookies.get(PREFS)),
        viewer,
        guest,
    )


async def who(service: Service, connection: HTTPConnection) -> tuple[Viewer, Guest | None]:
    """By the cookie of a device, or by a token that stands for a seat."""
    token = connection.cookies.get(GUEST)
    guest = await service.people.known(token) if token else None
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    seat_token = bearer.strip() if scheme.lower() == "bearer" else ""
    return Viewer(guest.id if guest else None, seat_token or None), guest


def is_json(headers: Mapping[str, str]) -> bool:
    return headers.get("content-type", "").partition(";")[0].strip() == "application/json"


def wish(request: Request) -> Wish:
    """A browser that goes to an address takes HTML and says so; programs mostly don't."""
    if "x-fragment" in request.headers:
        return Wish.PART
    if is_json(request.headers) or "text/html" not in request.headers.get("accept", ""):
        return Wish.JSON
    return Wish.PAGE


def language_of(connection: HTTPConnection) -> str:
    """The one that was chosen, else the best of those that the browser asks for."""
    chosen = connection.cookies.get(LANGUAGE)
    if chosen in LANGUAGES:
        return chosen
    wanted = [
        part.partition(";")[0].strip()
        for part in connection.headers.get("accept-language", "").split(",")
    ]
    return negotiate_locale([each for each in wanted if each], list(LANGUAGES), sep="-") or SOURCE


def here(request: Request) -> str:
    query = request.url.query
    return f"{request.url.path}?{query}" if query else request.url.path


def device(agent: str) -> str:
    """A browser and where it runs, by what it says of itself."""
    systems = ("iPhone", "iPad", "Android", "Windows", "Mac OS X", "Linux")
    browsers = (("Firefox/", "Firefox"), ("Edg/", "Edge"), ("Chrome/", "Chrome"))
    browser = next((name for sign, name in browsers if sign in agent), "Safari")
    system = next((name for name in systems if name in agent), "")
    return f"{browser}, {system}" if system else ""


# -- where a request comes from


def origin(connection: HTTPConnection, public_url: str) -> str:
    """Of this server, as people reach it."""
    if public_url:
        return public_url
    scheme = connection.url.scheme.replace("ws", "http", 1)
    host = connection.headers.get("host", "").lower()
    if not HOST.fullmatch(host):
        raise Wrong("This can't be read: %(problem)s.", problem="Host")
    return f"{scheme}://{host}"


def check_origin(connection: HTTPConnection, public_url: str) -> None:
    """Pages of other sites change nothing here in anybody's name."""
    said = connection.headers.get("origin")
    site = connection.headers.get("sec-fetch-site", "none")
    own = origin(connection, public_url).partition("://")[2]
    foreign = said is not None and said.lower().partition("://")[2] != own
    if foreign or site not in ("same-origin", "none"):
        raise Forbidden("This request comes from another site.")


def check_rates(service: Service, connection: HTTPConnection, guest: Guest | None) -> None:
    rates, settings = service.rates, service.settings
    owner = None if guest is None else f"guest {guest.id}"
    if not rates.spend(address(connection), settings.address_rate) or (
        owner and not rates.spend(owner, settings.guest_rate)
    ):
        raise TooMuch("That was too often; please wait a minute.")


def address(connection: HTTPConnection) -> str:
    """Of the asker."""
    return network(connection.client.host if connection.client else "")


@lru_cache(maxsize=10_000)
def network(host: str) -> str:
    """Of IPv6 the half that a provider gives to one customer."""
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return host
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else host
