"""How a match ended for those who sat there: won, drawn or lost at a table of two, by place at a larger one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

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
    """What a match gave a seat, as a word for the style sheet, in words, and in a letter or number. All are empty
    before there is a result."""

    outcome: str = ""
    said: "str | Promise" = ""
    short: str = ""


NOTHING = Ending()


def endings(seats: Sequence[Seated], *, absent: Iterable[int] = ()) -> tuple[Ending, ...]:
    """One a seat; `absent` are the numbers of those who did not come."""
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
        return NOTHING
    outcome = SeatOutcome(seat.outcome)
    letters = {
        SeatOutcome.WIN: pgettext("a match won, in one letter", "W"),
        SeatOutcome.DRAW: pgettext("a match drawn, in one letter", "D"),
        SeatOutcome.LOSS: pgettext("a match lost, in one letter", "L"),
    }
    return Ending(outcome.value, outcome.label, letters[outcome])


def _of_many(seat: Seated, place: int, shared: bool, absent: bool) -> Ending:
    if not seat.outcome:
        return NOTHING
    if absent:
        return Ending(seat.outcome, gettext("absent"), "–")
    said = gettext("shared {place}").format(place=ordinal(place)) if shared else ordinal(place)
    return Ending(seat.outcome, said, f"={place}" if shared else str(place))


def _place(seat: Seated) -> int:
    """Whoever came when others did not, and so played nothing, has the first; 0: who stayed away."""
    return seat.place or int(seat.outcome in (SeatOutcome.WIN, SeatOutcome.DRAW))


def ordinal(place: int) -> str:
    return totals.format_ordinal(place).translate(gettext)


class Placed(Protocol):
    @property
    def place(self) -> int: ...


P = TypeVar("P", bound=Placed)


def by_place(people: Sequence[P], *, scored: bool) -> tuple[P, ...]:
    """Those who sat at a table of more than two, best first, once they have scores; else nobody: where there are two,
    or nothing to tell yet, they are named by seat."""
    if not scored or len(people) <= PAIR_SIZE:
        return ()
    return tuple(sorted(people, key=lambda one: one.place))
