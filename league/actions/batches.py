"""The size of bulk writes."""

BATCH_SIZE = 500  # rows in one query
PAUSE = 0.15  # seconds between two transactions: on SQLite a writer that waits looks every 0.1 seconds
