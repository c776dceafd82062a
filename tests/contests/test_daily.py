from datetime import date, timedelta

import pytest

from fulgence.contests.calendar import addons_of_day
from fulgence.contests.cards import frozen_cards
from fulgence.contests.daily import DailyContest, daily_deal, format_daily, parse_daily, public_seed
from fulgence.fair import Fairness, check_fair, commitment
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import deal
from fulgence.rules.generator import Generator
from fulgence.rules.text.record import Record, parse_record

DAY = date(2026, 11, 17)  # a Tuesday, with add-ons
SEED = "5a" * 32


@pytest.mark.parametrize("name", ["daily-2026-11-17-london", "practice-2026-11-17-paris"])
def test_the_name_of_a_day_is_read_as_it_is_written(name: str) -> None:
    contest = parse_daily(name)
    assert contest is not None and format_daily(contest) == name


@pytest.mark.parametrize("name", ["", "daily-2026-13-17-london", "daily-2026-11-17-", "challenge-x"])
def test_other_names_are_no_day(name: str) -> None:
    assert parse_daily(name) is None


@pytest.mark.parametrize("key", ["london", "paris", "berlin"])
def test_a_day_deals_the_same_cards_to_everybody_and_others_the_next_day(key: str) -> None:
    city = load_city(key)
    dealt = daily_deal(city, DAY, SEED)
    assert dealt == daily_deal(city, DAY, SEED)
    assert dealt.addons == addons_of_day(city, DAY) != ()
    assert dealt.rounds != daily_deal(city, DAY + timedelta(days=1), SEED).rounds
    assert dealt.rounds != daily_deal(city, DAY, "5b" * 32).rounds


@pytest.mark.parametrize("key", ["london", "paris", "berlin"])
def test_the_cards_of_a_day_can_be_verified_from_its_seed(key: str) -> None:
    dealt = daily_deal(load_city(key), DAY, SEED)
    name = format_daily(DailyContest(DAY, key))
    check_fair(Record(dealt, ("",), ((),)), Fairness(name, SEED, ("",), commitment(SEED)))


def test_without_a_server_the_date_alone_gives_the_cards() -> None:
    assert public_seed(DAY) == public_seed(DAY) != public_seed(DAY + timedelta(days=1))
    assert len(public_seed(DAY)) == 64


def test_frozen_cards_are_those_of_one_seat() -> None:
    dealt = deal(load_city("paris"), ["gates"], 3, Generator(7))
    frozen = parse_record(frozen_cards(dealt, 2)).deal
    assert (frozen.rounds, frozen.gates, frozen.pencils) == (dealt.rounds, dealt.gates, (dealt.pencils[2],))
