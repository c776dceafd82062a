"""Links are copied, also where a page came without https, as in a home network."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from browser.chromium import ELSEWHERE
from browser.conftest import Company
from browser.player import Player
from server.server_process import Server, serving


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server by a name for which browsers keep the clipboard from pages."""
    folder = tmp_path_factory.mktemp("elsewhere")
    with serving(folder, f"--allow-host={ELSEWHERE}") as server:
        yield dataclasses.replace(server, url=server.url.replace("127.0.0.1", ELSEWHERE))


def copied(page: Page) -> str:
    """What is in the clipboard, read by pasting it on the page for records."""
    page.goto(page.url.split("/t/")[0] + "/replay")
    page.get_by_label("Record").focus()
    page.keyboard.press("Control+V")
    return page.get_by_label("Record").input_value()


@pytest.fixture(params=[pytest.param("server", marks=pytest.mark.long), "elsewhere"])
def player(company: Company, request: pytest.FixtureRequest) -> Iterator[Player]:
    server = request.getfixturevalue(request.param)
    player = company.invite(server, fresh=True)
    if request.param == "server":  # browsers with windows allow it to whoever clicks
        player.page.context.grant_permissions(["clipboard-write"], origin=server.url)
    with player.watch.expecting("Cross-Origin-Opener-Policy header has been ignored"):  # it is for https
        yield player


def test_the_invitation(player: Player) -> None:
    page = player.page
    player.go_home()
    page.get_by_role("button", name="With friends").click()
    page.locator(".play").click()
    link = page.get_by_label("Invitation link").input_value()
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert copied(page) == link


def test_the_link_for_spectators(player: Player) -> None:
    page = player.page
    player.open_alone("London")
    address = page.url
    page.get_by_role("button", name="Table …").click()
    page.get_by_role("button", name="Copy a link for spectators").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert copied(page).startswith(address + "#watch=")
