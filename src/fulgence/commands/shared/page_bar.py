"""The progress bar of a copy of a database."""

from __future__ import annotations

from fulgence.commands.shared.progress_bar import ProgressBar


class PageBar(ProgressBar):
    """How many pages there are is known when the copy has begun, and may change."""

    def __init__(self, what: str) -> None:
        super().__init__(what, 1, prints=False)

    def show(self, done: int, total: int) -> None:
        if total:
            self.total = total
            self.step(done - self.done)
