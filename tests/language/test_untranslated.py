"""No English is left over: whatever a player reads is a message, a name or notation."""

from __future__ import annotations

import ast
import platform
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from commands.shell import HERE
from fulgence.bots.network.weights import ANY
from fulgence.cli import make_parser
from fulgence.commands.doctor import run as run_doctor
from fulgence.commands.replay import replay_text
from fulgence.commands.shared.doctor_checks import LIBRARIES, OPTIONAL
from fulgence.commands.shared.pad_output import pad_table
from fulgence.draw.page import blank_page, game_page, page_svg
from fulgence.language import using_language
from fulgence.rules.cityfile.city_reader import city_names
from fulgence.rules.deal import advice, deal
from fulgence.rules.errors import FulgenceError
from fulgence.rules.game import Game
from fulgence.rules.text.record import parse_record, replay
from fulgence.term.text_map import pencil_letters
from language.extraction import SOURCE as PACKAGE
from language.pseudo_language import PSEUDO
from term.scripted_games import SAMPLER, RandomTypist, ScriptedKeyboard, dealt_game, play_scripted, toy_game

WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*")
CELL_OR_LETTER = re.compile(r"[a-z][0-9]{1,2}|[A-Za-z]")
NAMES = {"Ann", "Bob"}


class Curious(RandomTypist):
    """Asks for everything that can be asked for."""

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        questions = {3: "m", 20: "s", 21: "o", 22: "?", 40: "s", 41: "m"}
        return questions.get(len(self.prompts)) or super().__call__(prompt)


def leftovers(text: str) -> set[str]:
    return {word for word in WORD.findall(text) if not CELL_OR_LETTER.fullmatch(word)} - NAMES


@pytest.mark.parametrize("city", [*city_names(), SAMPLER])
@pytest.mark.parametrize("accessible", [False, True])
@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize(
    "seed", [0, pytest.param(1, marks=pytest.mark.long), pytest.param(2, marks=pytest.mark.long)]
)
def test_a_whole_game_has_no_english_left_over(city: str, accessible: bool, seats: int, seed: int) -> None:
    addons = tuple(dealt_game(city, 0).city.addons)
    game = dealt_game(city, seed, seats, addons)
    curious = Curious(game, seed)
    with using_language(PSEUDO):
        played = play_scripted(game, curious, accessible=accessible)
    assert game.is_over
    letters = "".join(pencil_letters(game.city).values())
    words = leftovers(played.text + "".join(curious.prompts))
    # On the map the letters of two lines may touch, or a number of a move.
    assert {word for word in words if not re.fullmatch(f"[{letters}0-9]{{2,3}}", word)} == set()


def test_answers_to_what_was_typed_have_no_english_left_over(tmp_path: Path) -> None:
    typed = ("", "99", "x", "z9-a1", "z9*", "c2-b2", "c2-d1", "c2-b3", "d2-d4", "b1*", "u", "e3", "q", "n")
    moves = ("c2-b1", "p", "", "d1", "b1-c2", "q", "y")
    game = toy_game("Ann")
    keyboard = ScriptedKeyboard(*typed, *moves)
    with using_language(PSEUDO):
        played = play_scripted(game, keyboard, record=tmp_path / "1")
    text = (played.text + "".join(keyboard.prompts)).replace(str(tmp_path), "")
    assert leftovers(text) == set()
    assert keyboard.answers == []


def test_an_illegal_move_has_no_english_left_over() -> None:
    game = dealt_game(SAMPLER, 2, addons=("gates", "powers"))
    seen = set()
    typist = RandomTypist(game, 2)
    while not game.is_over:
        while not game.is_done(0):
            for move in game.city.moves:
                if move not in game.view(0).moves:
                    with pytest.raises(FulgenceError) as caught:
                        game.play(0, move)
                    seen.add(re.sub("[a-z][0-9][*]?", "", PSEUDO.text(caught.value.message)))
            game.play(0, typist("") or "pass")
        game.flip()
    assert len(seen) > 8
    assert all(leftovers(sentence) == set() for sentence in seen)


@pytest.mark.parametrize("name", ["toy_solo.json", "london_pair.json"])
def test_scores_and_replays_have_no_english_left_over(name: str) -> None:
    played = replay(parse_record((HERE / name).read_text(encoding="utf-8")))
    with using_language(PSEUDO):
        text = replay_text(played, "1") + "\n".join(pad_table(played.pads[0]))
    for player in played.record.names:
        text = text.replace(player, "")
    assert leftovers(text) == set()


def test_what_cannot_be_dealt_is_reported_without_english() -> None:
    city = dealt_game("toy", 0).city
    refused: tuple[tuple[tuple[str, ...], int, tuple[str, ...]], ...] = (
        (("magic",), 1, ()),
        (("powers", "powers"), 1, ()),
        ((), 9, ()),
        ((), 1, ("purple",)),
    )
    for addons, seats, pencils in refused:
        with pytest.raises(FulgenceError) as caught:
            deal(city, addons, seats, None, pencils)
        told = leftovers(PSEUDO.text(caught.value.message))
        assert told <= {"magic", *city.addons, *city.pencils}  # as they are typed
    assert leftovers(PSEUDO.text(advice(("powers", "gates")))) == set()


def test_whatever_the_server_refuses_can_be_said_in_every_language() -> None:
    """But for what is wrong with the form of a message, which a library says, and our own mistakes."""
    said = set()
    for file in (*(PACKAGE / "server").rglob("*.py"), *(PACKAGE / "table").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Refused":
                code, sentence = map(ast.unparse, node.args[:2])
                said.add((code, sentence.startswith(("Message(", "message_of("))))
    assert len(said) > 10
    assert {code for code, is_message in said if not is_message} <= {"'bad-message'", "'mistake'"}


def test_a_checkup_has_no_english_left_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FULGENCE_DATA", str(tmp_path))
    options = make_parser().parse_args(["doctor", "--database", "nowhere", "--redis", "nowhere"])
    with using_language(PSEUDO):
        assert run_doctor(options) == 1
    text = capsys.readouterr().out.replace(str(tmp_path), "")
    text = text.replace(platform.platform(), "").replace("http://", "")
    names = {"fulgence", "python", "sqlite", "SVG", "PDF", "PNG", ANY, *city_names()}
    names |= {word for library in (*LIBRARIES, *OPTIONAL) for word in library.split("-")}
    assert leftovers(text) <= names


@pytest.mark.parametrize("city", [*city_names(), SAMPLER])
@pytest.mark.parametrize("seats", [0, 1, 2])
def test_a_page_has_no_english_left_over(city: str, seats: int) -> None:
    with using_language(PSEUDO):
        if seats:
            game = dealt_game(city, 3, seats, tuple(dealt_game(city, 0).city.addons))
            play_scripted(game, RandomTypist(game, 3))
            assert game.is_over
            drawn = page_svg(game_page(game, 0))
        else:
            drawn = page_svg(blank_page(dealt_game(city, 0).city))
    texts = [part.text or "" for part in ElementTree.fromstring(drawn).iter()]
    assert any("ж" in text for text in texts)
    assert leftovers(" ".join(texts)) == set()
