"""Reads the text format of Prometheus, version 0.0.4, as its rules say and not as our server writes it."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
LABEL = r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"'
SAMPLE = re.compile(rf"({NAME})(?:\{{((?:{LABEL},?)*)\}})? ([^ ]+)(?: (-?[0-9]+))?")
KINDS = ("counter", "gauge", "histogram", "summary", "untyped")
ESCAPES = {r"\\": "\\", r"\"": '"', r"\n": "\n"}

Labels = frozenset[tuple[str, str]]


@dataclass
class MetricFamily:
    name: str
    kind: str = "untyped"
    help: str = ""
    samples: dict[tuple[str, Labels], float] = field(default_factory=dict)

    def value(self, ending: str = "", **labels: str) -> float:
        """Of the sample with exactly these labels; nothing was counted if there is none."""
        return self.samples.get((self.name + ending, frozenset(labels.items())), 0.0)


def parse_exposition(text: str) -> dict[str, MetricFamily]:
    """The families by name; ValueError for what a scraper would refuse or misread."""
    if not text.endswith("\n"):
        raise ValueError("the last line does not end")
    families: dict[str, MetricFamily] = {}
    told: set[tuple[str, str]] = set()
    current: MetricFamily | None = None
    for line in text.split("\n")[:-1]:
        if line.startswith("#"):
            word, name, rest = comment(line)
            if not word:
                continue
            if (word, name) in told:
                raise ValueError(f"a second {word} of {name}")
            told.add((word, name))
            if current is None or current.name != name:
                if name in families:
                    raise ValueError(f"{name} is not in one piece")
                current = families[name] = MetricFamily(name)
            if current.samples:
                raise ValueError(f"{word} of {name} comes after its samples")
            if word == "TYPE":
                if rest not in KINDS:
                    raise ValueError(f"no type: {rest}")
                current.kind = rest
            else:
                current.help = rest
        elif line:
            name, labels, value = sample(line)
            if current is None or name not in names_of(current):
                raise ValueError(f"{name} belongs to no family that was announced")
            if (name, labels) in current.samples:
                raise ValueError(f"twice: {line}")
            current.samples[name, labels] = value
    for family in families.values():
        check(family)
    return families


def comment(line: str) -> tuple[str, str, str]:
    found = re.fullmatch(rf"#[ \t]+(HELP|TYPE)[ \t]+({NAME})(?:[ \t]+(.*))?", line)
    return (found[1], found[2], found[3] or "") if found else ("", "", "")


def sample(line: str) -> tuple[str, Labels, float]:
    found = SAMPLE.fullmatch(line)
    if not found:
        raise ValueError(f"no sample: {line}")
    pairs = [
        (name, re.sub(r"\\.", lambda escape: ESCAPES[escape[0]], value))
        for name, value in re.findall(LABEL, found[2] or "")
    ]
    if len({name for name, _ in pairs}) != len(pairs):
        raise ValueError(f"a label twice: {line}")
    return found[1], frozenset(pairs), number(found[5])


def number(text: str) -> float:
    if text in ("NaN", "+Inf", "-Inf"):
        return float(text)
    if not re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", text):
        raise ValueError(f"no number: {text}")
    return float(text)


def names_of(family: MetricFamily) -> set[str]:
    if family.kind == "histogram":
        return {family.name + ending for ending in ("_bucket", "_sum", "_count")}
    return {family.name}


def check(family: MetricFamily) -> None:
    if family.kind == "counter" and any(value < 0 for value in family.samples.values()):
        raise ValueError(f"{family.name} is below nothing")
    if family.kind != "histogram":
        return
    buckets: dict[Labels, list[tuple[float, float]]] = {}
    for (name, labels), value in family.samples.items():
        if name.endswith("_bucket"):
            (bound,) = [number(text) for label, text in labels if label == "le"]
            others = frozenset(pair for pair in labels if pair[0] != "le")
            buckets.setdefault(others, []).append((bound, value))
    for labels, found in buckets.items():
        counts = [count for _, count in sorted(found)]
        if counts != sorted(counts):
            raise ValueError(f"{family.name}: a wider bucket holds less")
        if sorted(found)[-1] != (math.inf, family.samples[family.name + "_count", labels]):
            raise ValueError(f"{family.name}: the last bucket is not all")
        if (family.name + "_sum", labels) not in family.samples:
            raise ValueError(f"{family.name} has no sum")
