"""The administrators' site: it shows stored data and makes changes only through actions.

Each module covers an area that administrators look after, and registers its tables.
"""

from league.admin import clubs, operations, people, seasons, site  # noqa: F401
