"""A bot of one's own against the greedy one: `python examples/own_bot.py`."""

from __future__ import annotations

from fulgence.bots.bot import Bot, make_bot
from fulgence.rules.chance import Generator
from fulgence.rules.cityfile import load_city
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from fulgence.rules.view import View


class WandererBot:
    """Draws the longest section it can: far from home soon means many districts."""

    def choose(self, view: View) -> str:
        def length(move: str) -> int:
            section = (view.city.moves[move] - 1) // 2
            (ax, ay), (bx, by) = (view.city.points[cell] for cell in view.city.sections[section])
            return max(abs(ax - bx), abs(ay - by))

        sections = [move for move in view.moves if "-" in move]
        return max(sections, key=length) if sections else "pass"


def play(bots: list[Bot], seed: int) -> list[int]:
    game = Game(deal(load_city("london"), seats=len(bots), chance=Generator(seed)))
    while not game.is_over:
        for seat, bot in enumerate(bots):
            while not game.is_done(seat):
                game.play(seat, bot.choose(game.view(seat)))
        game.flip()
    return [pad.total for pad in game.pads()]


def main() -> None:
    for seed in range(5):
        ours, greedy = play([WandererBot(), make_bot("greedy", Generator(seed))], seed)
        print(f"deal {seed}: wanderer {ours}, greedy {greedy}")


if __name__ == "__main__":
    main()
