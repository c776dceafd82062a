"""A player's answers to puzzles, the same on all of their devices."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from fulgence.puzzles.answers import is_possible, streak_of
from fulgence.server.http.routes.player_access import required_player, store_of
from fulgence.server.http.routes.schemas import PROBLEMS, Body
from fulgence.server.store.players import Player
from fulgence.server.store.puzzle_answers import PuzzleAnswer, add_answers, answers_of

router = APIRouter(prefix="/api")

MAX_ANSWERS = 500  # in one request


class GivenAnswer(Body):
    """`lost`: the points that the first answer lost, as the answer to the move has told."""

    puzzle: Annotated[str, Field(pattern=r"^[0-9a-z_-]{1,64}$")]
    lost: Annotated[float, Field(ge=0, le=1000)]


class AddAnswers(Body):
    answers: Annotated[list[GivenAnswer], Field(max_length=MAX_ANSWERS)]


class OwnAnswer(BaseModel):
    puzzle: str
    lost: float


class OwnPuzzles(BaseModel):
    """`answers`: the earliest first. `streak`, `longest`: solved in a row, up to now and at best."""

    answers: list[OwnAnswer]
    streak: int
    longest: int


@router.get("/player/puzzles", responses=PROBLEMS)
async def own_puzzles(request: Request, response: Response) -> OwnPuzzles:
    """All that you have answered."""
    return await puzzles_of(request, await required_player(request, response))


@router.post("/player/puzzles", responses=PROBLEMS)
async def add_puzzles(body: AddAnswers, request: Request, response: Response) -> OwnPuzzles:
    """Add answers of this device, in their order. Of several answers to a puzzle the first counts. What no
    puzzle of this version can have been answered with is left out."""
    player = await required_player(request, response)
    given = [
        PuzzleAnswer(each.puzzle, each.lost) for each in body.answers if is_possible(each.puzzle, each.lost)
    ]
    await add_answers(store_of(request), player.id, given)
    return await puzzles_of(request, player)


async def puzzles_of(request: Request, player: Player) -> OwnPuzzles:
    found = await answers_of(store_of(request), player.id)
    streak = streak_of(answer.lost for answer in found)
    answers = [OwnAnswer(puzzle=answer.puzzle, lost=answer.lost) for answer in found]
    return OwnPuzzles(answers=answers, streak=streak.now, longest=streak.longest)
