"""Terms lead from the texts of the game to the section of the rules that explains them."""

from __future__ import annotations

import re

import pytest

from fulgence.language import languages, load_language, using_language
from fulgence.lessons.aim import aim, first_marks
from fulgence.lessons.rulebook import rules_pages
from fulgence.lessons.terms import Term, terms_of
from fulgence.prose.task import task
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from random_games import SAMPLER

EVERY_CITY = [*city_names(), SAMPLER]


def terms(name: str) -> list[Term]:
    city = load_city(name)
    return terms_of(city, [chapter.key for chapter in rules_pages(city)])


@pytest.mark.parametrize("tag", languages())
@pytest.mark.parametrize("name", EVERY_CITY)
def test_every_term_leads_to_a_section_that_is_there(name: str, tag: str) -> None:
    with using_language(load_language(tag)):
        found = terms(name)
        sections = {chapter.key for chapter in rules_pages(load_city(name))}
    assert {term.section for term in found} <= sections
    assert [len(term.text) for term in found] == sorted((len(term.text) for term in found), reverse=True)
    assert len({term.text for term in found}) == len(found)
    assert all(term.text == term.text.strip().casefold() and "|" not in term.text for term in found)


def test_the_words_of_a_city_lead_to_its_own_sections() -> None:
    london, berlin = ({term.text: term.section for term in terms(name)} for name in ("london", "berlin"))
    assert london["switch"] == london["joker"] == "cards"
    assert london["city gate"] == "gates"
    assert london["thames"] == london["tourist sites"] == "places"
    assert london["interchange"] == "game-end"
    assert london["end"] == "drawing"
    assert berlin["double switch"] == berlin["national train station"] == "cards"
    assert berlin["double tracks"] == "acceleration"
    assert not {"joker", "city gate", "monument", "thames"} & {*berlin}
    assert not {"guided tour", "national train station", "platform"} & {*london}


def test_a_table_without_an_add_on_has_no_words_of_it() -> None:
    city = load_city("london")
    plain = terms_of(city, [chapter.key for chapter in rules_pages(city, ())])
    assert not {"gates", "powers", "objectives"} & {term.section for term in plain}


@pytest.mark.parametrize("tag", languages())
@pytest.mark.parametrize("name", ["london", "paris", "berlin"])
def test_most_tasks_have_a_word_that_can_be_looked_up(name: str, tag: str) -> None:
    city = load_city(name)
    texts = []
    with using_language(load_language(tag)):
        words = "|".join(re.escape(term.text) for term in terms(name))
        for seed in range(20):
            game = Game(deal(city, rng=Generator(seed)), ["Ann"])
            texts.append(task(game.view(0)))
    linked = [text for text in texts if re.search(rf"(?<!\w)({words})(?!\w)", text, re.IGNORECASE)]
    assert len(linked) > 15, texts


@pytest.mark.parametrize("tag", languages())
@pytest.mark.parametrize("name", EVERY_CITY)
def test_what_to_aim_for_is_a_sentence_or_two(name: str, tag: str) -> None:
    city = load_city(name)
    english = aim(city)
    with using_language(load_language(tag)):
        marks = first_marks(city)
        assert marks.score == aim(city)
    assert (marks.score == english) == (tag == "en")
    assert all(text.endswith(".") and len(text) < 220 for text in (marks.score, marks.card, marks.map))


def test_only_a_city_of_two_lines_says_to_link_them() -> None:
    assert "Link" in aim(load_city("berlin"))
    assert "Link" not in aim(load_city("london"))


def test_the_rules_of_a_table_leave_out_what_does_not_concern_it() -> None:
    city = load_city("london")
    alone, company = (
        {chapter.key: "\n".join(chapter.paragraphs) for chapter in rules_pages(city, ["powers"], players)}
        for players in (1, 3)
    )
    assert "powers" in alone and "powers" in company
    assert not {"objectives", "gates"} & {*alone, *company}
    assert "alone" in alone and "alone" not in company
    assert "wins" not in alone["game-end"] and "wins" in company["game-end"]
    assert "move on one place" not in alone["turn"] and "move on one place" in company["turn"]
    assert "Objectives" not in "\n".join(alone.values())
