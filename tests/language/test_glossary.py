"""The words of the game in every language: the rulebook's own where there is one, once each.

CONTRIBUTING.md has the same table for translators.
"""

from __future__ import annotations

import re

import pytest

from fulgence.language import load_language
from fulgence.prose import wording
from language.test_catalogues import FILES, texts

# What a translation must say if the message says the term on the left.
TERMS = {
    "fr": {
        r"\badd-ons?\b": r"\bmodules?\b",
        r"\bCity Gates\b": r"\bGrandes Portes\b",
        r"\b[Cc]ity gate\b": r"\bGrande Porte\b",
        r"\bPencil Powers\b": r"\bPouvoirs de Crayon\b",
        r"\bShared Objectives\b": r"\bObjectifs communs\b",
        r"\b[Ff]ree entry\b": r"\bVisite libre\b",
        r"\b[Gg]uided tours?\b": r"\b[Vv]isites? guidées?\b",
        r"\b[Dd]ouble switch\b": r"\b[Dd]ouble aiguillage\b",
        r"(?<!\{)\b[Ss]witch\b": r"\b[Aa]iguillage\b",
        r"\bNational Train Stations?\b": r"\bGares? nationales?\b",
        r"\b[Ii]nterchanges?\b": r"\b[Cc]orrespondances?\b",
        r"\b[Oo]verhead crossings?\b": r"\b[Cc]roisements? aériens?\b",
        r"(?<!\{)\b[Ss]ections?\b": r"\b[Ss]ections?\b",
        r"\b(?!National)[Rr]ounds?\b": r"\b[Mm]anches?\b",
        r"\b[Tt]urns?\b(?! over)": r"\b[Tt]ours?\b|\bÀ toi\b",
        r"\bin both directions\b": r"\bdans les deux directions\b",
        r"\bcomes back once\b": r"\brevient une fois\b",
        r"\b(every station|all (\{count\} )?stations)\b": r"\btoutes les stations\b",
        r"\bcards left\b": r"\butilisées\b",
    },
    "it": {
        r"\badd-ons?\b": r"\b[Mm]odul[oi]\b",
        r"\bCity Gates\b": r"\bGrandi Porte\b",
        r"\b[Cc]ity gate\b": r"\bGrande Porta\b",
        r"\bPencil Powers\b": r"\bPoteri Matita\b",
        r"\bShared Objectives\b": r"\bObiettivi Comuni\b",
        r"\b[Ff]ree entry\b": r"\bIngresso Libero\b",
        r"\b[Gg]uided tours?\b": r"\b[Vv]isit[ae] [Gg]uidat[ae]\b",
        r"\b[Dd]ouble switch\b": r"\b[Dd]oppio scambio\b",
        r"(?<!\{)\b[Ss]witch\b": r"\b[Ss]cambio\b",
        r"\bNational Train Stations?\b": r"\bStazion[ei] Nazional[ei]\b",
        r"\b[Ii]nterchanges?\b": r"\b[Ii]nterscambi?o?\b",
        r"\b[Oo]verhead crossings?\b": r"\b[Cc]avalcavia\b",
        r"(?<!Train )(?<!Next )\b[Ss]tations?\b": r"\b[Ff]ermat[ae]\b|\bStazion[ei] Naz|\ba scelta\b",
        r"(?<!\{)\b[Ss]ections?\b": r"\b[Ss]ezion[ei]\b",
        r"\b[Tt]urns?\b(?! over)": r"\b[Tt]urn[oi]\b|\b[Tt]occa a (te|me)\b",
        r"\bcards left\b": r"\busate\b",
    },
    "de": {
        r"\b[Aa]dd-ons?\b": r"\bModul(e|en)?\b",
        r"\bCity Gates\b": r"\bStadttore\b",
        r"\bPencil Powers\b": r"\bStiftkräfte\b",
        r"\b[Dd]ouble switch\b": r"\bDoppelweiche\b",
        r"(?<!\{)\b[Ss]witch\b": r"\b(Doppelw|W)eiche\b",
        r"\bNational Train Stations?\b": r"\bFernbahnh(of|ofs|öfe|öfen)\b",
        r"\b[Ii]nterchanges?\b": r"\bUmsteigestation(en)?\b",
        r"\b[Oo]verhead crossings?\b": r"\bÜberführung(en)?\b",
        r"(?<!\{)\b[Ss]ections?\b": r"\b(Bonusa|A)bschnitte?n?s?\b",
        r"\b[Tt]urns?\b(?! over)": r"\b(Zug|Zugs|Züge|Zügen)\b|\bdran\b",
        r"\b[Ee]xpert\b": r"\bExperten?\b",
        r"\{kind\} cards?\b": r"\{kind\}-Karten?\b",
        r"\b[Mm]ultipl(y|ied)\b": r"\b[Mm]ultiplizier(e|t)\b",
        r"\bdifferent\b": r"\bverschiedene\b",
        r"\bpublisher recommends\b": r"\brät, nur eines von beiden zu nehmen\b",
        r"\bcards left\b": r"\b(ge)?spielen\b|\bgespielt\b",
    },
}

