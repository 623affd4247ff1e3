"""Web Push: what we encrypt can be read by the browser that it is for, and by nobody else."""

import json
import socket
import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, ClassVar

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256

from tablee.web import push
from tablee.web.push import (
    CURVE,
    VALID,
    BadSubscription,
    Sender,
    Subscription,
    Unreachable,
    decoded,
    derived,
    encoded,
    encrypt,
    raw,
)

ENDPOINT = "https://push.example.net/send/abc?d=1"


class Browser:
    """What a browser does with a push message: the other half of RFC 8291."""

    def __init__(self, endpoint: str = ENDPOINT) -> None:
        self.key = ec.generate_private_key(CURVE)
        self.auth = b"0123456789abcdef"
        self.point = raw(self.key.public_key())
        self.told: Any = {
            "endpoint": endpoint,
            "expirationTime": None,
            "keys": {"p256dh": encoded(self.point), "auth": encoded(self.auth)},
        }

    def read(self, body: bytes) -> bytes:
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender)
        shared = self.key.exchange(ec.ECDH(), theirs)
        secret = derived(self.auth, shared, b"WebPush: info\0" + self.point + sender, 32)
        key = derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(salt, secret, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(key).decrypt(nonce, sealed, None)
        assert text[-1:] == b"\2"
        return text[:-1]


def private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decoded(text), "big"), CURVE)


def test_the_example_of_the_standard_comes_out_byte_for_byte() -> None:
    # RFC 8291, appendix A
    told = {
        "endpoint": ENDPOINT,
        "keys": {
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6S"
            "RpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        },
    }
    body = encrypt(
        Subscription.of(told),
        b"When I grow up, I want to be a watermelon",
        private("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        decoded("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert encoded(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
        "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
        "lcy4a-fN"
    )


class Service(BaseHTTPRequestHandler):
    """A push service that writes down what it gets."""

    got: ClassVar[list[tuple[str, dict[str, str], bytes]]] = []
    answer = 201

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        type(self).got.append((self.path, dict(self.headers), body))
        self.send_response(self.answer)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def service() -> Iterator[HTTPServer]:
    Service.got, Service.answer = [], 201
    with HTTPServer(("127.0.0.1", 0), Service) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def sender(service: HTTPServer) -> Sender:
    def connect(host: str) -> HTTPConnection:
        assert host == "push.example.net"
        return HTTPConnection("127.0.0.1", service.server_port, timeout=5)

    return Sender(push.new_key(), "https://table.example", connect)


def test_a_notice_is_read_by_its_browser_only(service: HTTPServer) -> None:
    browser = Browser()
    notice = {"title": "Your turn", "body": "It is your turn, Zoë."}
    assert sender(service).send(Subscription.of(browser.told), notice)
    [(path, headers, body)] = Service.got
    assert path == "/send/abc?d=1"
    assert headers["Content-Encoding"] == "aes128gcm"
    assert int(headers["TTL"]) > 0
    assert json.loads(browser.read(body)) == notice
    with pytest.raises(InvalidTag):
        Browser().read(body)


def test_no_two_messages_are_alike(service: HTTPServer) -> None:
    ours, to = sender(service), Subscription.of(Browser().told)
    for _ in range(2):
        ours.send(to, {"title": "same"})
    first, second = (body for _, _, body in Service.got)
    assert first[:16] != second[:16]  # the salt
    assert first[21:86] != second[21:86]  # the key


def test_the_signature_names_the_service_and_the_operator() -> None:
    ours = Sender(push.new_key(), "mailto:host@table.example")
    scheme, told = ours.headers(ENDPOINT, now=1000)["Authorization"].split(" ", 1)
    token, key = (part.split("=", 1)[1] for part in told.split(", "))
    assert (scheme, key) == ("vapid", ours.public_key)
    head, claims, signature = token.split(".")
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(decoded(claims)) == {
        "aud": "https://push.example.net",
        "exp": 1000 + VALID,
        "sub": "mailto:host@table.example",
    }
    both = decoded(signature)
    numbers = int.from_bytes(both[:32], "big"), int.from_bytes(both[32:], "big")
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(key))
    public.verify(encode_dss_signature(*numbers), f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))


def test_the_same_key_is_the_same_server() -> None:
    key = push.new_key()
    assert Sender(key, "").public_key == Sender(key, "").public_key
    assert Sender(key, "").public_key != Sender(push.new_key(), "").public_key


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_has_gone_is_told_of(service: HTTPServer, status: int) -> None:
    Service.answer = status
    assert not sender(service).send(Subscription.of(Browser().told), {"title": ""})


@pytest.mark.parametrize("status", [302, 400, 429, 500])
def test_a_service_that_refuses_loses_the_notice_only(service: HTTPServer, status: int) -> None:
    Service.answer = status
    with pytest.raises(Unreachable, match=f"answered {status}"):
        sender(service).send(Subscription.of(Browser().told), {"title": ""})


def test_a_service_that_is_not_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    ours = Sender(push.new_key(), "", lambda _: HTTPConnection("127.0.0.1", port, timeout=5))
    with pytest.raises(Unreachable, match=r"push\.example\.net does not answer"):
        ours.send(Subscription.of(Browser().told), {"title": ""})


def test_a_notice_is_short(service: HTTPServer) -> None:
    with pytest.raises(ValueError, match="too long"):
        sender(service).send(Subscription.of(Browser().told), {"title": "x" * 2000})
    assert not Service.got


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.net/a",
        "https://push.example.net:8443/a",
        "https://push.example.net:port/a",
        "https://user@push.example.net/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://2130706433/a",
        "https://127.0.0x1/a",
        "https://localhost/a",
        "https://push.example.net/a b",
        "https://push.example.net/a\r\nHost: x",
        "https://[push/a",
        "https://push.exämple.net/a",
        "https://push.example.net/" + "a" * 1000,
        "ftp://push.example.net/a",
        "",
        7,
        None,
    ],
)
def test_only_public_services_behind_tls_are_called(endpoint: Any) -> None:
    told = {**Browser().told, "endpoint": endpoint}
    with pytest.raises(BadSubscription, match=r"push service|push subscription"):
        Subscription.of(told)


