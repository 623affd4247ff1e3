"""What an operator watches: whether all is well, and numbers for Prometheus."""

import time
from collections.abc import Iterable, Sequence
from typing import Any

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablee.web.errors import Unavailable
from tablee.web.service import Service

OTHER = "other"  # an address that none of our routes has
COMMIT_BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2.0)
REQUEST_BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0)


class Meters:
    """Counts what a service does. Labels name routes, never tables or people."""

    def __init__(self, service: Service) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        registry.register(Now(service))
        self.requests = Histogram(
            "tablee_request_seconds",
            "Time until a request was answered.",
            ("method", "route", "status"),
            buckets=REQUEST_BUCKETS,
            registry=registry,
        )
        self.commits = Histogram(
            "tablee_commit_seconds",
            "Time that a commit of all changes that waited took.",
            buckets=COMMIT_BUCKETS,
            registry=registry,
        )
        self.changes = Counter(
            "tablee_changes", "Changes by whether they were stored.", ("stored",), registry=registry
        )
        self._stored, self._refused = self.changes.labels("yes"), self.changes.labels("no")
        service.database.writer.on_commit = self._committed

    def _committed(self, outcomes: Sequence[Any], seconds: float) -> None:
        failed = sum(isinstance(outcome, Unavailable) for outcome in outcomes)
        self._stored.inc(len(outcomes) - failed)
        self._refused.inc(failed)
        self.commits.observe(seconds)


class Now(Collector):
    """What there is at the moment of asking."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def collect(self) -> Iterable[GaugeMetricFamily]:
        service = self._service
        for name, words, value in (
            ("tablee_tables_in_memory", "Tables that are awake.", len(service.rooms)),
            ("tablee_lines", "Live lines that are open.", len(service.bus)),
            ("tablee_thoughts", "Tables that wait for a bot.", len(service.thinking)),
        ):
            yield GaugeMetricFamily(name, words, value=value)


class Measured:
    """An application whose answers are counted."""

    def __init__(self, app: ASGIApp, meters: Meters) -> None:
        self._app, self._requests = app, meters.requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, sent)
        finally:
            route = getattr(scope.get("route"), "path", OTHER)
            taken = time.perf_counter() - began
            self._requests.labels(scope["method"], route, status).observe(taken)


def private(service: Service, meters: Meters) -> Starlette:
    """What is to be asked on the private address."""

    async def health(_: Request) -> Response:
        try:
            await service.database.write(lambda connection: None)
        except Unavailable as wrong:
            return JSONResponse({"status": str(wrong)}, 503)
        return JSONResponse({"status": "ok"})

    async def metrics(_: Request) -> Response:
        return Response(generate_latest(meters.registry), media_type=CONTENT_TYPE_LATEST)

    return Starlette(routes=[Route("/health", health), Route("/metrics", metrics)])
