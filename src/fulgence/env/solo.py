"""The solo game as a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from fulgence.env import stepping
from fulgence.env.observation import Observation, ObservationEncoder, Row
from fulgence.env.rendering import drawing
from fulgence.rules import kinds, score
from fulgence.rules.city import City
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal_checks import check_addons
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator


class Solo(gymnasium.Env[dict[str, Any], np.int64]):
    """An action is a move of the city, 0 passes. A step is one decision; cards are flipped in between.

    The rewards of a game add up to its total: with `reward="gain"` each is what the move has added, with
    `"total"` everything comes at the end. An action outside the mask counts as a pass, and `info` says so;
    with `illegal="error"` it raises IllegalMove. With `normalize=True` every number of an observation lies
    between 0 and 1.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012 (so declared by the base class)

    def __init__(
        self,
        city: str | City = "london",
        addons: Sequence[str] = (),
        reward: str = stepping.GAIN,
        illegal: str = stepping.PASS,
        render_mode: str | None = None,
        normalize: bool = False,
    ) -> None:
        stepping.check_options(illegal, reward)
        self.city = load_city(city) if isinstance(city, str) else city
        check_addons(self.city, addons)
        self.addons = tuple(addons)
        self.reward = reward
        self.illegal = illegal
        self.render_mode = render_mode
        self.encoder = ObservationEncoder(self.city, addons, normalize)
        self.action_space = spaces.Discrete(self.encoder.moves)
        self.observation_space = self.encoder.space()
        self.rng: Generator | None = None
        self.game: Game | None = None
        self.total = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new deal: with a seed the first one of its generator, otherwise the next one.

        `options={"deal": deal}` plays that deal.
        """
        super().reset(seed=seed)
        if seed is not None or self.rng is None:
            self.rng = Generator(int(self.np_random.integers(2**63)) if seed is None else seed)
        self.game = Game(stepping.deal_for(self.city, self.addons, 1, self.rng, options))
        self.total = 0
        observation = self.encoder.observation(self.game.view(0))
        return observation, self.info(observation, False)

    def step(self, action: int | np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        game = self.playing()
        move = int(action)
        is_illegal = not stepping.is_legal(game, 0, move)
        if is_illegal:
            if self.illegal == stepping.ERROR:
                stepping.refuse(game, 0, move)
            move = kinds.PASS
        stepping.play(game, 0, move)
        before = self.total
        if move:
            self.total = score.total(game.sheets[0])
        if game.is_done(0):
            game.flip()
        if game.is_over:
            self.total = score.total(game.sheets[0]) + game.deal.handicap
        observation = self.encoder.observation(game.view(0))
        return observation, self.earned(before), game.is_over, False, self.info(observation, is_illegal)

    def playing(self) -> Game:
        if self.game is None:
            raise ResetNeeded("call reset before step")
        if self.game.is_over:
            raise ResetNeeded("the game is over: call reset before step")
        return self.game

    def earned(self, before: int) -> float:
        if self.reward == stepping.GAIN:
            return float(self.total - before)
        return float(self.total) if self.game and self.game.is_over else 0.0

    def info(self, observation: Observation, is_illegal: bool) -> dict[str, Any]:
        return {
            "action_mask": observation["action_mask"].copy(),
            "total": self.total,
            "illegal": is_illegal,
        }

    def action_masks(self) -> Row:
        """The mask of the current decision, under the name that other libraries expect."""
        if self.game is None:
            raise ResetNeeded("call reset before asking for a mask")
        return self.encoder.mask(self.game.view(0))

    def render(self) -> str | None:
        if self.render_mode is None or self.game is None:
            return None
        return drawing(self.game)
