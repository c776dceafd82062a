"""`fulgence admin`: what operators do with tables, names and addresses. In English only."""

from __future__ import annotations

import json
import re
import time
from argparse import Namespace
from typing import Any

from fulgence.commands.shared.confirmation import confirm
from fulgence.commands.shared.console_io import printable
from fulgence.commands.shared.operator_link import OperatorLink, WrongOption, link_for
from fulgence.server.admin import operations
from fulgence.server.admin.operations import AnyOperation

SEAT = re.compile(r"([0-9A-Za-z_-]{1,32})/([0-9]{1,2})")


def run(options: Namespace) -> int:
    link = link_for(options)
    answer = link.perform(operation_of(options, link))
    if options.json:
        print(json.dumps(answer, ensure_ascii=False))
    else:
        for line in lines(answer):
            print(printable(line))
    return 0


def operation_of(options: Namespace, link: OperatorLink) -> AnyOperation:
    """After a question, if it cannot be undone."""
    match options.action:
        case "list":
            return operations.ListTables(options.phase, options.limit)
        case "show":
            return operations.ShowTable(options.table)
        case "close" | "delete":
            summary = link.perform(operations.ShowTable(options.table))["summary"]
            confirm(f"{options.action.capitalize()} {described(summary)}? This cannot be undone.", options)
            kind = operations.CloseTable if options.action == "close" else operations.DeleteTable
            return kind(options.table)
        case "block":
            return operations.Block(options.network, options.days, options.note)
        case "unblock":
            return operations.Unblock(options.network)
        case "blocked":
            return operations.ListBlocks()
        case "stats":
            return operations.Count()
        case "forget":
            return forgetting(options, link)
        case _:
            return operations.SetReadOnly(options.switch == "on")


def forgetting(options: Namespace, link: OperatorLink) -> AnyOperation:
    seat = SEAT.fullmatch(options.who)
    if seat is None:
        if options.player:
            raise WrongOption("--player needs a seat, as TABLE/SEAT")
        found = link.perform(operations.FindName(options.who))
        if not found["seats"] and not found["players"]:
            raise WrongOption(f"nobody has the name {options.who!r}")
        places = f"{found['seats']} seats of {found['tables']} tables"
        keys = f"{found['players']} players with a key"
        confirm(f"Erase the name {options.who!r} at {places}, and of {keys}? This cannot be undone.", options)
        return operations.ForgetName(options.who)
    table, number = seat[1], int(seat[2])
    names = link.perform(operations.ShowTable(table))["summary"]["names"]
    if not 1 <= number <= len(names):
        raise WrongOption(f"table {table} has the seats 1 to {len(names)}")
    whole = ", the key and all their names elsewhere" if options.player else ""
    question = f"Erase the name {names[number - 1]!r} at seat {number} of {table}{whole}?"
    confirm(f"{question} This cannot be undone.", options)
    return operations.ForgetSeat(table, number - 1, options.player)


# Output.


def lines(answer: dict[str, Any]) -> list[str]:
    match answer:
        case {"done": done}:
            return [f"{done}."]
        case {"blocked": list(blocked)}:
            head = ["network", "since", "until", "note"]
            return table_of(head, [block_row(each) for each in blocked]) or ["Nobody is blocked."]
        case {"summary": summary}:
            return facts_lines(answer, summary)
        case {"tables": list(tables)}:
            head = ["table", "phase", "city", "opened", "last entry", "entries", "here", "seats"]
            return table_of(head, [row_of(each) for each in tables]) or ["There are no tables."]
        case _:
            return totals_lines(answer)


def block_row(block: dict[str, Any]) -> list[str]:
    return [block["network"], date(block["since"]), date(block["until"]) or "for ever", block["note"]]


def row_of(table: dict[str, Any]) -> list[str]:
    here = "" if table["connected"] is None else str(table["connected"])
    return [
        table["table"],
        table["phase"],
        table["city"],
        date(table["opened_at"]),
        date(table["last_at"]),
        str(table["entries"]),
        here,
        ", ".join(name or "-" for name in table["names"]),
    ]


def facts_lines(facts: dict[str, Any], summary: dict[str, Any]) -> list[str]:
    pairs = {
        "table": summary["table"],
        "phase": summary["phase"] + ("" if facts["is_readable"] else ", by rules that have changed since"),
        "city": " + ".join([summary["city"], *summary["addons"]]),
        "contest": summary["contest"],
        "opened": date(summary["opened_at"]),
        "last entry": date(summary["last_at"]),
        "entries": str(summary["entries"]),
        "connected": "" if summary["connected"] is None else str(summary["connected"]),
        "listed": "yes" if facts["listed"] else "",
        "clock": f"{facts['clock']} seconds a turn" if facts["clock"] else "",
        "round": f"{facts['round']}, turn {facts['turn']}" if facts["round"] else "",
        "rematch": facts["rematch"] or "",
    }
    found = [f"{name:<12}{value}" for name, value in pairs.items() if value]
    for number, seat in enumerate(facts["seats"]):
        signs = [
            *(["host"] if number == facts["host"] else []),
            *([f"played by {seat['bot']}"] if seat["bot"] else []),
            *(["has left"] if seat["has_left"] else []),
            *([] if seat["has_token"] or seat["bot"] else ["free"]),
            f"{seat['entries']} entries",
        ]
        found.append(f"{f'seat {number + 1}':<12}{seat['name'] or '-'} ({', '.join(signs)})")
    return found


def totals_lines(totals: dict[str, Any]) -> list[str]:
    phases = ", ".join(f"{number} {phase}" for phase, number in sorted(totals["tables"].items()))
    found = [
        f"{'tables':<12}{phases or 'none'}",
        f"{'opened':<12}{totals['opened_today']} in 24 hours, {totals['opened_this_week']} in 7 days",
        f"{'entries':<12}{totals['entries']}",
        f"{'players':<12}{totals['players']} with a key, {totals['results']} seats in their games",
        f"{'blocked':<12}{totals['blocked']} networks",
        f"{'database':<12}{totals['bytes'] / 1e6:.1f} MB, revision {totals['revision']}",
    ]
    server = totals["server"]
    if server is None:
        return [*found, f"{'server':<12}none runs"]
    state = "read-only" if server["read_only"] else "writable"
    return [
        *found,
        f"{'server':<12}{server['version']}, {state}, for {span(server['uptime_seconds'])}",
        f"{'in memory':<12}{server['tables']} tables, {server['connected']} sockets connected, "
        f"{server['waiting_writes']} writes waiting",
    ]


def described(summary: dict[str, Any]) -> str:
    people = ", ".join(name or "-" for name in summary["names"])
    return (
        f"table {summary['table']} ({summary['city']}, {summary['phase']}, "
        f"{summary['entries']} entries: {people})"
    )


def table_of(head: list[str], rows: list[list[str]]) -> list[str]:
    """Columns, each as wide as its widest cell; nothing without rows."""
    if not rows:
        return []
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in [head, *rows]
    ]


def date(milliseconds: int | None) -> str:
    """In UTC."""
    if milliseconds is None:
        return ""
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(milliseconds / 1000))


def span(seconds: int) -> str:
    hours, minutes = seconds // 3600, seconds // 60 % 60
    return f"{hours // 24} days {hours % 24}:{minutes:02}" if hours >= 24 else f"{hours}:{minutes:02} hours"
