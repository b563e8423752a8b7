"""Cheap password hashing for tests: what makes guessing expensive would take an eighth of a run."""

from django.contrib.auth.hashers import Argon2PasswordHasher

MIN_COSTS = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}


def use_cheap_hashing() -> None:
    """Lower the costs of hashing in this process, for good."""
    for cost, least in MIN_COSTS.items():
        setattr(Argon2PasswordHasher, cost, least)
