"""`fulgence train`: it writes weights that the expert uses, can be stopped and resumes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands.shell import ask, command, environment, without_note
from fulgence.bots.network.quantized_network import QuantizedNetwork
from fulgence.bots.network.weights import find_weights, learned_value, read_weights
from fulgence.build import is_compiled
from fulgence.commands import train
from fulgence.rules.cityfile.city_reader import load_city
from random_weights import without_weights

TOY = load_city("toy")
PATIENCE = 120.0

pytestmark = pytest.mark.skipif(not is_compiled(), reason="takes long where the rules are not compiled")


@pytest.fixture(autouse=True)
def data(tmp_path: Path) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(train, "TRIAL_GAMES", 20)
        yield without_weights(patch, tmp_path)


def test_what_was_learned_is_found(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    before = ask(capsys, "simulate", "toy", "--bot", "mcts:4")
    answer = ask(capsys, "train", "toy", "--minutes", "0.002", "--json")
    assert (answer.code, answer.err) == (0, "")
    (found,) = answer.objects
    path = data / "weights" / "toy.weights"
    assert list(found) == ["city", "addons", "map", "games", "minutes", "doubt", "file", "mean", "se"]
    assert len(found["doubt"]) == 4
    assert (found["city"], found["addons"], found["file"]) == ("toy", [], str(path))
    assert found["games"] >= 100 and found["mean"] > 15 and found["se"] > 0
    assert find_weights(TOY, ()) == path
    assert read_weights(path)[0].games == found["games"]
    assert learned_value(TOY, ()).is_trained
    assert list((data / "training").glob("*")) == []
    after = ask(capsys, "simulate", "toy", "--bot", "mcts:4")
    assert after.code == before.code == 0
    assert after.out != before.out


def test_the_answer_in_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "elsewhere" / "mine.weights"
    answer = ask(capsys, "train", "toy", "--minutes", "0.001", "-o", file)
    assert (answer.code, answer.err) == (0, "")
    first, second = answer.out.splitlines()
    assert first.endswith(f" minutes: {file}")
    assert second.startswith("without search it scores ") and second.endswith(" on average in 20 games")
    assert find_weights(TOY, ()) is None


def test_any_addons_are_learned_together(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    answer = ask(capsys, "train", "toy", "--addons", "any", "--minutes", "0.001")
    assert (answer.code, answer.err) == (0, "")
    path = data / "weights" / "toy+any.weights"
    assert read_weights(path)[0].addons == ("any",)
    assert find_weights(TOY, ("powers",)) == path
    assert find_weights(TOY, ()) is None


def test_what_is_there_can_be_improved_and_the_curve_is_kept(
    capsys: pytest.CaptureFixture[str], data: Path, tmp_path: Path
) -> None:
    curve = tmp_path / "toy.jsonl"
    assert ask(capsys, "train", "toy", "--minutes", "0.002", "--curve", curve).code == 0
    first = read_weights(data / "weights" / "toy.weights")[1]
    assert ask(capsys, "train", "toy", "--minutes", "0.0001", "--improve", "--curve", curve).code == 0
    second = read_weights(data / "weights" / "toy.weights")[1]
    assert ask(capsys, "train", "toy", "--minutes", "0.0001", "--seed", "9").code == 0
    afresh = read_weights(data / "weights" / "toy.weights")[1]
    assert 0 < distance(first, second) < distance(first, afresh) / 2
    points = [json.loads(line) for line in curve.read_text(encoding="utf-8").splitlines()]
    assert len(points) == 2
    assert list(points[0]) == ["minutes", "games", "mean", "error"]
    assert points[0]["games"] >= 100 and points[0]["mean"] > 5 and points[0]["error"] > 0


def distance(one: QuantizedNetwork, two: QuantizedNetwork) -> int:
    """Between the weights of their second layers."""
    return sum(abs(a - b) for a, b in zip(one.parts[3], two.parts[3], strict=True))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["toy", "--addons", "gates"], "Toy Town has no add-on 'gates'; it allows objectives, powers"),
        (["toy", "--addons", "powers,powers"], "an add-on is named twice"),
        (
            ["toy", "--addons", "any,powers"],
            "--addons any cannot be combined: it picks other add-ons in every game",
        ),
        *(
            (["toy", "--minutes", text], "--minutes must be more than 0 and less than 100,000")
            for text in ("0", "-1", "nan", "inf", "1e9")
        ),
    ],
)
def test_what_cannot_be_learned_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    answer = ask(capsys, "train", *arguments)
    assert (answer.code, answer.out, answer.err) == (2, "", f"fulgence: {sentence}\n")


def test_minutes_are_a_number(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "train", "toy", "--minutes", "long")
    assert (answer.code, answer.out) == (2, "")


def test_a_state_that_is_damaged_is_refused_until_asked_to_begin_again(
    capsys: pytest.CaptureFixture[str], data: Path
) -> None:
    state = data / "training" / "toy.state"
    state.parent.mkdir(parents=True)
    state.write_bytes(b"{}\n")
    answer = ask(capsys, "train", "toy", "--minutes", "0.001")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == f"fulgence: {state} is not an interrupted training of this game\n"
    assert state.read_bytes() == b"{}\n"
    assert ask(capsys, "train", "toy", "--minutes", "0.001", "--afresh").code == 0
    assert not state.exists()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at the process in /proc")
def test_an_interrupt_keeps_what_was_learned_and_the_same_command_goes_on(
    capsys: pytest.CaptureFixture[str], data: Path
) -> None:
    state = data / "training" / "toy.state"
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        process = subprocess.Popen(
            command("train", "toy", "--minutes", "90", "--seed", "4"),
            env=environment(FULGENCE_DATA=str(data)),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    finally:
        signal.signal(signal.SIGINT, before)
    with process:
        interrupt_when_it_learns(process)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (130, b"")
    saved = f"\nsaved to {state}; run the same command to resume\n\nfulgence: interrupted\n"
    assert without_note(err.decode()) == saved
    head = json.loads(state.read_bytes().partition(b"\n")[0])
    assert head["batches"] >= 1 and head["seed"] == 4
    minutes = head["minutes"] + 0.001
    answer = ask(capsys, "train", "toy", "--minutes", f"{minutes:.5f}", "--seed", "4", "--json")
    assert answer.code == 0
    done = f"{head['minutes']:.1f} minutes and {head['games']:,} games"
    assert answer.err == f"resuming after {done}; --afresh starts over\n"
    assert answer.objects[0]["games"] > head["games"]
    assert not state.exists()


def interrupt_when_it_learns(process: subprocess.Popen[bytes]) -> None:
    """There is no message to wait for: a process that learns has used up some seconds of its own time."""
    end = time.monotonic() + PATIENCE
    while own_seconds(process.pid) < 3:
        assert process.poll() is None and time.monotonic() < end
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)


def own_seconds(number: int) -> float:
    fields = Path(f"/proc/{number}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
