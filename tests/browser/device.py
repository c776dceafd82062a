"""A browser that has everything of the game on it, for tests and benches of playing without a server."""

from __future__ import annotations

import random

from playwright.sync_api import Browser, BrowserContext

from browser.hands import Mouse
from browser.local_player import LISTEN, LocalPlayer
from browser.watch import Watch
from server.server_process import Server

PYTHON_STARTS = 90_000  # ms; a machine that does other things as well may need long for it
REFEREE = "**/referee-worker-*.js"
SCRIPT = "text/javascript"


class Device:
    """Its pages share games and downloads, as those of one browser do. `planted`: JavaScript that runs in the
    referee's worker before its own."""

    def __init__(self, browser: Browser, server: Server, planted: str = "") -> None:
        self.server = server
        self.context: BrowserContext = browser.new_context(
            locale="en",
            reduced_motion="reduce",
            accept_downloads=True,
            service_workers="block" if planted else "allow",  # a service worker would answer before the route
        )
        if planted:
            self.context.route(
                REFEREE,
                lambda route: route.fulfill(
                    body=f"{{ {planted} }}\n{route.fetch().text()}", content_type=SCRIPT
                ),
            )
        self.context.set_default_timeout(PYTHON_STARTS)
        self.context.add_init_script(f"({LISTEN})()")
        self.watch = Watch(self.context, server.url)

    def player(self, seed: int = 1) -> LocalPlayer:
        page = self.context.new_page()
        page.set_viewport_size({"width": 1280, "height": 800})
        return LocalPlayer(page, self.watch, self.server.url, Mouse(page), random.Random(seed))

    def leave(self) -> None:
        """With its games, but without its pages."""
        self.context.set_offline(False)
        for page in self.context.pages:
            page.close()
