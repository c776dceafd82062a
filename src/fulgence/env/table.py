"""A table of one to four seats, as a PettingZoo parallel environment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger

from fulgence.env import stepping
from fulgence.env.observation import Numbers, ObservationEncoder
from fulgence.env.rendering import drawing
from fulgence.rules import kinds, score
from fulgence.rules.city import City
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal_checks import PLACES, check_addons, no_table
from fulgence.rules.errors import BadDeal
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator

ByAgent = dict[str, Any]
MAX_POINTS = 2**15 - 1
SCORE_SCALE = 512  # counts as 1 when normalized; well above what the strongest bot reaches


class TableEnv(ParallelEnv[str, dict[str, Any], np.int64]):
    """All seats draw at once. A step is one decision of every seat that has one left in this turn; the others
    wait: action 0, the only one in their mask. When all are done, the next cards are flipped. With
    `normalize=True` every number of an observation lies between 0 and 1.
    """

    metadata = {"name": "fulgence_v0", "render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012 (so declared by the base class)

    def __init__(
        self,
        city: str | City = "london",
        seats: int = 2,
        addons: Sequence[str] = (),
        illegal: str = stepping.PASS,
        render_mode: str | None = None,
        normalize: bool = False,
    ) -> None:
        stepping.check_options(illegal)
        self.city = load_city(city) if isinstance(city, str) else city
        check_addons(self.city, addons)
        if seats not in PLACES:
            raise BadDeal(no_table(seats))
        self.addons = tuple(addons)
        self.illegal = illegal
        self.render_mode = render_mode
        self.encoder = ObservationEncoder(self.city, addons, normalize)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self.places = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: spaces.Discrete(self.encoder.moves) for agent in self.possible_agents}
        self.observation_spaces = {agent: self.space(seats) for agent in self.possible_agents}
        self.rng: Generator | None = None
        self.game: Game
        self.totals: list[int] = []  # none before the first reset

    def space(self, seats: int) -> spaces.Dict:
        scores: spaces.Box[Any] = spaces.Box(-MAX_POINTS, MAX_POINTS, (seats,), np.int16)
        if self.encoder.normalize:
            scores = spaces.Box(0, 1, (seats,), np.float32)
        return spaces.Dict({**self.encoder.space().spaces, "scores": scores})

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[ByAgent, ByAgent]:
        """A new deal, as in `Solo.reset`."""
        if seed is not None or self.rng is None:
            self.rng = Generator(int(np.random.default_rng().integers(2**63)) if seed is None else seed)
        self.game = Game(stepping.deal_for(self.city, self.addons, len(self.places), self.rng, options))
        self.agents = list(self.possible_agents)
        self.totals = [0] * len(self.agents)
        return self.observe(self.agents, dict.fromkeys(self.agents, False))

    def step(
        self, actions: Mapping[str, int | np.int64]
    ) -> tuple[ByAgent, ByAgent, ByAgent, ByAgent, ByAgent]:
        """After the end all results are empty, with the usual warning of the library."""
        if not self.totals:
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return {}, {}, {}, {}, {}
        agents = list(self.agents)
        before = list(self.totals)
        moves = {agent: int(actions.get(agent, kinds.PASS)) for agent in agents}
        illegal = {agent: self.is_illegal(agent, move) for agent, move in moves.items()}
        for agent, move in moves.items():
            stepping.play(self.game, self.places[agent], kinds.PASS if illegal[agent] else move)
        if self.game.everybody_is_done:
            self.game.flip()
        is_over = self.game.is_over
        self.totals = [score.total(sheet) for sheet in self.game.sheets]
        if is_over:
            self.totals = [total + self.game.deal.handicap for total in self.totals]
            self.agents = []
        rewards = {agent: float(self.totals[seat] - before[seat]) for agent, seat in self.places.items()}
        observations, infos = self.observe(agents, illegal)
        over, never = dict.fromkeys(agents, is_over), dict.fromkeys(agents, False)
        return observations, {agent: rewards[agent] for agent in agents}, over, never, infos

    def is_illegal(self, agent: str, move: int) -> bool:
        """Checked for all seats before anything is played, so that an error changes nothing."""
        seat = self.places[agent]
        is_illegal = not stepping.is_legal(self.game, seat, move)
        if is_illegal and self.illegal == stepping.ERROR:
            stepping.refuse(self.game, seat, move)
        return is_illegal

    def observe(self, agents: Sequence[str], illegal: Mapping[str, bool]) -> tuple[ByAgent, ByAgent]:
        observations, infos = {}, {}
        shown = [score.total(self.game.sheet_at_flip(seat)) for seat in self.places.values()]
        for agent in agents:
            seat = self.places[agent]
            observation: dict[str, Any] = {**self.encoder.observation(self.game.view(seat))}
            observation["scores"] = self.scores([*shown[seat:], *shown[:seat]])
            observations[agent] = observation
            infos[agent] = {
                "action_mask": observation["action_mask"].copy(),
                "done": self.game.is_done(seat),
                "illegal": illegal[agent],
                "total": self.totals[seat],
            }
            if self.game.is_over:
                infos[agent]["winners"] = [self.possible_agents[seat] for seat in self.game.winners()]
        return observations, infos

    def scores(self, points: list[int]) -> Numbers:
        if self.encoder.normalize:
            return np.clip(np.array(points, np.float32) / SCORE_SCALE, 0, 1)
        return np.array(points, np.int16)

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        if not self.totals:
            EnvLogger.error_render_before_reset()
        return "\n\n".join(drawing(self.game, seat) for seat in self.places.values())

    def close(self) -> None:
        pass


def parallel_env(
    city: str | City = "london",
    seats: int = 2,
    addons: Sequence[str] = (),
    illegal: str = stepping.PASS,
    render_mode: str | None = None,
    normalize: bool = False,
) -> TableEnv:
    """The name that the tools of PettingZoo expect."""
    return TableEnv(city, seats, addons, illegal, render_mode, normalize)
