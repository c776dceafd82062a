"""The front door: what `import fulgence` offers, and what it does not load before it is used."""

from __future__ import annotations

import inspect
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import fulgence

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / name for name in ("README.md", "docs/bots.md", "docs/add-a-city.md", "docs/record.md")]
RIGHT = """
from pathlib import Path

import fulgence
from fulgence import Bot, FulgenceError, Game, Record, View, new_game, play_out


class First:
    def choose(self, view: View) -> str:
        return view.moves[0]


game: Game = new_game("toy", players=["Ann", "Ben"], addons=["powers"], seed=7)
bots: list[str | Bot] = ["greedy", First()]
totals: list[int] = [pad.total for pad in play_out(game, bots)]
record: Record = fulgence.parse_record(fulgence.format_record(fulgence.record_of(game)))
loss: float = fulgence.review_game(record, 1).loss
city: fulgence.City = fulgence.load_city(Path("vienna.toml"))
try:
    fulgence.new_game(city, players=2)
except FulgenceError as error:
    print(error.message, fulgence.replay(record).winners, fulgence.__version__)
"""
WRONG = """
import fulgence

fulgence.new_gmae("toy")
fulgence.load_city(7)
fulgence.make_bot("greedy", seed="seven")
total: str = fulgence.play_out(fulgence.new_game("toy"), "greedy")[0].total
"""


class First:
    def choose(self, view: fulgence.View) -> str:
        return view.moves[0]


def told(game: fulgence.Game) -> str:
    return fulgence.format_record(fulgence.record_of(game))


def python(*words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "FULGENCE_INTERPRETED": ""}  # which loads something more
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, env=environment)


def test_all_that_is_offered_is_there() -> None:
    assert len(set(fulgence.__all__)) == len(fulgence.__all__)
    for name in fulgence.__all__:
        assert getattr(fulgence, name) is not None, name


def test_tab_completion_offers_just_that() -> None:
    assert dir(fulgence) == sorted(fulgence.__all__)


def test_a_star_import_brings_just_that() -> None:
    code = "from fulgence import *; import json; print(json.dumps([n for n in dir() if n != 'json']))"
    builtin = {
        "__annotations__",
        "__builtins__",
        "__doc__",
        "__loader__",
        "__name__",
        "__package__",
        "__spec__",
    }
    assert set(json.loads(python("-c", code).stdout)) - builtin == set(fulgence.__all__)


def test_every_function_that_is_offered_is_explained() -> None:
    for name in fulgence.__all__:
        thing = getattr(fulgence, name)
        if inspect.isfunction(thing):
            assert thing.__doc__, name


def test_the_readme_lists_all_that_is_offered_and_nothing_else() -> None:
    _, _, section = (ROOT / "README.md").read_text(encoding="utf-8").partition("\n## As a library\n")
    rows = [line for line in section.partition("\n## ")[0].splitlines() if line.startswith("|")]
    assert sorted(re.findall(r"`(\w+)`", "".join(rows))) == sorted(fulgence.__all__)


def test_ten_lines_of_the_readme_play_save_and_replay_a_game() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    _, _, example = readme.partition("\nTen lines play a game, save it and replay it:\n")
    assert example.partition("\n```\n")[0].count("\n>>> ") == 10


@pytest.mark.parametrize("page", [*PAGES, ROOT / "examples" / "own_bot.py"], ids=lambda page: page.name)
def test_examples_for_users_come_in_by_the_front_door(page: Path) -> None:
    """Contests and environments have doors of their own."""
    imports = re.findall(r"^[ >]*(?:from|import) (fulgence[\w.]*)", page.read_text(encoding="utf-8"), re.M)
    inner = {module for module in imports if not module.startswith(("fulgence.arena.", "fulgence.env."))}
    assert inner <= {"fulgence"}


def test_importing_the_package_loads_none_of_its_parts() -> None:
    lines = python("-X", "importtime", "-c", "import fulgence").stderr.splitlines()
    modules = {line.rpartition("|")[2].strip() for line in lines}
    assert {name for name in modules if name.startswith("fulgence")} == {"fulgence"}
    assert not modules & {"typing", "re", "asyncio"}


def test_the_help_of_the_command_loads_no_rules() -> None:
    done = python("-X", "importtime", "-m", "fulgence", "--help")
    modules = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert {name for name in modules if name.startswith("fulgence.")} == {
        "fulgence.cli",
        *("fulgence.commands", "fulgence.commands.shared", "fulgence.commands.shared.operator_arguments"),
        *("fulgence.server", "fulgence.server.port"),
    }


def test_an_error_is_caught_without_loading_bots() -> None:
    code = "import sys, fulgence; fulgence.BadCity; print(sorted(n for n in sys.modules if 'bots' in n))"
    assert python("-c", code).stdout == "[]\n"


