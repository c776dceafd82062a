"""Thousands of solo games as a Gymnasium vector environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from fulgence.env import stepping
from fulgence.env.batch import GameBatch
from fulgence.env.observation import Numbers, Observation, ObservationEncoder
from fulgence.rules import kinds
from fulgence.rules.city import City


class SoloVector(VectorEnv[Observation, Numbers, Numbers]):
    """Many `Solo` environments. A game that ends restarts in the same step: the observation is the first one
    of the next game, `info["final_obs"]` has the last one, `info["final_info"]` the totals.

    With `copy=False` observations and masks are the same arrays at every step, overwritten by the next; with
    `normalize=True` observations are always new.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012 (so declared by the base class)

    def __init__(
        self,
        num_envs: int = 1,
        city: str | City = "london",
        addons: Sequence[str] = (),
        reward: str = stepping.GAIN,
        illegal: str = stepping.PASS,
        copy: bool = True,
        render_mode: str | None = None,
        normalize: bool = False,
    ) -> None:
        stepping.check_options(illegal, reward)
        self.batch = GameBatch(city, num_envs, addons)
        self.num_envs = num_envs
        self.reward = reward
        self.illegal = illegal
        self.copy = copy
        self.render_mode = render_mode
        self.encoder = ObservationEncoder(self.batch.city, addons, normalize)
        self.single_action_space = spaces.Discrete(self.encoder.moves)
        self.single_observation_space = self.encoder.space()
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.masks = np.asarray(self.batch.masks).view(np.int8)
        self.rows = np.asarray(self.batch.observations)
        self.finals = np.asarray(self.batch.finals)
        self.totals = np.asarray(self.batch.totals)
        self.games = np.arange(num_envs)
        self.is_seeded = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Game n gets the seed `seed + n`, or item n of a list; without a seed its next deal."""
        first = seed if isinstance(seed, int) else None
        super().reset(seed=first)
        if first is not None:
            seeds: list[int | None] = [first + n for n in range(self.num_envs)]
        elif seed is None or isinstance(seed, int):
            seeds = [None] * self.num_envs
            if not self.is_seeded:
                seeds = [int(number) for number in self.np_random.integers(2**63, size=self.num_envs)]
        else:
            seeds = list(seed)
        self.batch.reset(seeds)
        self.is_seeded = True
        return self.observe(), {"action_mask": self.mask()}

    def step(self, actions: Numbers) -> tuple[Observation, Numbers, Numbers, Numbers, dict[str, Any]]:
        moves = np.asarray(actions)
        info: dict[str, Any] = {}
        if self.illegal == stepping.PASS:
            info["illegal"] = self.masks[self.games, moves] == 0
            moves = np.where(info["illegal"], kinds.PASS, moves)
        gained, ended = self.batch.step(moves)
        over = np.asarray(ended).astype(bool)
        rewards = np.asarray(gained).astype(np.float64)
        if self.reward == stepping.TOTAL:
            rewards = np.where(over, self.totals, 0.0)
        if over.any():
            info.update(self.final(over))
        info["action_mask"] = self.mask()
        return self.observe(), rewards, over, np.zeros_like(over), info

    def final(self, over: Numbers) -> dict[str, Any]:
        """The finished games, where the wrappers of the library look for them."""
        last = np.full(self.num_envs, None, dtype=object)
        for n in np.flatnonzero(over):
            mask = np.zeros(self.masks.shape[1], np.int8)
            last[n] = {"observation": self.encoder.scaled(self.finals[n].copy()), "action_mask": mask}
        totals = {"total": np.where(over, self.totals, 0), "_total": over.copy()}
        info = {"final_obs": last, "_final_obs": over.copy()}
        return {**info, "final_info": totals, "_final_info": over.copy()}

    def observe(self) -> Observation:
        rows = self.rows.copy() if self.copy else self.rows
        return {"observation": self.encoder.scaled(rows), "action_mask": self.mask()}

    def action_masks(self) -> Numbers:
        """The masks of the current decisions by game, under the name that other libraries expect."""
        return self.masks.copy()

    def mask(self) -> Numbers:
        return self.masks.copy() if self.copy else self.masks
