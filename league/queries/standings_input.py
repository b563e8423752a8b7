"""What a division is ranked from, as it is stored at the seats: no sheet is read again."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.db.models import IntegerField, OuterRef, QuerySet, Subquery, Sum
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce

from league.models import Decision, DecisionKind, Entry, Seat
from league.models.match import MatchStatus
from league.rules.snapshot import Settings
from league.rules.standings import totals
from league.rules.standings.ranking import StandingsInput
from league.rules.standings.totals import BASIC_SEAT_COLUMNS, COUNTED_SEAT_COLUMNS, SeatResult

FINISHED = (MatchStatus.PLAYED, MatchStatus.FORFEIT)
Matches = list[list[SeatResult]]


def with_penalty_totals(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """Load with entries their players, and as `points_off` and `score_off` what their penalties take away."""
    penalties = (
        Decision.objects.active()
        .filter(kind=DecisionKind.PENALTY, entry=OuterRef("pk"))
        .order_by()
        .values("entry")
    )

    def add_up(name: str) -> Coalesce:
        amount = Cast(KeyTextTransform(name, "detail"), IntegerField())
        return Coalesce(Subquery(penalties.annotate(total=Sum(amount)).values("total")), 0)

    totals = {"points_off": add_up("points"), "score_off": add_up("score")}
    return entries.select_related("player").annotate(**totals)


def list_finished_matches(
    seats: QuerySet[Seat], players: Mapping[int, str], settings: Settings
) -> defaultdict[int, Matches]:
    """Return the finished matches among these seats, by division; `players` are ids by entry. 1 query.

    The game's own figures are read where rows are compared by any.
    """
    counted = COUNTED_SEAT_COLUMNS if settings.ranked_figures else BASIC_SEAT_COLUMNS
    matches: dict[int, dict[int, list[SeatResult]]] = {}
    for division, match, entry, *figures in (
        seats.filter(match__status__in=FINISHED)
        .order_by("match", "number")
        .values_list("match__division", "match", "entry", *counted)
    ):
        seat = SeatResult(players[entry], **dict(zip(counted, figures, strict=True)))
        matches.setdefault(division, {}).setdefault(match, []).append(seat)
    return defaultdict(list, {division: list(own.values()) for division, own in matches.items()})


def build_standings_input(
    entries: Sequence[Entry], matches: Matches, settings: Settings, *, draw_seed: int
) -> StandingsInput:
    """Return what a division is ranked from: its entries, read `with_penalty_totals`, and its finished matches."""
    places = [
        totals.DivisionEntry(entry.player.key, entry.seed, entry.points_off, entry.score_off)
        for entry in entries
    ]
    return StandingsInput(
        totals.compute_totals(places, matches, settings.ranked_figures),
        matches,
        draw_seed=draw_seed,
        forfeit_score=settings.rules.forfeit_score,
    )
