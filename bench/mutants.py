"""Plants one mistake after another in a copy of the sources, and expects the tests to notice each of them.

A mutant is keyed by a text that stands exactly once below src/, and names the tests that must fail: both are
searched for, so files may move. A mutant that survives shows a check that cannot fail. The exit code is 1 if
one survives, 2 if a mutant cannot be planted or its tests fail without it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
AT_ONCE = 2
SECONDS = 180.0  # for the tests of one mutant
PASSED, FAILED = 0, 1  # pytest's exit codes
LEFT_OUT = shutil.ignore_patterns("node_modules", "screens")


@dataclass(frozen=True)
class Mutant:
    """`old` becomes `new`, which `tests` must notice."""

    area: str
    old: str
    new: str
    tests: Sequence[str]


def planned(area: str, old: str, new: str, *tests: str) -> Mutant:
    return Mutant(area, old, new, tests)


MUTANTS = (
    # Where a section may start and end.
    planned(
        "card: starts at an end",
        "return self.side[0] & ~self.inner",
        "return self.side[0]",
        "test_later_sections_start_at_either_end",
    ),
    planned(
        "card: ends at its symbol",
        "self.targets = self.wide_targets = self.city.takes[self.city.card_symbol[card]]",
        "self.targets = self.wide_targets = self.city.everywhere",
        "test_the_first_section_starts_at_the_departure_and_ends_at_the_symbol_of_the_card",
    ),
    planned(
        "no loop",
        "targets &= ~self.side[0]",
        "targets &= ~self.inner",
        "test_a_line_may_not_return_to_its_own_station",
    ),
    planned(
        "no loop with two sides",
        "ends &= ~(self.side[1] if self.side[1] & bits.bit(start) else self.side[0])",
        "ends &= ~self.inner",
        "test_every_line_is_one_tree_a_side_that_holds_its_departure",
    ),
    planned(
        "crossing",
        "for other in (number, *conflicts[number]):",
        "for other in (number,):",
        "test_a_section_may_not_cross_a_drawn_one_of_any_colour",
    ),
    planned(
        "no section twice",
        "for other in (number, *conflicts[number]):",
        "for other in conflicts[number]:",
        "test_no_two_sections_between_the_same_stations_also_in_another_colour",
    ),
    planned(
        "side of a card",
        "return self.side[self.city.card_side[self.card]] & ~self.inner",
        "return (self.side[0] | self.side[1]) & ~self.inner",
        "test_a_section_may_not_start_on_the_line_of_the_other_side",
    ),
    planned(
        "lone departure",
        "return stations if stations & self.joined else 0",
        "return stations",
        "test_a_line_with_no_section_scores_nothing_and_counts_nowhere",
    ),
    # Switches.
    planned(
        "switch: ignored at first",
        "self.branching = switched and self.turn > self.city.switch_ignored_turns",
        "self.branching = switched",
        "test_a_switch_on_the_first_or_second_turn_is_ignored",
    ),
    planned(
        "switch: starts anywhere",
        "        if self.branching:\n",
        "        if self.branching > 1:\n",
        "test_a_switch_lets_a_section_start_at_any_station_and_its_tip_is_an_end",
    ),
    planned(
        "double switch: a second section",
        "if self.branching and self.city.switch_sections == 2:",
        "if self.branching and self.city.switch_sections == 3:",
        "test_a_double_switch_gives_one_section_to_each_line_whatever_the_side",
    ),
    planned(
        "double switch: the other line",
        "self.sources &= self.side[1]",
        "self.sources &= self.side[0]",
        "test_a_double_switch_goes_on_with_the_other_line_whichever_came_first",
    ),
    planned(
        "double switch: boxes both",
        "elif permit == kinds.SWITCH_REST and self.city.card_kind[self.card] == kinds.WILD:",
        "elif permit == kinds.SWITCH_REST and self.city.card_kind[self.card] == kinds.TOUR:",
        "test_a_double_switch_with_a_wild_boxes_both_stations",
    ),
    planned(
        "repeat switch: its place",
        "place = rest + rng.draw(len(pile) - rest + 1)",
        "place = rest",
        "test_the_repeated_switch_comes_back_at_a_place_fixed_by_the_deal",
        "test_a_known_seed_gives_known_cards",
        "test_a_game_goes_as_it_is_written_down",
    ),
    planned(
        "repeat switch: not told before",
        "if repeats and shown.count(",
        'if repeats and any("switch" in cards for cards in turns[self.turn + 1 :]) and shown.count(',
        "test_the_cards_left_after_a_switch_do_not_tell_when_it_will_come_back",
    ),
    # Tours, gates and powers.
    planned(
        "tour: goes on",
        "follow = kinds.TOUR_ON",
        "follow = kinds.TURN_OVER",
        "test_a_tour_to_a_monument_may_go_on_from_there",
    ),
    planned(
        "tour: from the monument",
        "[self.landed]\n        elif permit == kinds.SWITCH_AND_FREE_ENTRY:",
        "[self.landed] | self.side[0]\n        elif permit == kinds.SWITCH_AND_FREE_ENTRY:",
        "test_with_a_switch_showing_only_the_first_section_of_a_tour_starts_anywhere",
    ),
    planned(
        "gate: switch and free entry",
        "self.queue[self.queued] = kinds.SWITCH_AND_FREE_ENTRY",
        "self.queue[self.queued] = kinds.FREE_ENTRY",
        "test_a_gate_gives_a_section_from_any_station_to_any_station_at_once",
    ),
    planned(
        "gate: two free entries",
        "follow = kinds.FREE_ENTRY_AGAIN",
        "follow = kinds.TURN_OVER",
        "test_a_gate_gives_two_sections_each_from_an_end",
    ),
    planned(
        "gate: ordinary station",
        "& self.city.counted & ~self.city.special",
        "& self.city.counted",
        "test_a_gate_circles_an_ordinary_station_of_the_line",
        "test_a_circle_without_an_ordinary_station_lapses",
    ),
    planned(
        "gate: district of this line",
        "self.doubled[self.round] |=",
        "self.doubled[0] |=",
        "test_a_game_goes_as_it_is_written_down",
        "test_random_games_have_the_same_legal_moves_and_scores_in_both_engines",
    ),
    planned(
        "power: spent when needed",
        "if self.power and not (self.sources & bits.bit(start) and self.targets & bits.bit(end)):",
        "if self.power:",
        "test_the_joker_power_leads_anywhere_and_is_spent_only_when_needed",
        "test_the_switch_power_starts_anywhere_and_is_spent_only_when_needed",
    ),
    planned(
        "power: any symbol",
        "self.wide_targets = self.city.everywhere",
        "self.wide_targets = self.targets",
        "test_the_joker_power_leads_anywhere_and_is_spent_only_when_needed",
    ),
    planned(
        "power: from anywhere",
        "self.wide_sources = self.side[0] | self.side[1]",
        "self.wide_sources = self.sources",
        "test_the_switch_power_starts_anywhere_and_is_spent_only_when_needed",
    ),
    planned(
        "power: second section's symbol",
        "symbol = self.city.symbol[self.landed]",
        "symbol = kinds.ANY",
        "test_after_a_joker_the_second_section_repeats_the_symbol_of_the_first_station",
    ),
    planned(
        "power: double station (R24)",
        "(here & ~circled != 0)",
        "(here != 0)",
        "test_a_station_counts_two_at_most_so_the_double_station_power_needs_one_without_a_circle",
    ),
    # Links, boxes, double tracks.
    planned(
        "link: points",
        "self.linked[self.round] = 1",
        "self.linked[self.round] = 0",
        "test_a_section_to_the_end_of_the_other_line_links_the_two_for_10_points",
    ),
    planned(
        "link: one line",
        "self.side[0] |= self.side[1]",
        "self.side[0] |= both",
        "test_a_linked_line_is_extended_from_any_end_by_the_cards_of_either_side",
    ),
    planned(
        "box: counts twice",
        "return bits.count(stations) + bits.count(stations & sheet.boxed)",
        "return bits.count(stations)",
        "test_a_boxed_interchange_counts_as_two_of_its_kind_and_a_boxed_station_of_one_line_nothing",
    ),
    planned(
        "double tracks: opened",
        "self.open_drawn(1)",
        "self.open_drawn(0)",
        "test_double_tracks_allow_a_section_beside_one_of_another_colour_only",
    ),
    planned(
        "double tracks: closed again",
        "self.open_drawn(0)",
        "self.open_drawn(1)",
        "test_without_double_tracks_the_section_stays_closed_in_later_rounds",
    ),
    planned(
        "double tracks: never first",
        "if acceleration[0] == DOUBLE_TRACKS:",
        "if acceleration[1] == DOUBLE_TRACKS:",
        "test_double_tracks_are_never_dealt_to_the_first_round",
    ),
    # Points.
    planned(
        "points: river",
        "return points + self.city.river_points * self.",
        "return points + 0 * self.",
        "test_a_line_in_6_districts_with_3_stations_in_one_and_one_thames_section_scores_20",
    ),
    planned(
        "points: monuments",
        "self.city.monument_points * bits.count(stations & self.city.monuments)",
        "0 * bits.count(stations & self.city.monuments)",
        "test_maries_network_scores_134_for_lines_18_for_crossings_and_22_for_interchanges",
    ),
    planned(
        "points: secondary districts",
        "weight = terms.tables.secondary_weight",
        "weight = 2",
        "test_secondary_districts_count_three_in_their_round",
    ),
    planned(
        "points: end of the track",
        "visits += bits.count(stations_of(sheet, number) & sheet.city.sites)",
        "visits |= bits.count(stations_of(sheet, number) & sheet.city.sites)",
        "test_each_line_crosses_off_its_own_circle_for_a_site_and_the_track_ends_at_25",
    ),
    planned(
        "points: interchange of three",
        "three & ~four",
        "three",
        "test_interchanges_of_2_3_and_4_lines_score_2_5_and_9",
    ),
    planned(
        "points: crossings",
        "return over + under",
        "return over or under",
        "test_maries_network_scores_134_for_lines_18_for_crossings_and_22_for_interchanges",
    ),
    planned(
        "points: objective",
        "return objective_count(sheet, objective) >= sheet.city.objective_count[objective]",
        "return objective_count(sheet, objective) > sheet.city.objective_count[objective]",
        "test_a_shared_objective_is_met_by_the_whole_network_and_not_without_its_last_section",
    ),
    planned(
        "tie-break",
        "if (pad.total, pad.best_line) == best]",
        "if pad.total == best[0]]",
        "test_the_highest_total_wins_then_the_best_line_then_the_victory_is_shared",
    ),
    planned(
        "handicap of one only",
        "return 0 if seats > 1 else -sum(",
        "return -sum(",
        "test_each_add_on_costs_a_player_alone_10_points_and_several_nothing",
    ),
    # Piles, records, views.
    planned(
        "pile: last turn",
        "self.last = self.seen[group] == self.city.closing[group]",
        "self.last = self.seen[group] + 1 == self.city.closing[group]",
        "test_a_round_ends_with_the_fifth_underground_card_which_is_still_played",
    ),
    planned(
        "pile: even shuffle",
        "self.swap(i, rng.below(i + 1))",
        "self.swap(i, rng.below(i))",
        "test_a_pile_is_shuffled_evenly",
    ),
    planned(
        "pile: even shuffle of the rest",
        "self.swap(i, self.position + rng.below(i + 1 - self.position))",
        "self.swap(i, self.position + rng.below(i - self.position))",
        "test_a_pile_is_shuffled_evenly",
    ),
    planned(
        "pencils move on",
        "first[(place - number) % places]",
        "first[(place + number) % places]",
        "test_pencils_go_to_the_left_and_everybody_draws_all_four",
    ),
    planned(
        "record: a card twice",
        "elif times > 1:",
        "elif times > 2:",
        "test_a_record_with_a_wrong_part_is_refused_with_the_reason",
        "test_both_engines_accept_and_refuse_the_same_records",
    ),
    planned(
        "record: illegal move",
        "if move and move not in possible:",
        "if move and not possible:",
        "test_both_engines_accept_and_refuse_the_same_records",
    ),
    planned(
        "record: one move too many",
        "if len(legal) < len(moves):",
        "if len(legal) + 1 < len(moves):",
        "test_both_engines_accept_and_refuse_the_same_records",
    ),
    planned(
        "view: others as of the flip",
        "sheets=tuple(self.sheet_at_flip(other).copy()",
        "sheets=tuple(self.sheets[other].copy()",
        "test_a_seat_sees_the_others_as_of_the_last_flip",
    ),
    planned(
        "view: the next card is secret",
        "if self.is_over or self._acceleration() != VISIBLE_CARDS:",
        "if self.is_over:",
        "test_with_visible_cards_a_seat_sees_the_next_card_and_a_switch_as_the_switch",
        "test_equal_histories_give_equal_views",
    ),
    planned(
        "undo: one move",
        "kept = self.moves[seat][-1][:-1]",
        "kept = self.moves[seat][-1][:0]",
        "test_undo_takes_a_turn_back_to_where_it_was",
    ),
    # A table.
    planned(
        "ply: decided already",
        "if seat.entries[message.ply] != entry:",
        "if seat.entries[message.ply] == entry:",
        "test_a_ply_that_is_taken_by_something_else_is_too_late_and_one_ahead_is_refused",
    ),
    planned(
        "ply: ahead",
        "if message.ply > ply:",
        "if message.ply > ply + 1:",
        "test_a_ply_that_is_taken_by_something_else_is_too_late_and_one_ahead_is_refused",
    ),
    planned(
        "undo: not ready any more",
        "                seat.is_ready = False\n",
        "                seat.is_ready = seat.is_ready\n",
        "test_taking_back_withdraws_readiness",
    ),
    planned(
        "seal: nothing taken back",
        "if seat.is_sealed:",
        "if seat.is_sealed and seat.bot:",
        "test_a_host_reads_nothing_and_takes_nothing_back_in_a_rivals_turn",
    ),
    planned(
        "seal: nothing seen",
        "self.table.seats[seat].is_sealed else seat",
        "self.table.seats[seat].is_free else seat",
        "test_the_new_token_of_a_host_shows_the_seat_as_of_the_last_flip",
    ),
    planned(
        "ready: only when done",
        "if not game.is_done(number):\n",
        "if game.is_over:\n",
        "test_a_refused_entry_leaves_no_trace",
    ),
    planned(
        "tokens: only hashes",
        'hashlib.sha256(token.encode()).hexdigest() if token else ""',
        "token",
        "test_the_database_holds_no_token",
    ),
    planned(
        "tokens: a new one every time",
        "if secret else secrets.token_hex(16)",
        'if secret else "0" * 32',
        "test_tokens_are_long_and_always_new",
    ),
    planned(
        "rights: owner or host",
        "if own_seat(table, key) not in (seat, table.host):",
        "if own_seat(table, key) < 0:",
        "test_rights_while_a_game_is_on",
    ),
    planned(
        "rights: only the host",
        "if own_seat(table, key) != table.host:",
        "if own_seat(table, key) < 0:",
        "test_rights_while_a_game_is_on",
    ),
    planned(
        "rights: guests see nothing",
        'raise Refused("no-right", Message("join the table first")',
        'Refused("no-right", Message("join the table first")',
        "test_a_socket_without_right_is_closed",
    ),
    planned(
        "rights: invited",
        "if key != table.opened.invite and not table.opened.listed:",
        "if not key and not table.opened.listed:",
        "test_rights_while_a_game_is_on",
    ),
    planned(
        "promise: kept",
        "and promise_of(salt, attempt) == promise",
        "and promise_of(salt, attempt) != salt",
        "test_a_salt_that_was_not_promised_is_refused",
    ),
    planned(
        "promise: salts stay secret",
        'salts=tuple("" if seat.promise else seat.salt for seat in self.seats)',
        "salts=tuple(seat.salt for seat in self.seats)",
        "test_no_view_has_a_promised_salt_before_the_end",
        "test_the_cards_are_dealt_when_the_last_promised_salt_is_revealed",
    ),
    planned(
        "promise: revealed when full",
        'raise Refused("too-early", Message("salts',
        'Refused("too-early", Message("salts',
        "test_nobody_is_waited_for_while_a_seat_is_free_and_no_salt_is_taken",
    ),
    planned(
        "promise: once more after a change",
        "            self.attempt += 1\n",
        "            self.attempt += 0\n",
        "test_when_a_seat_changes_at_a_full_table_everybody_reveals_another_salt",
    ),
    planned(
        "fair: the seed stays secret",
        "        if not self.is_ended or self.opened.cards:\n            return None\n",
        "",
        "test_the_seed_is_told_when_the_game_has_ended_and_not_before",
    ),
    planned(
        "view: an unfinished turn is secret",
        "sheets = [page.at_flip for page in pages]",
        "sheets = [page.now() for page in pages]",
        "test_an_unfinished_turn_shows_to_nobody_else",
    ),
    planned(
        "limit of entries",
        "and table.seats[entry.seat].written >= most:",
        "and table.seats[entry.seat].written >= 2 * most:",
        "test_who_draws_and_takes_back_for_ever_is_stopped_and_plays_to_the_end",
    ),
    # The server.
    planned(
        "write, then acknowledge",
        "            batch.is_sent = True\n",
        "            batch.is_sent = True\n            [reply.succeed() for reply in batch.replies]\n",
        "test_nothing_is_acknowledged_or_told_before_it_is_written",
    ),
    planned(
        "conflict: told",
        "except IntegrityError:\n            if len(writes)",
        "except ZeroDivisionError:\n            if len(writes)",
        "test_a_number_that_is_taken_is_a_conflict_for_that_table_only",
        "test_whoever_writes_second_closes_its_sockets_and_those_who_return_see_what_was_written",
    ),
    planned(
        "conflict: only of that table",
        "await self._write_group([",
        "await asyncio.sleep(0, [",
        "test_a_number_that_is_taken_is_a_conflict_for_that_table_only",
    ),
    planned(
        "commit waits for the disk",
        '"synchronous=full"',
        '"synchronous=off"',
        "test_sqlite_keeps_its_file_alone_and_waits_for_the_disk",
    ),
    planned(
        "lease: one owner",
        "and redis.call('EXISTS', ARGV[2] .. owner) == 1 then return owner end",
        "and redis.call('EXISTS', ARGV[2] .. owner) == 2 then return owner end",
        "test_a_table_has_one_owner_who_can_give_it_back",
    ),
    planned(
        "lease: given back by its owner",
        "if redis.call('GET', key) == ARGV[1] then",
        "if redis.call('GET', key) then",
        "test_a_lease_that_another_has_taken_over_is_not_released",
    ),
    planned(
        "rate limit",
        "if len(times) >= self.most:",
        "if len(times) > self.most:",
        "test_the_sixth_message_of_five_ends_a_socket",
    ),
    planned(
        "sockets of an address",
        "if self.open[address] >= self.limits.sockets:",
        "if self.open[address] > self.limits.sockets:",
        "test_an_address_has_three_sockets_at_a_time",
    ),
    planned(
        "host header",
        "if len(hosts) != 1 or not self.is_called(",
        "if len(hosts) != 1 and not self.is_called(",
        "test_the_server_does_not_answer_to_other_names",
    ),
    planned(
        "origin header",
        "if unsafe and not all(",
        "if unsafe and not any(",
        "test_two_origins_are_none",
        "test_other_sites_can_do_nothing_with_a_cookie",
    ),
    planned(
        "cookie without an origin",
        'if unsafe and not origins and "cookie" in headers',
        'if unsafe and origins and "cookie" in headers',
        "test_a_player_is_known_by_token_or_by_cookie_and_own_origin",
        "test_other_sites_can_do_nothing_with_a_cookie",
    ),
    planned(
        "size of a body",
        "        if len(body) > self.limits.body:\n",
        "        if len(body) > 2 * self.limits.body:\n",
        "test_a_body_in_chunks_has_at_most_64_kilobytes",
    ),
)


class NotPlanted(Exception):
    """A text or a test that is not there, or not only once."""


def source_of(mutant: Mutant) -> Path:
    """The only file below src/ that has the mutant's text, which stands there once."""
    found = [
        file.relative_to(ROOT) for file, text in texts("src").items() for _ in range(text.count(mutant.old))
    ]
    if len(found) != 1:
        raise NotPlanted(f"{mutant.area}: {mutant.old!r} is there {len(found)} times: {[*map(str, found)]}")
    return found[0]


