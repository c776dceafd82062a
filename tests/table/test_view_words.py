"""Views in words: complete for the seat that plays, and silent about the others' unfinished turns."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fulgence import new_game
from fulgence.language import ENGLISH, load_language
from fulgence.rules.errors import FulgenceError
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.table.messages import Explained, Words
from fulgence.table.view_words import explanation, reason, words_for
from fulgence.table.views import NOBODY
from server.server_process import Server, serving
from table.table_log import TableLog, full, random_entry

TABLES = {
    "london": ("objectives", "powers", "gates"),
    "paris": ("objectives", "powers", "gates"),
    "berlin": ("objectives", "acceleration"),
}


def games(city: str, entries: int) -> list[Game]:
    """A game of two after each of so many random entries."""
    log, rng = full(city, TABLES[city], 2), Generator(3)
    return [log.game for _ in range(entries) if wrote(log, rng)]


def wrote(log: TableLog, rng: Generator) -> bool:
    try:
        log.write(random_entry(log, rng))
    except FulgenceError:
        return False
    return log.table.phase == "playing"


@pytest.mark.parametrize("city", TABLES)
def test_every_move_of_a_decision_has_its_words(city: str) -> None:
    log, rng = full(city, TABLES[city], 2), Generator(3)
    permits = set()
    for _ in range(150):
        if not wrote(log, rng):
            continue
        view = log.game.view(0)
        words = words_for(log.game, 0, ENGLISH)
        permits.add(view.permit)
        assert words.task and words.situation[0].startswith(log.game.city.name)
        assert len(words.options) == len(view.moves)
        assert [bool(text) for text in words.options] == [move != "pass" for move in view.moves]
        for move, text in zip(view.moves, words.options, strict=True):
            assert all(cell in text for cell in move.rstrip("*").split("-") if move != "pass")
    assert len(permits) > 1


@pytest.mark.parametrize("city", TABLES)
def test_counts_of_districts_are_those_of_the_line(city: str) -> None:
    log, rng = full(city, TABLES[city], 2), Generator(4)
    for _ in range(120):
        if wrote(log, rng):
            counts = words_for(log.game, 0, ENGLISH).districts
            line = log.game.pads()[0].lines[log.game.round]
            parts = [part for part in line.parts if part.districts]
            if len(parts) == 1 and "gates" not in log.game.deal.addons and not log.game.deal.acceleration:
                assert len(counts) == parts[0].districts
            assert all(any(each) for each in counts.values())


@pytest.mark.parametrize("city", TABLES)
def test_words_do_not_tell_what_others_do_in_an_unfinished_turn(city: str) -> None:
    def heard(game: Game) -> list[Words | Explained]:
        return [
            words_for(game, 1, ENGLISH),
            words_for(game, NOBODY, ENGLISH),
            *(explanation(game, reader, 0, ENGLISH) for reader in (1, NOBODY)),
        ]

    log, rng = full(city, TABLES[city], 2), Generator(5)
    secret = 0
    while log.table.phase == "playing" and secret < 60:
        game, flips = log.game, log.table.changes
        before = heard(game)
        while not game.is_done(0):
            moves = game.view(0).moves
            game.play(0, moves[rng.draw(len(moves))])
            secret += 1
            assert heard(game) == before
        while not game.is_done(1):
            game.play(1, "pass")
        game.flip()
        assert log.table.changes == flips
        if game.is_over:
            break
    assert secret >= 30


def test_words_are_in_the_language_of_the_reader() -> None:
    game = full("london", (), 2).game
    texts = {tag: words_for(game, 0, load_language(tag)).task for tag in ("en", "fr", "it", "de")}
    assert len(set(texts.values())) == 4
    assert texts["de"].startswith("Zeichne")


def test_the_end_is_told_in_words() -> None:
    game = full("toy", (), 1).game
    while not game.is_over:
        while not game.is_done(0):
            game.play(0, "pass")
        game.flip()
    assert "verdict 1 of 6" in words_for(game, 0, ENGLISH).task
    assert words_for(game, 0, ENGLISH).options == []


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("words")) as made:
        yield made


def test_a_socket_gets_words_if_it_asks_for_them(server: Server) -> None:
    ann, ben = server.open(2)
    with ann.connect("?words=1&lang=fr") as spoken, ben.connect() as silent:
        assert spoken.view["words"]["task"].startswith("Trace une section")
        assert silent.view.get("words") is None
        spoken.play(spoken.moves[0], ready=False)
        assert spoken.view["words"]["task"] == "Ton tour est fini."
        spoken.say(type="explain", seat=0)
        parts = spoken.until("explained")["parts"]
        assert set(parts) == {*ann.server.open()[0].connect().view["game"]["pencils"][0], *PARTS}
        assert all(rows for rows in parts.values())
        spoken.say(type="explain", seat=3)
        assert spoken.hear()["code"] == "no-seat"


PARTS = ("interchanges", "sites", "total")


def test_a_seat_is_told_why_it_cannot_draw_somewhere() -> None:
    game = full("london", (), 2).game
    sources = {move.split("-")[0] for move in game.view(0).moves[:-1]}
    assert reason(game, 0, sources.pop(), ENGLISH).endswith("is already on the line.")
    assert reason(game, 0, "a1", load_language("de")) != reason(game, 0, "a1", ENGLISH)
    assert reason(game, 0, game.view(0).moves[0], ENGLISH)
    with pytest.raises(FulgenceError):
        reason(game, 0, "z9", ENGLISH)
    assert reason(game, NOBODY, "a1", ENGLISH) == "Your turn is complete."


@pytest.mark.parametrize("city", TABLES)
def test_the_line_of_a_round_is_counted_when_the_next_begins(city: str) -> None:
    log, rng = full(city, TABLES[city], 2), Generator(6)
    counted = set()
    while log.table.phase == "playing":
        try:
            log.write(random_entry(log, rng))
        except FulgenceError:
            continue
        game = log.game
        line = words_for(game, 0, ENGLISH).counted
        assert (line is not None) == (game.is_over or (game.turn == 0 and game.round > 0))
        if line is None:
            continue
        pad = game.pads()[0].lines[line.round]
        assert (line.pencil, line.extras, line.points) == (pad.pencil, pad.extras, pad.points)
        assert sum(part.points for part in line.parts) + line.extras == line.points
        assert all(part.fullest in part.districts for part in line.parts)
        counted.add(line.round)
    assert counted == {0, 1, 2, 3}


def test_a_switch_of_the_first_turns_is_among_the_idle_cards() -> None:
    """In London it does not count on the first two turns of a round; the task says the same."""
    seen = set()
    for seed in range(30):
        game = new_game("london", seed=seed)
        while not game.is_over:
            words, turn = words_for(game, 0, ENGLISH), len(game.shown_turns()[-1])
            has_switch = "switch" in game.cards
            assert words.idle_cards == (["switch"] if has_switch and turn <= 2 else [])
            assert ("does not count" in words.task) == bool(words.idle_cards)
            seen.add((has_switch, turn <= 2))
            game.play(0, "pass")
            game.flip()
    assert len(seen) == 4


@pytest.mark.parametrize("city", TABLES)
def test_the_last_turn_of_a_round_is_told_when_its_card_is_flipped(city: str) -> None:
    log, rng = full(city, (), 2), Generator(7)
    while log.table.phase == "playing":
        game = log.game
        is_last = game.turn + 1 == len(game.deal.turns[game.round])
        assert words_for(game, 0, ENGLISH).last_turn == is_last
        try:
            log.write(random_entry(log, rng))
        except FulgenceError:
            continue


@pytest.mark.parametrize("city", TABLES)
def test_objectives_tell_their_progress_in_the_smallest_steps(city: str) -> None:
    log, rng = full(city, TABLES[city], 2), Generator(8)
    while log.table.phase == "playing":
        for each in words_for(log.game, 0, ENGLISH).objectives:
            assert 0 <= each.steps <= each.goal and each.met == (each.steps == each.goal)
            assert each.progress.startswith(f"{each.steps} of {each.goal} ")
        try:
            log.write(random_entry(log, rng))
        except FulgenceError:
            continue


def test_spectators_are_told_about_every_sheet() -> None:
    log, rng = full("london", TABLES["london"], 2), Generator(10)
    while (log.game.round, log.game.turn) != (2, 3):
        wrote(log, rng)
    sheets = words_for(log.game, NOBODY, ENGLISH).sheets
    own = [words_for(log.game, seat, ENGLISH) for seat in range(2)]
    assert [each.objectives for each in sheets] == [each.objectives for each in own]
    assert [each.districts for each in sheets] == [each.districts for each in own]
    assert own[0].districts != own[1].districts
    assert own[0].sheets == []


@pytest.mark.parametrize("city", TABLES)
def test_highlights_have_the_stations_and_sections_of_each_line(city: str) -> None:
    log, rng = full(city, TABLES[city], 2), Generator(9)
    while log.table.phase == "playing":
        try:
            log.write(random_entry(log, rng))
        except FulgenceError:
            continue
    game = log.game
    explained = explanation(game, 0, 0, ENGLISH)
    assert set(explained.highlights) == set(explained.parts)
    names, moves = game.city.move_names, [move for turn in game.moves[0] for move in turn]
    drawn = {names[move] for move in moves if "-" in names[move]}
    shown = {section for pencil in game.city.pencils for section in explained.highlights[pencil].sections}
    assert {frozenset(section.split("-")) for section in shown} == {
        frozenset(each.split("-")) for each in drawn
    }
    for line in game.pads()[0].lines:
        lit = explained.highlights[line.pencil]
        cells = {game.city.cell_numbers[cell] for section in lit.sections for cell in section.split("-")}
        reached = sum({game.city.station_cells[cell] for cell in cells})
        assert {game.city.cells[cell] for cell in game.city.stations if reached >> cell & 1} == set(
            lit.stations
        )
        if len(line.parts) == 1:
            assert f"{line.parts[0].most} station" in lit.sum
