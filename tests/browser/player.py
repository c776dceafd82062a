"""Somebody who plays in a browser. What the page shows is compared with what the server has told it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError, WebSocket

from browser.hands import FingerDrag, Hand, MouseDrag, Names
from browser.watch import Watch

SHOWN = """() => {
  const count = (css) => document.querySelectorAll(css).length;
  const sheet = document.querySelector(".paper .interactive-sheet");
  if (!sheet) return { over: count("tfoot") > 0 };
  return {
    over: false,
    strokes: count(".paper .stroke"),
    pending: count(".paper .pending"),
    targets: [...document.querySelectorAll(".paper .target")].map((each) => each.dataset.cell).sort(),
    listed: count("details li button"),
    turn: Number(document.querySelector(".turn-heading span").textContent.match(/\\d+/)[0]),
    total: Number(document.querySelector(".details .total .points").textContent.replace("\u2212", "-")),
  };
}"""
IS_SHOWN = f"wanted => JSON.stringify(({SHOWN})()) === wanted"
BOX = """() => {
  const box = document.querySelector(".paper svg").getBoundingClientRect();
  return [box.x + scrollX, box.y + scrollY, box.width, box.height].map(Math.round);
}"""
PADS = """() => {
  const rows = [...document.querySelectorAll("tbody tr, tfoot tr:first-child")];
  return Object.fromEntries(rows.map((row) => [
    (row.querySelector("th span") ?? row.querySelector("th")).textContent,
    [...row.querySelectorAll("td")].map((cell) => Number(cell.textContent.split("=").at(-1))),
  ]));
}"""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@dataclass
class Player:
    page: Page
    watch: Watch
    url: str
    hand: Hand
    rng: random.Random

    def __post_init__(self) -> None:
        self.view: dict[str, Any] = {}
        self.explanation: dict[str, Any] = {}
        self.said: list[dict[str, Any]] = []
        self.socket: WebSocket | None = None
        self.sockets: list[WebSocket] = []
        self.page.on("websocket", self._connected)

    def _connected(self, socket: WebSocket) -> None:
        self.socket = socket
        self.sockets.append(socket)
        socket.on("framereceived", self._hear)
        socket.on("framesent", lambda frame: self.said.append(json.loads(frame)))

    def _hear(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "view":
            self.view = message
        elif message["type"] == "explained":
            self.explanation = message

    # Going somewhere

    def go_home(self) -> None:
        self.page.goto(self.url)
        self.page.locator(".city svg").nth(2).wait_for()

    def open_alone(self, city: str) -> None:
        """From the start page to the first card."""
        self.go_home()
        self.hand.press(self.page.locator(".city", has_text=city), "")
        self.hand.press(self.page.get_by_role("button", name=f"Play {city}"), "")
        self.sit()

    def sit(self) -> None:
        """Wait for the board of the table that was opened, and for what only those who play have."""
        self.page.locator(".paper svg").wait_for()
        self.page.locator(".actions").wait_for()
        self.shows_the_view()

    # What is told and what is shown

    @property
    def game(self) -> dict[str, Any]:
        game: dict[str, Any] = self.view["game"]
        return game

    @property
    def moves(self) -> list[str]:
        """The legal moves, none when the turn is decided or the game is over."""
        return list(self.game["moves"]) if self.is_playing and not self.is_ready else []

    @property
    def is_playing(self) -> bool:
        return bool(self.view["phase"] == "playing")

    @property
    def is_ready(self) -> bool:
        return bool(self.view["seats"][self.view["you"]]["ready"])

    @property
    def turn(self) -> int:
        """How often cards were flipped so far."""
        return sum(map(len, self.game["turns"]))

    @property
    def strokes(self) -> int:
        return self.page.locator(".paper .stroke").count()

    @property
    def table(self) -> str:
        return self.page.url.rstrip("/").split("#")[0].split("/")[-1]

    def button(self, name: str) -> Locator:
        return self.page.locator(".actions").get_by_role("button", name=name)

    def until(self, holds: Callable[[Player], bool]) -> None:
        """Wait for a view for which this is so, and for the page to show it."""
        while not holds(self):
            assert self.socket
            try:
                self.socket.wait_for_event("framereceived")
            except TimeoutError:
                asked = self.page.locator(".start-question").all_inner_texts()
                shown = f"{self.page.evaluate(SHOWN)}, asks {asked}, has said {self.said[-2:]}"
                raise AssertionError(f"no other view has come; the page shows {shown}") from None
        self.shows_the_view()

    def shows_the_view(self) -> None:
        wanted = shown_of(self)
        try:
            self.page.wait_for_function(IS_SHOWN, arg=json.dumps(wanted, separators=(",", ":")))
        except TimeoutError:
            assert self.page.evaluate(SHOWN) == wanted

    def explained(self) -> dict[str, Any]:
        """The server's last explanation of a score pad, once there is one."""
        while not self.explanation:
            assert self.socket
            self.socket.wait_for_event("framereceived")
        return self.explanation

    # Playing

    def play(self, move: str) -> None:
        """Draw or pass, and wait until it is stored and shown."""
        ply = self.view["ply"]
        self.touch(move)
        self.until(lambda player: player.view["ply"] > ply)

    def touch(self, move: str) -> None:
        """What fingers do for a move, without waiting for anything."""
        if isinstance(self.hand, Names):
            self.hand.choose(self.view["words"]["options"][self.game["moves"].index(move)] or "Pass")
            return
        if move == "pass":
            self.hand.press(self.button("Pass"), "p")
            return
        end, preview = end_of(move), self.preview(move)
        if "-" in move and isinstance(self.hand, MouseDrag | FingerDrag):
            self.hand.drag(move.split("-")[0], end)
        else:
            self.hand.pick(end)
            rivals = [each for each in self.moves if end_of(each) == end]
            if len(rivals) > 1:
                self.page.locator(".start-question").wait_for()
                self.hand.pick(move.split("-")[0])
        if preview.get("power"):
            self.page.locator(".bubble.confirming").wait_for()
            self.hand.pick(end)

    def preview(self, move: str) -> dict[str, Any]:
        """What the server says that a section or circle would do."""
        preview: dict[str, Any] = self.view["words"]["previews"][self.game["moves"].index(move)]
        return preview

    def undo(self) -> None:
        ply = self.view["ply"]
        self.hand.press(self.button("Undo"), "u")
        self.until(lambda player: player.view["ply"] > ply)

    def done(self) -> None:
        ply = self.view["ply"]
        self.hand.press(self.button("Done"), "n")
        self.until(lambda player: player.view["ply"] > ply)

    def choose(self) -> str:
        """Any move; passing is rare."""
        drawing = self.moves[:-1]
        if not drawing or self.rng.random() < 0.1:
            return "pass"
        return self.rng.choice(drawing)

    def decide(self) -> None:
        """Everything of this turn up to `Done`."""
        turn = self.turn
        while self.moves and self.turn == turn:
            self.play(self.choose())

    def play_turn(self) -> None:
        """A whole turn up to the flip, of somebody who plays alone or is the last to be done."""
        turn = self.turn
        self.decide()
        self.done()
        self.until(lambda player: player.turn > turn or not player.is_playing)

    def sheet_box(self) -> list[int]:
        """Where the board lies on the page: left, top, width, height."""
        box: list[int] = self.page.evaluate(BOX)
        return box

    def overflow(self) -> int:
        """How many pixels the page is wider than the screen."""
        return int(self.page.evaluate(WIDER))

    def pads(self) -> dict[str, list[int]]:
        """The score sheets of the last page: points by row, one number for each seat."""
        pads: dict[str, list[int]] = self.page.evaluate(PADS)
        return pads

    def record(self) -> str:
        """The record of the table, as the server gives it to anybody."""
        answer = self.page.request.get(f"{self.url}/api/tables/{self.table}/record")
        assert answer.ok
        return answer.text()

    def open_more(self) -> None:
        """What the end of a game keeps folded: fair cards, record, pictures."""
        self.page.locator(".game-over > details > summary", has_text="More").click()

    def settings(self) -> Locator:
        self.page.get_by_role("button", name="Settings").click()
        return self.page.get_by_role("dialog")


def end_of(move: str) -> str:
    """The station that is tapped for a move."""
    return move.rstrip("*").split("-")[-1]


def shown_of(player: Player) -> dict[str, Any]:
    """What the page must show for the view of this player."""
    if not player.is_playing:
        return {"over": True}
    sheet = player.game["sheets"][player.view["you"]]
    drawn = [move for turns in sheet["rounds"] for moves in turns for move in moves if "-" in move]
    return {
        "over": False,
        "strokes": len(drawn),
        "pending": 0,
        "targets": sorted({end_of(move) for move in player.moves if move != "pass"}),
        "listed": len(player.moves),
        "turn": len(player.game["turns"][-1]),
        "total": sheet["pad"]["total"],
    }
