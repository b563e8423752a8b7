"""The standings of a season, recomputed from its sheets: for `report` and `explain`."""

from datetime import date

from django.contrib.auth.models import AnonymousUser

from games import Invalid, Problem, Step, Text
from games.problems import _
from league.models import Competition, Season, User
from league.models.season import SeasonState
from league.queries.award import find_stated_awards
from league.queries.rules import list_rulings
from league.queries.snapshot import read_snapshot
from league.rules.explain import standings
from league.rules.records import SeasonKey, SeasonRecord
from league.rules.seasons import report
from league.rules.seasons.awards import check_with_earlier_seasons
from league.rules.snapshot import JSON, ClubSnapshot
from league.rules.validation import CheckedSnapshot, build_problem, check_snapshot


def read_season_report(
    competition: Competition, *, season: int | None = None, as_of: date | None = None
) -> JSON:
    """Return the answer of `report --json`. Raises games.Invalid for a season that is not there.

    The standings follow from the season's sheets. The awards are those that closing it has fixed; as of a day, and
    while a job still has to state them, they follow from the sheets of all seasons. 9 queries, 12 of a closed season, 9
    as of a day.
    """
    club = competition.club
    if as_of is None:
        row = _find_row(competition, season)
        key = SeasonKey(competition.slug, row.number)
        snapshot = read_snapshot(club, season=row)
        stated = find_stated_awards(snapshot, key, club)
        if stated is not None:
            return _build_report(competition, check_snapshot(snapshot, [key]), key, stated)
    snapshot = read_snapshot(club, as_of=as_of)
    key = _pick(snapshot, competition.slug, season).key
    return _build_report(competition, check_with_earlier_seasons(snapshot, [key]), key)


def _build_report(
    competition: Competition, checked: CheckedSnapshot, key: SeasonKey, awards: list[JSON] | None = None
) -> JSON:
    record = checked.snapshot.seasons[key]
    return {
        "competition": f"{competition.club.slug}/{competition.slug}",
        "game": checked.get_settings(key).game.key,
        "season": record.number,
        **({"name": record.name} if record.name else {}),
        "state": record.state,
        **report.build_season_report(checked, key, awards),
    }


def explain_standing(
    competition: Competition,
    player: str,
    *,
    season: int | None = None,
    viewer: User | AnonymousUser | None = None,
) -> Step:
    """Return the steps to how a player stands in a season, with names as the viewer may see them. 7 queries.

    Raises games.Invalid where it has no such season or entry.
    """
    snapshot = read_snapshot(competition.club, get_name=lambda player: player.get_name_for(viewer))
    record = _pick(snapshot, competition.slug, season)
    if snapshot.find_last_entry(record.key, player) is None:
        raise Invalid(
            build_problem(
                "player",
                "not-entered",
                _("No player with the id {player} is entered in season {season}."),
                player=player,
                season=record.number,
            )
        )
    return standings.explain_standing(check_with_earlier_seasons(snapshot, [record.key]), record.key, player)


def explain_rulings(competition: Competition, *, season: int | None = None) -> Step:
    """Return the rulings that a season is played by, each as a step whose value is its key. 7 queries.

    Raises games.Invalid where there is no such season.
    """
    snapshot = read_snapshot(competition.club)
    record = _pick(snapshot, competition.slug, season)
    settings = snapshot.get_settings(record)
    steps = tuple(
        Step(
            Text(
                _("{key} {title}. {source} Here: {played}"),
                {
                    "key": here.ruling.key,
                    "title": Text(here.ruling.title),
                    "source": Text(here.ruling.source),
                    "played": here.played,
                },
            ),
            here.ruling.key,
            is_said=True,
        )
        for here in list_rulings(settings)
    )
    what = Text(
        _("Not in the source of {game}: {number} rulings, as played in season {season}"),
        {"game": settings.game.name, "number": len(steps), "season": record.number},
    )
    return Step(what, len(steps), steps, is_said=True)


def _find_row(competition: Competition, number: int | None) -> Season:
    """Return the season of that number; if none is given, the latest that is not a draft. 1 query."""
    seasons = Season.objects.filter(competition=competition).order_by("number")
    opened = seasons.exclude(state=SeasonState.DRAFT)
    row = opened.last() if number is None else seasons.filter(number=number).first()
    if row is None:
        raise Invalid(_build_missing(number))
    return row


def _pick(snapshot: ClubSnapshot, competition: str, number: int | None) -> SeasonRecord:
    """Return the season of that number; if none is given, the latest that is not a draft."""
    seasons = [season for key, season in sorted(snapshot.seasons.items()) if key.competition == competition]
    if number is None:
        seasons = [season for season in seasons if season.is_opened]
    else:
        seasons = [season for season in seasons if season.number == number]
    if not seasons:
        raise Invalid(_build_missing(number))
    return seasons[-1]


def _build_missing(number: int | None) -> Problem:
    if number is None:
        return build_problem("season", "no-season", _("No season has started yet."))
    return build_problem("season", "unknown-season", _("There is no season {number}."), number=number)
