"""The clock of a round: an organiser starts it, pauses, resumes, extends and stops it.

See docs/reference/pairing.md, The clock of a round.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from math import ceil
from typing import Any

from django.utils import timezone

from games.problems import _
from league.actions.errors import ActionError
from league.actions.round_changes import change_rounds
from league.models import Round, Season
from league.models.round import RoundState
from league.principals import Principal
from league.rules.validation import build_problem

MAX_CLOCK_MINUTES = 600
EXTENSION = 5  # minutes


def start_clock(*, season: Season, number: int, minutes: int, by: Principal) -> None:
    """Start the clock of a published round. Locks the club, the season and its divisions, as all of these do.

    Raises PermissionDenied; ActionError where the round isn't published, where it has a clock, and at `minutes`.
    """
    with _change_clock("start_clock", season, number, by) as chosen:
        if chosen.has_clock:
            raise _build_error("has-clock", _("There is a clock already."))
        _require_minutes(minutes, least=1)
        chosen.clock_ends_at = timezone.now() + timedelta(minutes=minutes)


def pause_clock(*, season: Season, number: int, by: Principal) -> None:
    """Stop the clock of a round for a while. Raises PermissionDenied; ActionError where none is running."""
    with _change_clock("pause_clock", season, number, by) as chosen:
        if chosen.clock_ends_at is None:
            raise _build_error("clock-not-running", _("The clock isn't running."))
        left = chosen.clock_ends_at - timezone.now()
        chosen.clock_ends_at, chosen.clock_left = None, max(0, ceil(left.total_seconds()))


def resume_clock(*, season: Season, number: int, by: Principal) -> None:
    """Let a paused clock run on. Raises PermissionDenied; ActionError where none is paused."""
    with _change_clock("resume_clock", season, number, by) as chosen:
        if chosen.clock_left is None:
            raise _build_error("clock-not-paused", _("The clock isn't paused."))
        chosen.clock_ends_at = timezone.now() + timedelta(seconds=chosen.clock_left)
        chosen.clock_left = None


def extend_clock(*, season: Season, number: int, by: Principal) -> None:
    """Add EXTENSION minutes; from now on if the time is up. Raises PermissionDenied; ActionError without a clock."""
    with _change_clock("extend_clock", season, number, by) as chosen:
        more, now = timedelta(minutes=EXTENSION), timezone.now()
        if chosen.clock_ends_at is not None:
            chosen.clock_ends_at = max(chosen.clock_ends_at, now) + more
            _require_minutes((chosen.clock_ends_at - now) / timedelta(minutes=1))
        elif chosen.clock_left is not None:
            chosen.clock_left += int(more.total_seconds())
            _require_minutes(chosen.clock_left / 60)
        else:
            raise _build_error("no-clock", _("There is no clock."))


def stop_clock(*, season: Season, number: int, by: Principal) -> None:
    """Take the clock of a round away. Raises PermissionDenied; ActionError without a clock."""
    with _change_clock("stop_clock", season, number, by) as chosen:
        if not chosen.has_clock:
            raise _build_error("no-clock", _("There is no clock."))
        chosen.clock_ends_at = chosen.clock_left = None


@contextmanager
def _change_clock(action: str, season: Season, number: int, by: Principal) -> Iterator[Round]:
    """Change the clock of a published round, with an event of how it was and is."""
    with change_rounds(action, season, by) as making:
        chosen = making.require_state(number, RoundState.PUBLISHED)
        before = _describe(chosen.clock_ends_at, chosen.clock_left)
        yield chosen
        chosen.save(update_fields=["clock_ends_at", "clock_left"])
        making.log(number, before, _describe(chosen.clock_ends_at, chosen.clock_left))


def _describe(ends_at: datetime | None, left: int | None) -> dict[str, Any]:
    return {"clock_ends_at": ends_at and ends_at.isoformat(timespec="seconds"), "clock_left": left}


def _require_minutes(left: float, *, least: int = 0) -> None:
    if not least <= left <= MAX_CLOCK_MINUTES:
        sentence = _("Enter from 1 to {most} minutes.")
        raise ActionError(build_problem("minutes", "out-of-range", sentence, most=MAX_CLOCK_MINUTES))


def _build_error(code: str, sentence: str) -> ActionError:
    return ActionError(build_problem("round", code, sentence))
