"""Notices of one's turn, from the switch in the page through a push service to the service worker and back.

Chromium's headless shell has no push service, no notifications and no badges. So the page subscribes at a
push service of the test, which decrypts what the server sends; what it finds is delivered to the real service
worker, whose last steps, the notification on the screen and the badge, are written down instead."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Worker, expect

from browser.axe import violations
from browser.conftest import Company
from browser.player import Player
from server.push.push_service import Device, PushService, push_service
from server.server_process import Server, serving

DAY = 86_400
SUBSCRIBING = """
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  Notification.requestPermission = async () => "granted";
  let made = null;
  PushManager.prototype.getSubscription = async () => made;
  PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => made = {
    endpoint: WANTED.endpoint,
    options: { applicationServerKey: applicationServerKey.buffer, userVisibleOnly },
    toJSON: () => WANTED,
    unsubscribe: async () => { made = null; return true; },
  };
  Navigator.prototype.setAppBadge = async (number) => void (window.badge = number);
  Navigator.prototype.clearAppBadge = async () => void (window.badge = 0);
"""
RECORD = """() => {
  self.shown = [];
  self.registration.showNotification = async (title, { tag, body }) => {
    self.shown.push({ title, tag, body });
  };
  self.registration.getNotifications = async () => self.shown;
  WorkerNavigator.prototype.setAppBadge = async (number) => void (self.badge = number);
}"""
CLICK = """(tag) => {
  const event = new ExtendableEvent("notificationclick");
  event.notification = { tag, close: () => (self.shown = self.shown.filter((each) => each.tag !== tag)) };
  event.waitUntil = (done) => done.catch(() => undefined); // focusing a page needs a real click
  self.dispatchEvent(event);
}"""

NOTICED = """() => navigator.serviceWorker.addEventListener("message", ({ data }) => {
  if (data.type === "notice") console.log("noticed");
})"""


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture
def pushing(tmp_path: Path, service: PushService) -> Iterator[Server]:
    options = ("--push-contact=ann@example.org", f"--push-host={service.url}")
    with serving(tmp_path, *options) as server:
        yield server


class ServiceWorker:
    """The service worker of a page."""

    def __init__(self, page: Page, origin: str) -> None:
        self.origin = origin
        self.page = page
        self.worker: Worker = page.context.service_workers[0]
        self.worker.evaluate(RECORD)
        self.cdp = page.context.new_cdp_session(page)
        self.registrations: list[dict[str, Any]] = []
        self.cdp.on("ServiceWorker.workerRegistrationUpdated", self._note)
        self.cdp.send("ServiceWorker.enable")

    def _note(self, event: dict[str, Any]) -> None:
        self.registrations += event["registrations"]

    def deliver(self, said: dict[str, Any]) -> None:
        """As the browser's push service would."""
        while not self.registrations:
            self.page.evaluate("1")
        registration = self.registrations[0]["registrationId"]
        message = {"origin": self.origin, "registrationId": registration, "data": json.dumps(said)}
        self.cdp.send("ServiceWorker.deliverPushMessage", message)

    @property
    def shown(self) -> list[dict[str, str]]:
        shown: list[dict[str, str]] = self.worker.evaluate("self.shown")
        return shown


def switch(page: Page) -> Any:
    """The switch for notices in the menu of the table."""
    page.get_by_role("button", name="Table …").click()
    return page.get_by_label("Notify me when it is my turn at this table")


def close_dialog(page: Page) -> None:
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def sit_down(ann: Player, device: Device, server: Server, table: str, token: str) -> None:
    wanted = json.dumps(device.subscription)
    ann.page.add_init_script(f"{{ const WANTED = {wanted}; {SUBSCRIBING} }}")
    ann.page.goto(f"{server.url}/t/{table}#seat={token}")
    ann.sit()


@pytest.mark.long  # now and then the page does not follow the click in the shell, which cannot focus
def test_a_player_who_has_left_the_page_is_called_back_to_the_table(
    pushing: Server, service: PushService, company: Company
) -> None:
    seat, other = pushing.open(2, city="toy", clock=DAY)
    device = service.device("laptop")
    ann = company.invite(pushing, fresh=True, service_workers="allow")
    page = ann.page
    sit_down(ann, device, pushing, seat.table, seat.token)
    box = switch(page)
    expect(box).not_to_be_checked()
    with page.expect_websocket():  # the seat is a player's now, and has a new token
        box.check()
    expect(box).to_be_enabled()
    expect(box).to_be_checked()
    assert violations(page) == []
    close_dialog(page)
    expect(page.locator(".clock")).to_have_text("24 hours left")

    # Ann plays and leaves the table; Ben, who plays last, does not wait for her.
    ann.play("pass")
    ann.done()
    ann.go_home()
    with other.connect() as ben:
        ben.play("pass")
    said = device.read(service.next())
    assert (said["title"], said["body"]) == ("Toy Town with Ben: your turn", "24 hours left")

    worker = ServiceWorker(page, pushing.url)
    worker.deliver(said)
    expect(page).to_have_title("(1) Fulgence")
    expect(page.locator("main a.game")).to_contain_text("24 hours left")
    assert worker.shown == [{"title": said["title"], "tag": seat.table, "body": "24 hours left"}]
    assert (worker.worker.evaluate("self.badge"), page.evaluate("window.badge")) == (1, 1)
    worker.worker.evaluate(CLICK, seat.table)
    ann.sit()
    assert page.url == f"{pushing.url}/t/{seat.table}"
    with page.expect_event("console", lambda line: line.text == "noticed"):
        page.evaluate(NOTICED)
        worker.deliver(said)  # late: she is looking
    worker.worker.evaluate("new Promise((done) => setTimeout(done))")
    assert worker.shown == []

    box = switch(page)
    expect(box).to_be_checked()
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        box.uncheck()
    close_dialog(page)
    expect(switch(page)).not_to_be_checked()
    assert service.arrived() == []


def test_without_push_nobody_is_offered_notices_of_a_table(company: Company, server: Server) -> None:
    seat, _ = server.open(2, city="toy")
    ann = company.invite(server)
    ann.page.goto(f"{server.url}/t/{seat.table}#seat={seat.token}")
    ann.sit()
    with ann.page.expect_response("**/api/push"):
        ann.page.get_by_role("button", name="Table …").click()
    expect(ann.page.get_by_role("heading", name="Leave the table")).to_be_visible()
    expect(ann.page.get_by_role("heading", name="Notifications")).to_have_count(0)


def test_who_waits_for_a_late_player_goes_on_with_a_bot_in_one_tap(company: Company, server: Server) -> None:
    ann_seat, ben_seat = server.open(2, city="toy", clock=5)
    ben = company.invite(server, width=360)
    ben.page.goto(f"{server.url}/t/{ben_seat.table}#seat={ben_seat.token}")
    ben.sit()
    ben.play("pass")
    ben.done()
    ben.until(lambda player: player.turn > 1)  # Ann's time has run out
    ben.play("pass")
    ben.done()
    ben.page.get_by_label("This turn").get_by_role("button", name="Let a bot play for Ann").click()
    ben.until(lambda player: player.view["seats"][0]["bot"] is not None and player.turn > 2)
    assert ann_seat.call("POST", "/seats/0/return")["seats"][0]["bot"] is None
