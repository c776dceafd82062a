"""Files of weights: written and read again, refused when damaged, and found for the right game only."""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from pathlib import Path

import pytest

from fulgence.bots.bot import SearchBot
from fulgence.bots.network import weights
from fulgence.bots.network.features import Features
from fulgence.bots.network.weights import (
    ANY,
    NOTHING_LEARNED,
    About,
    BadWeights,
    file_name,
    find_weights,
    learned_value,
    map_of,
    read_weights,
    write_weights,
)
from fulgence.rules.city import City
from fulgence.rules.city_tables import Terms
from fulgence.rules.cityfile.city_reader import city_text, load_city
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from random_weights import random_network, write_random_weights

TOY = load_city("toy")


def about_of(city: City) -> About:
    return About(city.key, ("powers",), map_of(city), 12, 0.5)


def test_weights_come_back_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "toy.weights"
    network = random_network(TOY)
    write_weights(path, about_of(TOY), network)
    about, found = read_weights(path)
    assert about == about_of(TOY)
    assert found.parts == network.parts
    assert (found.first_bits, found.second_bits) == (network.first_bits, network.second_bits)
    assert any(part < 0 for part in found.parts[0]) and max(found.parts[0]) > 5
    assert [file.name for file in path.parent.iterdir()] == ["toy.weights"]


def test_writing_what_was_read_changes_nothing(tmp_path: Path) -> None:
    first, second = tmp_path / "a.weights", tmp_path / "b.weights"
    write_weights(first, about_of(TOY), random_network(TOY))
    write_weights(second, *read_weights(first))
    assert first.read_bytes() == second.read_bytes()


def old_file(city: City, path: Path) -> list[float]:
    """Weights as they were written before there were whole numbers."""
    size = Features(Terms(city.tables, range(4))).old_size
    rng = Generator(3)
    weights = [(rng.draw(2001) - 1000) / 4096 for _ in range(4 * weights_of_old_round(size))]
    head = {"city": city.key, "addons": [], "map": f"{city.digest}-{size}", "games": 5, "minutes": 1.5}
    path.parent.mkdir(parents=True)
    path.write_bytes(json.dumps(head).encode() + b"\n" + struct.pack(f"<{len(weights)}e", *weights))
    return weights


def weights_of_old_round(size: int) -> int:
    return size * 64 + size + 64 + 64 * 16 + 16 + 8 * 17


def test_a_file_of_the_old_format_is_still_read(data: Path) -> None:
    path = data / "weights" / "toy.weights"
    weights = old_file(TOY, path)
    assert find_weights(TOY, ()) == path
    network = learned_value(TOY, ()).network
    assert network is not None
    size = network.size
    old_size = Features(Terms(TOY.tables, range(4))).old_size
    assert old_size < size
    first, linear = network.parts[:2]
    round_two, old_round_two = 2 * size, 2 * weights_of_old_round(old_size)
    row = weights[old_round_two + 7 * 64 :][:64]
    assert first[(round_two + 7) * 128 :][:64].tolist() == [round(256 * w + 1e-9) for w in row]
    assert not any(first[(round_two + 7) * 128 + 64 :][:64])
    assert not any(first[(round_two + old_size) * 128 :][:128])
    old_linear = weights[old_round_two + old_size * 64 + 7]
    assert linear[round_two + 7] == round(65536 * old_linear)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"no json\n1234",
        b"\xff\xfe\n1234",
        b"[1, 2]\n1234",
        b"{}\n1234",
        b'{"addons": []}\n1234',
        b'{"city": "toy", "addons": [], "map": "m-x", "games": 1, "minutes": 1}\n1234',
        b'{"format": 2, "city": "toy", "addons": [], "map": "m-9", "games": 1, "minutes": 1}\n1234',
        b'{"format": 2, "city": "t", "addons": [], "map": "m-9", "games": 1, "minutes": 1, "bits": [8, 9]}\n',
        b'{"city": "toy", "addons": 5, "map": "m", "games": 1, "minutes": 1}\n1234',
        b'{"city": "toy", "addons": [], "map": "m", "games": 1, "minutes": 1}\n123',
    ],
)
def test_a_damaged_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "toy.weights"
    path.write_bytes(content)
    with pytest.raises(BadWeights) as caught:
        read_weights(path)
    assert str(caught.value) == f"{path} is not a readable weight file"


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadWeights):
        read_weights(tmp_path / "nothing.weights")


def test_an_untrained_game_has_no_network() -> None:
    assert find_weights(TOY, ()) is None
    assert learned_value(TOY, ("powers",)) == NOTHING_LEARNED


def test_a_file_is_found_and_read(data: Path) -> None:
    path = write_random_weights(data, TOY, ("powers", "objectives"))
    assert path.name == "toy+objectives+powers.weights"
    assert find_weights(TOY, ("objectives", "powers")) == find_weights(TOY, ("powers", "objectives")) == path
    network = learned_value(TOY, ("objectives", "powers")).network
    assert network is not None
    assert network.parts == random_network(TOY).parts
    assert find_weights(TOY, ()) is None


