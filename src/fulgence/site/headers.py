"""The security headers of everything that a host of Fulgence sends, among them the CSP."""

from __future__ import annotations

# No inline script, no other site and no frame. WebAssembly may be compiled, from our own files: a browser
# that plays without a server runs Python in a worker.
POLICY = {
    "default-src": "'self'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "worker-src": "'self'",
    "manifest-src": "'self'",
    "img-src": "'self' data: blob:",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "object-src": "'none'",
}
HEADER_ONLY = {"frame-ancestors"}  # browsers ignore it in a page, with a warning


def policy(*, in_page: bool = False) -> str:
    """The CSP; for `<meta http-equiv>` without what only a header can say."""
    return "; ".join(
        f"{name} {value}" for name, value in POLICY.items() if not in_page or name not in HEADER_ONLY
    )


HEADERS = {
    "content-security-policy": policy(),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
