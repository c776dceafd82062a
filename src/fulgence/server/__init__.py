"""The game server: HTTP, WebSockets, and a log that never loses a move."""
