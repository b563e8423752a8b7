"""Create competitions and leagues, and change their names, rules and options."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Count

import games
from games import Game, Invalid, Problem, UnknownGame
from games.problems import _
from league.actions.changes import change, log_refusals
from league.actions.draft import (
    DivisionAssignment,
    assign_divisions,
    create_season,
    divide_players,
    lock_draft,
)
from league.actions.errors import ActionError, NameInput, validate
from league.actions.fixtures import delete_matches, discard_unfinished_schedule, is_schedule_large
from league.actions.ids import IdGenerator
from league.actions.schedule import make_schedule
from league.models import Club, Competition, Division, Entry, Match, Player, Season
from league.models.competition import CompetitionKind
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.permissions import require
from league.principals import Principal
from league.rules import rule_checks
from league.rules.field_types import RESERVED_SLUGS
from league.rules.pairing import fixtures as fixture_rules
from league.rules.pairing.schedules import build_table_draw
from league.rules.records import FIRST_STAGE
from league.rules.seasons import divisions
from league.rules.seasons.rollover import PlannedDivision
from league.rules.settings import Rules
from league.rules.snapshot import JSON, Settings, parse_settings
from league.rules.validation import build_problem


@log_refusals("create_competition")
def create_competition(
    *,
    club: Club,
    name: str,
    game: str,
    rules: JSON,
    by: Principal,
    options: Mapping[str, Any] | None = None,
    kind: CompetitionKind = CompetitionKind.LEAGUE,
) -> Competition:
    """Create a league of the club, or a tournament, without a season yet.

    `rules` and `options` left out get their defaults.

    Locks the club. Raises PermissionDenied; ActionError for a bad name, an unknown game, options that are not the
    game's, and rules that cannot work.
    """
    require(by, "run-seasons", club)
    wanted = validate(NameInput, name=name)
    played = find_game(game)
    canonical_options = canonicalise_options(played, options or {})
    parsed = _parse_rules(rules, played, kind)
    _require_fit(played, canonical_options, parsed)
    with change("start_competition", club, permission="run-seasons", by=by) as event:
        club = event.club
        slugs = IdGenerator(
            [*RESERVED_SLUGS, *club.competitions.values_list("slug", flat=True)], word=f"{kind}-"
        )
        competition = Competition.objects.create(
            club=club,
            slug=slugs.generate(wanted.name),
            name=wanted.name,
            kind=kind,
            game=game,
            options=canonical_options,
            rules=parsed.model_dump(),
        )
        event_data = {
            "name": competition.name,
            "game": game,
            "options": canonical_options,
            "rules": competition.rules,
        }
        event.log("competition", competition.slug, after=event_data)
        return competition


@log_refusals("rename_competition")
def rename_competition(*, competition: Competition, name: str, by: Principal) -> None:
    """Give the competition another name; its address stays.

    Locks the club. Raises PermissionDenied; ActionError for a bad name.
    """
    require(by, "change-club", competition.club_id)
    wanted = validate(NameInput, name=name)
    with change("rename", competition.club_id, permission="change-club", by=by) as event:
        competition = Competition.objects.get(pk=competition.pk)  # as it is now
        if wanted.name == competition.name:
            return
        before, competition.name = {"name": competition.name}, wanted.name
        competition.save(update_fields=["name", "folded_name"])
        event.log("competition", competition.slug, before, {"name": wanted.name})


@log_refusals("change_rules")
def change_rules(*, competition: Competition, rules: JSON, by: Principal) -> None:
    """Change the rules of the next season; those that have been opened keep theirs.

    If the number of meetings or the size of tables changes, the matches of a draft are deleted, since they no
    longer fit. See docs/reference/promotion.md, Rules.

    Locks the club. Raises PermissionDenied; ActionError for rules that cannot work, also in the divisions of a
    draft, and if a draft was imported with results.
    """
    with change("change_rules", competition.club_id, permission="run-seasons", by=by) as event:
        competition = Competition.objects.get(pk=competition.pk)  # as it is now
        game = find_game(competition.game)
        wanted = _parse_rules(rules, game, competition.kind)
        _require_fit(game, competition.options, wanted)
        before, after = competition.rules, wanted.model_dump()
        if after == before:
            return
        drafts = _list_drafts(competition)
        _require_no_results(drafts, "rules", before, after)
        if competition.kind == CompetitionKind.LEAGUE:
            unfit = list(_check_drafts(competition, wanted, drafts))
            if unfit:
                raise ActionError(*unfit)
        fits = _get_schedule_rules(after, game) == _get_schedule_rules(before, game)
        for draft in drafts:
            if draft.schedule_token or not fits:
                locked = lock_draft(draft)
                discard_unfinished_schedule(locked)
                delete_matches(locked.divisions.all())
        competition.rules = after
        competition.save(update_fields=["rules"])
        event.log("competition", competition.slug, before, after)


@log_refusals("change_options")
def change_options(*, competition: Competition, options: Mapping[str, Any], by: Principal) -> None:
    """Change how the next season plays its game; options left out get their defaults.

    Seasons that have been opened keep theirs. Locks the club. Raises PermissionDenied; ActionError for options that
    are not the game's, and if a draft was imported with results.
    """
    with change("change_options", competition.club_id, permission="run-seasons", by=by) as event:
        competition = Competition.objects.get(pk=competition.pk)  # as it is now
        game = find_game(competition.game)
        before, after = competition.options, canonicalise_options(game, options)
        if after == before:
            return
        _require_fit(game, after, rule_checks.parse_rules(competition.rules, game))
        drafts = _list_drafts(competition)
        _require_no_results(drafts, "options", before, after)
        for draft in drafts:
            if draft.schedule_token:
                discard_unfinished_schedule(lock_draft(draft))
        competition.options = after
        competition.save(update_fields=["options"])
        event.log("competition", competition.slug, before, after)


@transaction.atomic
def change_competition(*, competition: Competition, name: str, rules: JSON, by: Principal) -> None:
    """Change the competition's name and its rules: both or neither; a draft has its groups made anew if they change."""
    before = _get_group_rules(competition.rules)
    change_rules(competition=competition, rules=rules, by=by)
    rename_competition(competition=competition, name=name, by=by)
    competition.refresh_from_db()
    if _get_group_rules(competition.rules) == before:
        return
    for draft in _list_drafts(competition):
        entries = Entry.objects.filter(season=draft).order_by("seed", "division__level")
        if players := list(entries.values_list("player__key", flat=True)):
            divide_players(season=draft, players=players, by=by)


