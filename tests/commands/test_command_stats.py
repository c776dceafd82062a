"""The output of `fulgence stats`: what finished games say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commands.records import PAIR, TOY, changed, cut
from commands.shell import ask
from fulgence.commands.shared.progress_bar import ProgressBar


def file_of(tmp_path: Path, *records: object) -> Path:
    file = tmp_path / "games.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return file


def test_the_games_of_a_file_are_told_by_city(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = file_of(tmp_path, TOY, PAIR, TOY)
    answer = ask(capsys, "stats", file, "--json")
    assert (answer.code, answer.err) == (0, "")
    (groups,) = answer.objects
    assert [(group["city"], group["games"]) for group in groups] == [("toy", 2), ("london", 2)]
    toy = groups[0]
    replayed = ask(capsys, "replay", file, "--json").objects
    assert toy["best"] == toy["mean"] == replayed[0]["seats"][0]["total"]
    assert (toy["spread"], toy["game"], toy["expert"], toy["bots"]) == (0, f"{file}, record 1", None, {})
    lines = {line["pencil"]: line["points"] for line in replayed[0]["seats"][0]["lines"]}
    assert {item["pencil"]: item["best"] for item in toy["items"] if item["item"] == "line"} == lines
    london = [seat["total"] for seat in replayed[1]["seats"]]
    assert (groups[1]["best"], groups[1]["mean"]) == (max(london), sum(london) / 2)


def test_a_name_picks_the_seats_of_one_player(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = file_of(tmp_path, PAIR, PAIR)
    name = PAIR["seats"][1]["name"]
    (groups,) = ask(capsys, "stats", file, "--json", "--name", name).objects
    assert [(group["games"], group["seat"]) for group in groups] == [(2, 1)]
    answer = ask(capsys, "stats", file, "--name", "nobody")
    assert (answer.code, answer.out, answer.err) == (1, "", "fulgence: there is no finished game\n")


def test_unfinished_games_do_not_count(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    answer = ask(capsys, "stats", file_of(tmp_path, cut(TOY, 2), TOY), "--json")
    assert (answer.code, answer.err) == (0, "fulgence: games that are not finished do not count: 1\n")
    assert answer.objects[0][0]["games"] == 1


def test_a_bad_record_is_reported_and_the_others_are_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = file_of(tmp_path, changed(TOY, "city", "atlantis"), TOY)
    answer = ask(capsys, "stats", file, "--json")
    assert answer.code == 1 and answer.err.startswith(f"fulgence: {file}: record 1: city 'atlantis'")
    assert answer.objects[0][0]["games"] == 1


def test_bots_play_the_same_cards(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = file_of(tmp_path, TOY)
    answer = ask(capsys, "stats", file, "--bots", "--json")
    group = answer.objects[0][0]
    assert list(group["bots"]) == ["greedy", "skilled", "expert"]
    expert = group["bots"]["expert"]
    assert group["expert"] == {
        "games": 1,
        "mean": group["best"] - expert,
        "error": 0,
        "ahead": int(group["best"] >= expert),
    }
    reviewed = ask(capsys, "review", file, "--json").objects[0]
    assert expert == reviewed["expert"]["total"]
    text = ask(capsys, "stats", file, "--bots").out
    assert f"difference to the expert: {group['best'] - expert:+.1f} ± 0.0 a game" in text


def test_the_text_has_a_table_a_histogram_and_the_next_mark(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = ask(capsys, "stats", file_of(tmp_path, TOY, TOY, TOY)).out
    total = ask(capsys, "replay", tmp_path / "games.jsonl", "--json").objects[0]["seats"][0]["total"]
    assert out.startswith(f"Toy Town: 3 games\n  mean {total}.0, spread 0.0, best {total} (")
    assert f"  {total}-{total}     3  {'#' * 40}\n" in out
    assert "  next: " in out


def test_a_bar_that_has_run_for_a_while_tells_the_time_left(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter([100.0, 130.0, 200.0])
    monkeypatch.setattr("fulgence.commands.shared.progress_bar.time.monotonic", lambda: next(times))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    bar = ProgressBar("games", 5, prints=False)
    bar.step()
    bar.step()
    assert "1/5 games, 2:00 left" in (err := capsys.readouterr().err)
    assert "2/5 games, 2:30 left" in err
