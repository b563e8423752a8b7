"""The size of bulk writes."""

BATCH_SIZE = 500  # rows in one query