def test_a_typo_is_told_as_always_and_the_right_name_is_proposed() -> None:
    with pytest.raises(AttributeError, match=r"^module 'fulgence' has no attribute 'new_gmae'$"):
        fulgence.new_gmae  # type: ignore[attr-defined]  # noqa: B018 (a typo)
    assert python("-c", "import fulgence; fulgence.new_gmae").stderr.endswith(
        "module 'fulgence' has no attribute 'new_gmae'. Did you mean: 'new_game'?\n"
    )
    assert (
        "ImportError: cannot import name 'new_gmae'" in python("-c", "from fulgence import new_gmae").stderr
    )


def test_mypy_passes_a_right_program_and_finds_the_mistakes_of_a_wrong_one(tmp_path: Path) -> None:
    """Both lie outside of the project and use the installed package."""
    right, wrong = tmp_path / "right.py", tmp_path / "wrong.py"
    right.write_text(RIGHT)
    wrong.write_text(WRONG)
    options = ["--strict", "--config-file=", f"--cache-dir={tmp_path / 'cache'}"]
    done = python("-m", "mypy", *options, str(right), str(wrong))
    found = re.findall(r"(\w+)\.py:(\d+): error: .*\[([\w-]+)\]$", done.stdout, re.MULTILINE)
    kinds = ["attr-defined", "arg-type", "arg-type", "assignment"]
    assert found == [("wrong", str(line), kind) for line, kind in enumerate(kinds, 4)], done.stdout


def test_the_same_seed_gives_the_same_game() -> None:
    first, again, other = (fulgence.new_game("london", 2, ["powers", "gates"], seed) for seed in (7, 7, 8))
    for game in (first, again, other):
        fulgence.play_out(game, ["greedy", "casual"])
    assert told(first) == told(again) != told(other)


def test_without_a_seed_the_cards_are_others_every_time() -> None:
    assert len({told(fulgence.new_game("london")) for _ in range(4)}) == 4


