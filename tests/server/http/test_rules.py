"""The rules over HTTP: of a city, and of a table with its add-ons and its own map."""

from __future__ import annotations

import pytest

from fulgence.rules.cityfile.city_reader import city_names
from language.extraction import SOURCE
from server.server_process import Failed, Server

TOY = (SOURCE / "cities" / "toy.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", city_names())
def test_the_rules_of_a_city_come_with_figures_and_terms(server: Server, name: str) -> None:
    rules = server.call("GET", f"/api/cities/{name}/rules")
    sections = {section["key"]: section for section in rules["sections"]}
    assert rules["aim"] and set(rules["marks"]) == {"score", "card", "map"}
    assert {figure["key"] for figure in sections["drawing"]["figures"]} == {
        "first-section",
        "ends",
        "crosses",
    }
    assert {term["section"] for term in rules["terms"]} <= set(sections)


def test_rules_are_in_the_language_of_the_reader(server: Server) -> None:
    english = server.call("GET", "/api/cities/london/rules")
    french = server.call("GET", "/api/cities/london/rules", Accept_Language="fr")
    assert {section["key"] for section in french["sections"]} == {s["key"] for s in english["sections"]}
    assert french["aim"] != english["aim"]
    assert "aiguillage" in {term["text"] for term in french["terms"]}


def test_a_city_that_is_not_there_has_no_rules(server: Server) -> None:
    with pytest.raises(Failed) as failed:
        server.call("GET", "/api/cities/nowhere/rules")
    assert (failed.value.status, failed.value.code) == (404, "not-found")


def test_the_rules_of_a_table_have_its_add_ons_only(server: Server) -> None:
    [ann, _] = server.open(2, city="paris", addons=["gates"])
    rules = server.call("GET", f"/api/tables/{ann.table}/rules", token=ann.token)
    keys = [section["key"] for section in rules["sections"]]
    assert "gates" in keys
    assert not {"powers", "objectives", "alone"} & set(keys)


def test_the_rules_of_a_custom_city_are_those_of_its_file(server: Server) -> None:
    [ann] = server.open(
        city=None, city_file=TOY.replace('"Brook"', '"Styx"').replace('"Toy Town"', '"Hades"')
    )
    rules = server.call("GET", f"/api/tables/{ann.table}/rules", token=ann.token)
    text = str(rules)
    assert "Styx" in text and "Hades" in text and "Brook" not in text
    assert {"river", "site", "first-section"} <= {f["key"] for s in rules["sections"] for f in s["figures"]}


def test_strangers_do_not_read_the_rules_of_a_table(server: Server) -> None:
    [ann] = server.open(city=None, city_file=TOY)
    with pytest.raises(Failed) as failed:
        server.call("GET", f"/api/tables/{ann.table}/rules")
    assert failed.value.status == 403
