"""Fulgence: the flip-and-write metro games Next Station London, Paris and Berlin. Unofficial."""

__version__ = "0.1.0"
