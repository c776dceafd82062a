"""A push service on this machine, and devices that read what it was given for them.

Written from RFC 8030, 8188, 8291 and 8292, without the libraries that the server encrypts and signs with.
"""

from __future__ import annotations

import base64
import contextlib
import json
import queue
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

PATIENCE = 20.0
CURVE = ec.SECP256R1()


@dataclass
class Delivery:
    """A request as it came."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Device:
    """A browser that has subscribed."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(CURVE))
    secret: bytes = b"sixteen bytes..."

    @property
    def public(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def subscription(self) -> dict[str, Any]:
        return {
            "endpoint": self.endpoint,
            "keys": {"p256dh": encoded(self.public), "auth": encoded(self.secret)},
        }

    def read(self, delivery: Delivery) -> dict[str, Any]:
        """Decrypt one record of aes128gcm: RFC 8188, with the key of RFC 8291."""
        assert delivery.headers["content-encoding"] == "aes128gcm"
        body = delivery.body
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert length == 65 and len(sealed) <= size
        public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender)
        shared = self.key.exchange(ec.ECDH(), public)
        secret = derived(self.secret, shared, b"WebPush: info\0" + self.public + sender, 32)
        key = derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(salt, secret, b"Content-Encoding: nonce\0", 12)
        content, delimiter, padding = AESGCM(key).decrypt(nonce, sealed, None).rpartition(b"\2")
        assert delimiter and not padding.strip(b"\0")
        said: dict[str, Any] = json.loads(content)
        return said


class PushService:
    """`statuses`: what the next requests are answered; 201 when there are none."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.statuses: list[int] = []
        self._arrived: queue.Queue[Delivery] = queue.Queue()

    def device(self, name: str) -> Device:
        return Device(f"{self.url}/push/{name}")

    def take(self, delivery: Delivery) -> int:
        self._arrived.put(delivery)
        return self.statuses.pop(0) if self.statuses else 201

    def next(self) -> Delivery:
        return self._arrived.get(timeout=PATIENCE)

    def arrived(self) -> list[Delivery]:
        """All that nobody has asked for yet."""
        found = []
        with contextlib.suppress(queue.Empty):
            while True:
                found.append(self._arrived.get_nowait())
        return found


def verified_claims(header: str) -> tuple[dict[str, Any], str]:
    """What the server says about itself, and its public key: RFC 8292. Raises if the signature is wrong."""
    scheme, _, parameters = header.partition(" ")
    assert scheme == "vapid"
    parts = dict(each.strip().split("=", 1) for each in parameters.split(","))
    signed, _, signature = parts["t"].rpartition(".")
    head, claims = (json.loads(decoded(part)) for part in signed.split("."))
    assert head["alg"] == "ES256"
    raw = decoded(signature)
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(parts["k"]))
    numbers = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key.verify(numbers, signed.encode(), ec.ECDSA(hashes.SHA256()))
    assert time.time() < claims["exp"] < time.time() + 24 * 3600
    return claims, parts["k"]


def derived(salt: bytes, key: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(key)


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@contextlib.contextmanager
def push_service() -> Iterator[PushService]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            status = service.take(Delivery(self.path, headers, body))
            self.send_response(status)
            if status == 307:
                self.send_header("location", f"{service.url}/elsewhere")
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    listening = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    listening.daemon_threads = True
    service = PushService(f"http://127.0.0.1:{listening.server_address[1]}")
    thread = threading.Thread(target=listening.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield service
    finally:
        listening.shutdown()
        listening.server_close()
        thread.join()
