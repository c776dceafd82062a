"""Leases and the message bus between servers, in a real Redis."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncIterator, Sequence

import pytest
from redis.asyncio import Redis

from fulgence.server.cluster.bus import CHANNEL, FLUSH_INTERVAL, MessageBus
from fulgence.server.cluster.messages import AnyClusterMessage, SelfPing, SocketToTable, parse_batch
from fulgence.server.cluster.redis_connection import open_redis
from fulgence.server.cluster.redis_leases import RedisLeases
from fulgence.server.referee.leases import Elsewhere
from fulgence.table.seats import new_table_id
from server.cluster_servers import redis_address
from server.databases import in_loop
from server.proxy import Proxy


@contextlib.asynccontextmanager
async def connected(address: str = "") -> AsyncIterator[Redis]:
    redis = await open_redis(address or redis_address())
    try:
        yield redis
    finally:
        await redis.aclose()


async def living(redis: Redis) -> RedisLeases:
    leases = RedisLeases(redis)
    await leases.begin()
    return leases


async def is_elsewhere(leases: RedisLeases, table: str) -> bool:
    try:
        await leases.claim(table)
    except Elsewhere:
        return True
    return False


@in_loop
async def test_a_table_has_one_owner_who_can_give_it_back() -> None:
    table = new_table_id()
    async with connected() as redis:
        first, second = await living(redis), await living(redis)
        await first.claim(table)
        await first.claim(table)
        with pytest.raises(Elsewhere) as refused:
            await second.claim(table)
        assert refused.value.owner == first.name
        first.release(table)
        await first.close()
        assert await redis.exists(f"fulgence:table:{table}") == 0
        await second.claim(table)
        await second.close()


@in_loop
async def test_of_many_who_claim_many_tables_at_once_each_is_anothers_or_ones_own() -> None:
    tables = [new_table_id() for _ in range(300)]  # more than there are connections
    async with connected() as redis:
        first, second = await living(redis), await living(redis)
        claims = [is_elsewhere(leases, table) for table in tables for leases in (first, second)]
        found = await asyncio.gather(*claims)
        assert [a + b for a, b in zip(found[::2], found[1::2], strict=True)] == [1] * 300
        for leases in (first, second):
            for table in tables:
                leases.release(table)
            await leases.close()
        assert await redis.exists(*(f"fulgence:table:{table}" for table in tables)) == 0


@in_loop
async def test_a_table_that_is_released_and_claimed_again_at_once_stays_ours() -> None:
    table = new_table_id()
    async with connected() as redis:
        first, second = await living(redis), await living(redis)
        for _ in range(50):
            await first.claim(table)
            first.release(table)
        await first.claim(table)
        assert [await is_elsewhere(second, table) for _ in range(50)] == [True] * 50
        await first.close()
        await second.close()


@in_loop
async def test_only_a_table_that_was_not_given_back_is_taken_over() -> None:
    orphan, returned, other = (new_table_id() for _ in range(3))
    taken: list[str] = []

    async def take(table: str) -> bool:
        taken.append(table)
        return len(taken) > 1  # the dead one was not quite dead

    async with connected() as redis:
        dead, heir = RedisLeases(redis), await living(redis)
        heir.on_takeover = take
        await dead.heartbeat()
        await dead.claim(orphan)
        await dead.claim(returned)
        dead.release(returned)
        while await redis.exists(f"fulgence:table:{returned}"):
            await asyncio.sleep(0)
        await dead.claim(other)
        await redis.delete(f"fulgence:process:{dead.name}")
        await heir.claim(orphan)
        assert taken == [orphan, orphan]
        await heir.claim(orphan)
        await heir.claim(returned)
        assert taken == [orphan, orphan]
        await heir.claim(other)
        assert taken == [orphan, orphan, other]
        await heir.close()


@in_loop
async def test_a_lease_that_another_has_taken_over_is_not_released() -> None:
    table = new_table_id()
    async with connected() as redis:
        slow, heir = RedisLeases(redis), await living(redis)
        await slow.heartbeat()
        await slow.claim(table)
        await redis.delete(f"fulgence:process:{slow.name}")
        await heir.claim(table)
        slow.release(table)
        await slow.close()
        assert await redis.get(f"fulgence:table:{table}") == heir.name.encode()
        await heir.close()


@in_loop
async def test_who_counted_as_dead_is_told_which_tables_are_lost() -> None:
    taken, kept = new_table_id(), new_table_id()
    async with connected() as redis:
        slow, heir = RedisLeases(redis), await living(redis)
        lost: list[str] = []
        slow.on_loss = lost.append
        await slow.heartbeat()
        await slow.claim(taken)
        await slow.claim(kept)
        await redis.delete(f"fulgence:process:{slow.name}")
        await heir.claim(taken)
        await slow.begin()
        await slow.check()
        assert lost == [taken]
        assert await is_elsewhere(heir, kept)
        await slow.close()
        await heir.close()


class RecordingListener:
    def __init__(self) -> None:
        self.news: asyncio.Queue[str] = asyncio.Queue()

    def read(self, sender: str, message: AnyClusterMessage) -> None:
        self.news.put_nowait(message.text if isinstance(message, SocketToTable) else "echo")

    def undelivered(self, process: str, messages: Sequence[AnyClusterMessage]) -> None:
        self.news.put_nowait(f"{len(messages)} undelivered to {process}")

    def may_be_lost(self, process: str) -> None:
        self.news.put_nowait(f"lost to {process}")

    def missed(self) -> None:
        self.news.put_nowait("missed")

    async def next(self) -> str:
        return await asyncio.wait_for(self.news.get(), 10)


@contextlib.asynccontextmanager
async def posted(name: str, address: str) -> AsyncIterator[tuple[MessageBus, RecordingListener]]:
    box = RecordingListener()
    async with connected(address) as redis:
        bus = MessageBus(redis, name, box)
        await bus.begin()
        try:
            yield bus, box
        finally:
            await bus.close()


@in_loop
async def test_messages_arrive_in_order_and_those_to_nobody_are_returned() -> None:
    address, name = redis_address(), secrets.token_hex(4)
    async with posted(f"{name}1", address) as (ann, at_ann), posted(f"{name}2", address) as (_, at_ben):
        for number in range(100):
            ann.send(f"{name}2", SocketToTable(0, f"{number}"))
            await asyncio.sleep(0)
        assert [await at_ben.next() for _ in range(100)] == [f"{number}" for number in range(100)]
        ann.send(f"{name}3", SocketToTable(0, "anybody?"))
        ann.send(f"{name}3", SelfPing(0))
        assert await at_ann.next() == f"2 undelivered to {name}3"


@in_loop
async def test_a_message_of_any_size_arrives_whole() -> None:
    address, name = redis_address(), secrets.token_hex(4)
    text = "é" * 3_000_000
    async with posted(f"{name}1", address) as (ann, _), posted(f"{name}2", address) as (_, at_ben):
        for message in (text, "short"):
            ann.send(f"{name}2", SocketToTable(0, message))
        assert await at_ben.next() == text
        assert await at_ben.next() == "short"


@in_loop
async def test_messages_of_the_same_moment_share_a_batch() -> None:
    address, name = redis_address(), secrets.token_hex(4)
    async with (
        connected(address) as redis,
        redis.pubsub() as channel,
        posted(f"{name}1", address) as (ann, _),
    ):
        await channel.subscribe(f"{CHANNEL}{name}2")
        await channel.get_message(timeout=10)
        begun = time.monotonic()
        for number in range(1000):
            ann.send(f"{name}2", SocketToTable(0, f"{number}"))
            await asyncio.sleep(0)
        flushes = 2 + (time.monotonic() - begun) / FLUSH_INTERVAL
        numbers, batches = list[str](), 0
        while len(numbers) < 1000:
            published = await channel.get_message(timeout=10)
            batches += 1
            for message in parse_batch(published["data"]).messages:
                assert isinstance(message, SocketToTable)
                numbers.append(message.text)
        assert numbers == [f"{number}" for number in range(1000)]
        assert batches <= flushes


@in_loop
async def test_who_hears_nothing_from_redis_knows_that_messages_may_be_lost() -> None:
    address, name = redis_address(), secrets.token_hex(4)
    with Proxy(6379) as proxy:
        behind = address.replace("6379", str(proxy.port))
        async with posted(f"{name}1", address), posted(f"{name}2", behind) as (ben, at_ben):
            proxy.fall_silent()
            ben.send(f"{name}1", SocketToTable(0, "hello?"))
            assert await at_ben.next() == f"lost to {name}1"
            proxy.resume()
            assert await at_ben.next() == "missed"


@in_loop
async def test_who_has_been_cut_off_knows_that_messages_are_missing() -> None:
    address, name = redis_address(), secrets.token_hex(4)
    with Proxy(6379) as proxy:
        behind = address.replace("6379", str(proxy.port))
        async with posted(f"{name}1", address) as (ann, at_ann), posted(f"{name}2", behind) as (ben, at_ben):
            proxy.cut()
            async with asyncio.timeout(10):
                while at_ann.news.empty():
                    ann.send(f"{name}2", SocketToTable(0, "still there?"))
                    await asyncio.sleep(0.01)
            assert (await at_ann.next()).endswith(f"undelivered to {name}2")
            ben.send(f"{name}1", SocketToTable(0, "alone"))
            assert await at_ben.next() == f"lost to {name}1"
            proxy.mend()
            assert await at_ben.next() == "missed"
            ann.send(f"{name}2", SocketToTable(0, "here again"))
            assert await at_ben.next() == "here again"


def test_what_is_sent_on_a_connection_that_has_just_broken_may_be_lost() -> None:
    """uvloop refuses to write to it, before anybody was told that it is broken."""
    uvloop = pytest.importorskip("uvloop")
    name = secrets.token_hex(4)

    async def send_to_two() -> None:
        failures: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: failures.append(context))
        async with posted(f"{name}1", redis_address()) as (ann, at_ann):
            assert ann._connection
            ann._connection._transport.abort()
            ann.send(f"{name}2", SocketToTable(0, "hello"))
            ann.send(f"{name}3", SocketToTable(0, "hello"))
            ann._connection.closed.add_done_callback(lambda _: ann._flush())  # before anybody else knows
            assert {await at_ann.next() for _ in range(2)} == {f"lost to {name}2", f"lost to {name}3"}
        assert not failures

    uvloop.run(send_to_two())
