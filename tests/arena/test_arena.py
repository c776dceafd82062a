"""The arena: paired deals, games that depend on nothing but their own, sums done by hand, the file."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import pytest

import faulty_bots
from fulgence.arena.contest import Contest, Result, estimate, make_contest, pairs, play, standings
from fulgence.arena.processes import (
    MAX_CHUNK,
    Chunk,
    Schedule,
    WorkersFailed,
    play_games,
    receive,
    start_worker,
)
from fulgence.arena.ray_backend import play_on_ray
from fulgence.arena.results_file import BadResultsFile, ResultsFile, format_line, header
from fulgence.bots.bot import BotFailed
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import deal
from fulgence.rules.generator import Generator

TOTALS = {"a": (10, 12, 14, 16), "b": (11, 15, 13, 21), "c": (10, 12, 14, 16)}
RESULTS = {
    (bot, n): Result(n, bot, total, decisions=n + 1, ms=0.5)
    for bot, totals in TOTALS.items()
    for n, total in enumerate(totals)
}


def totals(contest: Contest, bots: Sequence[str], deals: int, jobs: int = 1) -> dict[tuple[str, int], int]:
    games = play_games(contest, Schedule(dict.fromkeys(bots, range(deals))), jobs)
    return {(game.bot, game.deal): game.total for game in games}


def test_mean_and_standard_error_are_those_of_a_sample() -> None:
    assert estimate(TOTALS["a"]) == pytest.approx((13.0, 1.2909944))  # sqrt(20 / 3 / 4)
    assert estimate(TOTALS["b"]) == pytest.approx((15.0, 2.1602469))  # sqrt(56 / 3 / 4)
    assert estimate([7]) == (7.0, 0.0)
    assert estimate([-5, -5, -5]) == (-5.0, 0.0)


def test_standings_keep_the_order_of_the_bots_and_divide_time_by_decisions() -> None:
    second, first = standings(RESULTS, ["b", "a"], 4)
    assert (second.bot, second.mean, first.bot, first.mean) == ("b", 15.0, "a", 13.0)
    assert first.ms_per_decision == pytest.approx(0.2)  # 4 * 0.5 ms, 1 + 2 + 3 + 4 decisions


def test_a_difference_is_taken_deal_by_deal() -> None:
    # b - a is 1, 3, -1, 5: mean 2, standard error sqrt(20 / 3 / 4), times 1.959964 is 2.5303026.
    pair, same, back = pairs(RESULTS, ["a", "b", "c"], 4)
    assert (pair.bot, pair.against, pair.difference) == ("b", "a", 2.0)
    assert (pair.low, pair.high) == pytest.approx((-0.5303026, 4.5303026))
    assert (same.bot, same.against, same.difference, same.low, same.high) == ("c", "a", 0.0, 0.0, 0.0)
    assert (back.bot, back.against, back.difference) == ("c", "b", -2.0)
    assert (back.low, back.high) == pytest.approx((-4.5303026, 0.5303026))


def test_every_bot_is_shown_the_same_deal_and_has_its_own_chance() -> None:
    faulty_bots.SEEN.clear()
    contest = make_contest("london", ["powers", "objectives"], 5, faulty_bots.make)
    assert contest.addons == ("objectives", "powers")
    for number in (0, 1):
        for bot in ("recording", "recording too"):
            assert play(contest, bot, number).decisions > 20
    rng, *one = faulty_bots.SEEN["recording"]
    other_chance, *two = faulty_bots.SEEN["recording too"]
    shown = [entry for entry in one if isinstance(entry, tuple)]
    assert shown == [entry for entry in two if isinstance(entry, tuple)]
    assert rng != other_chance
    assert contest.deal(0) != contest.deal(1)


def test_deal_n_is_that_of_game_n_of_a_simulation() -> None:
    contest = make_contest("toy", ["objectives"], 7)
    wanted = deal(load_city("toy"), ["objectives"], 1, Generator(7).child(3))
    dealt = contest.deal(3)
    assert (dealt.rounds, dealt.pencils, dealt.objectives) == (
        wanted.rounds,
        wanted.pencils,
        wanted.objectives,
    )


def test_a_game_does_not_depend_on_processes_order_or_the_other_bots() -> None:
    contest = make_contest("toy", seed=3)
    alone = totals(contest, ["greedy"], 20)
    both = totals(contest, ["greedy", "random"], 20)
    assert len(set(both.values())) > 10
    assert alone == {game: total for game, total in both.items() if game[0] == "greedy"}
    assert both == totals(contest, ["random", "greedy"], 20)
    assert both == totals(contest, ["random", "greedy"], 20, jobs=2)
    assert totals(contest, ["greedy"], 5) == {("greedy", n): both["greedy", n] for n in range(5)}


def test_another_seed_is_another_contest() -> None:
    contests = [make_contest("toy", seed=seed) for seed in (1, 2)]
    first, second = (totals(contest, ["greedy"], 10) for contest in contests)
    assert first != second


def test_a_quick_bot_gets_many_games_at_once_and_a_slow_one_single_games() -> None:
    schedule = Schedule({"quick": range(5000), "slow": range(10)})
    assert schedule.next() == Chunk("quick", (0,))
    schedule.adapt_chunk_size(Chunk("quick", (0,)), 0.003)
    schedule.adapt_chunk_size(Chunk("slow", (0,)), 4.0)
    chunk = schedule.next()
    assert chunk == Chunk("quick", tuple(range(1, 101)))
    schedule.adapt_chunk_size(chunk, 0.0)
    assert schedule.sizes == {"quick": MAX_CHUNK, "slow": 1}


def test_a_schedule_hands_out_every_game_once_and_bots_side_by_side() -> None:
    schedule = Schedule({"a": range(3), "b": [1, 2], "c": []})
    chunks = list(iter(schedule.next, None))
    assert [(chunk.bot, chunk.deals) for chunk in chunks] == [
        ("a", (0,)),
        ("a", (1,)),
        ("b", (1,)),
        ("a", (2,)),
        ("b", (2,)),
    ]
    assert (schedule.games, Schedule({}).next()) == (0, None)


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("raising", r"the bot raising failed on deal \d: ZeroDivisionError: no time left"),
        ("cheating", r"the bot cheating chose no legal move on deal \d, round 1, turn 1: a1-a2: .+"),
        ("silent", r"the bot silent chose no legal move on deal \d, round 1, turn 1: .*None.*"),
    ],
)
def test_a_bot_that_fails_is_named(bot: str, sentence: str, jobs: int) -> None:
    contest = make_contest("toy", seed=1, make=faulty_bots.make)
    with pytest.raises(BotFailed, match=f"^{sentence}$"):
        totals(contest, ["greedy", bot], 4, jobs)


def test_a_process_that_dies_is_noticed() -> None:
    contest = make_contest("toy", seed=1, make=faulty_bots.make)
    with pytest.raises(WorkersFailed, match=r"^the process that played dying ended before its games did$"):
        totals(contest, ["dying"], 4, jobs=2)


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals between processes")
def test_a_process_that_is_only_starting_does_not_hear_an_interrupt() -> None:
    worker, process = start_worker(make_contest("toy"))
    try:
        assert process.pid is not None
        os.kill(process.pid, signal.SIGINT)
        worker.send(Chunk("greedy", (0, 1)))
        assert [game.deal for game in receive(worker, Chunk("greedy", (0, 1))).results] == [0, 1]
    finally:
        process.terminate()
        process.join()
        worker.close()


@pytest.mark.skipif(find_spec("ray") is not None, reason="the library ray is installed")
def test_without_the_library_ray_there_is_a_sentence() -> None:
    with pytest.raises(WorkersFailed, match=r"--ray needs one more library: pip install 'fulgence\[ray\]'"):
        list(play_on_ray(make_contest("toy"), Schedule({"greedy": [0]}), "local", 1))


def test_a_file_gives_back_what_was_written(tmp_path: Path) -> None:
    contest = make_contest("toy", ["objectives"], 9)
    file = tmp_path / "games.jsonl"
    with ResultsFile(file, contest) as ledger:
        assert ledger.results == {}
        ledger.write(Result(3, "greedy", 71, 20, 1.5))
    first, line = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    assert list(first) == ["arena", "city", "file", "addons", "seed"]
    assert line == {"deal": 3, "seed": 9, "bot": "greedy", "total": 71, "decisions": 20, "ms": 1.5}
    with ResultsFile(file, contest) as ledger:
        assert ledger.results == {("greedy", 3): Result(3, "greedy", 71, 20, 1.5)}


@pytest.mark.parametrize("cut", [1, 10, 60])
def test_a_last_line_that_was_cut_off_is_written_anew(tmp_path: Path, cut: int) -> None:
    contest = make_contest("toy")
    file = tmp_path / "games.jsonl"
    with ResultsFile(file, contest) as ledger:
        ledger.write(Result(0, "greedy", 71, 20, 1.5))
        ledger.write(Result(1, "greedy", 72, 20, 1.5))
    whole = file.read_bytes()
    file.write_bytes(whole[:-cut])
    with ResultsFile(file, contest) as ledger:
        assert list(ledger.results) == [("greedy", 0)]
        ledger.write(Result(1, "greedy", 72, 20, 1.5))
    assert file.read_bytes() == whole


@pytest.mark.parametrize("kept", [0, 1, 30])
def test_a_first_line_that_was_cut_off_is_written_anew(tmp_path: Path, kept: int) -> None:
    contest = make_contest("toy")
    file = tmp_path / "games.jsonl"
    file.write_bytes(format_line(header(contest))[:kept])
    with ResultsFile(file, contest):
        pass
    assert file.read_bytes() == format_line(header(contest))


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        (("london", (), 0), 'city "london" there, "toy" here'),
        (("toy", ("objectives",), 0), r'addons \["objectives"\] there, \[\] here'),
        (("toy", (), 1), "seed 1 there, 0 here"),
    ],
)
def test_a_file_of_other_games_is_refused_and_kept(
    tmp_path: Path, other: tuple[str, tuple[str, ...], int], sentence: str
) -> None:
    file = tmp_path / "games.jsonl"
    ResultsFile(file, make_contest(*other)).file.close()
    before = file.read_bytes()
    with pytest.raises(BadResultsFile, match=f"has results of other games: {sentence}$"):
        ResultsFile(file, make_contest("toy"))
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "content", [b"a letter to my aunt", b"a letter\nto my aunt", b"[1]\n", b'{"a": 1}\n']
)
def test_a_file_of_something_else_is_refused_and_kept(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "letter.txt"
    file.write_bytes(content)
    with pytest.raises(BadResultsFile, match=r"letter.txt is not a results file; it is left unchanged$"):
        ResultsFile(file, make_contest("toy"))
    assert file.read_bytes() == content


@pytest.mark.parametrize(
    ("line", "missing"), [(b"half a line\n", "deal"), (b'{"deal": 0}\n', "seed"), (b"7\n", "deal")]
)
def test_a_line_that_is_no_result_is_refused(tmp_path: Path, line: bytes, missing: str) -> None:
    contest = make_contest("toy")
    file = tmp_path / "games.jsonl"
    file.write_bytes(format_line(header(contest)) + line)
    with pytest.raises(BadResultsFile, match=f": line 2 is not a result: {missing} is missing or wrong$"):
        ResultsFile(file, contest)


def test_a_changed_city_file_is_another_city(tmp_path: Path) -> None:
    contest = make_contest("toy")
    file = tmp_path / "games.jsonl"
    ResultsFile(file, contest).file.close()
    changed = Contest(contest.city, contest.text + "\n# changed\n", contest.addons, contest.seed)
    with pytest.raises(BadResultsFile, match="has results of other games: file "):
        ResultsFile(file, changed)
