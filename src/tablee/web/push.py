"""Web Push: notices that are encrypted for one browser (RFC 8291) and signed by us (RFC 8292)."""

import base64
import binascii
import ipaddress
import json
import os
import socket
import ssl
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, NamedTuple, Self
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
SALT, AUTH, POINT, SCALAR = 16, 16, 65, 32  # bytes
RECORD_SIZE = 4096
MOST_BYTES = 2000  # of a notice; every push service takes 4096 encrypted
VALID = 12 * 3600  # seconds that a signature lasts, of the 24 hours allowed
KEPT = 4 * 3600  # seconds that a push service keeps a notice for a browser that is away
PATIENCE = 10.0  # seconds
LONGEST_ADDRESS = 1000
GONE = (404, 410)  # the browser has given this address up


class BadSubscription(ValueError):
    """What is wrong with what a browser sent, as a sentence."""


class Unreachable(Exception):
    """The push service could not be asked; the notice is lost, the subscription stays."""


class Subscription(NamedTuple):
    """Where a browser gets its notices, and the keys that only it can read with."""

    endpoint: str
    point: bytes
    auth: bytes

    @classmethod
    def of(cls, told: Any) -> Self:
        """What `PushSubscription.toJSON()` gives in the browser."""
        try:
            endpoint, keys = told["endpoint"], told["keys"]
            point, auth = decoded(keys["p256dh"]), decoded(keys["auth"])
            ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
        except (TypeError, KeyError, ValueError):
            raise BadSubscription("This is not a push subscription.") from None
        if len(auth) != AUTH or len(point) != POINT:
            raise BadSubscription("The keys of the push subscription have the wrong length.")
        check_address(endpoint)
        return cls(endpoint, point, auth)


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), b"-_", True)
    except (binascii.Error, AttributeError) as wrong:
        raise ValueError from wrong


def check_address(endpoint: Any) -> None:
    """A push service is a public server behind TLS; nobody makes us call anything else."""
    try:
        parts = urlsplit(endpoint)
        public = parts.scheme == "https" and parts.port in (None, 443)
    except (ValueError, TypeError, AttributeError):
        raise BadSubscription("The address of the push service is not an address.") from None
    host = parts.hostname or ""
    if not public or "@" in parts.netloc or len(endpoint) > LONGEST_ADDRESS:
        raise BadSubscription("The address of a push service starts with https:// and a host.")
    if not endpoint.isascii() or any(character <= " " for character in endpoint):
        raise BadSubscription("The address of the push service is not an address.")
    if "." not in host or not host.rsplit(".", 1)[1].isalpha():
        raise BadSubscription("A push service is named by its host, not by a number.")


def addresses(host: str) -> list[str]:
    """The addresses of a host, all of them public: a name may lead into our own network."""
    try:
        found = [str(each[4][0]) for each in socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)]
    except OSError:
        raise Unreachable(f"The push service {host} has no address.") from None
    if not all(ipaddress.ip_address(address).is_global for address in found):
        raise Unreachable(f"The push service {host} is not on the public network.")
    return found


class Checked(HTTPSConnection):
    """A connection to an address that was looked at, so that no second lookup gives another."""

    def connect(self) -> None:
        line = socket.create_connection((addresses(self.host)[0], 443), self.timeout)
        self.sock = ssl.create_default_context().wrap_socket(line, server_hostname=self.host)


def publicly(host: str) -> HTTPConnection:
    return Checked(host, timeout=PATIENCE)


def derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def raw(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypt(to: Subscription, text: bytes, ours: ec.EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """The body of a push message; `ours` and the salt are fresh for each."""
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, to.point)
    point = raw(ours.public_key())
    shared = ours.exchange(ec.ECDH(), theirs)
    secret = derived(to.auth, shared, b"WebPush: info\0" + to.point + point, 32)
    key = derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(salt, secret, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(point)]) + point
    return head + AESGCM(key).encrypt(nonce, text + b"\2", None)


def new_key() -> str:
    """The server's own key, to be kept: all subscriptions are bound to it."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return encoded(number.to_bytes(SCALAR, "big"))


class Sender:
    """Sends notices in the server's name."""

    def __init__(
        self, key: str, contact: str, connect: Callable[[str], HTTPConnection] = publicly
    ) -> None:
        """The contact is an https or mailto address at which the operator can be reached."""
        self._key = ec.derive_private_key(int.from_bytes(decoded(key), "big"), CURVE)
        self._contact, self._connect = contact, connect
        self.public_key = encoded(raw(self._key.public_key()))

    def send(self, to: Subscription, notice: dict[str, str]) -> bool:
        """Whether the browser still has this address. Blocks; to be called in a thread."""
        text = json.dumps(notice, ensure_ascii=False).encode()
        if len(text) > MOST_BYTES:
            raise ValueError("The notice is too long.")
        body = encrypt(to, text, ec.generate_private_key(CURVE), os.urandom(SALT))
        parts = urlsplit(to.endpoint)
        target = parts._replace(scheme="", netloc="", fragment="").geturl() or "/"
        connection = self._connect(parts.hostname or "")
        try:
            connection.request("POST", target, body, self.headers(to.endpoint, int(time.time())))
            status = connection.getresponse().status
        except (OSError, HTTPException) as wrong:
            raise Unreachable(f"The push service {parts.hostname} does not answer.") from wrong
        finally:
            connection.close()
        if status in GONE:
            return False
        if status // 100 != 2:
            raise Unreachable(f"The push service {parts.hostname} answered {status}.")
        return True

    def headers(self, endpoint: str, now: int) -> dict[str, str]:
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": now + VALID,
            "sub": self._contact,
        }
        said = ".".join(
            encoded(json.dumps(each).encode()) for each in ({"typ": "JWT", "alg": "ES256"}, claims)
        )
        both = decode_dss_signature(self._key.sign(said.encode(), ec.ECDSA(SHA256())))
        signature = encoded(b"".join(number.to_bytes(SCALAR, "big") for number in both))
        return {
            "Authorization": f"vapid t={said}.{signature}, k={self.public_key}",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT),
            "Urgency": "normal",
        }
