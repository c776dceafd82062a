"""One browser and one server for all tests of this folder; a context of its own for every player.

Contexts are used again, emptied: the first page of a new one costs more than all else that most tests do.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser.chromium import REQUIRED, browsing, missing
from browser.hands import Finger, FingerDrag, Hand, Keys, Mouse, MouseDrag, Names
from browser.player import Player
from browser.watch import Watch
from server.server_process import Seat, Server, play_out, serving

OPERATOR = "a-token-of-an-operator"
PATIENCE = 30_000  # ms; a page is rarely slow, a machine that does other things as well often is
expect.set_options(timeout=PATIENCE)
HAS_PLAYED = "try { localStorage.setItem('first-marks', 'seen') } catch { /* it is blocked */ }"

# For a package and not longer: while a browser is driven, no other test of the process can use asyncio.


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if reason := missing():
        (pytest.fail if REQUIRED else pytest.skip)(reason)
    with browsing() as browser:
        yield browser


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server"), f"--admin-token={OPERATOR}") as server:
        yield server


@pytest.fixture(scope="package")
def finished(server: Server) -> Seat:
    """Ann's seat at a table that she and a bot have played to the end."""
    [ann] = server.open(1, ["greedy"], addons=["objectives"])
    with ann.connect() as socket:
        play_out([socket])
    return ann


class Profile:
    """A browser context that one player after another uses, each of them for the first time."""

    def __init__(self, browser: Browser, server: str, options: dict[str, Any]) -> None:
        self.context: BrowserContext = browser.new_context(**options)
        self.context.set_default_timeout(PATIENCE)
        self.anchor: Page = self.context.new_page()  # keeps the process of the site's pages alive
        self.anchor.goto(f"{server}/icon.svg")

    def empty(self) -> None:
        for page in self.context.pages:
            if page is not self.anchor:
                page.close()
        self.context.clear_cookies()
        self.anchor.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")


class Profiles:
    def __init__(self, browser: Browser, server: str) -> None:
        self.browser = browser
        self.server = server
        self._idle: dict[str, list[Profile]] = {}

    def take(self, options: dict[str, Any]) -> Profile:
        idle = self._idle.setdefault(repr(options), [])
        return idle.pop() if idle else Profile(self.browser, self.server, options)

    def give_back(self, profile: Profile, options: dict[str, Any]) -> None:
        """After it was emptied."""
        self._idle[repr(options)].append(profile)


@pytest.fixture(scope="package")
def profiles(browser: Browser, server: Server) -> Profiles:
    return Profiles(browser, server.url)


class Company:
    """Invites players, each with a browser context of their own; all of them are watched."""

    def __init__(self, profiles: Profiles) -> None:
        self.profiles = profiles
        self.taken: list[tuple[Profile, dict[str, Any]]] = []
        self.contexts: list[BrowserContext] = []  # that nobody has used before, nor will again
        self.watches: list[Watch] = []

    def invite(
        self, server: Server, hand: str = "mouse", width: int = 1280, seed: int = 1, **more: Any
    ) -> Player:
        """`fresh`: in a context that has loaded nothing yet, not even into its cache. `newcomer`: whom the
        table shows around."""
        rng = random.Random(seed)
        height = more.pop("height", 800 if width > 800 else 740)
        is_fresh = more.pop("fresh", False) or server.url != self.profiles.server
        is_newcomer = more.pop("newcomer", False)
        options = {
            "locale": "en",
            "has_touch": hand.startswith("finger"),
            "reduced_motion": "reduce",
            "service_workers": "block",  # only `test_app_*.py` have them
            **more,
        }
        context = self._new_context(options) if is_fresh else self._used_context(options)
        watch = Watch(context, server.url)
        self.watches.append(watch)
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        if not is_newcomer:
            page.add_init_script(HAS_PLAYED)
        hands: dict[str, Callable[[], Hand]] = {
            "mouse": lambda: Mouse(page),
            "finger": lambda: Finger(page),
            "mouse-drag": lambda: MouseDrag(page),
            "finger-drag": lambda: FingerDrag(page),
            "keys": lambda: Keys(page, rng),
            "names": lambda: Names(page),
        }
        return Player(page, watch, server.url, hands[hand](), rng)

    def _new_context(self, options: dict[str, Any]) -> BrowserContext:
        context = self.profiles.browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        return context

    def _used_context(self, options: dict[str, Any]) -> BrowserContext:
        profile = self.profiles.take(options)
        self.taken.append((profile, options))
        return profile.context

    def leave(self) -> None:
        for context in self.contexts:
            context.close()
        for profile, _ in self.taken:
            profile.empty()
        for watch in self.watches:
            watch.stop()
        for profile, options in self.taken:
            self.profiles.give_back(profile, options)


@pytest.fixture
def company(profiles: Profiles) -> Iterator[Company]:
    company = Company(profiles)
    yield company
    company.leave()
    problems = [problem for watch in company.watches for problem in watch.problems]
    assert not problems, "\n".join(problems)


@pytest.fixture
def invite(company: Company, server: Server) -> Callable[..., Player]:
    """A new player of the common server; see `Company.invite`."""
    return lambda **wishes: company.invite(server, **wishes)
