"""What speaks against opening a draft: told on its pages before anybody tries, and before rolling over to one."""

from collections.abc import Iterator, Sequence

from django.db.models import Count
from django.utils.translation import gettext

from games import Invalid, Problem, UnknownGame
from games.problems import _
from league.models import Competition, Division, Match, Season
from league.models.competition import CompetitionKind
from league.rules import settings as rules_settings
from league.rules.pairing.schedules import build_table_draw
from league.rules.seasons.divisions import build_too_few_problem, get_min_division_size
from league.rules.seasons.rollover import PlannedDivision
from league.rules.snapshot import Settings, parse_settings
from league.rules.validation import build_problem

SCHEDULE_UNFINISHED = build_problem(
    "",
    "schedule-unfinished",
    _("The schedule is not finished: it is being made just now, or that was interrupted. Make it once more."),
)


def against_opening(season: Season) -> list[Problem]:
    """Why the draft, read with its competition, cannot be opened: nothing where it can. 1 query, 2 where places give
    points.

    Paths are relative to the season: `divisions`, `divisions.0.entries`, `rules.relegated`, `rules.points.places`.
    """
    settings = _settings(season.competition)
    if not isinstance(settings, Settings):
        return settings
    divisions = Division.objects.filter(season=season).order_by("level").annotate(size=Count("entries"))
    sizes = list(divisions.values_list("size", flat=True))
    return [
        *_too_few(settings, sizes),
        *_unworkable(season.competition, settings, sizes),
        *_without_points(settings, sizes, season),
        *_unfinished(season),
    ]


def against_next(competition: Competition, divisions: Sequence[PlannedDivision]) -> list[str]:
    """Why a season with these divisions could not be opened as it is by the competition's rules, in the reader's
    words: for rolling over, which may lead to such a one. No queries."""
    settings = _settings(competition)
    if not isinstance(settings, Settings):
        return [told(problem, ()) for problem in settings]
    sizes = [len(division.players) for division in divisions]
    names = [division.name for division in divisions]
    problems = [
        *_too_few(settings, sizes),
        *_unworkable(competition, settings, sizes),
        *_without_points(settings, sizes),
    ]
    return [told(problem, names) for problem in problems]


def told(problem: Problem, names: Sequence[str]) -> str:
    """In the reader's language, with the division it is said of; `names` are those of the divisions."""
    text = problem.message.translate(gettext)
    place, index, *_inside = [*problem.path.split("."), ""]
    if place == "divisions" and index.isdecimal():
        return gettext("Division {name}: {text}").format(name=names[int(index)], text=text)
    return text


def unplayable(competition: Competition) -> list[Problem]:
    """Why nothing can be made ready by its settings: its game is not installed, or not as it was. No queries."""
    settings = _settings(competition)
    return [] if isinstance(settings, Settings) else settings


def _settings(competition: Competition) -> Settings | list[Problem]:
    """What a draft is opened with, or what is wrong with it."""
    try:
        return parse_settings(competition.game, competition.options, competition.rules)
    except UnknownGame as unknown:
        return [
            build_problem(
                "game", "unknown-game", _("No game called {game} is installed."), game=unknown.args[0]
            )
        ]
    except Invalid as invalid:
        return list(invalid.problems)


def _too_few(settings: Settings, sizes: list[int]) -> Iterator[Problem]:
    if not sizes:
        yield build_problem(
            "divisions", "no-divisions", _("Nobody is entered yet: say first who plays where.")
        )
    for index, size in enumerate(sizes):
        if size < get_min_division_size(settings.game):
            yield build_too_few_problem(
                f"divisions.{index}.entries", size, get_min_division_size(settings.game)
            )


def _unworkable(competition: Competition, settings: Settings, sizes: list[int]) -> Iterator[Problem]:
    if competition.kind != CompetitionKind.LEAGUE:
        return
    for found in rules_settings.find_setting_errors(settings.rules, sizes):
        _divisions, *rest = found.path.split(".")
        if found.code != "division-too-small" or sizes[int(rest[0])] >= get_min_division_size(
            settings.game
        ):  # else said
            yield found


def _unfinished(season: Season) -> Iterator[Problem]:
    if season.schedule_token:
        yield SCHEDULE_UNFINISHED


def _without_points(settings: Settings, sizes: list[int], season: Season | None = None) -> Iterator[Problem]:
    """At tables of the season's matches, or where it has none yet, of those that will be drawn."""
    if settings.rules.points.places is None:
        return
    played: set[int] = set()
    if season:
        matches = Match.objects.filter(division__season=season).annotate(seated=Count("seats"))
        played = set(matches.order_by().values_list("seated", flat=True).distinct())
    yield from rules_settings.find_missing_points(settings.rules, played or _table_sizes(settings, sizes))


def _table_sizes(settings: Settings, sizes: list[int]) -> set[int]:
    wanted = build_table_draw(settings, draw_seed=0)
    if wanted is None:
        return {2}
    return {table for size in sizes if size >= wanted.least for table in wanted.compute_table_sizes(size)}
