"""Passwords kept as ever, but quickly: what makes guessing expensive would make up an eighth of a run."""

from django.contrib.auth.hashers import Argon2PasswordHasher

LEAST = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}


def keep_quickly() -> None:
    """In this process, for good."""
    for cost, least in LEAST.items():
        setattr(Argon2PasswordHasher, cost, least)
