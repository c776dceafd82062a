"""A player at a server, from the terminal: requests, the key of the player, and a game over a socket."""
