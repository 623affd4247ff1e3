"""The server: its addresses, and what every request goes through."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Match

from tablee.rules.contract import Refusal
from tablee.web import files, live
from tablee.web.asked import heard
from tablee.web.busy import Busy
from tablee.web.errors import Unknown, Wrong
from tablee.web.headers import ALWAYS, UNLESS_SAID, Headers
from tablee.web.pages import (
    docs,
    editor,
    home,
    installed,
    learning,
    me,
    opening,
    reading,
    replay,
    table,
)
from tablee.web.render import Renderer
from tablee.web.service import Service
from tablee.web.settings import Settings

log = logging.getLogger(__name__)
# Addresses are looked for in this order, which takes its time.
BUSIEST_FIRST = (
    *(table, live, files, replay, home, opening),
    *(me, installed, reading, learning, editor, docs),
)
METHODS = ("GET", "POST")  # all that we use
WORTH_PACKING = 1500  # bytes; less fits into one packet as it is


class NotSo(Wrong):
    """An address that is there, but not for this."""

    status = 405


class Failed(Refusal):
    """Something went wrong here; what it was stands in the log."""

    status = 500


def make_app(settings: Settings, service: Service | None = None) -> FastAPI:
    """The server of a service; without one, of a service that begins and ends with it."""

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        app.state.renderer = Renderer()
        app.state.service = service or await Service.open(settings)
        yield
        if service is None:
            await app.state.service.close()

    app = FastAPI(
        title="tablée",
        version="1",
        description="Three table games, to be played by people and programs.",
        lifespan=running,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    for module in BUSIEST_FIRST:
        app.include_router(module.router)
    app.exception_handler(Refusal)(refused)
    app.exception_handler(RequestValidationError)(misread)
    app.exception_handler(HTTPException)(missed)
    app.exception_handler(Exception)(failed)
    app.add_middleware(Busy, refused=refused, missed=missed)
    app.add_middleware(GZipMiddleware, minimum_size=WORTH_PACKING, compresslevel=5)
    app.add_middleware(Headers, body=settings.body, secure=settings.secure)
    return app


async def refused(request: Request, refusal: Refusal) -> Response:
    return heard(request).refuse(refusal)


async def misread(request: Request, wrong: RequestValidationError) -> Response:
    """A part of the address is not what it should be."""
    first = wrong.errors()[0]
    problem = f"{first['loc'][-1]}: {first['msg']}"
    return await refused(request, Wrong("This can't be read: %(problem)s.", problem=problem))


async def missed(request: Request, wrong: HTTPException) -> Response:
    if wrong.status_code == Unknown.status:
        return await refused(request, Unknown("There is nothing here."))
    if wrong.status_code != NotSo.status:
        problem = wrong.detail.rstrip(".")
        return await refused(request, Wrong("This can't be read: %(problem)s.", problem=problem))
    answer = await refused(request, NotSo("This can't be done here."))
    answer.headers["allow"] = ", ".join(method for method in METHODS if leads(request, method))
    return answer


def leads(request: Request, method: str) -> bool:
    """Whether there is something at the address for this method."""
    scope = {**request.scope, "method": method}
    return any(route.matches(scope)[0] is Match.FULL for route in request.app.routes)


async def failed(request: Request, wrong: Exception) -> Response:
    log.error("A request failed: %s %s", request.method, request.url.path, exc_info=wrong)
    answer = await refused(request, Failed("Something went wrong here; please try again."))
    answer.headers.update(ALWAYS | UNLESS_SAID)  # what stands outside of everything else
    return answer
