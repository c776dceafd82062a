"""Choosing a language, and what must not depend on it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commands.shell import HERE, ask, run
from fulgence.language import (
    ENGLISH,
    language_from_environment,
    languages,
    load_language,
    ngettext,
    translate,
    using_language,
)
from fulgence.rules.message import Message

TOY = HERE / "toy_solo.json"
PAIR = HERE / "london_pair.json"
OTHERS = [tag for tag in languages() if tag != "en"]


@pytest.mark.parametrize(
    ("environ", "tag"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "it"}, "it"),
        ({"LANG": "pt_BR.UTF-8"}, "en"),
        ({"LANG": "french"}, "en"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "it_IT"}, "it"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "it_IT", "LC_ALL": "de_DE"}, "de"),
        ({"LANG": "fr_FR", "LC_ALL": "de_DE", "LANGUAGE": "it"}, "it"),
        ({"LANG": "fr_FR", "LC_ALL": "", "LANGUAGE": ""}, "fr"),
        ({"LANGUAGE": "pt:es:de:fr"}, "de"),
        ({"LANGUAGE": "en:fr"}, "en"),
        ({"LANGUAGE": "pt", "LANG": "fr_FR"}, "en"),
        ({"LANGUAGE": "../../etc"}, "en"),
    ],
)
def test_the_environment_is_read_as_gettext_reads_it(environ: dict[str, str], tag: str) -> None:
    assert language_from_environment(environ).tag == tag


@pytest.mark.parametrize("tag", ["fr", "FR", "fr_CA", "fr-CA", "fr_FR.UTF-8"])
def test_a_language_has_several_names(tag: str) -> None:
    assert load_language(tag).tag == "fr"


def test_two_languages_can_be_spoken_at_once() -> None:
    french, german = load_language("fr"), load_language("de")
    assert french.text("circle") == "cercle"
    assert german.text("circle") == "Kreis"
    assert ENGLISH.text("circle") == "circle"


def test_a_message_of_the_rules_is_translated_with_its_fields() -> None:
    reason = Message("{cell} is a {symbol}; another symbol is needed", cell="b5", symbol=Message("triangle"))
    message = Message("{move}: {reason}", move="c6-b5", reason=reason)
    assert message == "c6-b5: b5 is a triangle; another symbol is needed"
    assert load_language("it").text(message) == "c6-b5: b5 è un triangolo, che non è richiesto"
    assert load_language("de").text(message) == "c6-b5: b5 ist ein Dreieck, das ist nicht gefragt"


def test_what_is_no_message_stays_as_it_is() -> None:
    for tag in languages():
        assert load_language(tag).text("Lyon {") == "Lyon {"
        assert load_language(tag).text("") == ""


@pytest.mark.parametrize(
    ("tag", "forms"),
    [
        ("en", ["0 interchanges", "1 interchange", "2 interchanges"]),
        ("fr", ["0 correspondance", "1 correspondance", "2 correspondances"]),
        ("it", ["0 interscambi", "1 interscambio", "2 interscambi"]),
        ("de", ["0 Umsteigestationen", "1 Umsteigestation", "2 Umsteigestationen"]),
    ],
)
def test_a_number_chooses_the_form(tag: str, forms: list[str]) -> None:
    with using_language(load_language(tag)):
        assert [
            ngettext("{count} interchange", "{count} interchanges", n, count=n) for n in range(3)
        ] == forms
    assert translate("circle") == "circle"


@pytest.mark.parametrize(
    ("tag", "heading"),
    [
        ("en", "Toy Town, finished"),
        ("fr", "Villejouet, terminée"),
        ("it", "Giocopoli, finita"),
        ("de", "Spielstadt, beendet"),
    ],
)
def test_a_replay_is_reported_in_the_language_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tag: str, heading: str
) -> None:
    answer = ask(capsys, "replay", TOY, "--lang", tag)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.splitlines()[0].endswith(heading)
    monkeypatch.setenv("LANGUAGE", tag)
    assert ask(capsys, "replay", TOY).out == answer.out
    assert ask(capsys, "replay", TOY, "--lang", "en").out.splitlines()[0].endswith("Toy Town, finished")


def test_a_score_is_reported_in_the_language_asked_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    sheet = tmp_path / "sheet.json"
    sheet.write_text('{"city": "london", "lines": {"pink": ["h4-i5", "i5-h6"]}}', encoding="utf-8")
    assert ask(capsys, "score", sheet, "--lang", "de").out.splitlines() == [
        "London",
        "  Linie rosa      1 x 3 + 2           5",
        "  Linie lila      nicht gebaut        0",
        "  Linie blau      nicht gebaut        0",
        "  Linie grün      nicht gebaut        0",
        "  gesamt                              5",
    ]


@pytest.mark.parametrize("command", [["play", "toy"], ["replay", str(TOY)], ["score", str(TOY)]])
@pytest.mark.parametrize("tag", ["xx", "english", "", "../fr", "C"])
def test_an_unknown_language_is_refused_with_those_there_are(
    capsys: pytest.CaptureFixture[str], command: list[str], tag: str
) -> None:
    answer = ask(capsys, *command, "--lang", tag)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"fulgence: unknown language {tag!r}; choose from de, en, fr, it\n"


@pytest.mark.parametrize("tag", OTHERS)
@pytest.mark.parametrize("file", [TOY, PAIR], ids=lambda file: file.stem)
def test_output_for_programs_is_the_same_in_all_languages(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tag: str, file: Path
) -> None:
    english = ask(capsys, "replay", file, "--json", "--legal").out
    assert ask(capsys, "replay", file, "--json", "--legal", "--lang", tag).out == english
    simulated = ask(capsys, "simulate", "toy", "--seed", "3").out
    census = ask(capsys, "city", "check", "toy", "--json").out
    monkeypatch.setenv("LANGUAGE", tag)
    assert ask(capsys, "replay", file, "--json", "--legal").out == english
    assert ask(capsys, "simulate", "toy", "--seed", "3").out == simulated
    assert ask(capsys, "city", "check", "toy", "--json").out == census


@pytest.mark.parametrize("tag", languages())
def test_the_record_of_a_game_is_the_same_in_all_languages(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, tag: str
) -> None:
    file = tmp_path / "game.json"
    typed = b"1\n\n1\nq\ny\n"
    answer = ask(capsys, "play", "toy", "--seed", "5", "--record", file, "--lang", tag, stdin=typed)
    assert answer.code == 0
    record = json.loads(file.read_text(encoding="utf-8"))
    assert record["seats"][0]["name"] == "You"
    assert len(record["seats"][0]["moves"]) == 2
    assert {"en": "You: ", "fr": "Toi : ", "it": "Tu: ", "de": "Du, "}[tag] in answer.out


@pytest.mark.parametrize(
    ("tag", "sentence"),
    [
        ("fr", "'magic' n\u2019est pas un module de Londres ; permis : objectives, powers, gates"),
        ("it", "'magic' non è un modulo di Londra; ammessi: objectives, powers, gates"),
        ("de", "'magic' ist kein Modul von London; erlaubt: objectives, powers, gates"),
    ],
)
def test_what_cannot_be_played_is_reported_in_the_language_asked_for(
    capsys: pytest.CaptureFixture[str], tag: str, sentence: str
) -> None:
    answer = ask(capsys, "play", "london", "--addons", "magic", "--lang", tag)
    assert (answer.code, answer.err) == (2, f"fulgence: {sentence}\n")


def test_a_process_of_its_own_speaks_the_language_of_its_environment() -> None:
    answer = run("replay", str(TOY), LANGUAGE="", LC_ALL="fr_FR.UTF-8", PYTHONIOENCODING="utf-8")
    assert "Villejouet, terminée" in answer.stdout.decode()
