"""`fulgence companion`: sets up a game on paper and flips its cards in the terminal."""

from __future__ import annotations

import json
import secrets
import sys
from argparse import Namespace
from pathlib import Path

from fulgence.commands.shared.console_io import print_error
from fulgence.commands.shared.options import BadOption, city_of, names
from fulgence.files import write_atomically
from fulgence.folders import data_folder
from fulgence.language import N_, translate
from fulgence.prose.announcements import announcements
from fulgence.prose.situation import WHERE
from fulgence.rules import kinds
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import advice, deal
from fulgence.rules.errors import BadRecord, FulgenceError, IllegalMove
from fulgence.rules.generator import Generator
from fulgence.rules.message import Message
from fulgence.rules.paper_game import TURN, PaperGame
from fulgence.rules.text.record import Record, format_record, parse_record
from fulgence.term.big_card import card_rows
from fulgence.term.canvas import plain_spaces

PROMPT = N_("Enter: go on, u: take back, q: quit (it is saved)")
NO_GAME = N_("no game on paper is saved: name a city and the players")


def run(options: Namespace) -> int:
    path = data_folder() / "companion.json"
    game, city_file = new_game(options) if options.city else saved_game(path)
    while True:
        keep(path, game, city_file)
        show(game, options)
        if game.is_last:
            return 0
        try:
            answer = input("" if options.json else f"{plain_spaces(translate(PROMPT))} > ").strip().lower()
        except EOFError:
            return 0
        if answer in ("q", "quit"):
            return 0
        try:
            game = game.after(game.step - 1 if answer in ("u", "undo") else game.step + 1)
        except IllegalMove as error:
            print_error(error.message)


def new_game(options: Namespace) -> tuple[PaperGame, str]:
    """And its city file, if it is in a custom city."""
    city, players = city_of(options), names(options.names) or ["You"]
    addons = names(options.addons)
    if hint := advice(addons):
        print_error(hint)
    seed = secrets.randbits(32) if options.seed is None else options.seed
    file = str(Path(options.city).resolve()) if city.file_digest else ""
    return PaperGame(deal(city, addons, len(players), Generator(seed)), tuple(players)), file


def saved_game(path: Path) -> tuple[PaperGame, str]:
    if not path.is_file():
        raise BadOption(Message(NO_GAME))
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
        record = parse_record(saved["record"], load_city(saved["city"]) if saved["city"] else None)
        game = PaperGame(record.deal, record.names, saved["step"])
        if not 0 <= game.step < len(game.steps):
            raise BadRecord("there is no such step")
    except (OSError, ValueError, LookupError, TypeError, FulgenceError) as error:
        raise BadOption(Message("{file}: cannot be read: {reason}", file=str(path), reason=error)) from None
    return game, saved["city"]


def keep(path: Path, game: PaperGame, city_file: str) -> None:
    """Whatever happens, the next `fulgence companion` goes on here."""
    record = format_record(Record(game.deal, game.names, ((),) * len(game.names)))
    saved = {"record": record, "city": city_file, "step": game.step}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, [json.dumps(saved).encode()])
    except OSError as error:
        print_error(Message("{file}: cannot be written: {reason}", file=str(path), reason=error.strerror))


def show(game: PaperGame, options: Namespace) -> None:
    if options.json:
        print(json.dumps(step_object(game)), flush=True)
        return
    rows = []
    if game.phase == TURN:
        city = game.deal.city
        mark = "█" if (sys.stdout.encoding or "").lower().replace("-", "") == "utf8" else "#"
        where = {"city": translate(city.name), "round": game.round + 1, "rounds": kinds.ROUNDS}
        rows = [translate(WHERE, **where, turn=game.now.turn + 1), *card_rows(city, game.cards, mark)]
    if options.clock and game.phase == TURN:
        rows.append(translate("{seconds} seconds", seconds=options.clock))
    print(plain_spaces("\n".join(["", *rows, *announcements(game)])), flush=True)


def step_object(game: PaperGame) -> dict[str, object]:
    return {
        "step": game.step,
        "phase": game.phase,
        "round": game.round,
        "turn": game.now.turn,
        "cards": game.cards,
        "closes_round": game.closes_round,
        "next_card": game.next_card,
        "remaining": game.remaining,
        "controller": game.controller,
        "pencils": game.pencils,
        "handovers": [vars(each) for each in game.handovers],
        "said": announcements(game),
    }