def _get_group_rules(rules: JSON) -> tuple[object, object]:
    return rules.get("groups"), rules.get("draw_groups")


def check_division_count(rules: Rules, divisions: int) -> Iterator[Problem]:
    """Yield why that many divisions, each of the size the rules ask for, could not be played."""
    if any(rule_checks.find_setting_errors(rules, [rules.division_size] * divisions)):
        yield build_problem(
            "rules.promoted",
            "too-many-move",
            _(
                "With divisions of {size}, at most {most} can be promoted and relegated. "
                "For {up}, a division needs {needed} players."
            ),
            size=rules.division_size,
            most=rules.division_size // (2 if divisions > 2 else 1),
            up=rules.promoted,
            needed=rules.promoted * (2 if divisions > 2 else 1),
        )


def find_game(key: str) -> Game:
    """Return the game with that key; raise ActionError if it is not installed."""
    try:
        return games.get(key)
    except games.UnknownGame:
        sentence = _("No game called {game} is installed.")
        raise ActionError(build_problem("game", "unknown-game", sentence, game=key)) from None


def canonicalise_options(game: Game, options: Mapping[str, Any]) -> JSON:
    """Return options as they are stored: only those that differ from the defaults.

    Raises ActionError for options that are not the game's.
    """
    try:
        return games.canonical(games.parse_options(game, dict(options)))
    except Invalid as invalid:
        raise ActionError(*invalid.problems) from None


def _parse_rules(rules: JSON, game: Game, kind: str = CompetitionKind.LEAGUE) -> Rules:
    """Return the rules with all their defaults; raise ActionError for rules that cannot work."""
    try:
        parsed = rule_checks.parse_rules(rules, game)
    except Invalid as invalid:
        raise ActionError(*invalid.problems) from None
    wrong = list(rule_checks.find_missing_points(parsed, [parsed.table_size or game.table_size]))
    if kind == CompetitionKind.LEAGUE:
        wrong += rule_checks.find_setting_errors(parsed, ())
    if wrong:
        raise ActionError(*wrong)
    return parsed


def _require_fit(game: Game, options: JSON, rules: Rules) -> None:
    """Raise ActionError unless rules and options go together: the size of tables, and how many deals all play."""
    refusal = rules.table_size and game.wrong_seats(rules.table_size, games.parse_options(game, options))
    if refusal:
        raise ActionError(Problem("rules.table_size", "seats", refusal))
    try:
        parse_settings(game.key, options, rules.model_dump())
    except Invalid as invalid:
        raise ActionError(*invalid.problems) from None


def _check_drafts(competition: Competition, rules: Rules, drafts: Sequence[Season]) -> Iterator[Problem]:
    """Yield the problem of the first division of a draft in which the rules cannot work; 1 query.

    Without a draft, check whether they could work in as many divisions as the last season had; 2 queries.
    """
    seasons = Season.objects.filter(competition=competition).order_by("-number")
    season_ids = [draft.pk for draft in drafts] or list(seasons.values_list("pk", flat=True)[:1])
    divisions = list(
        Division.objects.filter(season__in=season_ids, stage__number=FIRST_STAGE)
        .select_related("season")
        .annotate(entered=Count("entries"))
        .order_by("season__number", "level")
    )
    if not drafts:
        yield from check_division_count(rules, len(divisions))
        return
    for draft in drafts:
        there = [division for division in divisions if division.season_id == draft.pk]
        for problem in rule_checks.find_setting_errors(rules, [division.entered for division in there]):
            division = there[int(problem.path.split(".")[1])]
            yield build_problem(
                "rules.promoted",
                problem.code,
                _(
                    "Season {season} is a draft. Its division {division}: {reason} Promote "
                    "and relegate fewer, or change the divisions first."
                ),
                season=draft.number,
                division=division.name,
                reason=problem.message,
            )
            return


