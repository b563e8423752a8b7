"""The evening of a demo club that is being played: all tables have the same cards."""

from hashlib import sha256

NAME, GAME = "SKUCK by Lamplight", "skuck"
PLAYERS, ROUNDS, DEALS = 8, 7, 2
ROUND_OVER, ROUND_IN_PLAY = 1, 2
TABLES_IN = 2  # of the round in play
# The demo is the same every time. A club's own deals are drawn at random.
DRAW_SEED = 20260919
DEAL_SEED = sha256(NAME.encode()).hexdigest()[:32]
