"""The obstacles to opening a draft: shown before an organiser tries, and before a rollover into a draft."""

from collections.abc import Iterator, Sequence

from django.db.models import Count
from django.utils.translation import gettext

from games import Invalid, Problem, Text, UnknownGame
from games.problems import _
from league.models import Competition, Division, Match, Season
from league.models.competition import CompetitionKind
from league.queries.registration import list_starting_divisions
from league.rules import rule_checks
from league.rules.pairing.bracket import MAX_PLAYERS, MIN_PLAYERS
from league.rules.pairing.movement import has_movement
from league.rules.pairing.schedules import build_table_draw
from league.rules.pairing.tables import compute_tournament_sizes
from league.rules.records import FINAL_STAGE
from league.rules.seasons.divisions import build_too_few_problem, get_min_division_size
from league.rules.seasons.paired_rounds import count_rounds
from league.rules.seasons.rollover import PlannedDivision
from league.rules.settings import MIN_DIVISION_SIZE, MOVEMENT
from league.rules.snapshot import Settings, parse_settings
from league.rules.validation import build_problem

SCHEDULE_UNFINISHED = build_problem(
    "",
    "schedule-unfinished",
    _(
        "The schedule isn't complete: it is still being created, or was interrupted. If it "
        "doesn't appear soon, create it again."
    ),
)


def find_opening_blockers(season: Season) -> list[Problem]:
    """Return why the draft, read with its competition, cannot be opened: nothing where it can.

    The players of a tournament are those who are registered, if any are. 1 query, 2 where places give points; 1 more
    for a tournament.

    Paths are relative to the season: `divisions`, `divisions.0.entries`, `rules.relegated`, `rules.points.places`.
    """
    settings = _try_to_parse_settings(season.competition)
    if not isinstance(settings, Settings):
        return settings
    divisions = Division.objects.filter(season=season).order_by("level").annotate(size=Count("entries"))
    is_tournament = season.competition.is_tournament
    starting = is_tournament and list_starting_divisions(season)
    if starting:
        sizes = [len(players) for _name, players in starting]
    else:
        sizes = list(divisions.values_list("size", flat=True))
    return [
        *_find_small_divisions(settings, sizes, is_tournament=is_tournament),
        *_find_setting_errors(season.competition, settings, sizes),
        *_find_missing_points(settings, sizes, season),
        *_find_too_many_rounds(settings, sizes),
        *_find_wrong_brackets(settings, sizes),
        *_find_wrong_movements(settings, sizes),
        *_find_wrong_final(settings, sizes),
        *([SCHEDULE_UNFINISHED] if season.schedule_token else []),
    ]


def find_next_season_blockers(competition: Competition, divisions: Sequence[PlannedDivision]) -> list[str]:
    """Return why a season with these divisions could not be opened as it is, in the reader's language. No queries.

    Rolling over may lead to such a season, by the competition's rules.
    """
    settings = _try_to_parse_settings(competition)
    if not isinstance(settings, Settings):
        return [format_problem(problem, ()) for problem in settings]
    sizes = [len(division.players) for division in divisions]
    names = [division.name for division in divisions]
    problems = [
        *_find_small_divisions(settings, sizes),
        *_find_setting_errors(competition, settings, sizes),
        *_find_missing_points(settings, sizes),
    ]
    return [format_problem(problem, names) for problem in problems]


def format_problem(problem: Problem, names: Sequence[str], *, of_tournament: bool = False) -> str:
    """Return a problem in the reader's language, with the division that it is about, if that is among these names.

    The groups of a tournament go by their names alone.
    """
    text = problem.message.translate(gettext)
    place, index, *_inside = [*problem.path.split("."), ""]
    if place == "divisions" and index.isdecimal() and int(index) < len(names):
        sentence = gettext("{name}: {text}") if of_tournament else gettext("Division {name}: {text}")
        return sentence.format(name=names[int(index)], text=text)
    return text


def find_setting_problems(competition: Competition) -> list[Problem]:
    """Return why no season can be made by these settings: the game is not installed, or not as it was. No queries."""
    settings = _try_to_parse_settings(competition)
    return [] if isinstance(settings, Settings) else settings


def _try_to_parse_settings(competition: Competition) -> Settings | list[Problem]:
    """Return the settings that a draft is opened with, or their problems."""
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


def _find_small_divisions(
    settings: Settings, sizes: list[int], *, is_tournament: bool = False
) -> Iterator[Problem]:
    if not sizes:
        sentence = (
            _("No players yet. Choose players first.")
            if is_tournament
            else _("No players yet. Put players into divisions first.")
        )
        yield build_problem("divisions", "no-divisions", sentence)
    for index, size in enumerate(sizes):
        if size < get_min_division_size(settings.game):
            yield build_too_few_problem(
                f"divisions.{index}.entries",
                size,
                get_min_division_size(settings.game),
                is_group=is_tournament,
                is_whole_field=is_tournament and len(sizes) == 1,
            )


