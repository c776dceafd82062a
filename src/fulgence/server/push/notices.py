"""The queue of notices: each is marked in the store, then sent to all devices of its player.

Nobody waits for it. Several tasks send at once; what a push service cannot take now is tried once more."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from urllib.parse import urlsplit

import aiohttp

from fulgence.rules.errors import FulgenceError
from fulgence.server.push.client import PushClient, check_keys
from fulgence.server.push.notice_text import notice_json
from fulgence.server.referee.turn_notices import TurnNotice
from fulgence.server.store.store import Store
from fulgence.server.store.subscriptions import Subscription, delete_subscription, first_notice
from fulgence.table.refusals import Refused

log = logging.getLogger(__name__)

DELAY_SECONDS = 3.0  # after the flip
SENDERS = 8
MAX_WAITING = 10_000  # notices; with more, the newest are dropped
KEEP_SECONDS = 12 * 3600  # a push service keeps a notice for so long, or until the time is up
LEAST_KEEP_SECONDS = 60
RETRY_SECONDS = 60.0
GONE = (404, 410)


@dataclass(frozen=True)
class Delivery:
    """One notice for one device."""

    notice: TurnNotice
    device: Subscription
    is_retry: bool = False


class PushNotices:
    """A Notifier. Call `begin` first."""

    def __init__(self, store: Store, client: PushClient, delay: float = DELAY_SECONDS) -> None:
        self.delay = delay
        self.client = client
        self._store = store
        self._outcomes = store.metrics.pushes
        self._waiting: asyncio.Queue[TurnNotice | Delivery] = asyncio.Queue(MAX_WAITING)
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def public_key(self) -> str:
        return self.client.vapid.public_key

    def check(self, device: Subscription) -> None:
        """Refused, if nothing can be sent to this device."""
        self.client.endpoints.check(device.endpoint)
        check_keys(device)

    def begin(self) -> None:
        self._tasks = [asyncio.create_task(self._send_forever(), name="push") for _ in range(SENDERS)]

    def put(self, notice: TurnNotice | Delivery) -> None:
        try:
            self._waiting.put_nowait(notice)
        except asyncio.QueueFull:
            self._outcomes["dropped"] += 1

    async def settled(self) -> None:
        """Wait until nothing waits to be sent."""
        await self._waiting.join()

    async def _send_forever(self) -> None:
        while True:
            item = await self._waiting.get()
            try:
                if isinstance(item, Delivery):
                    await self._deliver(item)
                else:
                    await self._notify(item)
            except FulgenceError:
                pass  # the store has logged the reason
            except Exception:
                log.exception("a notice could not be sent")
            self._waiting.task_done()

    async def _notify(self, notice: TurnNotice) -> None:
        for device in await first_notice(self._store, notice.table, notice.seat, notice.step):
            await self._deliver(Delivery(notice, device))

    async def _deliver(self, delivery: Delivery) -> None:
        notice, device = delivery.notice, delivery.device
        try:
            content = notice_json(notice, device.language)
            status = await self.client.send(device, content, keep_seconds(notice), notice.table)
        except Refused:  # the operator has taken the host off the list
            status = GONE[0]
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            self._try_again(delivery, type(error).__name__)
            return
        if status in GONE:
            await delete_subscription(self._store, device.id)
            self._outcomes["gone"] += 1
        elif status == 429 or status >= 500:
            self._try_again(delivery, str(status))
        elif 200 <= status < 300:
            self._outcomes["sent"] += 1
        else:
            self._fail(delivery, str(status))

    def _try_again(self, delivery: Delivery, reason: str) -> None:
        if delivery.is_retry:
            self._fail(delivery, reason)
            return
        again = Delivery(delivery.notice, delivery.device, is_retry=True)
        asyncio.get_running_loop().call_later(RETRY_SECONDS, self.put, again)

    def _fail(self, delivery: Delivery, reason: str) -> None:
        self._outcomes["failed"] += 1
        host = urlsplit(delivery.device.endpoint).hostname
        log.warning("a push service did not take a notice", extra={"host": host, "reason": reason})

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await self.client.close()


def keep_seconds(notice: TurnNotice) -> int:
    left = KEEP_SECONDS if notice.seconds_left is None else notice.seconds_left
    return round(min(KEEP_SECONDS, max(LEAST_KEEP_SECONDS, left)))