def _get_schedule_rules(rules: JSON, game: Game) -> tuple[object, object]:
    """Return the rules that a schedule depends on."""
    return rules.get("meetings"), rules.get("table_size") or game.table_size


def _list_drafts(competition: Competition) -> list[Season]:
    """Return the drafts of a competition by number; 1 query."""
    drafts = Season.objects.select_related("competition").filter(
        competition=competition, state=SeasonState.DRAFT
    )
    return list(drafts.order_by("number"))


def _require_no_results(drafts: Sequence[Season], place: str, before: JSON, after: JSON) -> None:
    """Raise ActionError if a draft has results: they were scored by the present rules. 1 query."""
    played = Match.objects.filter(division__season__in=drafts).exclude(status=MatchStatus.SCHEDULED)
    first = played.order_by("division__season__number").values_list("division__season__number").first()
    if first:
        changed = [name for name in {**after, **before} if after.get(name) != before.get(name)]
        raise ActionError(
            build_problem(
                ".".join([place, *changed[:1]]),
                "draft-has-results",
                _(
                    "Season {season} already has results, though it hasn't started. Its "
                    "rules can only be changed by importing a club file."
                ),
                season=first[0],
            )
        )


@log_refusals("create_league")
def create_league(
    *, club: Club, name: str, game: str, rules: JSON, by: Principal, options: Mapping[str, Any] | None = None
) -> Season:
    """Create a competition and its first season: a draft with all players of the club.

    The players are divided in the order of the list; the season has its matches, but without days. Very many
    are made after the league has been committed. If `rules` do not say how large divisions are, that follows
    from the game and the number of players.

    Raises PermissionDenied; ActionError where `create_competition` refuses, if so many players cannot be
    divided, and if they would have more matches than a season may have.
    """
    require(by, "run-seasons", club)
    rules = _add_division_size(club, find_game(game), rules)
    _precompute_seating(club, game, {**(options or {})}, rules)
    make = partial(make_schedule, dates=None, tables=None, remind_days=0, by=by)
    with transaction.atomic():
        competition = create_competition(club=club, name=name, game=game, rules=rules, options=options, by=by)
        season = create_season(competition=competition, by=by)
        settings = parse_settings(game, competition.options, competition.rules)
        divided = _divide_players(club, settings)
        assign_divisions(
            season=season,
            divisions=[DivisionAssignment(division.name, division.players) for division in divided],
            by=by,
        )
        if not is_schedule_large(season):
            make(season=season)
            return season
    with suppress(
        ActionError
    ):  # the draft is there, and its page shows that the schedule is still to be made
        make(season=season)
    return season


def _add_division_size(club: Club, game: Game, rules: JSON) -> JSON:
    players = Player.objects.filter(club=club).count()
    size = divisions.compute_default_size(players, rules.get("table_size") or game.table_size)
    return {"division_size": size} | rules


def _precompute_seating(club: Club, game: str, options: JSON, rules: JSON) -> None:
    """Search for the seating before anything is locked, like `league.actions.schedule.precompute_seating`."""
    with suppress(ActionError, Invalid, UnknownGame):
        settings = parse_settings(game, options, rules)
        if drawn := build_table_draw(settings, draw_seed=0):
            groups = [
                fixture_rules.DivisionPlayers(division.level, division.name, division.players)
                for division in _divide_players(club, settings)
            ]
            fixture_rules.build_fixtures(
                groups, settings.rules.meetings, dates=None, tables=None, drawing=drawn
            )


def _divide_players(club: Club, settings: Settings) -> list[PlannedDivision]:
    """Divide all players of the club in the order of the list; raise ActionError if they cannot be. 1 query."""
    players = list(Player.objects.filter(club=club).order_by("pk").values_list("key", flat=True))
    return divisions.divide_in_order(
        players, _compute_division_sizes(len(players), settings.rules, settings.game)
    )


def _compute_division_sizes(players: int, rules: Rules, game: Game) -> list[int]:
    unfit = list(check_division_count(rules, round(players / rules.division_size)))
    if unfit:
        raise ActionError(*unfit)
    try:
        return divisions.compute_division_sizes(players, rules, divisions.get_min_division_size(game))
    except Invalid as invalid:
        raise ActionError(*invalid.problems) from None