def _find_too_many_rounds(settings: Settings, sizes: list[int]) -> Iterator[Problem]:
    """Yield a problem for each division that is paired in twos in more rounds than its players have opponents."""
    rounds = settings.rules.rounds
    if not settings.is_paired_in_twos or rounds is None:
        return
    for index, size in enumerate(sizes):
        most = size - 1 if size % 2 == 0 else size
        if size >= MIN_DIVISION_SIZE and most < rounds:
            sentence = _(
                "{players} players can meet in {most} rounds without a repeat, not in {rounds}. "
                "Announce fewer rounds, or choose a double round robin."
            )
            values = {"players": size, "most": most, "rounds": rounds}
            yield Problem(f"divisions.{index}.entries", "too-many-rounds", Text(sentence, values))


def _find_wrong_movements(settings: Settings, sizes: list[int]) -> Iterator[Problem]:
    """Yield a problem for each division that there is no movement for, and where fewer than two tables are made up."""
    if settings.rules.same_cards and len(sizes) > 1:
        sentence = _("Where all play the same cards, everyone is compared with everyone: make one division.")
        yield Problem("divisions", "same-cards-divisions", Text(sentence))
    for index, size in enumerate(sizes if settings.rules.same_cards else ()):
        if size < 2 * settings.table_size:
            sentence = _("At least {least} players are needed to compare the same cards, not {players}.")
            values = {"least": 2 * settings.table_size, "players": size}
            yield Problem(f"divisions.{index}.entries", "same-cards-few", Text(sentence, values))
        elif settings.rules.pairing == MOVEMENT and not has_movement(size):
            sentence = _("There is no movement for {players} players: choose Swiss, with the same cards.")
            yield Problem(f"divisions.{index}.entries", "no-movement", Text(sentence, {"players": size}))


def _find_wrong_brackets(settings: Settings, sizes: list[int]) -> Iterator[Problem]:
    """Yield a problem for each division that is too large for a bracket, or that larger tables can't seat."""
    for index, size in enumerate(sizes if settings.rules.is_table_knockout else ()):
        if size >= settings.game.min_seats:  # else the error says that they are too few
            try:
                count_rounds(size, settings)
            except Invalid as invalid:
                for problem in invalid.problems:
                    yield Problem(f"divisions.{index}.entries", problem.code, problem.message)
    for index, size in enumerate(sizes if settings.rules.is_bracket else ()):
        if size > MAX_PLAYERS:
            sentence = _("A bracket has at most {most} players, not {players}.")
            values = {"most": MAX_PLAYERS, "players": size}
            yield Problem(f"divisions.{index}.entries", "bracket-size", Text(sentence, values))


def _find_wrong_final(settings: Settings, sizes: list[int]) -> Iterator[Problem]:
    """Yield a problem if too few or too many would go on to the final."""
    final = settings.rules.final
    if final is None or not sizes:
        return
    direct = sum(min(size, final.from_each) for size in sizes)
    number = direct + min(sum(sizes) - direct, final.best_of_rest)
    if final.is_table_knockout:
        try:
            count_rounds(number, settings.for_stage(FINAL_STAGE))
        except Invalid as invalid:
            for problem in invalid.problems:
                yield Problem("rules.final", problem.code, problem.message)
    elif not MIN_PLAYERS <= number <= MAX_PLAYERS:
        sentence = _("A final has from {least} to {most} players, not {players}.")
        yield build_problem(
            "rules.final", "bracket-size", sentence, least=MIN_PLAYERS, most=MAX_PLAYERS, players=number
        )


def _find_setting_errors(competition: Competition, settings: Settings, sizes: list[int]) -> Iterator[Problem]:
    if competition.kind != CompetitionKind.LEAGUE:
        return
    for found in rule_checks.find_setting_errors(settings.rules, sizes):
        _divisions, *rest = found.path.split(".")
        if found.code != "division-too-small" or sizes[int(rest[0])] >= get_min_division_size(
            settings.game
        ):  # else reported elsewhere
            yield found


def _find_missing_points(
    settings: Settings, sizes: list[int], season: Season | None = None
) -> Iterator[Problem]:
    """Yield the sizes of tables whose places have no points yet.

    The sizes are those of the season's matches, or if it has none yet, of the matches that will be drawn.
    """
    if settings.rules.points.places is None:
        return
    played: set[int] = set()
    if season:
        matches = Match.objects.filter(division__season=season).annotate(seated=Count("seats"))
        played = set(matches.order_by().values_list("seated", flat=True).distinct())
    yield from rule_checks.find_missing_points(settings.rules, played or list_possible_sizes(settings, sizes))


def list_possible_sizes(settings: Settings, sizes: Sequence[int]) -> set[int]:
    """Return the sizes of the tables at which divisions of these sizes would play."""
    wanted = build_table_draw(settings, draw_seed=0)
    if wanted is None:
        return {2}
    if settings.rules.same_cards:
        return {settings.table_size}
    if settings.rules.pairing:  # by the sizes of tournaments, with a player more or fewer
        game, most = settings.game, settings.game.most_seats(settings.options)
        return {
            table
            for size in sizes
            if size >= game.min_seats
            for table in compute_tournament_sizes(size, settings.table_size, game.min_seats, most)
        }
    return {table for size in sizes if size >= wanted.least for table in wanted.compute_table_sizes(size)}
