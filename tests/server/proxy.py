"""A TCP proxy between programs on this machine that can be cut and mended, fall silent, or lose an answer."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
from types import TracebackType


class Proxy:
    """Whatever comes to `port` goes on to another port. While it is cut nothing passes and nobody gets in.
    While it is silent everybody gets in, nothing is closed, and nothing passes."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.is_cut = False
        self.watched = b""  # a request that the connection breaks at, once
        self.is_passed_on = True  # whether that request arrives; its answer never does
        self.is_held = False  # instead of breaking, everything is silent from that request on
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self._open: set[socket.socket] = set()
        self._flow = threading.Event()
        self._flow.set()
        self._lock = threading.Lock()
        threading.Thread(target=self._let_in, daemon=True).start()

    def _let_in(self) -> None:
        with contextlib.suppress(OSError):  # the door was closed
            while True:
                near, _ = self._door.accept()
                if self.is_cut:
                    near.close()
                else:
                    threading.Thread(target=self._join, args=(near,), daemon=True).start()

    def _join(self, near: socket.socket) -> None:
        with near, contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.target)) as far:
            with self._lock:
                self._open |= {near, far}
                flow = self._flow
            ends = {near: far, far: near}
            while True:
                for end in select.select([near, far], [], [])[0]:
                    flow.wait()
                    data = end.recv(65536)
                    if not data or (end is near and self._breaks_at(data, far)):
                        return
                    ends[end].sendall(data)

    def _breaks_at(self, data: bytes, far: socket.socket) -> bool:
        if not self.watched or self.watched not in data:
            return False
        self.watched = b""
        if self.is_held:
            self.fall_silent()
            self._flow.wait()
            return False
        if self.is_passed_on:
            far.sendall(data)
            far.recv(65536)
        return True

    def cut(self) -> None:
        self.is_cut = True
        with self._lock:
            for end in self._open:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
            self._open.clear()

    def mend(self) -> None:
        self.is_cut = False

    def fall_silent(self) -> None:
        self._flow.clear()

    def resume(self) -> None:
        """What was held back arrives now."""
        self._flow.set()

    def forget(self) -> None:
        """Who is connected now never hears anything again; whoever comes anew does."""
        with self._lock:
            self._flow.clear()
            self._flow = threading.Event()
            self._flow.set()

    def __enter__(self) -> Proxy:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self.cut()
        self._flow.set()
