"""Which addresses the server calls to push. A stranger names them, so this is what prevents SSRF."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message
from fulgence.table.refusals import Refused

KNOWN_HOSTS = ("fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com")
KNOWN_DOMAIN = ".notify.windows.com"
HOST_NAME = re.compile(r"[0-9a-z]([0-9a-z.-]*[0-9a-z])?")
MAX_ENDPOINT = 1000  # characters


class BadPushHost(FulgenceError):
    """An option that names no host."""

    is_usage = True


class Endpoints:
    """`added`: hosts that the operator trusts besides the known ones: a name stands for https, and
    `http://127.0.0.1:8080` for exactly that. Their addresses may be private ones."""

    def __init__(self, added: Iterable[str] = ()) -> None:
        self._added = frozenset(origin_of_option(text) for text in added)
        self._added_hosts = frozenset(urlsplit(origin).hostname for origin in self._added)

    def check(self, endpoint: str) -> None:
        """Refused, if it is not the address of a push service that may be called."""
        origin = origin_of(endpoint)
        if len(endpoint) > MAX_ENDPOINT or not (origin in self._added or is_known(origin)):
            raise Refused("push-service", Message("this push service is not known here"), 422)

    def may_connect(self, host: str, address: str) -> bool:
        """Whether the name of a push service may lead to this IP address: a known one only to public ones."""
        return host in self._added_hosts or is_public(address)


def is_public(address: str) -> bool:
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return found.is_global and not found.is_multicast


def is_known(origin: str) -> bool:
    scheme, _, host = origin.partition("://")
    return scheme == "https" and (host in KNOWN_HOSTS or host.endswith(KNOWN_DOMAIN))


def origin_of(address: str) -> str:
    """Scheme, host and port as in `https://push.example.org:8443`; empty if it is not a plain web address."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return ""
    host = parts.hostname or ""
    is_plain = address.isascii() and address.isprintable() and " " not in address and "@" not in parts.netloc
    if parts.scheme not in ("https", "http") or not HOST_NAME.fullmatch(host) or not is_plain:
        return ""
    usual = 443 if parts.scheme == "https" else 80
    return f"{parts.scheme}://{host}" + (f":{port}" if port not in (None, usual) else "")


def origin_of_option(text: str) -> str:
    address = text if "://" in text else f"https://{text}"
    origin = origin_of(address)
    if not origin or address.lower().rstrip("/") not in (origin, f"{origin}:443", f"{origin}:80"):
        raise BadPushHost(
            Message("{text!r} is not a host: write push.example.org, or http://127.0.0.1:8080", text=text)
        )
    return origin
