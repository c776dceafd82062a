"""`fulgence daily`: today's cards at a server, the same for everybody, in the terminal."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import Any

from fulgence.client.online_game import OnlineGame
from fulgence.client.player_keys import keep_key, keys_path, known_key, new_key
from fulgence.client.server_api import ServerApi, ServerError
from fulgence.commands.shared.console_io import printable
from fulgence.commands.shared.options import BadOption
from fulgence.language import current_language, translate
from fulgence.rules.message import Message
from fulgence.term.play import play


def run(options: Namespace) -> int:
    api = ServerApi(options.server)
    if options.json or options.results:
        return show_results(api, options)
    sign_in(api, options.name)
    today = api.call("GET", "/api/daily")
    city = chosen_city(today, options.city)
    body = {"practice": options.practice, "language": current_language().tag}
    opened = api.call("POST", f"/api/daily/{city}", body)
    game = OnlineGame(api, opened["table"], opened["token"])
    try:
        if not game.is_over:
            news = [translate("A game for practice: it does not count.")] if options.practice else []
            colour = False if options.no_color else None
            code = play(game, {}, accessible=options.accessible, colour=colour, news=news)
            if not game.is_over:
                return code
    finally:
        game.close()
    if not options.practice:
        print_results(api.call("GET", f"/api/daily/{today['day']}/{city}"))
    return 0


def sign_in(api: ServerApi, name: str) -> None:
    """With the key that this machine has for the server, or with a new one."""
    path = keys_path()
    api.key = known_key(api.url, path)
    if api.key:
        try:
            api.call("GET", "/api/player")
            return
        except ServerError as error:
            if error.code != "no-player":
                raise
    if not name:
        raise BadOption(Message("this server does not know you yet: add --name NAME"))
    key = new_key()
    api.call("POST", "/api/players", {"key": key, "name": name})
    keep_key(api.url, key, path)
    api.key = key


def chosen_city(today: Any, wanted: str) -> str:
    """The one that was asked for; else the first whose game is not finished yet."""
    cities = [each["city"] for each in today["cities"]]
    if wanted:
        if wanted not in cities:
            raise BadOption(
                Message(
                    "there is no daily game in {city}; choose from {cities}",
                    city=wanted,
                    cities=", ".join(cities),
                )
            )
        return wanted
    left = [each["city"] for each in today["cities"] if not each["you"] or each["you"]["total"] is None]
    return str((left or cities)[0])


def show_results(api: ServerApi, options: Namespace) -> int:
    """Without playing."""
    api.key = known_key(api.url, keys_path())
    today = api.call("GET", "/api/daily")
    cities = [options.city] if options.city else [each["city"] for each in today["cities"]]
    for city in cities:
        chosen_city(today, city)
        results = api.call("GET", f"/api/daily/{today['day']}/{city}")
        if options.json:
            print(json.dumps(results, ensure_ascii=False))
        else:
            print_results(results)
    return 0


def print_results(results: Any) -> None:
    print(translate("{city}, {day}", city=results["city"], day=results["day"]))
    for each in results["best"]:
        mark = "*" if each["you"] else " "
        print(printable(f"{mark} {each['total']:4} {each['name'] or translate('somebody')}"))
    for each in results["bots"]:
        print(f"  {each['total']:4} {each['bot']}")
    if you := results["you"]:
        print(
            translate(
                "Place {rank} of {count}; better than {percentile} % of the others.",
                rank=you["rank"],
                count=results["results"],
                percentile=you["percentile"],
            )
        )
    elif not results["results"]:
        print(translate("Nobody has finished yet."))
