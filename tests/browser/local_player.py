"""Somebody who plays on their own device: the referee is a worker of the page, not a server."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import TimeoutError

from browser.player import IS_SHOWN, Player, shown_of

# What the workers tell the page is kept for the test, as is each worker, so that it can be ended.
LISTEN = """() => {
  if (location.protocol === "about:") return;
  localStorage.setItem("playing-here", "1");
  localStorage.setItem("first-marks", "seen");
  window.workers = [];
  window.heard = { views: 0, view: null, log: [], milliseconds: [] };
  let sent = 0;
  const hear = (worker, { data }) => {
    if (data.type !== "message") return;
    const message = JSON.parse(data.text);
    const { type, ply } = message;
    heard.socket = data.socket;
    if (type === "ack" || type === "view") heard.log.push({ worker, type, ply });
    if (type === "ack") heard.milliseconds.push(performance.now() - sent);
    if (type === "view") Object.assign(heard, { view: message, views: heard.views + 1 });
  };
  window.Worker = class extends Worker {
    constructor(address, options) {
      super(address, options);
      const number = workers.push({ name: String(address), worker: this });
      this.addEventListener("message", (event) => hear(number, event));
    }
    postMessage(message) {
      if (message.type === "send") sent = performance.now();
      super.postMessage(message);
    }
  };
}"""
# An acknowledged entry is lost if the first view of the next worker does not have it.
LOST = """() => heard.log.filter(({ worker, type, ply }) => {
  const next = heard.log.find((other) => other.worker > worker && other.type === "view");
  return type === "ack" && next && next.ply <= ply;
}).length"""
ACKNOWLEDGED = """() => heard.log.filter(({ type }) => type === "ack").length"""
END_REFEREE = """() => {
  const last = workers.findLast(({ name }) => name.includes("referee"));
  last.worker.terminate();
}"""
# What a page would send, always the first move; the page shows it all the same.
PLAY_OUT = """async () => {
  const { worker } = workers.findLast(({ name }) => name.includes("referee"));
  while (heard.view.phase === "playing") {
    const { views, socket, view: { ply, game, you, seats } } = heard;
    const said = game.moves.length ? { type: "move", ply, move: game.moves[0] } : { type: "ready", ply };
    if (!seats[you].ready) worker.postMessage({ type: "send", socket, text: JSON.stringify(said) });
    while (heard.views === views) await new Promise((resolve) => setTimeout(resolve, 2));
  }
}"""
# For a referee's worker with a planted mistake: once a game has begun, what it takes as written is written a
# moment later.
WRITES_LATE = """
const { add } = IDBObjectStore.prototype;
IDBObjectStore.prototype.add = function (entry, key) {
  const { db } = this.transaction;
  if (key[1] < 2) return add.call(this, entry, key);
  setTimeout(() => add.call(db.transaction(this.name, "readwrite").objectStore(this.name), entry, key), 40);
};
"""


class LocalPlayer(Player):
    def until(self, holds: Callable[[Player], bool]) -> None:
        views = self.hear()
        while not holds(self):
            self.page.wait_for_function("views => heard.views > views", arg=views)
            views = self.hear()
        self.shows_the_view()

    def shows_the_view(self) -> None:
        """The newest one: a bot may have brought another before the page was looked at."""
        for _ in range(20):
            views = self.hear()
            wanted = json.dumps(shown_of(self), separators=(",", ":"))
            try:
                self.page.wait_for_function(IS_SHOWN, arg=wanted, timeout=5000)
                return
            except TimeoutError:
                if self.hear() == views:
                    break
        super().shows_the_view()

    def hear(self) -> int:
        heard: dict[str, Any] = self.page.evaluate("() => heard")
        if heard["view"]:
            self.view = heard["view"]
        return int(heard["views"])

    def sit(self) -> None:
        self.page.locator(".paper svg").wait_for()
        self.page.locator(".actions").wait_for()
        self.until(lambda player: bool(player.view))

    def acknowledged(self) -> int:
        """How many entries a referee has confirmed since the page was loaded."""
        return int(self.page.evaluate(ACKNOWLEDGED))

    def lost(self) -> int:
        """How many of them the next worker did not find."""
        return int(self.page.evaluate(LOST))

    def end_referee(self) -> None:
        """Its worker is gone in the middle of whatever it does."""
        self.page.evaluate(END_REFEREE)

    def open_here(self, city: str, *, addons: bool = False, bot: str = "") -> None:
        """From the start page, loaded for it, to the first card of a game on this device."""
        self.go_home()
        self.open_another_here(city, addons=addons, bot=bot)

    def open_another_here(self, city: str, *, addons: bool = False, bot: str = "") -> None:
        """The same on the start page that is shown: Python goes on running."""
        self.view = {}
        self.page.locator("button.city", has_text=city).click()
        if addons:
            for box in self.page.locator(".addons input[type=checkbox]").all():
                box.check()
        mode = "Against bots" if bot else "Alone"
        self.page.get_by_role("button", name=mode).click()
        if bot:
            self.page.get_by_label("Level of bot 1").select_option(bot)
        self.page.get_by_role("button", name=f"Play {city}").click()
        self.sit()

    def play_out_quickly(self) -> int:
        """To the end without a hand; the total."""
        self.page.evaluate(PLAY_OUT)
        self.hear()
        return int(self.game["sheets"][0]["pad"]["total"])

    def saved_record(self) -> str:
        """The record, as the link at the end of a game saves it."""
        self.open_more()
        with self.page.expect_download() as download:
            self.page.locator(".game-over details").get_by_role("link", name="Record").click()
        return download.value.path().read_text(encoding="utf-8")
