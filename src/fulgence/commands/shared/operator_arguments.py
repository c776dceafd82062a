"""The arguments of the commands for operators."""

from __future__ import annotations

import argparse
import os

TABLE = "the id of a table, or its address; write -- before an id that begins with -"


def add_admin(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        f"{parser.description} It asks the server that uses the database, or works on the database "
        "itself if none runs. What cannot be undone is asked first."
    )
    actions = parser.add_subparsers(metavar="ACTION", required=True)

    def action(name: str, does: str, example: str) -> argparse.ArgumentParser:
        sub = actions.add_parser(
            name, help=does, description=sentence(does), epilog=f"example: fulgence admin {example}"
        )
        sub.set_defaults(action=name)
        add_place(sub)
        return sub

    tables = action("list", "list tables, the newest first", "list --phase playing --limit 20")
    tables.add_argument("--phase", choices=["waiting", "playing", "over", "closed"], default="")
    tables.add_argument("--limit", type=whole, default=50, metavar="N", help="how many (default: 50)")
    action("show", "show who sits at a table, without its cards", "show xOgI3iKrx0Ag").add_argument(
        "table", type=table_id, metavar="ID", help=TABLE
    )
    for name, does in (
        ("close", "end a game; its players see that the table was closed"),
        ("delete", "delete a table with its moves and results, for good"),
    ):
        ending = action(name, does, f"{name} xOgI3iKrx0Ag --yes")
        ending.add_argument("table", type=table_id, metavar="ID", help=TABLE)
        add_yes(ending)
    block = action(
        "block", "refuse an address or a network, and disconnect it", "block 203.0.113.0/24 --days 7"
    )
    block.add_argument("network", metavar="ADDRESS", help="like 203.0.113.7, 203.0.113.0/24 or 2001:db8::/48")
    block.add_argument("--days", type=whole, default=0, metavar="N", help="how long (default: for ever)")
    block.add_argument("--note", default="", metavar="TEXT", help="why, for yourself")
    action("unblock", "let an address or a network in again", "unblock 203.0.113.0/24").add_argument(
        "network", metavar="ADDRESS", help="as it was blocked"
    )
    action("blocked", "list what is blocked", "blocked --json")
    action("stats", "count tables, players and bytes", "stats --json")
    forget = action(
        "forget", "erase a name from all games, or from one seat; the games stay", "forget 'Ann Smith'"
    )
    forget.add_argument("who", metavar="NAME|TABLE/SEAT", help="a name as it was typed, or a seat, from 1")
    forget.add_argument(
        "--player", action="store_true", help="the player who has this seat: the key and all games"
    )
    add_yes(forget)
    switch = action("read-only", "refuse all changes, or end that; a restart ends it too", "read-only on")
    switch.add_argument("switch", choices=["on", "off"])


def add_backup(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="where to write it")
    parser.add_argument("--force", action="store_true", help="overwrite an existing file")
    add_place(parser)


def add_restore(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="what `fulgence backup` has written")
    add_database(parser)
    add_yes(parser)
    add_json(parser)


def add_place(parser: argparse.ArgumentParser) -> None:
    add_database(parser)
    parser.add_argument(
        "--server", metavar="URL", default="", help="ask this server, instead of the one of the database"
    )
    parser.add_argument(
        "--token",
        metavar="TEXT",
        default=os.environ.get("FULGENCE_ADMIN_TOKEN", ""),
        help="the --admin-token of that server; better set as FULGENCE_ADMIN_TOKEN",
    )
    add_json(parser)


def add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database",
        metavar="URL",
        default="",
        help="sqlite:///FILE or postgresql://... (default: the file in your data folder)",
    )


def add_yes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--yes", action="store_true", help="do not ask first")


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="output JSON, for programs")


def table_id(text: str) -> str:
    """Also from an address like https://games.example.org/t/xOgI3iKrx0Ag#watch=..."""
    return text.rpartition("/t/")[2].partition("#")[0]


def whole(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 0")
    return int(text)


def sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
