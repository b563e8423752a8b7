"""How much is written at a time."""

BATCH_SIZE = 500  # rows in one query
