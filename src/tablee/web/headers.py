"""What every answer says to browsers, and how large a request may be."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablee.web.errors import Wrong

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
ALWAYS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
UNLESS_SAID = {"cache-control": "no-store"}
STARTS = ("http.response.start", "websocket.http.response.start")  # the latter: no line is opened
BEHIND_TLS = {"strict-transport-security": "max-age=31536000"}


class TooLarge(Wrong):
    """The body of a request is longer than allowed."""

    status = 413


class Headers:
    def __init__(self, app: ASGIApp, body: int, secure: bool) -> None:
        self._app, self._body = app, body
        self._always = ALWAYS | (BEHIND_TLS if secure else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        got = 0

        async def limited() -> Message:
            nonlocal got
            message = await receive()
            got += len(message.get("body", b""))
            if got > self._body:
                raise TooLarge("The request is too large.")
            return message

        async def dressed(message: Message) -> None:
            if message["type"] in STARTS:
                headers = MutableHeaders(scope=message)
                for name, value in self._always.items():
                    headers[name] = value
                for name, value in UNLESS_SAID.items():
                    headers.setdefault(name, value)
            await send(message)

        if scope.get("method") == "HEAD":  # as GET; the server leaves the body away
            scope = {**scope, "method": "GET"}
        await self._app(scope, limited if scope["type"] == "http" else receive, dressed)
