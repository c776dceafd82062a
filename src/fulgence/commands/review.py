"""`fulgence review`: every move of a game, reviewed by the strongest bot."""

from __future__ import annotations

import json
from argparse import Namespace

from fulgence.commands.shared.console_io import printable, read_text
from fulgence.commands.shared.progress_bar import ProgressBar
from fulgence.commands.shared.record_files import (
    RecordReader,
    naming_record,
    nth_record,
    seat_index,
    split_records,
)
from fulgence.language import translate
from fulgence.review.opinion import Opinion
from fulgence.review.parts import review_parts
from fulgence.review.review import OtherGame, Review, TurnReview, review
from fulgence.rules.errors import BadRecord
from fulgence.rules.message import Message
from fulgence.rules.text.record import Record, replay

WORST = 3  # turns listed again at the end
HEIGHT = 8  # rows of the chart
SAID = 0.5  # points that a turn must cost to be mentioned


def run(options: Namespace) -> int:
    reader = RecordReader(options.city)
    text = nth_record(split_records(read_text(options.file)), options.file, options.record)
    with naming_record(options.file, options.record):
        record = reader.record(text)
        replay(record)  # raises BadRecord with the exact place
        seat = seat_index(record, options.seat)
        if not record.moves[seat]:
            raise BadRecord(Message("nothing was played in this game"))
    parts = len(list(review_parts(len(record.moves[seat]), games=True)))
    with ProgressBar(translate("turns"), parts, prints=False) as progress:
        found = review(record, seat, progress.step)
    if options.json:
        print(json.dumps(review_object(record, seat, found)))
    else:
        print("\n".join(review_text(record, seat, found)))
    return 0


def review_object(record: Record, seat: int, found: Review) -> dict[str, object]:
    return {
        "city": record.deal.city.key,
        "seat": seat,
        "name": record.names[seat],
        "total": found.total,
        "learned": found.is_learned,
        "loss": round(found.loss, 2),
        "loss_error": round(found.loss_error, 2),
        "turns": [turn_object(turn) for turn in found.turns],
        "expert": game_object(found.expert),
        "hindsight": game_object(found.best),
    }


def turn_object(turn: TurnReview) -> dict[str, object]:
    return {
        "turn": turn.turn,
        "round": turn.round,
        "cards": list(turn.cards),
        "before": opinion_object(turn.before),
        "after": opinion_object(turn.after),
        "loss": round(turn.loss, 2),
        "loss_error": round(turn.loss_error, 2),
        "label": translate(turn.label.template, **turn.label.fields) if turn.label else None,
        "choices": [
            {
                "own": opinion_object(choice.own),
                "best": [opinion_object(opinion) for opinion in choice.best],
                "options": choice.options,
            }
            for choice in turn.choices
        ],
    }


def opinion_object(opinion: Opinion) -> dict[str, object]:
    return {
        "move": opinion.move,
        "expected": round(opinion.expected, 2),
        "error": round(opinion.error, 2),
    }


def game_object(game: OtherGame) -> dict[str, object]:
    return {"total": game.total, "moves": [list(turn) for turn in game.moves]}


def review_text(record: Record, seat: int, found: Review) -> list[str]:
    city = translate(record.deal.city.name)
    lines = [
        printable(
            translate(
                "{name} in {city}: {total} points", name=record.names[seat], city=city, total=found.total
            )
        )
    ]
    if not found.is_learned:
        lines.append(translate("The expert is not trained for this game: expected points are too low."))
    lines += ["", *chart(found), ""]
    number = -1
    for turn in found.turns:
        if turn.round != number:
            number = turn.round
            lines.append(translate("Round {number}", number=number + 1))
        lines.append(turn_line(turn))
    lines += ["", *worst_turns(found), *sums(found)]
    return lines


def turn_line(turn: TurnReview) -> str:
    moves = " ".join(choice.own.move for choice in turn.choices)
    after = with_error(turn.after.expected, turn.after.error)
    line = f"{turn.turn + 1:4}  {' '.join(turn.cards):18} {moves:16} {after:>14}"
    if turn.loss < SAID:
        return line
    return f"{line}  {with_error(-turn.loss, turn.loss_error):>12}  {better(turn)}"


def better(turn: TurnReview) -> str:
    choice = max(turn.choices, key=lambda choice: choice.loss)
    return translate("better: {move}", move=choice.best[0].move)


def with_error(points: float, error: float) -> str:
    return f"{points:.1f} ± {error:.1f}"


def worst_turns(found: Review) -> list[str]:
    """The turns that cost most, with the reason."""
    costly = sorted((turn for turn in found.turns if turn.loss >= SAID), key=lambda turn: -turn.loss)
    return [
        translate(
            "Turn {turn} cost {points} points: {reason}.",
            turn=turn.turn + 1,
            points=with_error(turn.loss, turn.loss_error),
            reason=translate(turn.label.template, **turn.label.fields) if turn.label else better(turn),
        )
        for turn in costly[:WORST]
    ]


def sums(found: Review) -> list[str]:
    lost = with_error(found.loss, found.loss_error)
    return [
        translate("All turns together cost {points} points.", points=lost),
        translate("With the same cards, the expert scored {total}.", total=found.expert.total),
        translate("Knowing all cards in advance, {total} was possible.", total=found.best.total),
    ]


def chart(found: Review) -> list[str]:
    """The expected total after every turn, from left to right."""
    values = [turn.after.expected for turn in found.turns]
    low, high = min(values), max(values)
    step = max(high - low, 1.0) / (HEIGHT - 1)
    rows = [round((value - low) / step) for value in values]
    lines = []
    for row in range(HEIGHT - 1, -1, -1):
        marks = "".join("●" if at == row else "·" if at > row else " " for at in rows)
        lines.append(f"{low + row * step:6.0f} |{marks}")
    rounds = [turn.round for turn in found.turns]
    borders = "".join(
        "|" if place and number != rounds[place - 1] else "-" for place, number in enumerate(rounds)
    )
    return [*lines, f"       +{borders}"]
