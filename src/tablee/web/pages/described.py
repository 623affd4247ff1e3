"""How OpenAPI describes what our handlers read and answer by themselves."""

from typing import Any

from tablee.web.bodies import Problem, Sent

Responses = dict[int | str, dict[str, Any]]
WHY = {
    403: "It is not for the asker to do.",
    404: "There is no such thing, or it is none of the asker's business.",
    409: "The table has changed since.",
    413: "The request is too large.",
    422: "What was asked for can't be.",
    429: "Too often, or too much.",
    503: "The database can't be used just now; nothing was changed.",
}


def described(model: Any, *statuses: int) -> Responses:
    """The same model, or one of several, with each of these statuses."""
    return {
        status: {"model": model} | ({"description": WHY[status]} if status in WHY else {})
        for status in statuses or (200,)
    }


def refusals(*statuses: int) -> Responses:
    return described(Problem, *statuses)


def sent(model: type[Sent]) -> dict[str, Any]:
    """The body of a request, as JSON."""
    schema = {"$ref": f"#/components/schemas/{model.__name__}"}
    required = any(each.is_required() for each in model.model_fields.values())
    content = {"application/json": {"schema": schema}}
    return {"requestBody": {"required": required, "content": content}}