def test_ones_own_come_before_those_of_the_package(data: Path) -> None:
    package = write_random_weights(weights.SHIPPED.parent, TOY, seed=2)
    assert find_weights(TOY, ()) == package
    own = write_random_weights(data, TOY, seed=3)
    assert find_weights(TOY, ()) == own


def test_exactly_these_addons_come_before_any(data: Path) -> None:
    for_any = write_random_weights(data, TOY, (ANY,))
    assert find_weights(TOY, ("powers",)) == for_any
    assert find_weights(TOY, ()) is None
    exact = write_random_weights(weights.SHIPPED.parent, TOY, ("powers",))
    assert find_weights(TOY, ("powers",)) == exact
    assert find_weights(TOY, ("objectives",)) == for_any


@pytest.mark.parametrize("content", [b"", b"no json\n", b"[]\n", b'{"map": "another"}\n', b"{}\n"])
def test_a_file_that_does_not_fit_is_passed_over(data: Path, content: bytes) -> None:
    package = write_random_weights(weights.SHIPPED.parent, TOY)
    own = data / "weights" / file_name("toy", ())
    own.parent.mkdir(parents=True)
    own.write_bytes(content)
    assert find_weights(TOY, ()) == package


def test_a_folder_of_that_name_is_passed_over(data: Path) -> None:
    (data / "weights" / file_name("toy", ())).mkdir(parents=True)
    assert find_weights(TOY, ()) is None


@pytest.mark.parametrize("cut", [1, 2, 1000])
def test_a_file_that_is_not_whole_is_passed_over(data: Path, cut: int) -> None:
    package = write_random_weights(weights.SHIPPED.parent, TOY)
    own = write_random_weights(data, TOY)
    assert find_weights(TOY, ()) == own
    own.write_bytes(own.read_bytes()[:-cut])
    assert find_weights(TOY, ()) == package
    package.unlink()
    assert not learned_value(TOY, ()).is_trained


@pytest.mark.parametrize(
    ("old", "new"),
    [("interchange = [0, 0, 2", "interchange = [0, 0, 3"), ("closing = { U = 4 }", "closing = { U = 3 }")],
)
def test_a_city_that_scores_otherwise_is_another_one(tmp_path: Path, old: str, new: str) -> None:
    text = city_text("toy")
    assert old in text
    file = tmp_path / "toy.toml"
    file.write_text(text.replace(old, new), encoding="utf-8")
    assert load_city(str(file)).digest != TOY.digest


def test_weights_fit_a_city_only_as_long_as_its_map_stays_the_same(data: Path, tmp_path: Path) -> None:
    cities: list[City] = []
    for text in (city_text("toy"), city_text("toy").replace("1 S T . C P", "1 S C . T P")):
        file = tmp_path / str(len(cities)) / "mine.toml"
        file.parent.mkdir()
        file.write_text(text, encoding="utf-8")
        cities.append(load_city(str(file)))
    before, changed = cities
    assert before.key == changed.key == "mine.toml"
    path = write_random_weights(data, before)
    assert find_weights(before, ()) == path
    assert find_weights(changed, ()) is None
    assert map_of(changed) != map_of(before) == map_of(TOY)


def test_a_value_that_was_trained_again_is_read_again(data: Path) -> None:
    write_random_weights(data, TOY, seed=1)
    first = learned_value(TOY, ()).network
    assert first is not None and learned_value(TOY, ()).network is first
    write_random_weights(data, TOY, seed=2)
    second = learned_value(TOY, ()).network
    assert second is not None and second.parts != first.parts


def test_a_bot_keeps_the_weights_of_its_game_and_looks_for_new_ones_in_the_next(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_up: list[Path | None] = []

    def recorded(city: City, addons: Sequence[str]) -> Path | None:
        looked_up.append(find_weights(city, addons))
        return looked_up[-1]

    monkeypatch.setattr(weights, "find_weights", recorded)
    bot = SearchBot(Generator(1), 3)
    for seed in (1, 2):
        game = Game(deal(TOY, (), 1, Generator(seed)))
        while game.turn < 3:
            game.play(0, bot.choose(game.view(0)))
            if game.is_done(0):
                game.flip()
        path = write_random_weights(data, TOY)
    assert looked_up == [None, path]


def test_the_head_of_a_file_can_be_read_by_people(data: Path) -> None:
    path, network = write_random_weights(data, TOY, ("powers",)), random_network(TOY)
    head = path.read_bytes().partition(b"\n")[0]
    assert json.loads(head) == {
        "format": 2,
        "city": "toy",
        "addons": ["powers"],
        "map": map_of(TOY),
        "games": 7,
        "minutes": 0.5,
        "doubt": [],
        "bits": [8, network.second_bits],
        "bytes": path.stat().st_size - len(head) - 1,
    }