@pytest.mark.parametrize(
    "told",
    [
        None,
        [],
        "text",
        {},
        {"endpoint": ENDPOINT},
        {"endpoint": ENDPOINT, "keys": None},
        {"endpoint": ENDPOINT, "keys": {"p256dh": 1, "auth": "AAAA"}},
        {"endpoint": ENDPOINT, "keys": {"p256dh": "!!!", "auth": "AAAA"}},
        {"endpoint": ENDPOINT, "keys": {"p256dh": "AAAA", "auth": "AAAA"}},
        {"endpoint": ENDPOINT, "keys": {"p256dh": Browser().told["keys"]["p256dh"], "auth": "AA"}},
    ],
)
def test_what_is_no_subscription_is_refused(told: Any) -> None:
    with pytest.raises(BadSubscription):
        Subscription.of(told)


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "10.1.2.3", "192.168.0.1", "169.254.169.254", "::1", "fd00::1"]
)
def test_a_name_that_leads_into_our_own_network_is_not_called(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def look_up(host: str, port: int, **_: object) -> list[Any]:
        asked.append((host, port))
        return [(0, 0, 0, "", ("93.184.216.34", 443)), (0, 0, 0, "", (address, 443))]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    with pytest.raises(Unreachable, match="not on the public network"):
        Sender(push.new_key(), "").send(Subscription.of(Browser().told), {"title": ""})
    assert asked == [("push.example.net", 443)]


def test_the_address_that_was_looked_at_is_the_one_called(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[Any] = []

    def refuse(address: Any, timeout: float) -> None:
        called.append((address, timeout))
        raise ConnectionRefusedError

    public = [(0, 0, 0, "", ("93.184.216.34", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: public)
    monkeypatch.setattr(socket, "create_connection", refuse)
    with pytest.raises(Unreachable, match="does not answer"):
        Sender(push.new_key(), "").send(Subscription.of(Browser().told), {"title": ""})
    assert called == [(("93.184.216.34", 443), push.PATIENCE)]


def test_a_name_without_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    with pytest.raises(Unreachable, match="has no address"):
        Sender(push.new_key(), "").send(Subscription.of(Browser().told), {"title": ""})
