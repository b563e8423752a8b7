"""What differs between a preview that somebody looked at and what would happen now.

The form of a preview carries what it showed, signed and packed; it is stored with the job of a large rollover only. It
holds keys and numbers, and no names: those are looked up for whoever reads.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import cast

from django.conf import settings
from django.core import signing
from django.core.signing import BadSignature
from django.utils.formats import date_format
from django.utils.translation import gettext

MAX_LISTED = 40
MAX_LINES = 5_000
MAX_LENGTH = 40_000  # characters of a form, for some 3,000 players; of more it is not said what differs

Line = Sequence[str | int | None]
Lines = Mapping[str, Line]  # by player or match


@dataclass(frozen=True)
class Difference:
    """`seen` and `now` are empty for what was not there, or is not any more."""

    name: str
    seen: str
    now: str


@dataclass(frozen=True)
class Differences:
    """The first of those that there are; none where only what leads to the same has changed."""

    lines: tuple[Difference, ...]
    more: int


def pack(lines: Lines, *, about: str) -> str:
    """Return lines as a form carries them; nothing if they are too long for that.

    `about` names the preview, which nothing that another one showed is compared with.
    """
    if len(lines) > MAX_LINES:
        return ""
    packed = signing.dumps(lines, salt=_build_salt(about), compress=True)
    return packed if len(packed) <= MAX_LENGTH else ""


def unpack(packed: str, *, about: str) -> Lines | None:
    """Return the lines that a form carried; None if it carried nothing that Boolie has signed."""
    try:
        return cast(Lines, signing.loads(packed, salt=_build_salt(about)))
    except BadSignature:
        return None


def find_differences(
    packed: str, now: Lines, *, about: str, name: Callable[[str], str], tell: Callable[[Line], str]
) -> Differences | None:
    """Compare what a form carried with what would be shown now; None if it carried nothing that Boolie has signed.

    `name` gives a line its name by its key, and `tell` says in words what it holds. No queries.
    """
    seen = unpack(packed, about=about)
    return None if seen is None else compare_lines(seen, now, name=name, tell=tell)


def compare_lines(
    seen: Lines, now: Lines, *, name: Callable[[str], str], tell: Callable[[Line], str]
) -> Differences:
    """Return the lines that were others, in order of those that are there now; then those that are there no more."""
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
    return list(lines[key]) if key in lines else None  # JSON knows no tuples


def _build_salt(about: str) -> str:
    return f"league.previews.{settings.BUILD}.{about}"  # another version may write other lines


# --- what is told of matches that are not there yet


def build_meeting_lines(meetings: Iterable[tuple[Sequence[str], int, int, date | None]]) -> dict[str, Line]:
    """Build a line for each meeting of these players, in this round, at this table and on this day.

    Its key is who meets there and which of their meetings it is, as a match that is only planned has no key of its
    own.
    """
    met = Counter[tuple[str, ...]]()
    lines: dict[str, Line] = {}
    for seated, round_number, table, day in meetings:
        players = tuple(sorted(seated))
        met[players] += 1
        key = f"{met[players]} {' '.join(players)}"
        lines[key] = (round_number, table, day.isoformat() if day else None)
    return lines


def name_meeting(names: Mapping[str, str], key: str) -> str:
    _which, *players = key.split()
    return " – ".join(names.get(player, player) for player in players)


def tell_meeting(line: Line) -> str:
    round_number, table, day = line
    said = gettext("round {round}, table {table}").format(round=round_number, table=table)
    on = date_format(date.fromisoformat(str(day)), "j F Y") if day else gettext("no date")
    return f"{said} · {on}"
