"""What a notice says, in the language of the device that shows it."""

from __future__ import annotations

import json

from fulgence.language import N_, load_language, ngettext, translate, using_language
from fulgence.prose.wording import join_with_and, name_in_sentence
from fulgence.server.referee.turn_notices import TurnNotice

YOUR_TURN = N_("{city} with {names}: your turn")
STILL_YOUR_TURN = N_("{city} with {names}: still your turn")
MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR


def notice_json(notice: TurnNotice, language: str) -> bytes:
    """As the service worker reads it. Cards and points are not in it: it may be seen on a locked screen."""
    with using_language(load_language(language)):
        names = join_with_and([name_in_sentence(name) for name in notice.others])
        sentence = STILL_YOUR_TURN if notice.is_reminder else YOUR_TURN
        title = translate(sentence, city=translate(notice.city), names=names)
        body = "" if notice.seconds_left is None else time_left(notice.seconds_left)
    said = {"table": notice.table, "title": title, "body": body, "language": language}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()


def time_left(seconds: float) -> str:
    """In the largest unit of which there are at least two."""
    days, hours, minutes = (round(seconds / unit) for unit in (DAY, HOUR, MINUTE))
    if hours >= 48:
        return ngettext("{count} day left", "{count} days left", days, count=days)
    if minutes >= 120:
        return ngettext("{count} hour left", "{count} hours left", hours, count=hours)
    return ngettext("{count} minute left", "{count} minutes left", minutes, count=minutes)
