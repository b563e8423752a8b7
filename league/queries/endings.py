"""How a match ended for its players: won, drawn or lost at a table of two, by place at a larger table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext

from league.models.match import SeatOutcome
from league.rules.standings import totals
from league.rules.standings.totals import PAIR_SIZE


class Seated(Protocol):
    """A seat, as the database or a calculator has it."""

    @property
    def outcome(self) -> str | None: ...

    @property
    def place(self) -> int | None: ...


@dataclass(frozen=True)
class Ending:
    """How a match ended for a seat: as a word for the style sheet, in words, and in a letter or number.

    All are empty before there is a result.
    """

    outcome: str = ""
    said: "str | Promise" = ""
    short: str = ""


NO_ENDING = Ending()


def describe_endings(seats: Sequence[Seated], *, absent: Iterable[int] = ()) -> tuple[Ending, ...]:
    """Return the ending of each seat; `absent` are the numbers of the seats whose players did not come."""
    if len(seats) <= PAIR_SIZE:
        return tuple(_of_a_pair(seat) for seat in seats)
    away = set(absent)
    places = [_place(seat) for seat in seats]
    return tuple(
        _of_many(seat, places[number], places.count(places[number]) > 1, number in away)
        for number, seat in enumerate(seats)
    )


def _of_a_pair(seat: Seated) -> Ending:
    if not seat.outcome:
        return NO_ENDING
    outcome = SeatOutcome(seat.outcome)
    return Ending(outcome.value, outcome.label, get_letter(outcome))


def get_letter(outcome: SeatOutcome) -> str:
    if outcome == SeatOutcome.WIN:
        return pgettext("a match won, in one letter", "W")
    if outcome == SeatOutcome.DRAW:
        return pgettext("a match drawn, in one letter", "D")
    return pgettext("a match lost, in one letter", "L")


def _of_many(seat: Seated, place: int, shared: bool, absent: bool) -> Ending:
    if not seat.outcome:
        return NO_ENDING
    if absent:
        return Ending(seat.outcome, gettext("absent"), "–")
    text = gettext("shared {place}").format(place=format_ordinal(place)) if shared else format_ordinal(place)
    return Ending(seat.outcome, text, f"={place}" if shared else str(place))


def _place(seat: Seated) -> int:
    """Return the seat's place: 1 for a player who came when others did not, 0 for an absent player."""
    return seat.place or int(seat.outcome in (SeatOutcome.WIN, SeatOutcome.DRAW))


def format_ordinal(place: int) -> str:
    return totals.format_ordinal(place).translate(gettext)
