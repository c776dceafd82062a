"""Contests on a server: everybody plays the same cards, and the results are compared."""
