"""The running score of a sheet while it is being typed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext

from league.models.match import SeatOutcome
from league.queries.endings import format_ordinal
from league.queries.game_words import get_word
from league.queries.sheet import Table
from league.rules.running_score import RunningScore
from league.rules.standings.totals import PAIR_SIZE
from league.web.entry.messages import Message


@dataclass(frozen=True)
class RunningTotal:
    name: str
    score: int
    place: str  # so far, at tables of more than two
    leads: bool
    outcome: "str | Promise"  # of a pair, once the match is complete


class RunningTotals:
    """The running totals; `messages` are about the sheet as a whole."""

    def __init__(self, table: Table, running: RunningScore, messages: Sequence[Message] = ()) -> None:
        self.messages = messages
        self.is_complete = running.is_complete
        self.is_crowd = len(table.players) > PAIR_SIZE  # more than fit side by side on a telephone
        self.totals = list(_list_totals(table, running))
        self.so_far = _describe_progress(table, running) if running.score else ""

    @property
    def announced(self) -> list[RunningTotal]:
        """The totals that screen readers announce after each change: at large tables only the leaders'."""
        return [total for total in self.totals if total.leads or not self.is_crowd]


def _list_totals(table: Table, running: RunningScore) -> Iterator[RunningTotal]:
    """Yield the total of each seat; at tables of more than two with its place, once a deal is played."""
    if running.score is None:
        return
    seats = running.score.seats
    is_pair = len(seats) <= PAIR_SIZE
    has_places = not is_pair and any(seat.deal_scores for seat in seats)
    for name, seat in zip(table.players, seats, strict=True):
        yield RunningTotal(
            name,
            seat.score,
            place=format_ordinal(seat.place) if has_places else "",
            leads=has_places and seat.place == 1 and len({other.place for other in seats}) > 1,
            outcome=SeatOutcome(seat.outcome).label
            if is_pair and running.is_complete and seat.outcome
            else "",
        )


def _describe_progress(table: Table, running: RunningScore) -> str:
    if running.is_complete:
        return gettext("The match is complete.")
    if table.is_short:
        return ""
    deals, played = table.fixed_deals, running.played
    counted = gettext("{played} of {deals} {word} entered") if deals else gettext("{played} {word} entered")
    thing = get_word(table.settings.game, "deal" if played == 1 and not deals else "deals")
    return counted.format(played=played, deals=deals, word=thing)
