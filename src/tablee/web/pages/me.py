"""Oneself: name, devices, language and looks."""

import re

from fastapi import APIRouter
from fastapi.responses import Response

from tablee.rules.contract import Refusal
from tablee.web.asked import GUEST, LANGUAGE, Asked, Asking
from tablee.web.errors import status_of
from tablee.web.prefs import COOKIE as PREFS
from tablee.web.translations import LANGUAGES

router = APIRouter(include_in_schema=False)
OWN = re.compile(r"/(?![/\\])[!-~]*")  # two slashes begin the name of another server


async def myself(asked: Asked, status: int = 200, notice: str = "", offer: str = "") -> Response:
    devices = await asked.service.people.devices(asked.guest.id, asked.token) if asked.guest else []
    return asked.page(
        "me.html",
        status,
        devices=devices,
        notice=notice,
        offer=offer,
        push_key=asked.service.notices.key,
    )


@router.get("/me")
async def me(asked: Asking) -> Response:
    return await myself(asked)


@router.post("/me/name")
async def name(asked: Asking) -> Response:
    wanted = (await asked.form()).get("name", "")
    try:
        if asked.guest is None:
            await asked.known(wanted)
        else:
            await asked.service.people.rename(asked.guest.id, wanted)
    except Refusal as refusal:
        return await myself(asked, status_of(refusal), asked.say(refusal))
    return asked.go("/me")


@router.post("/me/devices")
async def offer(asked: Asking) -> Response:
    """A link by which one more device becomes the asker's, shown once."""
    guest = await asked.known()
    code = await asked.service.people.offer(guest.id)
    return await myself(asked, offer=f"{asked.origin}/device/{code}")


@router.post("/me/devices/{device}/revoke")
async def revoke(asked: Asking, device: int) -> Response:
    if asked.guest and 0 < device < 2**63:
        await asked.service.people.revoke(asked.guest.id, device)
    return asked.go("/me")


@router.get("/device/{code}")
async def offered(asked: Asking, code: str) -> Response:
    """Looked at, nothing happens: programs that preview links use no code up."""
    return asked.page("device.html", code=code)


@router.post("/device/{code}")
async def adopt(asked: Asking, code: str) -> Response:
    """This device is from now on the person's who offered the code."""
    asked.guest, token = await asked.service.people.adopt(code, asked.device)
    asked.set_cookie(GUEST, token)
    return asked.go("/tables")


# -- language and looks


def back(where: str) -> str:
    """An address of this server, whatever a form says."""
    return where if OWN.fullmatch(where) else "/"


@router.post("/language")
async def language(asked: Asking) -> Response:
    form = await asked.form()
    if form.get("language") in LANGUAGES:
        asked.set_cookie(LANGUAGE, form["language"])
    return asked.go(back(form.get("back", "/")))


@router.get("/settings")
async def settings(asked: Asking) -> Response:
    return asked.page("settings.html")


@router.post("/settings")
async def change(asked: Asking) -> Response:
    form = await asked.form()
    asked.set_cookie(PREFS, asked.prefs.changed(form).cookie)
    return asked.go(back(form.get("back", "/settings")))