# What is never said, whatever the message.
NEVER = {
    "fr": (
        r"\bextensions?\b",
        r"\bportes? de la ville\b",
        r"\bpouvoirs des crayons\b",
        r"\bentrée libre\b",
        r"\bles deux sens\b",
        r"\bentrée gratuite\b",
    ),
    "it": (
        r"\bstazion[ei]\b(?! Nazional[ei]\b)",
        r"\bespansion[ei]\b",
        r"\bporte della città\b",
        r"\bpoteri delle matite\b",
        r"\bfermata doppia\b",
        r"\ba una segna\b",
    ),
    "de": (
        r"\bErweiterung(en)?\b",
        r"\bUmstiege?n?\b",
        r"\bdoppelten? Weiche\b",
        r"\bExpertin\b",
        r"\bmalgenommen\b|\bbeides mal\b",
        r"\bKarten \{(kind|first|second)\}",
    ),
}

# Words with one meaning: if a translation says the word, its message speaks of that.
ONLY = {
    "fr": {r"\bStation double\b": r"[Dd]ouble station|circle a station"},
    "it": {r"\bDoppia Fermata\b": r"[Dd]ouble station|circle a station"},
    "de": {
        r"\b(Zug|Zugs|Züge|Zügen)\b": r"\b[Tt]urns?\b|^Player:",
        r"\bZiele?n?\b|\bZielkarten?\b": r"\b[Oo]bjectives?\b",
        r"\bRunden?\b": r"\b[Rr]ounds?\b",
    },
}

GATES = {
    "fr": ("Aiguillage et Visite libre", "Double Visite libre", "Quartier double", "Station double"),
    "it": (
        "Scambio Ferroviario e Ingresso Libero",
        "Doppio Ingresso Libero",
        "Doppio Quartiere",
        "Doppia Fermata",
    ),
}


@pytest.mark.parametrize(("tag", "term"), [(tag, term) for tag in FILES for term in TERMS[tag]])
def test_a_term_of_the_game_is_translated_by_its_own_word(tag: str, term: str) -> None:
    gates = wording.GATES.values()  # these have names of their own
    said = [
        (message, text) for message, text in texts(tag) if re.search(term, message) and message not in gates
    ]
    assert said, "no message has this term any more"
    assert [pair for pair in said if not re.search(TERMS[tag][term], pair[1])] == []


@pytest.mark.parametrize(("tag", "word"), [(tag, word) for tag in FILES for word in NEVER[tag]])
def test_a_wrong_word_is_never_said(tag: str, word: str) -> None:
    assert [text for _, text in texts(tag) if re.search(word, text, re.IGNORECASE)] == []


@pytest.mark.parametrize(("tag", "word"), [(tag, word) for tag in FILES for word in ONLY[tag]])
def test_a_word_has_one_meaning(tag: str, word: str) -> None:
    said = [(message, text) for message, text in texts(tag) if re.search(word, text)]
    assert said, "no translation has this word any more"
    assert [pair for pair in said if not re.search(ONLY[tag][word], pair[0])] == []


@pytest.mark.parametrize("tag", GATES)
def test_the_gates_have_the_names_of_their_cards(tag: str) -> None:
    language = load_language(tag)
    assert tuple(map(language.text, wording.GATES.values())) == GATES[tag]


def test_a_station_of_your_choice_is_not_every_station() -> None:
    """One section starts at any station of a line; "von jeder Station" would be one from each."""
    said = [text for _, text in texts("de")]
    assert [text for text in said if re.search(r"\b(von|zu|an) jeder( ihrer)? Station", text)] == []
