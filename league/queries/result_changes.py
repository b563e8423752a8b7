"""Results that were entered, changed or undone: the users concerned, and the current results."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from league.models import Club, Match, Player, Result, Seat, User
from league.models.season import SeasonState
from league.queries.links import build_url
from league.queries.sheet import Table
from league.queries.table_names import tell_apart
from league.queries.versions import Version, build_version
from league.rules.snapshot import parse_settings

BATCH_SIZE = 500
Changes = dict[int, int | None]  # by match, the result that counted before; None: it was to be played


@dataclass(frozen=True)
class ChangedResult:
    """A match's version `before` and `now`: at least one of them; None where the match is to be played."""

    match: Match
    before: Version | None
    now: Version | None

    @property
    def url(self) -> str:
        return build_url("match", self.match.club.slug, self.match.key)

    @property
    def names(self) -> tuple[str, ...]:
        version = self.now or self.before
        return version.names if version else ()


def find_users(club: int, overruled: Collection[int], entered: Collection[int]) -> dict[int, Changes]:
    """Return the changes of a club that concern each user, by the ids of their accounts.

    `overruled` are results that counted before, `entered` matches that were to be played before. Concerned are
    the players there, and those for whose entries it counts, before or now. Runs 3 queries, more only by batches.
    """
    users = dict(Player.objects.filter(club=club, user__isnull=False).values_list("key", "user"))
    concerned: dict[int, Changes] = {}
    for match, before, people in (*_list_overruled(club, overruled), *_list_entered(club, entered)):
        keys = {key for keys in people for key in keys or ()}
        for user in {users[key] for key in keys if key in users}:
            concerned.setdefault(user, {})[match] = before
    return concerned


def _list_overruled(club: int, ids: Collection[int]) -> Iterator[tuple[int, int, Any]]:
    """Yield a match, its result before, and the keys of players in several lists."""
    columns = (
        "match",
        "pk",
        "seats",
        "seated_players",
        "match__current__seats",
        "match__current__seated_players",
    )
    wanted = sorted(ids)
    for start in range(0, len(wanted), BATCH_SIZE):
        results = Result.objects.filter(
            pk__in=wanted[start : start + BATCH_SIZE], match__club__in=Club.objects.visible().filter(pk=club)
        )
        shown = results.exclude(match__division__season__state=SeasonState.DRAFT)
        for match, before, *keys in shown.order_by("pk").values_list(*columns):
            yield match, before, keys


def _list_entered(club: int, ids: Collection[int]) -> Iterator[tuple[int, None, Any]]:
    """Yield the same of first results, also of those that have been undone since: that is another change."""
    wanted = sorted(ids)
    for start in range(0, len(wanted), BATCH_SIZE):
        seats = Seat.objects.filter(
            match__in=wanted[start : start + BATCH_SIZE],
            match__club__in=Club.objects.visible().filter(pk=club),
        )
        for match, *keys in seats.order_by("pk").values_list("match", "player__key", "entry__player__key"):
            yield match, None, [keys]


def find_changed_results(changes: Mapping[int, int | None], *, viewer: User) -> list[ChangedResult]:
    """Return the changed results of matches that concern the viewer, by club, season and round.

    Matches with the same result again are left out, and those of clubs that are suspended or deleted. Runs 3
    queries. Raises games.UnknownGame.
    """
    matches = (
        Match.objects.filter(pk__in=changes, club__in=Club.objects.visible())
        .exclude(division__season__state=SeasonState.DRAFT)
        .select_related(
            *("club", "division__season__competition__club", "round"),
            *("current__submission", "current__decision__remark"),
        )
        .order_by(
            *("club", "division__season", "round__stage__number", "round__number"),
            *("division__level", "table", "pk"),
        )
    )
    before = Result.objects.select_related("submission", "decision__remark").in_bulk(
        [result for result in changes.values() if result is not None]
    )
    pairs = [(match, before.get(changes[match.pk] or 0)) for match in matches]
    changed = [(match, then) for match, then in pairs if _is_changed(then, match.current)]
    players = _load_players(changed)
    return [
        _build_changed(match, then, players, viewer)
        for match, then in changed
        if any(
            (player := players.get((match.club_id, key))) and player.user_id == viewer.pk
            for key in _list_keys(match, then)
        )
    ]


def _is_changed(before: Result | None, now: Result | None) -> bool:
    if before is None or now is None:
        return before is not now
    return any(
        getattr(before, name) != getattr(now, name)
        for name in ("status", "played_on", "sheet", "absent", "seats", "seated_players")
    )


def _list_keys(match: Match, before: Result | None) -> set[str]:
    """Return the keys of the players there, and of those for whose entries it counts, before or now."""
    results = [result for result in (before, match.current) if result]
    return {key for result in results for key in (*result.seats, *result.seated_players)}


def _load_players(changed: Collection[tuple[Match, Result | None]]) -> dict[tuple[int, str], Player]:
    """Return the players of these matches, by club and key; 1 query."""
    keys = {key for match, before in changed for key in _list_keys(match, before)}
    clubs = {match.club_id for match, _before in changed}
    found = Player.objects.filter(club__in=clubs, key__in=keys)
    return {(player.club_id, player.key): player for player in found}


def _build_changed(
    match: Match, before: Result | None, players: Mapping[tuple[int, str], Player], viewer: User
) -> ChangedResult:
    zone = match.club.tzinfo
    settings = parse_settings(*match.division.season.settings)

    def build_table(then: Result) -> Table:
        seated = [players[match.club_id, key] for key in then.seated_players or then.seats]
        return Table(settings, tell_apart(player.get_name_for(viewer) for player in seated))

    older = (before, build_table(before)) if before else None
    now = None
    if match.current:
        now = build_version(match.current, build_table(match.current), zone, older=older)
    return ChangedResult(match, build_version(*older, zone) if older else None, now)
