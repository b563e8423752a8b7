"""The administrators' site: it shows what is stored, and what it changes goes through actions.

Each module is what an administrator looks after; it registers its tables.
"""

from league.admin import clubs, operations, people, seasons, site  # noqa: F401
