"""The standings of a season, recomputed from its sheets: for `report` and `explain`."""

from datetime import date

from django.contrib.auth.models import AnonymousUser

from games import Invalid, Step, Text
from games.problems import _
from league.models import Competition, User
from league.queries.rules import list_rulings
from league.queries.snapshot import read_snapshot
from league.rules.explain import standings
from league.rules.records import SeasonRecord
from league.rules.seasons import report
from league.rules.seasons.awards import check_with_earlier_seasons
from league.rules.snapshot import JSON, ClubSnapshot
from league.rules.validation import build_problem


def read_season_report(
    competition: Competition, *, season: int | None = None, as_of: date | None = None
) -> JSON:
    """Return the answer of `report --json`. Raises games.Invalid for a season that is not there.

    7 queries, 9 as of a day.
    """
    snapshot = read_snapshot(competition.club, as_of=as_of)
    record = _pick(snapshot, competition.slug, season)
    return {
        "competition": f"{competition.club.slug}/{competition.slug}",
        "game": snapshot.get_settings(record).game.key,
        "season": record.number,
        **({"name": record.name} if record.name else {}),
        "state": record.state,
        **report.build_season_report(check_with_earlier_seasons(snapshot, [record.key]), record.key),
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


def _pick(snapshot: ClubSnapshot, competition: str, number: int | None) -> SeasonRecord:
    """Return the season of that number; if none is given, the latest that is not a draft."""
    seasons = [season for key, season in sorted(snapshot.seasons.items()) if key.competition == competition]
    if number is None:
        seasons = [season for season in seasons if season.is_opened]
        missing = build_problem("season", "no-season", _("No season has started yet."))
    else:
        seasons = [season for season in seasons if season.number == number]
        missing = build_problem("season", "unknown-season", _("There is no season {number}."), number=number)
    if not seasons:
        raise Invalid(missing)
    return seasons[-1]
