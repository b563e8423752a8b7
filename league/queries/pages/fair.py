"""How evenly a schedule treats the players, as its pages tell it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from league.rules.pairing.fairness import compute_meeting_stats, measure_fairness
from league.rules.pairing.fixtures import DivisionPlayers, Pairing


@dataclass(frozen=True)
class MeetingLine:
    """So many pairs meet so often, and so many would at best: None where nobody knows."""

    often: str
    pairs: int
    at_best: int | None


@dataclass(frozen=True)
class Fair:
    """`meetings` where more than two sit at a table: two by two, everybody meets everybody equally often."""

    sentences: tuple[str, ...] = ()
    meetings: tuple[MeetingLine, ...] = ()

    @property
    def best_is_known(self) -> bool:
        return all(line.at_best is not None for line in self.meetings)


def fair(groups: Sequence[DivisionPlayers], pairings: Sequence[Pairing], *, room: bool) -> Fair:
    """`room`: the tables are those of one room, shared by all divisions."""
    if not pairings:
        return Fair()
    if all(len(one.players) == 2 for one in pairings):
        told = measure_fairness(groups, pairings, has_shared_room=room).sentences
        return Fair(tuple(text.translate(gettext) for text in told))
    mixed = compute_meeting_stats(groups, pairings)
    return Fair(
        tuple(text.translate(gettext) for text in mixed.sentences),
        tuple(MeetingLine(one.often.translate(gettext), one.pairs, one.at_best) for one in mixed.meetings),
    )
