"""How good and how fast the search for the best game is: one line of JSON for each width.

    python bench/hindsight.py london --widths 100,1000 --deals 50 [--weights FILE] [--addons powers]
    python bench/hindsight.py london --widths 1000 --local-searches 0,48

CPU time of one core. Deals are those of `--seed`, number by number, so runs can be compared in pairs.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from pathlib import Path

from fulgence.bots.hindsight.hindsight import LOCAL_SEARCHES, WIDTH, Hindsight, best_round
from fulgence.bots.network.quantized_network import QuantizedNetwork
from fulgence.bots.network.weights import feature_count, read_weights
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import Deal, deal
from fulgence.rules.generator import Generator


def main() -> None:
    options = parsed()
    city = load_city(options.city)
    addons = tuple(filter(None, options.addons.split(",")))
    rng = Generator(options.seed)
    deals = [deal(city, addons, 1, rng.child(number)) for number in range(options.deals)]
    network = read_weights(options.weights, feature_count(city))[1] if options.weights else None
    for width in map(int, options.widths.split(",")):
        for local_searches in map(int, options.local_searches.split(",")):
            print(json.dumps(measured(deals, network, width, local_searches)), flush=True)
    if options.rounds:
        print(json.dumps(rounds(deals)), flush=True)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("city")
    parser.add_argument("--widths", default=str(WIDTH))
    parser.add_argument("--local-searches", default=str(LOCAL_SEARCHES), help="after the beam search")
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--addons", default="")
    parser.add_argument("--weights", type=Path, help="learned weights that guide the search")
    parser.add_argument("--rounds", action="store_true", help="also the exact best of first rounds")
    return parser.parse_args()


def measured(
    deals: list[Deal], network: QuantizedNetwork | None, width: int, searches: int
) -> dict[str, object]:
    totals = []
    longest = 0.0
    start = time.process_time()
    for made in deals:
        search = Hindsight(made, 0, network, width, local_searches=searches)
        while True:
            before = time.process_time()
            more = search.step()
            longest = max(longest, time.process_time() - before)
            if not more:
                break
        totals.append(search.result().total)
    return {
        "city": deals[0].city.key,
        "addons": deals[0].addons,
        "value": network is not None,
        "width": width,
        "local_searches": searches,
        "deals": len(deals),
        "mean": round(statistics.mean(totals), 2),
        "s_per_game": round((time.process_time() - start) / len(deals), 3),
        "longest_step_s": round(longest, 3),
    }


def rounds(deals: list[Deal]) -> dict[str, object]:
    times, exact = [], 0
    for made in deals:
        start = time.process_time()
        exact += best_round(made, 0).is_exact
        times.append(time.process_time() - start)
    return {
        "city": deals[0].city.key,
        "addons": deals[0].addons,
        "first_rounds": len(deals),
        "exact": exact,
        "median_s": round(statistics.median(times), 3),
        "longest_s": round(max(times), 3),
    }


if __name__ == "__main__":
    main()
