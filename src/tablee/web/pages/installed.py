"""What makes the table a program among others: manifest, service worker, offline page, notices."""

import hashlib
import json
import re
from typing import Any

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from tablee.web.asked import Asked, Asking
from tablee.web.errors import Unknown, Wrong
from tablee.web.files import file
from tablee.web.manifest import manifest
from tablee.web.render import static

router = APIRouter(include_in_schema=False)
FRESH = {"cache-control": "no-cache"}
KEPT_FILES = re.compile(r'"(/static/[^"#]+)')


@router.get("/manifest.webmanifest")
async def described(asked: Asking) -> Response:
    text = json.dumps(manifest(asked.language), ensure_ascii=False)
    return Response(text, headers=FRESH, media_type="application/manifest+json")


@router.get("/worker.js")
async def worker(asked: Asking) -> Response:
    """With what it keeps written on top: a change of language, looks or files is a new worker."""
    page = offline_page(asked)
    kept = {
        "name": f"tablee {hashlib.sha256(page.encode()).hexdigest()[:16]}",
        "page": "/offline",
        "files": sorted(set(KEPT_FILES.findall(page))),
        "icon": static("icon-192.png"),
    }
    code = f"const KEPT = {json.dumps(kept)};\n".encode() + file("worker.js").content
    return Response(code, headers=FRESH, media_type="text/javascript")


@router.get("/offline")
async def offline(asked: Asking) -> Response:
    return HTMLResponse(offline_page(asked), headers=FRESH)


def offline_page(asked: Asked) -> str:
    """The same for everybody: it is kept where others may look."""
    return asked.renderer.page("offline.html", asked.language, asked.prefs, here="/")


@router.post("/me/notices")
async def subscribe(asked: Asking) -> Response:
    """The body is what `PushSubscription.toJSON()` gives."""
    notices = asked.service.notices
    if not notices.key:
        raise Unknown("There are no notices here.")
    await notices.subscribe(asked.token, await told(asked), asked.language)
    return asked.answer(Response(status_code=204))


@router.delete("/me/notices")
async def unsubscribe(asked: Asking) -> Response:
    await asked.service.notices.unsubscribe(asked.token)
    return asked.answer(Response(status_code=204))


async def told(asked: Asked) -> Any:
    try:
        return json.loads(await asked.request.body())
    except (ValueError, RecursionError):
        raise Wrong("This can't be read: %(problem)s.", problem="JSON") from None
