"""Helpers that the calculators of several games share: reading a field, and repeating its text in errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.problems import Invalid
from games.reading import build_problem

MAX_NAMED, MAX_NAMED_LENGTH = 5, 12  # the words that an error repeats, and the characters of each


def require_text(typed: Mapping[str, str], key: str) -> str:
    """Return the text of a field; raise Invalid if it is empty."""
    if not typed.get(key):
        raise Invalid(build_problem("missing", key, name=key))
    return typed[key]


def join_shortened(words: Sequence[str]) -> str:
    """Return the words as an error repeats them: only the first, and long words cut short."""
    short = [word if len(word) <= MAX_NAMED_LENGTH else f"{word[:MAX_NAMED_LENGTH]}…" for word in words]
    return ", ".join(short[:MAX_NAMED] + ["…"] * (len(short) > MAX_NAMED))
