"""The command line: arguments here, the work in `commands`, imported only when needed."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import re
import sys
from collections.abc import Sequence

from fulgence import __version__
from fulgence.commands.shared import operator_arguments
from fulgence.server.port import DEFAULT_PORT

OK, FAILURE, USAGE, INTERRUPTED = 0, 1, 2, 130

CITY_HELP = "a built-in city (listed by `fulgence doctor`) or a city file"
ADDONS_HELP = "add-ons to play with, separated by commas: objectives, powers, ..."
BOTS_HELP = "random, beginner, greedy, casual, skilled, expert, flat:N, mcts:N, or your own as module:Class"


def main(argv: Sequence[str] | None = None) -> int:
    parser = make_parser()
    arguments = list(sys.argv[1:] if argv is None else argv)
    options = parser.parse_args(arguments or ["serve", "--open"])
    prepare_output()
    from fulgence.language import (  # after parsing: --help needs neither
        language_from_environment,
        using_language,
    )

    with using_language(language_from_environment()):
        return watched(options)


def watched(options: argparse.Namespace) -> int:
    """Run the command and return its exit code, even if it is interrupted or cannot write."""
    from fulgence.language import translate

    try:
        status = run(options)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        print("\nfulgence: " + translate("interrupted"), file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader closed the pipe
        discard_output()
        return OK
    except OSError as error:
        discard_output()
        reason = translate("cannot write the output: {reason}", reason=error.strerror)
        print(f"fulgence: {reason}", file=sys.stderr)
        return FAILURE


def prepare_output() -> None:
    """Make print safe: stdout may be closed, and its encoding may lack characters."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 (open until the process ends)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def discard_output() -> None:
    """Redirect stdout to nowhere, so that the flush at exit does not fail as well."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run(options: argparse.Namespace) -> int:
    from fulgence.commands.shared.console_io import print_error
    from fulgence.language import load_language, set_language
    from fulgence.rules.errors import FulgenceError

    command = importlib.import_module(f"fulgence.commands.{options.module}")
    try:
        if getattr(options, "lang", None) is not None:
            set_language(load_language(options.lang))
        status: int = command.run(options)
    except FulgenceError as error:
        print_error(error.message)
        return USAGE if error.is_usage else FAILURE
    return status


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fulgence",
        description="Next Station London, Paris and Berlin: play, simulate and score. Unofficial. "
        "Without a command, starts a server and opens the game in your browser.",
        epilog="example: fulgence play london --bots greedy",
    )
    parser.add_argument("--version", action="version", version=f"fulgence {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, does: str, example: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=does, description=does, epilog=f"example: {example}")
        sub.set_defaults(module=name)
        return sub

    add_play(command("play", "Play a game in the terminal.", "fulgence play london --bots greedy"))
    add_companion(
        command(
            "companion",
            "Set up a game on paper and flip its cards.",
            "fulgence companion paris --names Ann,Bob --addons gates",
        )
    )
    add_puzzle(
        command(
            "puzzle",
            "Solve a puzzle in the terminal: a position of a game in which one move is clearly best.",
            "fulgence puzzle paris --daily",
        )
    )
    add_daily(
        command(
            "daily",
            "Play today's cards at a server, the same for everybody, in the terminal.",
            "fulgence daily london --server https://games.example.org --name Ann",
        )
    )
    add_serve(
        command(
            "serve",
            "Run a game server for browsers and programs, by default for this machine only.",
            "fulgence serve --host 0.0.0.0 --allow-host games.example.org",
        )
    )
    operator_arguments.add_admin(
        command(
            "admin",
            "Look after a server: its tables, names and addresses.",
            "fulgence admin list --phase playing",
        )
    )
    operator_arguments.add_backup(
        command(
            "backup",
            "Back up the database, while the server runs or not.",
            "fulgence backup games-monday.db",
        )
    )
    operator_arguments.add_restore(
        command(
            "restore",
            "Put a backup in the place of the database; no server may use it meanwhile.",
            "fulgence restore games-monday.db",
        )
    )
    add_site(
        command(
            "site",
            "Write the game as static files, which any web host can serve.",
            "fulgence site public --base /games/",
        )
    )
    add_simulate(
        command(
            "simulate",
            "Play games between bots and print the records as JSON Lines.",
            "fulgence simulate london --seats 2 --bot greedy --games 10 --seed 7 > games.jsonl",
        )
    )
    add_arena(
        command(
            "arena",
            "Compare bots on the same deals, each playing alone.",
            "fulgence arena london --bots greedy,random --deals 1000 --seed 7",
        )
    )
    add_puzzles(
        command(
            "puzzles",
            "Make puzzles from games of bots or people.",
            "fulgence puzzles make london --count 50 --seed 7 --out london.jsonl",
        )
    )
    add_review(
        command(
            "review",
            "Review every move of a game with the strongest bot, and find the best game in hindsight.",
            "fulgence review game.json --seat 1",
        )
    )
    add_train(
        command(
            "train",
            "Train the strongest bot by self-play; Ctrl-C stops, and the same command resumes.",
            "fulgence train london --addons objectives --minutes 20",
        )
    )
    replay = command(
        "replay", "Check and score records (JSON Lines).", "fulgence replay games.jsonl --json --legal"
    )
    replay.add_argument("files", nargs="+", metavar="FILE", help="files of records; - is standard input")
    replay.add_argument(
        "--legal", action="store_true", help="also list the legal moves of every decision (implies --json)"
    )
    replay.add_argument("--city", metavar="FILE", help="the city file, if the records are of a custom city")
    add_lang(replay)
    add_json(replay)
    verify = command(
        "verify",
        "Check that the cards of online games match the seed committed to at the start.",
        "fulgence verify game.json",
    )
    verify.add_argument("files", nargs="+", metavar="FILE", help="files of records; - is standard input")
    verify.add_argument(
        "--commitment", type=commitment, metavar="HEX", help="the commitment that you saw before the game"
    )
    verify.add_argument("--city", metavar="FILE", help="the city file, if the records are of a custom city")
    add_lang(verify)
    add_json(verify)
    stats = command(
        "stats",
        "Show what finished games say: means, records, marks, and how far the expert is.",
        "fulgence stats games.jsonl --name Ann --bots",
    )
    stats.add_argument("files", nargs="+", metavar="FILE", help="files of records; - is standard input")
    stats.add_argument("--name", help="only the seats of this player (default: all seats)")
    stats.add_argument(
        "--bots",
        action="store_true",
        help="let the greedy, skilled and expert bots play the same cards, some seconds a game",
    )
    stats.add_argument("--city", metavar="FILE", help="the city file, if the records are of a custom city")
    add_lang(stats)
    add_json(stats)
    score = command("score", "Score sheets drawn on paper, and name the winner.", "fulgence score sheet.json")
    score.add_argument(
        "file",
        metavar="FILE",
        help='a JSON file; - is standard input: {"city": "london", "lines": {"pink": ["h4-i5", ...]}, '
        '"boxed": [], "circled": []}; optional: "objectives", "doubled", "acceleration", "powers", "gates", '
        '"name", "solo"; several sheets of a table as a list, or one on each line',
    )
    score.add_argument("--explain", action="store_true", help="say where each number comes from")
    add_lang(score)
    add_json(score)
    add_draw(
        command(
            "draw",
            "Draw a sheet with its score pad on one page, as SVG, PNG or PDF.",
            "fulgence draw game.json -o sheet.pdf",
        )
    )
    add_perft(
        command(
            "perft",
            "Count the ways to play the next turns, to debug the rules.",
            "fulgence perft london --seed 7 --depth 4 --divide",
        )
    )
    bench = command("bench", "Measure games per second of CPU time, in one thread.", "fulgence bench --json")
    bench.add_argument("cities", nargs="*", metavar="CITY", help=f"{CITY_HELP} (default: all)")
    bench.add_argument("--addons", default="", help=ADDONS_HELP)
    bench.add_argument(
        "--bot", default="random,greedy", help="bots to measure, separated by commas (default: random,greedy)"
    )
    bench.add_argument("--seconds", type=positive, default=2.0, help="seconds per measurement (default: 2)")
    add_seed(bench, "0")
    add_json(bench)
    city = command("city", "Check a city file, or make a new city.", "fulgence city check my-city.toml")
    actions = city.add_subparsers(metavar="ACTION", required=True)
    check = actions.add_parser(
        "check",
        help="print a census, or what is wrong and where",
        description="Print a census of a city file, or what is wrong with it and where.",
        epilog="example: fulgence city check my-city.toml --json",
    )
    check.add_argument("city", metavar="FILE", help=CITY_HELP)
    check.add_argument("--sections", action="store_true", help="also list all sections")
    add_json(check)
    add_new_city(
        actions.add_parser(
            "new",
            help="draw a new city",
            description="Draw a new city that keeps the laws of the series and plays like one of its cities.",
            epilog="example: fulgence city new --seed 7 --like london -o my-city.toml",
        )
    )
    add_doctor(
        command("doctor", "Check this installation and show what it can do.", "fulgence doctor --json")
    )
    return parser


def add_new_city(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(module="new_city")
    parser.add_argument(
        "--like", default="", metavar="CITY", help="its model: london, paris or berlin (default: by the seed)"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="the city file (default: standard output)")
    parser.add_argument("--force", action="store_true", help="overwrite an existing file")
    parser.add_argument(
        "--seed", type=natural, metavar="N", help="the same seed gives the same city (default: any)"
    )
    add_json(parser)


def add_play(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "city", metavar="CITY", nargs="?", help=f"{CITY_HELP}; with --resume, needed only for a custom city"
    )
    parser.add_argument("--addons", default="", help=ADDONS_HELP)
    parser.add_argument("--players", help="names of the human players, separated by commas (default: You)")
    parser.add_argument("--bots", default="", help=f"bots to play against, separated by commas: {BOTS_HELP}")
    parser.add_argument("--pencils", default="", help="solo: the order of the pencils, separated by commas")
    parser.add_argument("--record", metavar="FILE", help="save the record of the game there after every turn")
    parser.add_argument("--force", action="store_true", help="overwrite an existing --record file")
    parser.add_argument("--resume", metavar="FILE", help="continue the game saved there, and save to it")
    parser.add_argument("--accessible", action="store_true", help="plain text, for screen readers")
    parser.add_argument(
        "--no-color", action="store_true", help="no colours (also set by the variable NO_COLOR)"
    )
    add_lang(parser)
    add_seed(parser, "random")


def add_serve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)")
    add_port(parser, "port to listen on; 0 picks a free one")
    parser.add_argument("--open", action="store_true", help="open the game in a browser")
    parser.add_argument(
        "--database",
        metavar="URL",
        default="",
        help="sqlite:///FILE or postgresql://... (default: a file in your data folder)",
    )
    parser.add_argument(
        "--redis", metavar="URL", default="", help="redis://..., for several servers that share a database"
    )
    parser.add_argument(
        "--allow-host",
        metavar="NAME",
        action="append",
        default=[],
        help="another host name to accept, besides those of this machine; repeatable",
    )
    parser.add_argument(
        "--proxy",
        metavar="ADDRESS",
        default="",
        help="proxies whose X-Forwarded-For is trusted, separated by commas (default: none)",
    )
    parser.add_argument(
        "--limit",
        metavar="NAME=N",
        action="append",
        default=[],
        help="change a limit; repeatable: messages, sockets, connections, clients, tables, requests, "
        "players, loaded, entries, queue, body, frame, reviews, thoughts, cpu",
    )
    parser.add_argument(
        "--keep-days",
        type=days,
        metavar="N",
        default=90,
        help="delete finished games in which no player with a key has a seat after so many days; 0: never "
        "(default: 90)",
    )
    parser.add_argument(
        "--push-contact",
        metavar="ADDRESS",
        default="",
        help="notify players whose turn it is, through the push services of their browsers, which can "
        "reach you at this e-mail address or https:// page; needs fulgence[push] (default: no notices)",
    )
    parser.add_argument(
        "--push-host",
        metavar="HOST",
        action="append",
        default=[],
        help="another push service that may be called, besides those of the usual browsers; repeatable",
    )
    parser.add_argument(
        "--workers", type=counting, metavar="N", help="processes for bots (default: one less than cores)"
    )
    parser.add_argument(
        "--metrics-token",
        metavar="TEXT",
        default=os.environ.get("FULGENCE_METRICS_TOKEN", ""),
        help="lets other machines read /api/metrics; better set as FULGENCE_METRICS_TOKEN",
    )
    parser.add_argument(
        "--admin-token",
        type=admin_token,
        metavar="TEXT",
        default=os.environ.get("FULGENCE_ADMIN_TOKEN", ""),
        help="lets `fulgence admin --server URL` in; better set as FULGENCE_ADMIN_TOKEN",
    )
    parser.add_argument(
        "--read-only", action="store_true", help="start read-only, until `fulgence admin read-only off`"
    )
    parser.add_argument(
        "--log-level",
        default="warning",
        choices=["debug", "info", "warning", "error"],
        help="how much to log to standard error (default: warning)",
    )


def add_site(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder", metavar="FOLDER", help="an empty or new folder, or one that this command has made before"
    )
    parser.add_argument(
        "--base", metavar="PATH", default="/", help="where the folder will be on its host (default: /)"
    )
    parser.description = (
        f"{parser.description} Browsers then run the rules and the bots themselves; games with friends "
        "by link need `fulgence serve`. The first time, this downloads Python for browsers with npm and pip."
    )


def add_simulate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("city", metavar="CITY", help=CITY_HELP)
    parser.add_argument("--addons", default="", help=ADDONS_HELP)
    parser.add_argument("--seats", type=int, default=1, help="number of seats, 1 to 4 (default: 1)")
    parser.add_argument(
        "--bot",
        default="greedy",
        help=f"one bot for all seats, or one per seat, separated by commas: {BOTS_HELP} (default: greedy)",
    )
    parser.add_argument("--games", type=natural, default=1, help="number of games (default: 1)")
    add_seed(parser, "0")


def add_daily(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "city", metavar="CITY", nargs="?", default="", help="default: the first that you have not finished"
    )
    parser.add_argument(
        "--server",
        metavar="URL",
        default=f"http://127.0.0.1:{DEFAULT_PORT}",
        help=f"default: http://127.0.0.1:{DEFAULT_PORT}",
    )
    parser.add_argument("--name", default="", help="your name; needed once for each server")
    parser.add_argument("--practice", action="store_true", help="another try, which does not count")
    parser.add_argument("--results", action="store_true", help="print today's results and do not play")
    parser.add_argument("--accessible", action="store_true", help="plain text, for screen readers")
    parser.add_argument(
        "--no-color", action="store_true", help="no colours (also set by the variable NO_COLOR)"
    )
    add_lang(parser)
    add_json(parser)


def add_puzzle(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("city", metavar="CITY", nargs="?", default="", help="a built-in city (default: any)")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--addons", action="store_true", help="a puzzle with add-ons")
    which.add_argument("--daily", action="store_true", help="the puzzle of today")
    which.add_argument("--id", default="", metavar="ID", help="a certain puzzle, like london-1a2b3c4d")
    parser.add_argument(
        "--answer", default="", metavar="MOVE", help="do not ask; this is the move, like d3-c4 or pass"
    )
    parser.add_argument("--accessible", action="store_true", help="plain text, for screen readers")
    parser.add_argument(
        "--no-color", action="store_true", help="no colours (also set by the variable NO_COLOR)"
    )
    add_lang(parser)
    add_json(parser)


def add_puzzles(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    make = actions.add_parser(
        "make",
        help="make puzzles and append them to a file, one per line",
        description="Play games, keep decisions in which one move is clearly best and is not the one that "
        "gives most points at once, and append them to a file, one per line. The same command continues "
        "what was interrupted.",
        epilog="example: fulgence puzzles make london --addons any --count 50 --seed 7 --out london.jsonl",
    )
    make.add_argument("city", metavar="CITY", help="a built-in city")
    make.add_argument("--addons", default="", help=f"{ADDONS_HELP}; `any` picks them at random in every game")
    make.add_argument("--count", type=counting, default=100, metavar="N", help="how many (default: 100)")
    make.add_argument(
        "--bots",
        default="casual,skilled",
        help=f"bots that play the games in turn, separated by commas: {BOTS_HELP} (default: casual,skilled)",
    )
    make.add_argument(
        "--records", nargs="+", default=[], metavar="FILE", help="take the games from these records instead"
    )
    make.add_argument("--out", required=True, metavar="FILE", help="the file to append to")
    make.add_argument("--jobs", type=counting, default=1, metavar="N", help="processes (default: 1)")
    add_seed(make, "0")


def add_review(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record; - is standard input")
    parser.add_argument(
        "--record", type=counting, default=1, metavar="N", help="which record of the file (default: 1)"
    )
    parser.add_argument(
        "--seat", type=counting, default=1, metavar="N", help="which seat to review (default: 1)"
    )
    parser.add_argument("--city", metavar="FILE", help="the city file, if the record is of a custom city")
    add_lang(parser)
    add_json(parser)


def add_train(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("city", metavar="CITY", help=CITY_HELP)
    parser.add_argument(
        "--addons", default="", help=f"{ADDONS_HELP}; `any` picks them at random in every game"
    )
    parser.add_argument("--minutes", type=float, default=20.0, help="how long to train (default: 20)")
    parser.add_argument("--afresh", action="store_true", help="start from scratch instead of resuming")
    parser.add_argument(
        "--improve", action="store_true", help="start from the weights in use instead of random ones"
    )
    parser.add_argument(
        "--curve", default="", metavar="FILE", help="append a point of the learning curve every minute"
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="file for the weights (default: in your data folder, where bots find them)",
    )
    add_seed(parser, "0")
    add_json(parser)


def add_arena(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("city", metavar="CITY", help=CITY_HELP)
    parser.add_argument(
        "--bots",
        default="greedy,random",
        help=f"bots to compare, separated by commas: {BOTS_HELP} (default: greedy,random)",
    )
    parser.add_argument(
        "--deals", type=counting, default=1000, metavar="N", help="number of deals (default: 1000)"
    )
    parser.add_argument("--addons", default="", help=ADDONS_HELP)
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="append every finished game there as JSON Lines; skip games that are already there",
    )
    parser.add_argument(
        "--jobs", type=counting, metavar="N", help="processes; 1 starts no others (default: one per core)"
    )
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        default="",
        help="play on this Ray cluster; `local` starts one here",
    )
    add_seed(parser, "0")
    add_json(parser)


def add_draw(parser: argparse.ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="a record, or a sheet as for `fulgence score`; - is standard input",
    )
    what.add_argument("--blank", metavar="CITY", help=f"draw an empty sheet of {CITY_HELP}")
    parser.add_argument(
        "-o",
        "--output",
        default="-",
        metavar="OUT",
        help="a .svg, .png or .pdf file; - writes SVG to standard output (default: -)",
    )
    parser.add_argument("--seat", type=counting, metavar="N", help="which seat, from 1 (default: 1)")
    parser.add_argument("--all", action="store_true", help="all seats, one page each; PDF only")
    parser.add_argument(
        "--number", type=counting, metavar="N", help="which record of the file, from 1 (default: 1)"
    )
    parser.add_argument("--turns", type=natural, metavar="N", help="the sheet after N turns (default: all)")
    parser.add_argument("--width", type=natural, metavar="PIXELS", help="width of a PNG (default: 1588)")
    parser.add_argument("--paper", choices=("a4", "letter"), help="size of an empty sheet (default: a4)")
    parser.add_argument("--two", action="store_true", help="two empty sheets on one page")
    parser.add_argument(
        "--mono", action="store_true", help="an empty sheet without colours: patterns and letters"
    )
    parser.add_argument("--city", metavar="FILE", help="the city file, if the record is of a custom city")
    parser.description = (
        f"{parser.description} `fulgence draw --blank london -o london.pdf` makes an empty sheet to print."
    )
    add_lang(parser)


def add_companion(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "city", metavar="CITY", nargs="?", help=f"{CITY_HELP} (default: goes on with the last game)"
    )
    parser.add_argument("--names", default="", help="the players, to the left, separated by commas (1 to 4)")
    parser.add_argument("--addons", default="", help=ADDONS_HELP)
    parser.add_argument("--clock", type=counting, metavar="SECONDS", help="how long a turn should take")
    add_seed(parser, "random")
    add_lang(parser)
    add_json(parser)


def add_perft(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "city", metavar="CITY|FILE", help="a city, or a record: starts from its last position"
    )
    parser.add_argument("--addons", default="", help=ADDONS_HELP)
    parser.add_argument("--depth", type=natural, default=3, help="number of turns (default: 3)")
    parser.add_argument("--divide", action="store_true", help="show the count of each first move")
    parser.add_argument(
        "--city", dest="city_file", metavar="FILE", help="the city file, if the record is of a custom city"
    )
    add_seed(parser, "0")
    add_json(parser)


def add_doctor(parser: argparse.ArgumentParser) -> None:
    add_port(parser, "check that this port is free or a server responds there")
    parser.add_argument("--database", metavar="URL", default="", help="check that this database can be used")
    parser.add_argument("--redis", metavar="URL", default="", help="check that this Redis responds")
    add_lang(parser)
    add_json(parser)


def add_port(parser: argparse.ArgumentParser, does: str) -> None:
    parser.add_argument(
        "--port", type=port, default=DEFAULT_PORT, metavar="N", help=f"{does} (default: {DEFAULT_PORT})"
    )


def add_seed(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument(
        "--seed", type=natural, metavar="N", help=f"the same seed gives the same cards (default: {default})"
    )


def add_lang(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lang", metavar="LANG", help="language, such as fr (default: from the environment)")


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="output JSON, for programs")


def natural(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 0")
    return int(text)


def counting(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 1")
    return int(text)


def days(text: str) -> int:
    if not text.isdecimal() or int(text) > 100_000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of days")
    return int(text)


def port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port from 0 to 65535")
    return int(text)


def admin_token(text: str) -> str:
    if text and len(text) < 16:
        raise argparse.ArgumentTypeError("a token for operators has at least 16 characters")
    return text


def commitment(text: str) -> str:
    if not re.fullmatch("[0-9a-fA-F]{64}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not 64 hexadecimal digits")
    return text.lower()


def positive(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return number
