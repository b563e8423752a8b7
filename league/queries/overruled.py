"""Results that counted and don't any more: whom that concerns, and what their matches say now."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from league.models import Club, Match, Player, Result, User
from league.models.season import SeasonState
from league.queries.links import build_url
from league.queries.sheet import Table
from league.queries.table_names import tell_apart
from league.queries.versions import Version, build_version
from league.rules.snapshot import parse_settings

BATCH_SIZE = 500


@dataclass(frozen=True)
class OverruledResult:
    """What a match said `before`, and what it says `now`: nothing while it is to be played after all."""

    match: Match
    before: Version
    now: Version | None

    @property
    def url(self) -> str:
        return build_url("match", self.match.club.slug, self.match.key)

    @property
    def names(self) -> tuple[str, ...]:
        return (self.now or self.before).names


def find_users(club: int, result_ids: Collection[int]) -> dict[int, list[int]]:
    """Return whom it concerns that these results of one club were overruled: theirs, by the ids of their accounts.

    They are those who sat there or whose entries it counts for, before or now. Runs 2 queries, more only by batches
    of rows.
    """
    wanted = sorted(result_ids)
    columns = ("pk", "seats", "sat", "match__current__seats", "match__current__sat")
    rows = [
        row
        for start in range(0, len(wanted), BATCH_SIZE)
        for row in _filter_shown(club, wanted[start : start + BATCH_SIZE])
        .order_by("pk")
        .values_list(*columns)
    ]
    users = dict(Player.objects.filter(club=club, user__isnull=False).values_list("key", "user"))
    concerned: dict[int, list[int]] = {}
    for result, *people in rows:
        keys = {key for keys in people for key in keys or ()}
        for user in {users[key] for key in keys if key in users}:
            concerned.setdefault(user, []).append(result)
    return concerned


def find_overruled_results(club: int, result_ids: Collection[int], *, viewer: User) -> list[OverruledResult]:
    """Return what became of overruled results of one club that concern the viewer, by season and round.

    Those of matches that say the same again are left out. Runs 2 queries. Raises games.UnknownGame.
    """
    results = list(
        _filter_shown(club, result_ids)
        .select_related(
            *("submission", "decision__remark", "match__club", "match__division__season__competition__club"),
            *("match__current__submission", "match__current__decision__remark"),
        )
        .order_by("match__division__season", "match__round", "match__division__level", "match__table")
    )
    changed = [
        result for result in results if not result.match.current or _differ(result, result.match.current)
    ]
    players = _load_players(club, changed)
    own = [
        result
        for result in changed
        if any(players[key].user_id == viewer.pk for key in _list_keys(result) if key in players)
    ]
    names = {key: player.get_name_for(viewer) for key, player in players.items()}
    return [_build_overruled(result, names) for result in own]


def _filter_shown(club: int, result_ids: Collection[int]) -> QuerySet[Result]:
    """Return those of seasons that players see."""
    shown = Result.objects.filter(pk__in=result_ids, match__club__in=Club.objects.visible().filter(pk=club))
    return shown.exclude(match__division__season__state=SeasonState.DRAFT)


def _differ(one: Result, other: Result) -> bool:
    return any(
        getattr(one, name) != getattr(other, name)
        for name in ("status", "played_on", "sheet", "absent", "seats", "sat")
    )


def _list_keys(overruled: Result) -> set[str]:
    """Return the keys of those who sat there or whose entries it counts for, before or now."""
    both = [overruled, overruled.match.current] if overruled.match.current else [overruled]
    return {key for result in both for key in (*result.seats, *result.sat)}


def _load_players(club: int, overruled: Collection[Result]) -> dict[str, Player]:
    """Return the players of these results of one club, by key; 1 query."""
    keys = {key for result in overruled for key in _list_keys(result)}
    return {player.key: player for player in Player.objects.filter(club=club, key__in=keys)}


def _build_overruled(result: Result, names: Mapping[str, str]) -> OverruledResult:
    match = result.match
    zone = match.club.tzinfo
    settings = parse_settings(*match.division.season.settings)

    def build_table(then: Result) -> Table:
        return Table(settings, tell_apart(names[key] for key in then.sat or then.seats))

    table, now = build_table(result), None
    if match.current:
        now = build_version(match.current, build_table(match.current), zone, older=(result, table))
    return OverruledResult(match, build_version(result, table, zone), now)
