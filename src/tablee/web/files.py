"""The static files: read once, sent packed, kept by browsers for as long as they do not change."""

import gzip
import mimetypes
from functools import cache
from typing import NamedTuple

from fastapi import APIRouter, Request
from fastapi.responses import Response

from tablee.web.errors import Unknown
from tablee.web.render import HERE, static

FOLDER = HERE / "static"
FOR_EVER = "public, max-age=31536000, immutable"
router = APIRouter(include_in_schema=False)


class File(NamedTuple):
    content: bytes
    packed: bytes
    type: str


@cache
def file(name: str) -> File:
    path = FOLDER / name
    if path.parent != FOLDER or not path.is_file():
        raise Unknown("There is no such file.")
    content = path.read_bytes()
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return File(content, gzip.compress(content, 9, mtime=0), kind)


@router.get("/static/{name}")
async def get(name: str, request: Request) -> Response:
    found = file(name)
    named = static(name).endswith(f"?{request.url.query}")
    headers = {"cache-control": FOR_EVER if named else "no-cache", "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", "") and len(found.packed) < len(
        found.content
    ):
        headers["content-encoding"] = "gzip"
        return Response(found.packed, headers=headers, media_type=found.type)
    return Response(found.content, headers=headers, media_type=found.type)


@router.get("/favicon.ico")
async def icon(request: Request) -> Response:
    return await get("icon-192.png", request)
