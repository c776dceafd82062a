"""Prompts and replies of the game loop. The keys are the same in all languages."""

from __future__ import annotations

from fulgence.language import N_

NAMED = N_("{name}. {prompt}")
YOUR_MOVE = N_("Your move:")
ONLY_PASS = N_("Enter = pass:")
NEXT_CARD_ASK = N_("Enter = next card, u = undo:")
NEXT_PLAYER_ASK = N_("Enter = next player, u = undo:")
LAST_CARD_ASK = N_("Enter = end of the game, u = undo:")
QUIT_SAVES = N_("Stop here? The game so far will be saved in {path}. (y/n)")
QUIT_ONLINE = N_("Stop here? The server keeps the game; the same command continues it. (y/n)")
QUIT_LOSES = N_("Stop here? The game will be lost; start with --record FILE to keep it. (y/n)")
# Translators: all words that mean yes, separated by spaces; "y yes" always works too.
YES = N_("y yes")
NEEDS_INPUT = N_("Type a number, a move such as {move}, or p to pass; ? for help.")
NEEDS_ENTER = N_("Press Enter to continue, or type u to undo; ? for help.")
NO_NUMBER = N_("There is no move {number}; choose from 1 to {last}.")
NO_NUMBERS = N_("There is no move {number}; nothing can be drawn, so press Enter to pass.")
SEVERAL_MOVES = N_("Several moves end at {cell}; choose by number: {numbers}.")
NO_MOVE_TO = N_("No legal move ends at {cell} now.")
NO_OTHERS = N_("You are playing alone; there are no other sheets.")
ROUND_OVER = N_("Round {round} is over.")
LINE_WORTH = N_("{name}: {pencil} {formula} = {points}.")
GAME_OVER = N_("The game is over.")
SAVED = N_("The record of the game is saved in {path}.")
SAVED_PART = N_("The game so far is saved in {path}; --resume continues it.")
NOT_SAVED = N_("The record could not be saved in {path}: {reason}.")
STOPPED = N_("Stopped.")
