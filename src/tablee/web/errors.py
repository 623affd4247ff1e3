"""What a request can be refused for: a sentence in anybody's language, and the status it gets."""

from tablee.rules.contract import Refusal


class Wrong(Refusal):
    """Something was asked for that can't be; the table is as it was."""

    status = 422


class Unknown(Wrong):
    """There is no such table, guest or link, or it is none of the asker's business."""

    status = 404


class Forbidden(Wrong):
    """It exists, but is not for this person to do."""

    status = 403


class Stale(Wrong):
    """The table has moved on since the view that the request was made on."""

    status = 409


class TooMuch(Wrong):
    """A limit is reached; later it may go."""

    status = 429


class Unavailable(Wrong):
    """The database can't be written or read just now; nothing was changed."""

    status = 503


def status_of(refusal: Refusal) -> int:
    """Those of the games have none of their own: what can't be played is wrong."""
    return getattr(refusal, "status", Wrong.status)
