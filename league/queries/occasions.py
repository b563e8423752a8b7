"""When the matches of a season are played: its days and its rounds, and the matches of each."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q, QuerySet

from league.models import Match, Season
from league.models.match import MatchStatus


@dataclass(frozen=True)
class Occasion:
    """A day or a round, with the number of its matches, and of those still to be played."""

    when: date | int
    matches: int
    to_play: int

    @property
    def is_day(self) -> bool:
        return isinstance(self.when, date)

    def is_called(self, name: str) -> bool:
        """Return whether an address means this day or round: 05 is round 5, 20260105 a day."""
        try:
            return (date.fromisoformat(name) if self.is_day else int(name)) == self.when
        except ValueError:
            return False


def list_occasions(season: Season) -> tuple[Sequence[Occasion], Sequence[Occasion]]:
    """Return the days of a season and the rounds of the stage that it has reached, in order. 1 query."""
    counted = (
        Match.objects.filter(division__season=season)
        .values_list("due_on", "round__stage__number", "round__number")
        .annotate(matches=Count("pk"), to_play=Count("pk", filter=Q(status=MatchStatus.SCHEDULED)))
        .order_by()
    )
    matches, to_play = Counter[date | int](), Counter[date | int]()
    for day, stage, round_number, number, left in counted:
        for when in (day, round_number if stage == season.current_stage else None):
            if when is not None:
                matches[when] += number
                to_play[when] += left
    days = sorted(when for when in matches if isinstance(when, date))
    rounds = sorted(when for when in matches if isinstance(when, int))
    return (
        [Occasion(day, matches[day], to_play[day]) for day in days],
        [Occasion(number, matches[number], to_play[number]) for number in rounds],
    )


def find_occasion(
    days: Iterable[Occasion], rounds: Iterable[Occasion], *, day: str = "", number: str = ""
) -> Occasion | None:
    """Return the day or round that an address means; if it names neither, the next to be played."""
    if day or number:
        return next((when for when in (days if day else rounds) if when.is_called(day or number)), None)
    return next((when for when in (*days, *rounds) if when.to_play), None)


def filter_matches(season: Season, occasion: Occasion | None) -> "QuerySet[Match]":
    """Return the matches of a day or a round, or else of the season, as they are laid out on the tables. 1 query."""
    when = Q()
    if occasion:
        of_round = Q(round__number=occasion.when, round__stage__number=season.current_stage)
        when = Q(due_on=occasion.when) if occasion.is_day else of_round
    return (
        Match.objects.filter(when, division__season=season)
        .select_related("division__season__competition", "round")
        .order_by("division__stage__number", "round__number", "division__level", "table", "key")
    )
