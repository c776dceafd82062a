"""The page speaks the language of the browser, in its own words and in the server's."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from browser.player import Player

Invite = Callable[..., Player]
#        browser    page  the start                    the city   the task begins with    take back
SPOKEN = [
    pytest.param(
        "en-GB", "en", "Draw your metro.", "London", "Draw a section", "Undo", marks=pytest.mark.long
    ),
    ("fr-CH", "fr", "Trace ton métro.", "Londres", "Trace une section", "Annuler"),
    pytest.param(
        "it-IT",
        "it",
        "Disegna la tua metro.",
        "Londra",
        "Disegna una sezione",
        "Annulla",
        marks=pytest.mark.long,
    ),
    pytest.param(
        "de-AT",
        "de",
        "Zeichne deine Metro.",
        "London",
        "Zeichne einen Abschnitt",
        "Zurück",
        marks=pytest.mark.long,
    ),
    ("pt-BR", "en", "Draw your metro.", "London", "Draw a section", "Undo"),
]


@pytest.mark.parametrize(("locale", "tag", "start", "city", "task", "undo"), SPOKEN)
def test_start_page_and_table_speak(
    invite: Invite, locale: str, tag: str, start: str, city: str, task: str, undo: str
) -> None:
    player = invite(locale=locale)
    page = player.page
    player.go_home()
    assert page.locator("html").get_attribute("lang") == tag
    assert page.locator("h1").inner_text().startswith(start)
    page.locator(".city", has_text=city).click()
    page.locator(".play").click()
    player.sit()
    assert page.locator("html").get_attribute("lang") == tag
    said = page.locator(".instruction").inner_text()
    assert said.startswith(task)
    assert said == player.view["words"]["task"].replace("\xa0", " ")
    assert page.locator(".actions button").first.inner_text().endswith(undo)


@pytest.mark.parametrize(
    "locale", ["de", pytest.param("fr", marks=pytest.mark.long), pytest.param("it", marks=pytest.mark.long)]
)
def test_long_words_fit_on_a_small_phone(invite: Invite, locale: str) -> None:
    player = invite(hand="finger", width=320, height=568, locale=locale, seed=41)
    page = player.page
    player.go_home()
    for mode in range(3):
        page.locator(".modes button").nth(mode).tap()
        assert player.overflow() == 0
    page.locator(".play").tap()
    page.locator(".invite svg").wait_for()
    assert player.overflow() == 0

    player.go_home()
    page.locator(".city").nth(2).tap()
    page.locator(".modes button").first.tap()
    page.locator(".play").tap()
    player.sit()
    assert player.overflow() == 0
    page.locator(".score-button").tap()
    assert player.overflow() == 0


def test_a_language_is_chosen_and_kept(invite: Invite) -> None:
    player = invite()
    page = player.page
    player.go_home()
    player.settings().get_by_role("combobox", name="Language").select_option("it")
    page.get_by_role("button", name="Chiudi").click()
    assert page.locator("h1").inner_text().startswith("Disegna")
    page.reload()
    page.locator(".city svg").first.wait_for()
    assert page.locator("html").get_attribute("lang") == "it"
    assert page.locator("h1").inner_text().startswith("Disegna")


@pytest.mark.parametrize(
    ("locale", "berlin", "paris"),
    [
        pytest.param(
            "en-GB",
            "This sheet is our own design",
            "green, purple and blue is our choice",
            marks=pytest.mark.long,
        ),
        pytest.param(
            "fr-FR",
            "Cette feuille est de notre invention",
            "Les départs du vert, du violet et du bleu",
            marks=pytest.mark.long,
        ),
        ("it-IT", "Questo foglio è di nostra invenzione", "le partenze di verde, viola e blu"),
        pytest.param(
            "de-DE", "Dieses Blatt haben wir selbst entworfen", "Grün, Lila und Blau", marks=pytest.mark.long
        ),
    ],
)
def test_who_chooses_a_city_reads_what_is_not_as_printed(
    invite: Invite, locale: str, berlin: str, paris: str
) -> None:
    player = invite(locale=locale)
    page = player.page
    player.go_home()
    london, of_paris, of_berlin = page.locator(".city").all()
    assert page.locator(".note").count() == 0
    of_paris.click()
    assert paris in page.locator(".note").inner_text()
    of_berlin.click()
    assert berlin in page.locator(".note").inner_text()
    london.click()
    assert page.locator(".note").count() == 0
