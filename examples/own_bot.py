"""Your own bot against the greedy one: `python examples/own_bot.py`."""

from __future__ import annotations

from fulgence import View, make_bot, new_game, play_out


class WandererBot:
    """Draws the longest section it can: covering ground quickly reaches many districts."""

    def choose(self, view: View) -> str:
        def length(move: str) -> int:
            section = (view.city.moves[move] - 1) // 2
            (ax, ay), (bx, by) = (view.city.points[cell] for cell in view.city.sections[section])
            return max(abs(ax - bx), abs(ay - by))

        sections = [move for move in view.moves if "-" in move]
        return max(sections, key=length) if sections else "pass"


def main() -> None:
    for seed in range(5):
        game = new_game("london", players=2, seed=seed)
        ours, greedy = play_out(game, [WandererBot(), make_bot("greedy", seed)])
        print(f"deal {seed}: wanderer {ours.total}, greedy {greedy.total}")


if __name__ == "__main__":
    main()
