"""The server goes away, and the player plays on this device until it is back."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser.device import PYTHON_STARTS
from browser.hands import Mouse
from browser.local_player import LISTEN, LocalPlayer
from browser.watch import Watch
from offline_bundle import made_bundle
from server.server_process import start

AT_THE_SERVER = LISTEN.replace('localStorage.setItem("playing-here", "1");', "")


@pytest.mark.long
def test_what_was_played_here_meanwhile_stays_here(browser: Browser, tmp_path: Path) -> None:
    made_bundle()
    server = start(tmp_path)
    context = browser.new_context(locale="en", reduced_motion="reduce", service_workers="allow")
    context.set_default_timeout(PYTHON_STARTS)
    context.add_init_script(f"({AT_THE_SERVER})()")
    page = context.new_page()
    player = LocalPlayer(page, Watch(context, server.url), server.url, Mouse(page), random.Random(2))
    [ann] = server.open()
    page.goto(f"{server.url}/t/{ann.table}#seat={ann.token}")
    page.locator(".paper svg").wait_for()
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
    settings = player.settings()
    settings.get_by_role("button", name="Keep (").click()
    settings.get_by_text("It is all here").wait_for()
    page.keyboard.press("Escape")

    server.kill()
    page.get_by_text("Reconnecting ...").wait_for()
    page.get_by_role("link", name="Fulgence").click()
    page.get_by_text("Your game there waits for it.").wait_for()
    page.get_by_role("button", name="Play here meanwhile").click()
    player.open_here("London")
    player.play_turn()
    player.play_turn()

    again = start(tmp_path, f"--port={server.url.rsplit(':', 1)[1]}")
    page.get_by_role("link", name="Fulgence").click()
    games = page.locator(".own .game")
    expect(games).to_have_count(2)
    here, there = games.filter(has_text="on this device"), games.filter(has_not_text="on this device")
    expect(here).to_contain_text("turn 3")
    expect(there).to_contain_text("turn 1")
    page.get_by_role("button", name="Use the server").click()
    there.click()
    page.locator(".actions").wait_for()
    assert page.url.endswith(ann.table)
    context.close()
    again.kill()
