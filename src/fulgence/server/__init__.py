"""The table: a game server that never loses a move."""
