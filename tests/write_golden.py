"""Rewrite the golden files; a count is written only if the oracle agrees. Run by `make golden`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from fulgence.rules.perft import perft, perft_position
from fulgence.rules.text.record import format_record
from perft.counting import oracle_perft
from perft.order import move_orders
from perft.positions import POSITIONS
from playthroughs.telling import file_name, playthrough
from playthroughs.test_playthroughs import GAMES
from term import golden_pages

HERE = Path(__file__).parent


def write_perft() -> None:
    lines: dict[str, list[str]] = {}
    for position in POSITIONS:
        record = position.record()
        counts = []
        for depth in range(1, position.depth + 1):
            ours = perft(perft_position(record), depth)
            theirs = oracle_perft(record, depth)
            if ours != theirs:
                sys.exit(f"{position.name}: depth {depth}: the engine counts {ours}, the oracle {theirs}")
            counts.append(list(ours))
        entry = {"name": position.name, "record": json.loads(format_record(record)), "perft": counts}
        lines.setdefault(position.city, []).append(json.dumps(entry))
        print(f"{position.city}: {position.name}: {counts}")
    for old in (HERE / "perft").glob("*.jsonl"):
        old.unlink()
    for city, entries in lines.items():
        (HERE / "perft" / f"{city}.jsonl").write_text("\n".join(entries) + "\n", encoding="utf-8")


def write_playthroughs() -> None:
    for old in (HERE / "playthroughs").glob("*.txt"):
        old.unlink()
    for number, (city, addons) in enumerate(GAMES):
        text = playthrough(city, addons, 1 + number % 2, seed=1)
        (HERE / "playthroughs" / file_name(city, addons)).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_perft()
    write_playthroughs()
    golden_pages.write()
    (HERE / "perft" / "order.txt").write_text(move_orders(), encoding="utf-8")