def test_a_seed_deals_the_cards_of_the_command_with_that_seed(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    command = [
        "-m",
        "fulgence",
        "play",
        "paris",
        "--players",
        "Ann,Ben",
        "--seed",
        "7",
        "--record",
        str(file),
    ]
    subprocess.run([sys.executable, *command], input="pass\npass\nquit\n", capture_output=True, text=True)
    assert (
        json.loads(file.read_text())["deal"]
        == json.loads(told(fulgence.new_game("paris", 2, seed=7)))["deal"]
    )


def test_players_are_names_or_a_number() -> None:
    assert fulgence.new_game("toy").names == ("seat 1",)
    assert fulgence.new_game("toy", players=3).names == ("seat 1", "seat 2", "seat 3")
    assert fulgence.new_game("toy", players=["Ann", "Ben"]).names == ("Ann", "Ben")
    assert fulgence.new_game("toy", players="Ann").names == ("Ann",)


def test_add_ons_are_names_or_one_name() -> None:
    assert fulgence.new_game("london", addons=["powers", "objectives"]).deal.addons == (
        "objectives",
        "powers",
    )
    assert fulgence.new_game("london", addons="powers").deal.addons == ("powers",)


def test_a_player_alone_may_choose_the_order_of_the_pencils() -> None:
    game = fulgence.new_game("london", pencils=["blue", "pink", "green", "purple"])
    assert game.deal.pencils == (("blue", "pink", "green", "purple"),)


def test_a_city_is_a_name_a_path_or_a_city(tmp_path: Path) -> None:
    file = tmp_path / "vienna.toml"
    file.write_bytes((ROOT / "src/fulgence/cities/toy.toml").read_bytes())
    city = fulgence.load_city(file)
    assert (city.key, fulgence.load_city("toy").key) == ("vienna.toml", "toy")
    assert {fulgence.new_game(name).city for name in (file, str(file), city)} == {city}
    record = fulgence.record_of(fulgence.new_game(city, seed=7))
    assert fulgence.parse_record(fulgence.format_record(record), city) == record


@pytest.mark.parametrize(
    ("act", "error", "sentence"),
    [
        (
            lambda: fulgence.new_game("atlantis"),
            fulgence.BadCity,
            "unknown city 'atlantis'; choose from berlin, london, paris, toy",
        ),
        (
            lambda: fulgence.load_city(Path("atlantis.toml")),
            fulgence.BadCity,
            "atlantis.toml: cannot be read: No such file or directory",
        ),
        (lambda: fulgence.new_game("toy", players=5), fulgence.BadDeal, "5 seats: a game has 1 to 4"),
        (lambda: fulgence.new_game("toy", players=[]), fulgence.BadDeal, "0 seats: a game has 1 to 4"),
        (
            lambda: fulgence.new_game("london", addons=["towers"]),
            fulgence.BadDeal,
            "London has no add-on 'towers'; it allows objectives, powers, gates",
        ),
        (
            lambda: fulgence.make_bot("genius"),
            fulgence.BadBot,
            "there is no bot 'genius'; there are random, beginner, greedy, casual, skilled, expert, flat:N, "
            "mcts:N (N: 1 to 1000000)",
        ),
        (
            lambda: fulgence.play_out(fulgence.new_game("toy", players=2), ["greedy"]),
            ValueError,
            "1 bots for 2 seats",
        ),
        (
            lambda: fulgence.review_game(fulgence.record_of(fulgence.new_game("toy")), seat=1),
            ValueError,
            "there is no seat 1: the record has 1, counted from 0",
        ),
        (
            lambda: fulgence.review_game(fulgence.record_of(fulgence.new_game("toy")), seat=-1),
            ValueError,
            "there is no seat -1: the record has 1, counted from 0",
        ),
    ],
)
def test_what_a_beginner_gets_wrong_is_told_in_a_sentence(
    act: Callable[[], object], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error) as caught:
        act()
    assert str(caught.value) == sentence


def test_a_name_that_would_run_other_code_is_no_bot() -> None:
    with pytest.raises(fulgence.BadBot, match="there is no bot 'faulty_bots:Broken'"):
        fulgence.play_out(fulgence.new_game("toy"), "faulty_bots:Broken")


def test_a_game_is_played_out_from_where_it_is() -> None:
    game = fulgence.new_game("toy", seed=7)
    move = game.view(0).moves[1]
    game.play(0, move)
    pads = fulgence.play_out(game, First())
    assert game.is_over
    assert pads == game.pads()
    assert fulgence.record_of(game).moves[0][0] == (move,)


def played(bots: str | list[str | fulgence.Bot], seed: int = 0) -> str:
    """A game on always the same cards, as text."""
    game = fulgence.new_game("london", players=2, seed=7)
    fulgence.play_out(game, bots, seed=seed)
    return told(game)


def test_the_chance_of_bots_that_are_named_comes_from_the_seed() -> None:
    assert played("random", seed=3) == played(["random", "random"], seed=3) != played("random")


def test_every_seat_has_a_chance_of_its_own() -> None:
    rng = fulgence.Generator(3)
    bots: list[str | fulgence.Bot] = [fulgence.make_bot("random", rng.child(seat)) for seat in range(2)]
    assert played("random", seed=3) == played(bots)


def test_the_chance_of_a_bot_that_is_made_comes_from_its_seed() -> None:
    games = [played([fulgence.make_bot("random", seed), "greedy"]) for seed in (5, 5, 6)]
    assert games[0] == games[1] != games[2]
    assert played([fulgence.make_bot("random", fulgence.Generator(5)), "greedy"]) == games[0]


def test_a_bot_that_fails_is_named_and_its_error_is_kept() -> None:
    class Wrong:
        def choose(self, view: fulgence.View) -> str:
            return "a1-z9"

    with pytest.raises(fulgence.BotFailed, match=r"^the bot Ann failed: ") as caught:
        fulgence.play_out(fulgence.new_game("toy", players=["Ann"], seed=7), Wrong())
    assert isinstance(caught.value.__cause__, fulgence.BadNotation)


def test_a_saved_game_is_replayed_and_gone_on_with() -> None:
    game = fulgence.new_game("toy", players=2, seed=7)
    for seat in range(2):
        game.play(seat, "pass")
    game.flip()
    record = fulgence.parse_record(told(game))
    assert not record.is_finished
    pads = fulgence.play_out(fulgence.game_of(record), "greedy")
    assert pads == fulgence.play_out(game, "greedy")
    assert list(fulgence.replay(fulgence.record_of(game)).pads) == pads


def test_a_review_tells_what_a_seat_lost() -> None:
    game = fulgence.new_game("toy", players=2, seed=7)
    pads = fulgence.play_out(game, ["random", "greedy"])
    review = fulgence.review_game(fulgence.record_of(game), seat=1)
    assert review.total == pads[1].total <= review.best.total
    assert len(review.turns) == len(game.moves[1])


def test_a_wrong_record_is_not_reviewed() -> None:
    game = fulgence.new_game("toy", players=["Ann"], seed=7)
    fulgence.play_out(game, "greedy")
    document = json.loads(told(game))
    document["seats"][0]["moves"][0] = ["pass", "pass"]
    with pytest.raises(fulgence.BadRecord, match=r"^seat 0 \(Ann\), round 1, turn 1, move 2 'pass': "):
        fulgence.review_game(fulgence.parse_record(json.dumps(document)))
