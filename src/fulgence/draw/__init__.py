"""Sheets as pictures."""