def files_of(mutant: Mutant) -> list[Path]:
    """The test files that define the mutant's tests."""
    files: dict[Path, None] = {}
    for name in mutant.tests:
        found = [file for file, text in texts("tests").items() if f"def {name}(" in text]
        if not found:
            raise NotPlanted(f"{mutant.area}: there is no {name}")
        files.update(dict.fromkeys(file.relative_to(ROOT) for file in found))
    return list(files)


@cache
def texts(folder: str) -> dict[Path, str]:
    files = sorted((ROOT / folder).rglob("*.py"))
    return {file: file.read_text(encoding="utf-8") for file in files}


@contextmanager
def copied() -> Iterator[Path]:
    """Sources and tests in a folder of their own; files are linked, so the copy costs nothing."""
    with tempfile.TemporaryDirectory(prefix="fulgence-mutant-") as name:
        folder = Path(name)
        for part in ("src", "tests", "bench", "web/schema"):
            if (ROOT / part).exists():
                shutil.copytree(ROOT / part, folder / part, ignore=LEFT_OUT, copy_function=link)
        shutil.copy(ROOT / "pyproject.toml", folder)
        yield folder


def link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:  # another disk
        shutil.copy2(source, target)


def plant(mutant: Mutant, folder: Path) -> None:
    file = folder / source_of(mutant)
    text = file.read_text(encoding="utf-8").replace(mutant.old, mutant.new)
    file.unlink()  # it is a link to the real one
    file.write_text(text, encoding="utf-8")


