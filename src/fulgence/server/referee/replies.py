"""Replies to those who wait for a batch: sent once it is written, or with the reason why it is not."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fulgence.rules.errors import FulgenceError
from fulgence.server.referee.audience import Audience, send_error
from fulgence.server.referee.bot_turns import explain, hint
from fulgence.server.referee.inbox import PendingRequest, SocketOpened, SocketText, Visitor, fail, resolve
from fulgence.table import commands
from fulgence.table.commands import Decision
from fulgence.table.messages import Acknowledged, Reaction, Reason, TurnMessage, format_message
from fulgence.table.refusals import is_in_doubt, table_moved
from fulgence.table.requests import GUEST, Identity

if TYPE_CHECKING:
    from fulgence.server.referee.referee import Referee


@dataclass(slots=True)
class TurnReply:
    """Acknowledges an entry of a turn, which is in the batch or was written before."""

    referee: Referee
    incoming: SocketText
    said: TurnMessage

    def succeed(self) -> None:
        self.incoming.visitor.send(format_message(Acknowledged(self.said.ply, self.said)))
        self.referee.metrics.acknowledged.observe(time.perf_counter() - self.incoming.at)

    def fail(self, error: FulgenceError) -> None:
        self.referee.refuse(self.incoming.visitor, error, self.said)


@dataclass(slots=True)
class RefusalReply:
    """The message is refused, whatever becomes of the batch."""

    referee: Referee
    visitor: Visitor
    error: FulgenceError
    said: TurnMessage | None

    def succeed(self) -> None:
        self.referee.refuse(self.visitor, self.error, self.said)

    def fail(self, error: FulgenceError) -> None:
        self.succeed()


@dataclass(slots=True)
class ViewReply:
    """A view on request. If the batch fails, everybody gets one anyway, or reconnects."""

    audience: Audience
    visitor: Visitor

    def succeed(self) -> None:
        self.audience.send_view(self.visitor)

    def fail(self, error: FulgenceError) -> None:
        pass


@dataclass(slots=True)
class ExplainReply:
    referee: Referee
    visitor: Visitor
    seat: int

    def succeed(self) -> None:
        self.referee.start(explain(self.referee, self.visitor, self.seat))

    def fail(self, error: FulgenceError) -> None:
        self.referee.refuse(self.visitor, error, None)


@dataclass(slots=True)
class HintReply:
    referee: Referee
    visitor: Visitor

    def succeed(self) -> None:
        self.referee.start(hint(self.referee, self.visitor))

    def fail(self, error: FulgenceError) -> None:
        self.referee.refuse(self.visitor, error, None)


@dataclass(slots=True)
class WhyReply:
    """Depends on nothing that the batch writes."""

    visitor: Visitor
    reason: Reason

    def succeed(self) -> None:
        self.visitor.send(format_message(self.reason))

    def fail(self, error: FulgenceError) -> None:
        self.succeed()


@dataclass(slots=True)
class ReactionReply:
    """Depends on nothing that the batch writes."""

    audience: Audience
    reaction: Reaction

    def succeed(self) -> None:
        self.audience.broadcast_reaction(self.reaction)

    def fail(self, error: FulgenceError) -> None:
        self.succeed()


@dataclass(slots=True)
class RevealReply:
    """Acknowledged by the view that everybody gets."""

    visitor: Visitor

    def succeed(self) -> None:
        pass

    def fail(self, error: FulgenceError) -> None:
        send_error(self.visitor, error, None)


@dataclass(slots=True)
class ArrivalReply:
    referee: Referee
    opened: SocketOpened
    identity: Identity

    def succeed(self) -> None:
        visitor, answer = self.opened.visitor, self.opened.answer
        if not answer.done():  # unless the socket has gone again
            if self.identity.seat is not None:
                self.referee.address = self.referee.address or visitor.address
            answer.set_result(self.identity)
            self.referee.audience.admit(visitor, self.identity.seat)

    def fail(self, error: FulgenceError) -> None:
        fail(self.opened.answer, table_moved() if is_in_doubt(error) else error)


@dataclass(slots=True)
class DepartureReply:
    audience: Audience
    visitor: Visitor

    def succeed(self) -> None:
        self.audience.remove(self.visitor)

    def fail(self, error: FulgenceError) -> None:
        self.succeed()


@dataclass(slots=True)
class RequestReply:
    """To a request. If the batch fails, one without an entry can safely be retried."""

    referee: Referee
    asked: PendingRequest
    outcome: Decision | FulgenceError

    def succeed(self) -> None:
        if isinstance(self.outcome, FulgenceError):
            fail(self.asked.answer, self.outcome)
            return
        audience = self.referee.audience
        if self.outcome.ejection:
            audience.eject(self.outcome.ejection)
        answer = self.outcome.answer
        if answer is None:
            answer = commands.info(
                self.referee.table,
                audience.views.seats(),
                self.asked.request.key,
                self.referee.clock.seconds_left,
            )
        resolve(self.asked.answer, answer)

    def fail(self, error: FulgenceError) -> None:
        is_entered = isinstance(self.outcome, Decision) and self.outcome.entry is not None
        fail(self.asked.answer, error if is_entered or not is_in_doubt(error) else table_moved())


@dataclass(slots=True)
class RematchReply:
    """`refusal` is set if the next table could not be opened."""

    referee: Referee
    asked: PendingRequest
    refusal: FulgenceError | None = None

    def succeed(self) -> None:
        if self.refusal:
            fail(self.asked.answer, self.refusal)
        else:
            resolve(self.asked.answer, Identity(GUEST, None, self.referee.table.rematch or ""))

    def fail(self, error: FulgenceError) -> None:
        fail(self.asked.answer, error)
