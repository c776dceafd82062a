"""The evaluator that is fastest here."""

from __future__ import annotations

from fulgence.bots.network.evaluator import Evaluator
from fulgence.bots.network.quantized_network import QuantizedNetwork
from fulgence.build import is_search_interpreted
from fulgence.rules.city_tables import Terms


def make_evaluator(terms: Terms, network: QuantizedNetwork) -> Evaluator:
    if not is_search_interpreted():
        return Evaluator(terms, network)
    from fulgence.bots.network.plain_evaluator import PlainEvaluator

    return PlainEvaluator(terms, network)
