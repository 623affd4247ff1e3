"""What opens doors: long random texts, of which only a hash is kept, and short codes."""

import hashlib
import re
import secrets
from collections.abc import Callable

Entropy = Callable[[int], bytes]  # so many random bytes; tests bring their own
entropy: Entropy = secrets.token_bytes

TOKEN_BYTES = 24  # 192 bits
ID_BYTES = 12
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # no I and no O, which look like 1 and 0
CODE_LENGTH = 6


def new_token(entropy: Entropy) -> str:
    return entropy(TOKEN_BYTES).hex()


def hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode(errors="surrogatepass")).digest()


def new_id(entropy: Entropy) -> str:
    """Of a table: who is not told it does not find it."""
    return entropy(ID_BYTES).hex()


def is_id(text: str) -> bool:
    return re.fullmatch(rf"[0-9a-f]{{{2 * ID_BYTES}}}", text) is not None


def new_code(entropy: Entropy) -> str:
    """To be read out and typed: a door for people, which limits on tries keep safe."""
    number = int.from_bytes(entropy(8), "big")
    letters = []
    for _ in range(CODE_LENGTH):
        number, letter = divmod(number, len(LETTERS))
        letters.append(LETTERS[letter])
    return "".join(letters)


def read_code(text: str) -> str:
    """A code as somebody may have typed it."""
    return "".join(letter for letter in text.upper() if letter in LETTERS)
