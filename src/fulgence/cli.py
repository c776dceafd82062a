"""The command line: arguments here, the work in `commands`, imported only when it is asked for."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import re
import sys
from collections.abc import Sequence

from fulgence import __version__

OK, FAILURE, USAGE, INTERRUPTED = 0, 1, 2, 130
PORT = 8642  # of the server

CITY_HELP = "a city of the package (see `fulgence doctor`) or a city file"
ADDONS_HELP = "add-ons in play, separated by commas: objectives, powers, ..."
BOTS_HELP = "random, beginner, greedy, casual, skilled, expert, flat:N, mcts:N, or module:Class of your own"


def main(argv: Sequence[str] | None = None) -> int:
    parser = make_parser()
    arguments = list(sys.argv[1:] if argv is None else argv)
    options = parser.parse_args(arguments or ["serve", "--open"])
    prepare_output()
    from fulgence.language import language_of, speaking  # after the arguments: --help needs neither

    with speaking(language_of()):
        return watched(options)


def watched(options: argparse.Namespace) -> int:
    """Run the command; the exit code also of one that is interrupted or cannot write."""
    from fulgence.language import translate

    try:
        status = run(options)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        print("\nfulgence: " + translate("interrupted"), file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader has had enough
        discard_output()
        return OK
    except OSError as error:
        discard_output()
        reason = translate("the output cannot be written: {reason}", reason=error.strerror)
        print(f"fulgence: {reason}", file=sys.stderr)
        return FAILURE


def prepare_output() -> None:
    """Let prints work everywhere: into a closed stream, and for signs that its encoding has not."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 (for the whole process)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def discard_output() -> None:
    """Nothing may be written any more, not even when Python closes the stream."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run(options: argparse.Namespace) -> int:
    from fulgence.commands.streams import complain
    from fulgence.language import load_language, speak
    from fulgence.rules.errors import FulgenceError

    command = importlib.import_module(f"fulgence.commands.{options.module}")
    try:
        if getattr(options, "lang", None) is not None:
            speak(load_language(options.lang))
        status: int = command.run(options)
    except FulgenceError as error:
        complain(error.message)
        return USAGE if error.is_usage else FAILURE
    return status


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fulgence",
        description="Next Station London, Paris and Berlin: play, simulate and score. Unofficial. "
        "Without a command it starts the game in your browser.",
        epilog="example: fulgence play london --bots greedy",
    )
    parser.add_argument("--version", action="version", version=f"fulgence {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, does: str, example: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=does, description=does, epilog=f"example: {example}")
        sub.set_defaults(module=name)
        return sub

    add_play(command("play", "Play a game in the terminal.", "fulgence play london --bots greedy"))
    add_serve(
        command(
            "serve",
            "Serve games to browsers and programs, by default to this machine only.",
            "fulgence serve --host 0.0.0.0 --allow-host games.example.org",
        )
    )
    add_simulate(
        command(
            "simulate",
            "Play games between bots and print their records as JSON Lines.",
            "fulgence simulate london --seats 2 --bot greedy --games 10 --seed 7 > games.jsonl",
        )
    )
    add_arena(
        command(
            "arena",
            "Let bots play the same deals, one seat each, and compare what they reach.",
            "fulgence arena london --bots greedy,random --deals 1000 --seed 7",
        )
    )
    add_review(
        command(
            "review",
            "What the strongest bot thinks of every move of a game, and what was possible with its cards.",
            "fulgence review game.json --seat 1",
        )
    )
    add_train(
        command(
            "train",
            "Learn by self-play what the strongest bot knows; Ctrl-C stops, the same command goes on.",
            "fulgence train london --addons objectives --minutes 20",
        )
    )
    replay = command(
        "replay", "Check and score records (JSON Lines).", "fulgence replay games.jsonl --json --legal"
    )
    replay.add_argument("files", nargs="+", metavar="FILE", help="records; - is standard input")
    replay.add_argument(
        "--legal", action="store_true", help="all legal moves of every decision too (implies --json)"
    )
    replay.add_argument("--city", metavar="FILE", help="the city file of records that are not of the package")
    add_lang(replay)
    add_json(replay)
    verify = command(
        "verify",
        "Check that the cards of online games come from the seed that was promised at the start.",
        "fulgence verify game.json",
    )
    verify.add_argument("files", nargs="+", metavar="FILE", help="records; - is standard input")
    verify.add_argument(
        "--commitment", type=commitment, metavar="HEX", help="the promise that you noted at the start"
    )
    verify.add_argument("--city", metavar="FILE", help="the city file of records that are not of the package")
    add_lang(verify)
    add_json(verify)
    score = command("score", "Score a sheet drawn on paper.", "fulgence score sheet.json")
    score.add_argument(
        "file",
        metavar="FILE",
        help='JSON, - is standard input: {"city": "london", "lines": {"pink": ["h4-i5", ...]}, '
        '"boxed": [], "circled": []}; "objectives", "doubled" and "acceleration" may be there too',
    )
    add_lang(score)
    add_json(score)
    add_draw(
        command(
            "draw",
            "Draw a sheet with its score pad on one page: SVG, PNG or PDF.",
            "fulgence draw game.json -o sheet.pdf",
        )
    )
    add_perft(
        command(
            "perft",
            "Count the ways to play the next turns, for debugging the rules.",
            "fulgence perft london --seed 7 --depth 4 --divide",
        )
    )
    bench = command("bench", "Measure games per second, one thread, CPU time.", "fulgence bench --json")
    bench.add_argument("cities", nargs="*", metavar="CITY", help=f"{CITY_HELP}; all without it")
    bench.add_argument("--addons", default="", help=ADDONS_HELP)
    bench.add_argument(
        "--bot", default="random,greedy", help="which ones, separated by commas (random,greedy)"
    )
    bench.add_argument("--seconds", type=positive, default=2.0, help="time for each number (2)")
    add_seed(bench, "0")
    add_json(bench)
    city = command("city", "Look at a city file.", "fulgence city check my-city.toml")
    actions = city.add_subparsers(metavar="ACTION", required=True)
    check = actions.add_parser(
        "check",
        help="its census, or what is wrong with it and where",
        description="The census of a city file, or what is wrong with it and where.",
        epilog="example: fulgence city check my-city.toml --json",
    )
    check.add_argument("city", metavar="FILE", help=CITY_HELP)
    check.add_argument("--sections", action="store_true", help="all sections too")
    add_json(check)
    add_doctor(command("doctor", "Tell what this installation can do.", "fulgence doctor --json"))
    return parser


def add_play(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "city", metavar="CITY", nargs="?", help=f"{CITY_HELP}; a saved game needs it only if it is a file"
    )
    parser.add_argument("--addons", default="", help=ADDONS_HELP)
    parser.add_argument("--players", help="names of the people, separated by commas (You)")
    parser.add_argument("--bots", default="", help=f"bots at the table, separated by commas: {BOTS_HELP}")
    parser.add_argument("--pencils", default="", help="alone: the order of the pencils, separated by commas")
    parser.add_argument(
        "--record", metavar="FILE", help="keep the record of the game there, from turn to turn"
    )
    parser.add_argument("--force", action="store_true", help="even if that file is there already")
    parser.add_argument(
        "--resume", metavar="FILE", help="go on with a game that was kept there, and keep it there"
    )
    parser.add_argument("--accessible", action="store_true", help="plain text, for screen readers")
    parser.add_argument("--no-color", action="store_true", help="no colours (as the variable NO_COLOR)")
    add_lang(parser)
    add_seed(parser, "a new game every time")


def add_serve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
    add_port(parser, "0 takes any that is free")
    parser.add_argument("--open", action="store_true", help="open a browser on it")
    parser.add_argument(
        "--database",
        metavar="URL",
        default="",
        help="sqlite:///FILE or postgresql://... (a file in your data folder)",
    )
    parser.add_argument(
        "--redis", metavar="URL", default="", help="redis://..., for several servers with one database"
    )
    parser.add_argument(
        "--allow-host",
        metavar="NAME",
        action="append",
        default=[],
        help="a name that the server answers to, besides those of this machine; may be given again",
    )
    parser.add_argument(
        "--proxy",
        metavar="ADDRESS",
        default="",
        help="proxies whose X-Forwarded-For is believed, separated by commas (none)",
    )
    parser.add_argument(
        "--limit",
        metavar="NAME=N",
        action="append",
        default=[],
        help="messages, sockets, tables, requests, reviews, thoughts, loaded, queue, body, frame; repeatable",
    )
    parser.add_argument(
        "--workers", type=counting, metavar="N", help="processes in which bots think (one less than cores)"
    )
    parser.add_argument(
        "--metrics-token",
        metavar="TEXT",
        default=os.environ.get("FULGENCE_METRICS_TOKEN", ""),
        help="lets other machines read /api/metrics; better given in FULGENCE_METRICS_TOKEN",
    )
    parser.add_argument(
        "--log-level",
        default="warning",
        choices=["debug", "info", "warning", "error"],
        help="what is worth a line on standard error (warning)",
    )


def add_simulate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("city", metavar="CITY", help=CITY_HELP)
    parser.add_argument("--addons", default="", help=ADDONS_HELP)
    parser.add_argument("--seats", type=int, default=1, help="1 to 4 (1)")
    parser.add_argument(
        "--bot", default="greedy", help=f"one for all seats, or one a seat with commas: {BOTS_HELP} (greedy)"
    )
    parser.add_argument("--games", type=natural, default=1, help="how many (1)")
    add_seed(parser, "0")


def add_review(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record; - is standard input")
    parser.add_argument("--record", type=counting, default=1, metavar="N", help="which one of several (1)")
    parser.add_argument("--seat", type=counting, default=1, metavar="N", help="whose game (1)")
    parser.add_argument("--city", metavar="FILE", help="the city file of a record that is not of the package")
    add_lang(parser)
    add_json(parser)


def add_train(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("city", metavar="CITY", help=CITY_HELP)
    parser.add_argument("--addons", default="", help=f"{ADDONS_HELP}; any: other ones in every game")
    parser.add_argument("--minutes", type=float, default=20.0, help="how long (20)")
    parser.add_argument("--afresh", action="store_true", help="from nothing, even if a training was stopped")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="the weights (a folder of your own where bots find them)"
    )
    add_seed(parser, "0")
    add_json(parser)


def add_arena(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("city", metavar="CITY", help=CITY_HELP)
    parser.add_argument(
        "--bots",
        default="greedy,random",
        help=f"which ones, separated by commas: {BOTS_HELP} (greedy,random)",
    )
    parser.add_argument("--deals", type=counting, default=1000, metavar="N", help="how many (1000)")
    parser.add_argument("--addons", default="", help=ADDONS_HELP)
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="write every game there as it ends, as JSON Lines; games that are there are not played again",
    )
    parser.add_argument(
        "--jobs", type=counting, metavar="N", help="processes; 1 starts no other one (one for each core)"
    )
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        default="",
        help="play on the machines of this Ray cluster; `local` starts one here",
    )
    add_seed(parser, "0")
    add_json(parser)


def add_draw(parser: argparse.ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="a record, or a sheet as `fulgence score` takes it; - is standard input",
    )
    what.add_argument("--blank", metavar="CITY", help=f"an empty sheet to print instead: {CITY_HELP}")
    parser.add_argument(
        "-o",
        "--output",
        default="-",
        metavar="OUT",
        help="a file that ends in .svg, .png or .pdf; - writes SVG to standard output (-)",
    )
    parser.add_argument("--seat", type=counting, metavar="N", help="whose sheet, from 1 (1)")
    parser.add_argument("--all", action="store_true", help="every seat's sheet, one page each; PDF only")
    parser.add_argument("--number", type=counting, metavar="N", help="which record of the file, from 1 (1)")
    parser.add_argument("--turns", type=natural, metavar="N", help="the sheet after so many turns (all)")
    parser.add_argument("--width", type=natural, metavar="PIXELS", help="of a PNG (1588)")
    parser.add_argument("--city", metavar="FILE", help="the city file of a record that is not of the package")
    parser.description = (
        f"{parser.description} `fulgence draw --blank london -o london.pdf` is an empty sheet to print."
    )
    add_lang(parser)


def add_perft(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("city", metavar="CITY|FILE", help="a city, or a record whose end is the position")
    parser.add_argument("--addons", default="", help=ADDONS_HELP)
    parser.add_argument("--depth", type=natural, default=3, help="how many turns (3)")
    parser.add_argument("--divide", action="store_true", help="the counts behind every first move")
    parser.add_argument(
        "--city", dest="own", metavar="FILE", help="the city file of a record that is not of the package"
    )
    add_seed(parser, "0")
    add_json(parser)


def add_doctor(parser: argparse.ArgumentParser) -> None:
    add_port(parser, "whether it is free, or a server answers there")
    parser.add_argument("--database", metavar="URL", default="", help="whether this one can be used")
    parser.add_argument("--redis", metavar="URL", default="", help="whether this one answers")
    add_lang(parser)
    add_json(parser)


def add_port(parser: argparse.ArgumentParser, does: str) -> None:
    parser.add_argument("--port", type=port, default=PORT, metavar="N", help=f"{does} ({PORT})")


def add_seed(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument("--seed", type=natural, metavar="N", help=f"same seed, same cards ({default})")


def add_lang(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lang", metavar="LANG", help="language of what you read, as fr (the environment's)")


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="for programs")


def natural(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 up")
    return int(text)


def counting(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 up")
    return int(text)


def port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port from 0 to 65535")
    return int(text)


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
        raise argparse.ArgumentTypeError(f"{text!r} is not a time in seconds")
    return number
