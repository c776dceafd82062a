"""A game told from start to end: everything a seat can see and everything that is counted."""

from __future__ import annotations

from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.score_pad import ScorePad, objectives
from fulgence.rules.text.sheet_text import format_sheet
from fulgence.rules.view import View


def playthrough(city_name: str, addons: tuple[str, ...], seats: int, seed: int) -> str:
    """The seats draw at random; they pass now and then."""
    rng = Generator(seed)
    city = load_city(city_name)
    game = Game(deal(city, addons, seats, rng))
    made = game.deal
    lines = [
        f"city: {city.key}",
        f"addons: {' '.join(made.addons)}",
        f"objectives: {' '.join(made.objectives)}",
        f"powers: {told(made.powers)}",
        f"gates: {told(made.gates)}",
        f"acceleration: {' '.join(made.acceleration)}",
        *(f"pencils {seat}: {' '.join(order)}" for seat, order in enumerate(made.pencils)),
        *(f"pile {number + 1}: {' '.join(pile)}" for number, pile in enumerate(made.rounds)),
    ]
    while not game.is_over:
        lines += ["", f"round {game.round + 1} turn {game.turn + 1}: {' + '.join(game.cards)}"]
        lines.append(f"  left: {' '.join(game.view(0).remaining)}")
        for seat in range(seats):
            while not game.is_done(seat):
                view = game.view(seat)
                move = view.moves[rng.draw(len(view.moves))]
                lines.append(decision(view, move))
                game.play(seat, move)
        game.flip()
    for seat, pad in enumerate(game.pads()):
        lines += ["", f"seat {seat}: {format_sheet(city, game.sheets[seat])}", *pad_lines(pad)]
        lines += [
            f"  {progress.objective.name}: {progress.count} of {progress.objective.count}"
            for progress in objectives(city, game.sheets[seat])
        ]
    lines.append(f"winners: {game.winners()}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def told(table: object) -> str:
    assert isinstance(table, dict)
    return " ".join(f"{key}={value}" for key, value in table.items())


def decision(view: View, move: str) -> str:
    pad = view.pad()
    shown = f"next {view.next_card}; " if view.next_card else ""
    return (
        f"  seat {view.seat} {view.pencil} {view.permit}: {shown}{pad.total} points;"
        f" {' '.join(view.moves)} -> {move}"
    )


def pad_lines(pad: ScorePad) -> list[str]:
    lines = []
    for line in pad.lines:
        parts = " + ".join(f"{part.districts}x{part.most}" for part in line.parts)
        lines.append(f"  {line.pencil}: {parts or '-'} + {line.extras} = {line.points}")
    lines.append(
        f"  sites {pad.sites}, crossings {pad.crossings}, interchanges {pad.interchanges},"
        f" objectives {pad.objectives}, handicap {pad.handicap}: {pad.total}"
    )
    return lines


def file_name(city: str, addons: tuple[str, ...]) -> str:
    return "-".join((city, *addons)) + ".txt"
