"""One player alone, as a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from fulgence.env import choice
from fulgence.env.drawing import drawing
from fulgence.env.sight import Observation, Row, Sight
from fulgence.rules import kinds, score
from fulgence.rules.chance import Generator
from fulgence.rules.city import City
from fulgence.rules.cityfile import load_city
from fulgence.rules.deal import check_addons
from fulgence.rules.game import Game


class Solo(gymnasium.Env[dict[str, Any], np.int64]):
    """An action is a move of the city, 0 passes. A step is one decision; cards are flipped in between.

    The rewards of a game add up to its total. With `reward="gain"` each is what the move has added, with
    `"total"` all of it comes at the end. An action outside the mask counts as a pass and `info` says so;
    with `illegal="error"` it raises IllegalMove with the reason. With `normalize=True` every number of
    an observation lies between 0 and 1.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012 (so declared by the base class)

    def __init__(
        self,
        city: str | City = "london",
        addons: Sequence[str] = (),
        reward: str = choice.GAIN,
        illegal: str = choice.PASS,
        render_mode: str | None = None,
        normalize: bool = False,
    ) -> None:
        choice.check_options(illegal, reward)
        self.city = load_city(city) if isinstance(city, str) else city
        check_addons(self.city, addons)
        self.addons = tuple(addons)
        self.reward = reward
        self.illegal = illegal
        self.render_mode = render_mode
        self.sight = Sight(self.city, addons, normalize)
        self.action_space = spaces.Discrete(self.sight.moves)
        self.observation_space = self.sight.space()
        self.luck: Generator | None = None
        self.game: Game | None = None
        self.total = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new deal. With a seed the first one of its generator, else the next one.

        `options={"deal": deal}` plays a deal of your own.
        """
        super().reset(seed=seed)
        if seed is not None or self.luck is None:
            self.luck = Generator(int(self.np_random.integers(2**63)) if seed is None else seed)
        self.game = Game(choice.deal_for(self.city, self.addons, 1, self.luck, options))
        self.total = 0
        observation = self.sight.observation(self.game.view(0))
        return observation, self.told(observation, False)

    def step(self, action: int | np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        game = self.playing()
        move = int(action)
        is_illegal = not choice.is_legal(game, 0, move)
        if is_illegal:
            if self.illegal == choice.ERROR:
                choice.refuse(game, 0, move)
            move = kinds.PASS
        choice.play(game, 0, move)
        before = self.total
        if move:
            self.total = score.total(game.sheets[0])
        if game.is_done(0):
            game.flip()
        if game.is_over:
            self.total = score.total(game.sheets[0]) + game.deal.handicap
        observation = self.sight.observation(game.view(0))
        return observation, self.earned(before), game.is_over, False, self.told(observation, is_illegal)

    def playing(self) -> Game:
        if self.game is None:
            raise ResetNeeded("call reset before step")
        if self.game.is_over:
            raise ResetNeeded("the game is over: call reset before step")
        return self.game

    def earned(self, before: int) -> float:
        if self.reward == choice.GAIN:
            return float(self.total - before)
        return float(self.total) if self.game and self.game.is_over else 0.0

    def told(self, observation: Observation, is_illegal: bool) -> dict[str, Any]:
        return {
            "action_mask": observation["action_mask"].copy(),
            "total": self.total,
            "illegal": is_illegal,
        }

    def action_masks(self) -> Row:
        """The mask of the current decision, under the name that other libraries look for."""
        if self.game is None:
            raise ResetNeeded("call reset before asking for a mask")
        return self.sight.mask(self.game.view(0))

    def render(self) -> str | None:
        if self.render_mode is None or self.game is None:
            return None
        return drawing(self.game)
