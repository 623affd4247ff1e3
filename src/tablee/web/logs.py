"""What the server says while it runs: a line each, to read or as JSON, and never a secret."""

import json
import logging
import re
import sys
from datetime import UTC, datetime

TEXT, JSON = "text", "json"
CHATTY = ("uvicorn", "websockets", "alembic")  # they would name addresses of tables
SECRET = re.compile(r"[0-9a-fA-F]{32,}")  # tokens, secrets and hashes; a table's id is shorter
MASK = "[hidden]"


def configure(how: str) -> None:
    """Everything that is logged goes to stderr, this way."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines() if how == JSON else Plain())
    logging.basicConfig(handlers=[handler], level=logging.INFO, force=True)
    for name in CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)


def masked(text: str) -> str:
    """Nothing that opens a door: the messages have none, but an error may quote what it met."""
    return SECRET.sub(MASK, text)


class Plain(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        return masked(super().format(record))


class Lines(logging.Formatter):
    """An object a line, as collectors of logs want it."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": masked(record.getMessage()),
        }
        if record.exc_info:
            line["error"] = masked(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)
