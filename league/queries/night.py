"""The match nights of a club: the matches of all its leagues that are due on the same day."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from django.db.models import Count, F, Prefetch, QuerySet

import games
from games import Invalid
from league.models import Club, Division, Match, Result, Round, Season, Seat
from league.models.competition import CompetitionKind
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.queries.confirmations import has_waiting, with_replies
from league.queries.result_checks import question_played_on
from league.rules.snapshot import Settings, find_settings

MAX_MATCHES = 500  # of a night that are listed
# What tells where a match is laid out (`_build_place`).
PLACE = (
    "division__season__competition__kind",
    "round__stage__number",
    "round__number",
    "table",
    "division__season__competition__name",
    "division__level",
    "key",
)
Place = tuple[int, int, int, str, int, int, str]


class NightState(StrEnum):
    """The state of a match of the night; matches that need attention come first."""

    MISSING = "missing"
    DISPUTED = "disputed"
    UNUSUAL = "unusual"  # saved although something on the sheet is unlikely
    WAITING = "waiting"  # for an opponent to confirm it
    ENTERED = "entered"


@dataclass(frozen=True)
class NightMatch:
    match: Match
    state: NightState


def list_night(club: Club, day: date) -> list[Match]:
    """Return the matches of a club's open seasons that are due that day, as they are laid out; 3 queries."""
    return _load(Match.objects.filter(club=club, due_on=day))


def list_same_night(match: Match) -> list[Match]:
    """Return the matches of the same night, or of the same round where there is no day, with this one; 3 queries."""
    return _load(_filter_same_night(match))


def _filter_same_night(match: Match) -> "QuerySet[Match]":
    if match.due_on:
        return Match.objects.filter(club=match.club, due_on=match.due_on)
    return Match.objects.filter(division__season=match.division.season_id, round=match.round_id, due_on=None)


def find_following(match: Match) -> Match | None:
    """Return the next match of the same night without a result, as `find_next` does, with its seats; 2 queries.

    No other is loaded, nor its division, because the user who saves waits for this.
    """
    missing = (
        _filter_same_night(match)
        .filter(status=MatchStatus.SCHEDULED, division__season__state=SeasonState.OPEN)
        .exclude(has_waiting())
        .exclude(pk=match.pk)
    )
    here = _get_place(match)
    places = sorted(_build_place(*row) for row in missing.values_list(*PLACE))
    following = next((place for place in places if place > here), None) or next(iter(places), None)
    # Also if it has just been entered: there may be others left.
    return _load_at_table(match.club, following[-1]) if following else None


def _load_at_table(club: Club, key: str) -> Match | None:
    """Return a match of the club with who sits there; 1 query."""
    seats = list(_select_players(Seat.objects.filter(match__club=club, match__key=key), "match"))
    if not seats:  # deleted meanwhile
        return None
    found = seats[0].match
    found.club, found.at_table = club, seats
    return found


def find_next(matches: Sequence[Match], match: Match) -> Match | None:
    """Return the next of these matches without a result; after the last comes the first that was left out."""
    missing = [other for other in matches if is_missing(other) and other.pk != match.pk]
    later = (other for other in missing if _get_place(other) > _get_place(match))
    return next(later, None) or next(iter(missing), None)


def is_missing(match: Match) -> bool:
    """Return whether a match of the night still has no result, not even a result that waits for confirmation."""
    return match.status == MatchStatus.SCHEDULED and not match.waits


def sort_by_state(matches: Iterable[Match]) -> list[NightMatch]:
    """Return the matches with their states, those that need attention first; no queries."""
    order = list(NightState)
    return sorted(_list_states(matches), key=lambda row: order.index(row.state))


def _list_states(matches: Iterable[Match]) -> Iterator[NightMatch]:
    settings: dict[int, Settings | None] = {}
    for match in matches:
        season = match.division.season
        if match.is_disputed:
            state = NightState.DISPUTED
        elif match.waits:
            state = NightState.WAITING
        elif match.status == MatchStatus.SCHEDULED:
            state = NightState.MISSING
        else:
            if season.pk not in settings:
                settings[season.pk] = find_settings(*season.settings)
            is_unusual = _is_unusual(match.current, len(match.at_table), season, settings[season.pk])
            state = NightState.UNUSUAL if is_unusual else NightState.ENTERED
        yield NightMatch(match, state)


def find_unusual(season: Season, chosen: Round) -> frozenset[str]:
    """Return the keys of the matches of a round whose results would be questioned if they were saved now. 1 query.

    The season was read with its competition and club.
    """
    settings = find_settings(*season.settings)
    matches = Match.objects.filter(round=chosen).select_related("current").annotate(seated=Count("seats"))
    return frozenset(
        match.key for match in matches if _is_unusual(match.current, match.seated, season, settings)
    )


def _is_unusual(current: Result | None, seats: int, season: Season, settings: Settings | None) -> bool:
    """Return whether something about the result of a match would be questioned if it were saved now."""
    if settings is None or current is None or current.sheet is None:
        return False
    today = season.competition.club.today
    if current.played_on and any(question_played_on(season, current.played_on, today)):
        return True
    try:
        parsed = games.parse(settings.game, current.sheet, settings.options, seats)
    except Invalid:
        return False
    return any(games.warnings(settings.game, parsed, settings.options, seats))


def find_match_to_enter(club: Club) -> Match | None:
    """Return the match without a result with which entering begins: of the last night, else of the next; 2 queries.

    Matches without a day come last, by round.
    """
    missing = Match.objects.filter(
        club=club, status=MatchStatus.SCHEDULED, division__season__state=SeasonState.OPEN
    ).exclude(has_waiting())
    order = ("round__stage__number", "round__number", "table", "key")
    past = missing.filter(due_on__lte=club.today).order_by("-due_on", *order)
    return past.first() or missing.order_by(F("due_on").asc(nulls_last=True), *order).first()


def _load(matches: "QuerySet[Match]") -> list[Match]:
    """Return matches of a club's open seasons as they are laid out on the tables; 3 queries.

    Matches of a division share its instance: to read it with its relations for each row would be most of the data.
    """
    found = (
        with_replies(matches.filter(division__season__state=SeasonState.OPEN))
        .select_related("current", "round__stage")
        .prefetch_related(Prefetch("division", Division.objects.select_related("season__competition__club")))
        .order_by("table", "pk")[:MAX_MATCHES]
    )
    loaded = {match.pk: match for match in found}
    for match in loaded.values():
        match.club, match.at_table = match.division.season.competition.club, []
    for seat in _select_players(Seat.objects.filter(match__in=loaded)):
        loaded[seat.match_id].at_table.append(seat)
    return sorted(loaded.values(), key=_get_place)


def _select_players(seats: "QuerySet[Seat]", *related: str) -> "QuerySet[Seat]":
    """Load with seats what names their players, and what else is related."""
    named = seats.select_related("player", *related).order_by("number")
    return named.only("match", "number", "player__name", "player__visibility", "player__club")


def _get_place(match: Match) -> Place:
    division, of_round = match.division, match.round
    competition = division.season.competition
    stage = of_round.stage.number
    return _build_place(
        competition.kind, stage, of_round.number, match.table, competition.name, division.level, match.key
    )


def _build_place(
    kind: str, stage: int, number: int, table: int, competition: str, level: int, key: str
) -> Place:
    """Return the sort key of the matches of a night, as they are laid out.

    A tournament plays its rounds one after the other; a league's night has matches of several rounds at once.
    """
    first = (stage, number) if kind == CompetitionKind.TOURNAMENT else (0, 0)
    return *first, table, competition, level, number, key
