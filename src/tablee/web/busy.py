"""The way of a move, past what FastAPI has around every address: that takes as long as the rest.

The address is described with the others, in `pages/table.py`.
"""

import re
from collections.abc import Awaitable, Callable

from fastapi import Request, Response
from starlette.exceptions import HTTPException
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from tablee.rules.contract import Refusal
from tablee.web.asked import asked
from tablee.web.pages import table

ADDRESS = re.compile("/t/([^/]+)/moves")
ROUTE = next(
    each for each in table.router.routes if isinstance(each, Route) and each.endpoint is table.move
)


class Busy:
    def __init__(
        self,
        app: ASGIApp,
        refused: Callable[[Request, Refusal], Awaitable[Response]],
        missed: Callable[[Request, HTTPException], Awaitable[Response]],
    ) -> None:
        self._app, self._refused, self._missed = app, refused, missed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = (
            scope["type"] == "http"
            and scope["method"] == "POST"
            and ADDRESS.fullmatch(scope["path"])
        )
        if not found:
            await self._app(scope, receive, send)
            return
        scope["route"] = ROUTE
        request = Request(scope, receive)
        try:
            answer = await table.move(await asked(request), found[1])
        except Refusal as refusal:
            answer = await self._refused(request, refusal)
        except HTTPException as wrong:
            answer = await self._missed(request, wrong)
        await answer(scope, receive, send)