def tested(folder: Path, mutants: Sequence[Mutant]) -> tuple[int, str]:
    """Exit code and last lines of the tests of these mutants, with the rules as they are in the folder."""
    files = dict.fromkeys(file for mutant in mutants for file in files_of(mutant))
    names = dict.fromkeys(name for mutant in mutants for name in mutant.tests)
    paths = [folder / "src", folder / "tests"]
    variables = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, paths)),
        "PYTHONDONTWRITEBYTECODE": "",  # for the servers that tests start
        "FULGENCE_INTERPRETED": "1",
        "FULGENCE_EXPECT": str(folder / "src"),
    }
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider"]
    command += ["-k", " or ".join(names), *map(str, files)]
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=SECONDS * max(1, len(mutants) / 4),
            check=False,
        )
    except subprocess.TimeoutExpired:
        return -1, "took too long"
    return done.returncode, "\n".join(done.stdout.splitlines()[-25:])


def is_caught(mutant: Mutant) -> bool:
    with copied() as folder:
        plant(mutant, folder)
        code, said = tested(folder, [mutant])
    if code not in (PASSED, FAILED):
        raise NotPlanted(f"{mutant.area}: the tests ended with {code}\n{said}")
    if "skipped" in said.splitlines()[-1] and code == PASSED:
        raise NotPlanted(f"{mutant.area}: its tests were skipped")
    return code == FAILED


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("areas", nargs="*", metavar="TEXT", help="only mutants with this in their name")
    parser.add_argument("--check", action="store_true", help="only look whether all of them can be planted")
    options = parser.parse_args()
    chosen = [m for m in MUTANTS if not options.areas or any(text in m.area for text in options.areas)]
    wrong = []
    for mutant in chosen:
        try:
            source_of(mutant)
            files_of(mutant)
        except NotPlanted as error:
            wrong.append(str(error))
    if wrong or options.check:
        print(*wrong, f"{len(chosen) - len(wrong)} of {len(chosen)} mutants can be planted", sep="\n")
        return 2 if wrong else 0
    return run(chosen)


def run(chosen: Sequence[Mutant]) -> int:
    began = time.monotonic()
    with copied() as folder:
        code, said = tested(folder, chosen)
    if code != PASSED:
        print(f"without any mutant the tests end with {code}\n{said}")
        return 2
    print(f"{time.monotonic() - began:5.0f} s  without a mutant all tests pass", flush=True)
    survivors: list[str] = []
    failures: list[str] = []
    lock = threading.Lock()

    def work(mutant: Mutant) -> None:
        try:
            caught = is_caught(mutant)
        except NotPlanted as error:
            failures.append(str(error))
            verdict = "BROKEN"
        else:
            verdict = "caught" if caught else "SURVIVED"
            if not caught:
                survivors.append(mutant.area)
        with lock:
            print(f"{time.monotonic() - began:5.0f} s  {verdict:8}  {mutant.area}", flush=True)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(work, chosen))
    caught = len(chosen) - len(survivors) - len(failures)
    print(*failures, f"{caught} of {len(chosen)} mutants caught", sep="\n")
    return 2 if failures else 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
