"""One browser and one server for all tests of this folder; a context of its own for every player."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from browser.chromium import REQUIRED, browsing, missing
from browser.hands import Finger, Hand, Keys, Mouse
from browser.player import Player
from browser.watch import Watch
from server.players import Seat, Server, play_out, serving

PATIENCE = 30_000  # ms; a page is rarely slow, a machine that does other things as well often is
expect.set_options(timeout=PATIENCE)

# For a package and not longer: while a browser is driven, no other test of the process can use asyncio.


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if reason := missing():
        (pytest.fail if REQUIRED else pytest.skip)(reason)
    with browsing() as browser:
        yield browser


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="package")
def finished(server: Server) -> Seat:
    """Ann's seat at a table that she and a bot have played to the end."""
    [ann] = server.open(1, ["greedy"], addons=["objectives"])
    with ann.connect() as socket:
        play_out([socket])
    return ann


class Company:
    """Invites players, each with a browser context of their own; all of them are watched."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.watches: list[Watch] = []

    def invite(
        self, server: Server, hand: str = "mouse", width: int = 1280, seed: int = 1, **more: Any
    ) -> Player:
        luck = random.Random(seed)
        height = more.pop("height", 800 if width > 800 else 740)
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            **{"locale": "en", "has_touch": hand == "finger", "reduced_motion": "reduce", **more},
        )
        context.set_default_timeout(PATIENCE)
        watch = Watch(context, server.url)
        self.contexts.append(context)
        self.watches.append(watch)
        page = context.new_page()
        hands: dict[str, Callable[[], Hand]] = {
            "mouse": lambda: Mouse(page),
            "finger": lambda: Finger(page),
            "keys": lambda: Keys(page, luck),
        }
        return Player(page, watch, server.url, hands[hand](), luck)


@pytest.fixture
def company(browser: Browser) -> Iterator[Company]:
    company = Company(browser)
    yield company
    for context in company.contexts:
        context.close()
    problems = [problem for watch in company.watches for problem in watch.problems]
    assert not problems, "\n".join(problems)


@pytest.fixture
def invite(company: Company, server: Server) -> Callable[..., Player]:
    """A new player of the common server; see `Company.invite`."""
    return lambda **wishes: company.invite(server, **wishes)
