"""Verbs of competitions: `start_competition` makes one; `rename`, `change_rules` and `change_options` change it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Count

import games
from games import Game, Invalid, Problem, Strict
from games.problems import _
from league.actions.actor import Actor
from league.actions.changes import locked, record
from league.actions.club import touch
from league.actions.draft import drop_matches, locked_draft
from league.actions.errors import Refused
from league.actions.ids import Ids
from league.actions.typed import typed
from league.models import Club, Competition, Division, Match, Season
from league.models.competition import Kind
from league.models.match import Status
from league.models.season import State
from league.rules import settings
from league.rules.book import JSON
from league.rules.check import build_problem
from league.rules.settings import Rules
from league.rules.texts import RESERVED_SLUGS, Name


class Naming(Strict):
    name: Name


@transaction.atomic
def start_competition(
    *, club: Club, name: str, game: str, rules: JSON, by: Actor, options: Mapping[str, Any] | None = None
) -> Competition:
    """Adds a league to the club, without a season yet; what `rules` and `options` leave out is by default.

    Raises NotPermitted; Refused for a name or a game that is none, for options that are not the game's, and for rules
    that cannot work.
    """
    by.must("run-seasons", club)
    wanted = typed(Naming, name=name)
    played = find_game(game)
    agreed = canonical_options(played, options or {})
    parsed = _parsed(rules, played)
    _tables_must_fit(played, agreed, parsed)
    club = locked(club.pk, "run-seasons", by)
    slugs = Ids([*RESERVED_SLUGS, *club.competitions.values_list("slug", flat=True)], word="league-")
    competition = Competition.objects.create(
        club=club,
        slug=slugs.made_from(wanted.name),
        name=wanted.name,
        game=game,
        options=agreed,
        rules=parsed.model_dump(),
    )
    touch(club)
    told = {"name": competition.name, "game": game, "options": agreed, "rules": competition.rules}
    record(club, by, "start_competition", "competition", competition.slug, after=told)
    return competition


@transaction.atomic
def rename(*, competition: Competition, name: str, by: Actor) -> None:
    """Gives the competition another name; its address stays. Raises NotPermitted; Refused for a name that is none."""
    by.must("change-club", competition.club_id)
    wanted = typed(Naming, name=name)
    club = locked(competition.club_id, "change-club", by)
    competition = Competition.objects.get(pk=competition.pk)  # as it is now
    if wanted.name == competition.name:
        return
    before, competition.name = {"name": competition.name}, wanted.name
    competition.save(update_fields=["name"])
    touch(club)
    record(club, by, "rename", "competition", competition.slug, before, {"name": wanted.name})


@transaction.atomic
def change_rules(*, competition: Competition, rules: JSON, by: Actor) -> None:
    """Gives the next season other rules; those that have been opened keep theirs. Where everybody is to meet everybody
    another number of times, or at tables of another size, the matches of a draft go: they no longer fit.

    Raises NotPermitted; Refused for rules that cannot work, also in the divisions of a draft, and where a draft came
    in with results.
    """
    by.must("run-seasons", competition.club_id)
    club = locked(competition.club_id, "run-seasons", by)
    competition = Competition.objects.get(pk=competition.pk)  # as it is now
    game = find_game(competition.game)
    wanted = _parsed(rules, game, competition.kind)
    _tables_must_fit(game, competition.options, wanted)
    before, after = competition.rules, wanted.model_dump()
    if after == before:
        return
    drafts = _drafts(competition)
    _must_be_without_results(drafts, "rules", before, after)
    if competition.kind == Kind.LEAGUE:
        unfit = list(_unfit(competition, wanted, drafts))
        if unfit:
            raise Refused(*unfit)
    if _seating(after, game) != _seating(before, game):
        for draft in drafts:
            drop_matches(locked_draft(draft))
    competition.rules = after
    competition.save(update_fields=["rules"])
    touch(club)
    record(club, by, "change_rules", "competition", competition.slug, before, after)


@transaction.atomic
def change_options(*, competition: Competition, options: Mapping[str, Any], by: Actor) -> None:
    """Has the next season play its game otherwise; what `options` leaves out is as usual. Seasons that have been opened
    go on as they are.

    Raises NotPermitted; Refused for options that are not the game's, and where a draft came in with results.
    """
    by.must("run-seasons", competition.club_id)
    club = locked(competition.club_id, "run-seasons", by)
    competition = Competition.objects.get(pk=competition.pk)  # as it is now
    game = find_game(competition.game)
    before, after = competition.options, canonical_options(game, options)
    if after == before:
        return
    _tables_must_fit(game, after, settings.parse_rules(competition.rules, game))
    _must_be_without_results(_drafts(competition), "options", before, after)
    competition.options = after
    competition.save(update_fields=["options"])
    touch(club)
    record(club, by, "change_options", "competition", competition.slug, before, after)


@transaction.atomic
def change_competition(*, competition: Competition, name: str, rules: JSON, by: Actor) -> None:
    """Its name and its rules, both or neither."""
    change_rules(competition=competition, rules=rules, by=by)
    rename(competition=competition, name=name, by=by)


def too_small(rules: Rules, divisions: int) -> Iterator[Problem]:
    """Why so many divisions, each of the size that is wanted, could not be played in."""
    if any(settings.find_setting_errors(rules, [rules.division_size] * divisions)):
        yield build_problem(
            "rules.promoted",
            "too-many-move",
            _(
                "From a division of {size}, at most {most} can go up and as many go down. For {up} a division needs "
                "{needed} players."
            ),
            size=rules.division_size,
            most=rules.division_size // (2 if divisions > 2 else 1),
            up=rules.promoted,
            needed=rules.promoted * (2 if divisions > 2 else 1),
        )


def find_game(key: str) -> Game:
    """The game of that key. Raises Refused."""
    try:
        return games.get(key)
    except games.UnknownGame:
        sentence = _("No game called {game} is installed.")
        raise Refused(build_problem("game", "unknown-game", sentence, game=key)) from None


def canonical_options(game: Game, options: Mapping[str, Any]) -> JSON:
    """As they are kept: only what differs from the usual. Raises Refused for options that are not the game's."""
    try:
        return games.canonical(games.parse_options(game, dict(options)))
    except Invalid as invalid:
        raise Refused(*invalid.problems) from None


