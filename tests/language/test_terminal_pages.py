"""Terminal pages in every language: they fit, and nothing is truncated."""

from __future__ import annotations

import pytest

from fulgence.language import languages, load_language, translate, using_language
from fulgence.prose import wording
from fulgence.prose.options import options
from fulgence.prose.stations import side_letter
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.term import panel
from fulgence.term.canvas import text_width
from fulgence.term.panel import WIDTH
from fulgence.term.screen import Screen
from fulgence.term.text_map import pencil_letters
from term.scripted_games import SAMPLER, RandomTypist, ScriptedKeyboard, dealt_game, play_scripted, toy_game
from term.test_screen import views

CITIES = [*city_names(), SAMPLER]
OTHERS = [tag for tag in languages() if tag != "en"]  # English has these tests in tests/term


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize("tag", OTHERS)
def test_a_page_fits_into_80_columns_and_40_rows(tag: str, city: str) -> None:
    with using_language(load_language(tag)):
        for view in views(city):
            rows = Screen().decision(view, options(view))
            assert max(map(text_width, rows)) <= 80
            assert len(rows) <= 39 or len(view.moves) >= 30  # the prompt comes below
            assert all(row.isprintable() for row in rows)


@pytest.mark.parametrize(
    ("city", "tag"),
    [
        pytest.param(city, tag, marks=[] if (row + column) % len(OTHERS) == 0 else [pytest.mark.long])
        for row, city in enumerate(CITIES)
        for column, tag in enumerate(OTHERS)  # every city and every language always, all pairs in a long run
    ],
)
@pytest.mark.parametrize("accessible", [False, True])
def test_a_game_is_played_to_its_end(city: str, tag: str, accessible: bool) -> None:
    addons = tuple(load_city(city).addons)
    game = dealt_game(city, 4, seats=2, addons=addons)
    typist, asked = RandomTypist(game, 4), ["m", "s", "o", "?"]

    def reader(prompt: str) -> str:
        return asked.pop() if asked else typist(prompt)

    with using_language(load_language(tag)):
        played = play_scripted(game, reader, accessible=accessible)
    assert (played.code, game.is_over) == (0, True)
    assert accessible or max(map(text_width, played.lines)) <= 80


@pytest.mark.parametrize("tag", OTHERS)
def test_nothing_in_the_panel_is_cut(tag: str) -> None:
    with using_language(load_language(tag)):
        for power in wording.POWERS.values():
            for state in (wording.READY, wording.SPENT, wording.AUTOMATIC):
                text = translate(panel.POWER, power=translate(power))
                assert text_width(text) + 1 + text_width(translate(state)) <= WIDTH
        for name in city_names():
            city = load_city(name)
            turn = translate(panel.ROUND_TURN, round=4, rounds=4, turn=10)
            assert text_width(translate(city.name)) + 1 + text_width(turn) <= WIDTH
            for card in city.cards:
                assert text_width(wording.card_name(city, card.name)) + 4 <= WIDTH
                assert (
                    text_width(translate(panel.NEXT_CARD, card=wording.card_name(city, card.name))) + 2
                    <= WIDTH
                )
        for text in (
            wording.INTERCHANGES,
            wording.SITES,
            wording.CROSSINGS,
            wording.OBJECTIVE_POINTS,
            wording.HANDICAP,
        ):
            assert text_width(translate(text)) <= 24  # of the score sheets at the end
        assert text_width(translate(panel.SWITCH_IGNORED)) <= WIDTH


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize("tag", languages())
def test_every_pencil_and_every_side_has_its_own_letter(tag: str, city: str) -> None:
    with using_language(load_language(tag)):
        letters = pencil_letters(load_city(city)).values()
        assert len(set(letters)) == len(letters)
        assert all(letter.isalpha() for letter in letters)
        sides = [side_letter(load_city(city), side) for side in load_city(city).sides]
        assert len(set(sides)) == len(sides)


@pytest.mark.parametrize(("tag", "yes"), [("fr", "oui"), ("fr", "O"), ("it", "sì"), ("de", "j"), ("de", "y")])
def test_yes_is_said_in_the_own_language_or_in_english(tag: str, yes: str) -> None:
    keyboard = ScriptedKeyboard("q", "n", "q", yes, "1")
    with using_language(load_language(tag)):
        assert play_scripted(toy_game("Ann"), keyboard).code == 0
    assert keyboard.answers == ["1"]


def test_a_decision_in_french() -> None:
    with using_language(load_language("fr")):
        lines = play_scripted(toy_game("Ann"), ScriptedKeyboard("c2-c3", "", "c2-b3"), accessible=True).lines
    start = lines.index("Villejouet. Manche 1 sur 4, tour 2.")
    assert lines[start : start + 13] == [
        "Villejouet. Manche 1 sur 4, tour 2.",
        "Crayon : violet.",
        "Carte : Rue cercle.",
        "Cartes Souterrain jusqu\u2019ici : 1 ; la manche se termine à 4.",
        "Ta ligne jusqu\u2019ici :",
        "c2 vers c3",
        "Score jusqu\u2019ici : 2 pour cette ligne, 3 en tout.",
        "Trace une section depuis une extrémité (c2, c3) vers un cercle.",
        "1: c2 vers a2, cercle, quartier A",
        "2: c2 vers d1, cercle, quartier B",
        "3: c2 vers e4, cercle, quartier D",
        "4: c3 vers b4, cercle, départ vert, quartier C, sous le Ruisseau",
        "p : passer",
    ]
    assert "c2-b3 : b3 est un carré, ce n\u2019est pas demandé." in lines
