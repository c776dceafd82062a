"""VAPID (RFC 8292): the key with which push services know this server, kept in its database."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from py_vapid import Vapid02
from py_vapid.utils import b64urlencode

from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message
from fulgence.server.store.store import Store
from fulgence.server.store.subscriptions import server_key

NAME = "vapid"
VALID_SECONDS = 12 * 3600  # of a signature; push services accept a day
FRESH_SECONDS = 3600  # it is used again for so long
CONTACT = re.compile(r"mailto:[^@\s:]+@(localhost|[\w-]+(\.[\w-]+)+)|https://[\w-]+(\.[\w-]+)+")
MAX_SIGNATURES = 100  # kept, by push service


class BadContact(FulgenceError):
    """An option that is no address."""

    is_usage = True


class Vapid:
    """Signs requests. `contact`: where push services reach the operator."""

    def __init__(self, secret: str, contact: str, now: Callable[[], float] = time.time) -> None:
        self.contact = checked_contact(contact)
        self._key = Vapid02.from_raw(secret.encode())
        self._now = now
        self._signed: dict[str, tuple[float, str]] = {}  # when, and the header, by origin

    @property
    def public_key(self) -> str:
        """As browsers want it, to subscribe."""
        numbers = self._key.public_key.public_numbers()
        return str(b64urlencode(b"\x04" + numbers.x.to_bytes(32) + numbers.y.to_bytes(32)))

    def authorization(self, origin: str) -> str:
        """The header Authorization of a request to this push service."""
        now = self._now()
        at, header = self._signed.get(origin, (0.0, ""))
        if not header or now - at > FRESH_SECONDS:
            claims = {"aud": origin, "sub": self.contact, "exp": int(now) + VALID_SECONDS}
            header = str(self._key.sign(claims)["Authorization"])
            if len(self._signed) >= MAX_SIGNATURES:
                self._signed.clear()
            self._signed[origin] = (now, header)
        return header


async def load_vapid(store: Store, contact: str) -> Vapid:
    """With the key of the database, which is made at first need; the same for all processes."""
    made = Vapid02()
    made.generate_keys()
    number = made.private_key.private_numbers().private_value
    return Vapid(await server_key(store, NAME, str(b64urlencode(number.to_bytes(32)))), contact)


def checked_contact(text: str) -> str:
    """`ann@example.org` becomes `mailto:ann@example.org`."""
    contact = f"mailto:{text}" if "@" in text and ":" not in text else text
    if not CONTACT.fullmatch(contact):
        raise BadContact(
            Message(
                "{text!r} is not a contact: write ann@example.org, or the https address of a page", text=text
            )
        )
    return contact