def _parsed(rules: JSON, game: Game, kind: str = Kind.LEAGUE) -> Rules:
    """In full."""
    try:
        parsed = settings.parse_rules(rules, game)
    except Invalid as invalid:
        raise Refused(*invalid.problems) from None
    wrong = list(settings.find_missing_points(parsed, [parsed.table_size or game.table_size]))
    if kind == Kind.LEAGUE:
        wrong += settings.find_setting_errors(parsed, ())
    if wrong:
        raise Refused(*wrong)
    return parsed


def _tables_must_fit(game: Game, options: JSON, rules: Rules) -> None:
    """Tables are of a size at which the game is played with these options. Raises Refused."""
    refusal = rules.table_size and game.wrong_seats(rules.table_size, games.parse_options(game, options))
    if refusal:
        raise Refused(Problem("rules.table_size", "seats", refusal))


def _unfit(competition: Competition, rules: Rules, drafts: Sequence[Season]) -> Iterator[Problem]:
    """The first division of a draft in which the rules cannot work; without a draft, whether they could in as many
    divisions as there were last. 1 query."""
    seasons = Season.objects.filter(competition=competition).order_by("-number")
    asked = [draft.pk for draft in drafts] or list(seasons.values_list("pk", flat=True)[:1])
    divisions = list(
        Division.objects.filter(season__in=asked, stage=1)
        .select_related("season")
        .annotate(entered=Count("entries"))
        .order_by("season__number", "level")
    )
    if not drafts:
        yield from too_small(rules, len(divisions))
        return
    for draft in drafts:
        there = [division for division in divisions if division.season_id == draft.pk]
        for found in settings.find_setting_errors(rules, [division.entered for division in there]):
            division = there[int(found.path.split(".")[1])]
            yield build_problem(
                "rules.promoted",
                found.code,
                _(
                    "Season {season} is being made ready. Its division {division}: {reason} Let fewer go up and down, "
                    "or change the divisions first."
                ),
                season=draft.number,
                division=division.name,
                reason=found.message,
            )
            return


def _seating(rules: JSON, game: Game) -> tuple[object, object]:
    """What a schedule is made by."""
    return rules.get("meetings"), rules.get("table_size") or game.table_size


def _drafts(competition: Competition) -> list[Season]:
    """1 query."""
    drafts = Season.objects.select_related("competition").filter(competition=competition, state=State.DRAFT)
    return list(drafts.order_by("number"))


def _must_be_without_results(drafts: Sequence[Season], place: str, before: JSON, after: JSON) -> None:
    """What has been played in a draft was counted by the rules there are. 1 query."""
    played = Match.objects.filter(division__season__in=drafts).exclude(status=Status.SCHEDULED)
    first = played.order_by("division__season__number").values_list("division__season__number").first()
    if first:
        changed = [name for name in {**after, **before} if after.get(name) != before.get(name)]
        raise Refused(
            build_problem(
                ".".join([place, *changed[:1]]),
                "draft-has-results",
                _(
                    "Season {season} has results already, though it has not been opened: they were counted by the "
                    "rules there are. Other rules can come in with the club’s file."
                ),
                season=first[0],
            )
        )
