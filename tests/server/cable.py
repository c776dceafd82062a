"""A cable between programs on this machine that can be cut and mended."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
from types import TracebackType


class Cable:
    """Whatever comes to `port` goes on to another port. While it is cut nothing passes and nobody gets in."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.is_cut = False
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self._open: set[socket.socket] = set()
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
            ends = {near: far, far: near}
            while True:
                for end in select.select([near, far], [], [])[0]:
                    data = end.recv(65536)
                    if not data:
                        return
                    ends[end].sendall(data)

    def cut(self) -> None:
        self.is_cut = True
        with self._lock:
            for end in self._open:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
            self._open.clear()

    def mend(self) -> None:
        self.is_cut = False

    def __enter__(self) -> Cable:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self.cut()
