"""How much is written at a time."""

CHUNK = 500  # rows in one query
