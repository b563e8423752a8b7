"""Differences between the divisions of a form when it was first shown and those saved now.

The form carries the divisions saved when it was first shown, signed and packed. It holds keys and numbers, and no
names: those are looked up for the reader.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from django.conf import settings
from django.core import signing
from django.core.signing import BadSignature

MAX_LISTED = 40
MAX_LINES = 5_000
MAX_LENGTH = 40_000  # characters of a form, for some 3,000 players; with more, differences are not shown

Line = Sequence[str | int | None]
Lines = Mapping[str, Line]  # by player or match


@dataclass(frozen=True)
class Difference:
    """A line that differs. `seen` is empty for a new line, `now` for a removed one."""

    name: str
    seen: str
    now: str


@dataclass(frozen=True)
class Differences:
    """The first differences, and the number of others; none if the lines are the same after all."""

    lines: tuple[Difference, ...]
    more: int


def pack(lines: Lines, *, about: str) -> str:
    """Return lines as a form carries them; empty if they are too long.

    `about` names the preview; lines of different previews are never compared.
    """
    if len(lines) > MAX_LINES:
        return ""
    packed = signing.dumps(lines, salt=_build_salt(about), compress=True)
    return packed if len(packed) <= MAX_LENGTH else ""


def unpack(packed: str, *, about: str) -> Lines | None:
    """Return the lines that a form carried; None if it carried none that Boolie has signed."""
    try:
        return cast(Lines, signing.loads(packed, salt=_build_salt(about)))
    except BadSignature:
        return None


def compare_lines(
    seen: Lines, now: Lines, *, name: Callable[[str], str], tell: Callable[[Line], str]
) -> Differences:
    """Return the changed and new lines, in their current order, then the removed lines."""
    other = [key for key in [*now, *(seen.keys() - now.keys())] if _as_list(seen, key) != _as_list(now, key)]
    return Differences(
        lines=tuple(
            Difference(
                name(key), tell(seen[key]) if key in seen else "", tell(now[key]) if key in now else ""
            )
            for key in other[:MAX_LISTED]
        ),
        more=max(0, len(other) - MAX_LISTED),
    )


def _as_list(lines: Lines, key: str) -> list[str | int | None] | None:
    return list(lines[key]) if key in lines else None  # JSON has no tuples


def _build_salt(about: str) -> str:
    return f"league.previews.{settings.BUILD}.{about}"  # another version may write lines differently
