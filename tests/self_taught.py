"""Value networks that learn by self-play, outside of a whole training."""

from __future__ import annotations

from fulgence.bots.network.quantized_network import quantized
from fulgence.bots.network.value_network import ValueNetwork
from fulgence.bots.training.adam import Adam
from fulgence.bots.training.selfplay import SelfPlay
from fulgence.rules.city import City
from fulgence.rules.deal import deal
from fulgence.rules.generator import Generator

BATCH = 50  # games between two updates of the player


def selfplay_of(city: City, optimizer: Adam) -> SelfPlay:
    """The network plays as it is now and goes on learning."""
    return SelfPlay(deal(city, (), 1, Generator(1)).terms(0), quantized(optimizer.network), optimizer)


def learn(city: City, optimizer: Adam, games: int, seed: int, epsilon: int = 50) -> float:
    """The mean total of the games."""
    rng, points = Generator(seed), 0
    for start in range(0, games, BATCH):
        number = min(BATCH, games - start)
        points += selfplay_of(city, optimizer).learning_games(number, rng, epsilon, 0.7)
    return points / max(games, 1)


def greedy_mean(city: City, network: ValueNetwork, games: int, seed: int) -> float:
    return selfplay_of(city, Adam(network)).greedy_games(games, Generator(seed)) / games
