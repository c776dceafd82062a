"""How a route reaches its table, and in whose name."""

from __future__ import annotations

from typing import Any

from fastapi import Request, Response

from fulgence.rules.city import City
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.server.http.credentials import set_cookie, token_of
from fulgence.server.workers.pool import Workers
from fulgence.table import requests
from fulgence.table.requests import Document, TableInfo
from fulgence.table.seats import hashed
from fulgence.table.state import custom_city


async def ask(request: Request, table: str, question: requests.AnyRequest) -> Any:
    return await request.app.state.tables.ask(table, question)


async def info(request: Request, table: str, question: requests.AnyRequest) -> TableInfo:
    """For what is answered with the table as it is then."""
    answer = await ask(request, table, question)
    assert isinstance(answer, requests.TableInfo)
    return answer


def key_of(request: Request) -> str:
    return hashed(token_of(request.scope))


def remember(request: Request, response: Response, table: str, token: str) -> None:
    set_cookie(response, table, token, secure=request.url.scheme == "https")


async def city_at(request: Request, table: str) -> City:
    info = await ask(request, table, requests.Look(key_of(request)))
    if info.city in city_names():
        return load_city(info.city)
    return custom_city(await city_file_at(request, table), info.city)


async def city_file_at(request: Request, table: str) -> str:
    document: Document = await ask(request, table, requests.GetCity(key_of(request)))
    return document.text


async def game_at(request: Request, table: str) -> tuple[str, str]:
    """The record of a table and its city file, which is empty if the city is one of ours."""
    document: Document = await ask(request, table, requests.GetRecord(key_of(request)))
    info = await ask(request, table, requests.Look(key_of(request)))
    return document.text, "" if info.city in city_names() else await city_file_at(request, table)


def workers_of(request: Request) -> Workers:
    workers: Workers = request.app.state.tables.bots.workers
    return workers
