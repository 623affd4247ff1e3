"""The interface for programs, as OpenAPI and as a page to read."""

from functools import lru_cache
from typing import Any, NamedTuple

from fastapi import APIRouter, FastAPI, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse, Response
from pydantic.json_schema import models_json_schema

from tablee.web import bodies
from tablee.web.asked import Asking

router = APIRouter(include_in_schema=False)
SENT = (
    bodies.NewTable,
    bodies.TakenSeat,
    bodies.MadeMove,
    bodies.OwnSeat,
    bodies.OtherSeat,
    bodies.Level,
    bodies.Name,
)


@lru_cache(maxsize=1)
def described(app: FastAPI) -> dict[str, Any]:
    """FastAPI's description, with the bodies that our handlers read by themselves."""
    schema = get_openapi(
        title=app.title, version=app.version, description=app.description, routes=app.routes
    )
    _, read = models_json_schema(
        [(model, "validation") for model in SENT], ref_template="#/components/schemas/{model}"
    )
    schema["components"]["schemas"] |= read["$defs"]
    schema["components"]["securitySchemes"] = {"seat": {"type": "http", "scheme": "bearer"}}
    schema["security"] = [{}, {"seat": []}]
    return schema


@router.get("/openapi.json")
async def openapi(request: Request) -> JSONResponse:
    return JSONResponse(described(request.app))


class Operation(NamedTuple):
    """What one can do at an address."""

    title: str
    says: str
    sends: list[str]  # the name of a body, or nothing
    answers: list[tuple[str, list[str], str]]  # status, names of bodies, what it means


@router.get("/docs")
async def page(asked: Asking) -> Response:
    schema = described(asked.request.app)
    found = [
        operation(f"{method.upper()} {path}", told)
        for path, methods in schema["paths"].items()
        for method, told in methods.items()
    ]
    return asked.page("docs.html", operations=found, models=schema["components"]["schemas"])


def operation(title: str, told: dict[str, Any]) -> Operation:
    answers = [
        (status, bodies_of(each), each["description"])
        for status, each in sorted(told["responses"].items())
    ]
    sends = bodies_of(told.get("requestBody"))
    return Operation(title, told.get("description", ""), sends, answers)


def bodies_of(told: dict[str, Any] | None) -> list[str]:
    schema = (told or {}).get("content", {}).get("application/json", {}).get("schema", {})
    return [each["$ref"].rpartition("/")[2] for each in schema.get("anyOf", [schema]) if each]
