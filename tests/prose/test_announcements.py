"""What the companion says at a table with paper, in every language."""

import pytest

from fulgence.language import languages, load_language, using_language
from fulgence.prose.announcements import announcements
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import deal
from fulgence.rules.generator import Generator
from fulgence.rules.paper_game import ROUND_END, PaperGame


def game_at(phase: str, seats: int = 4, city: str = "paris", *addons: str) -> PaperGame:
    cards = deal(load_city(city), addons, seats, Generator(7))
    game = PaperGame(cards, ("Ann", "Bob", "Cy", "Dora")[:seats])
    step = next(number for number, step in enumerate(game.steps) if step.phase == phase)
    return PaperGame(cards, game.names, step)


def test_the_setup_says_who_starts_with_what_and_who_flips() -> None:
    said = announcements(game_at("setup", 3, "paris", "gates"))
    assert said[0].startswith("City gate a1: ")
    assert said[4:] == [
        "Ann starts with orange.",
        "Bob starts with purple.",
        "Cy starts with green.",
        "Nobody uses blue yet: it lies to the left of Cy.",
        "Ann flips the cards.",
    ]


def test_the_end_of_a_round_says_who_passes_which_pencil_to_whom() -> None:
    assert announcements(game_at(ROUND_END)) == [
        "Round 1 is over. Write down the points of your line.",
        "Ann passes orange to Bob.",
        "Bob passes purple to Cy.",
        "Cy passes green to Dora.",
        "Dora passes blue to Ann.",
        "Bob flips the cards.",
    ]
    assert announcements(game_at(ROUND_END, 2))[1:] == [
        "Ann puts orange down to the left.",
        "Bob takes purple from the right.",
        "Bob puts green down to the left.",
        "Ann takes blue from the right.",
        "Bob flips the cards.",
    ]
    assert announcements(game_at(ROUND_END, 1))[1] == "Ann takes purple."


def test_the_bonus_card_of_the_next_round_is_announced() -> None:
    said = announcements(game_at(ROUND_END, 2, "berlin", "acceleration"))
    assert said[-2].startswith("Round 2: ")


@pytest.mark.parametrize("language", [tag for tag in languages() if tag != "en"])
def test_every_sentence_is_translated(language: str) -> None:
    for phase in ("setup", "turn", "round-end", "over"):
        game = game_at(phase, 3, "london", "objectives", "powers", "gates")
        with using_language(load_language(language)):
            said = announcements(game)
        assert not {*said} & {*announcements(game)}
