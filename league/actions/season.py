"""Verbs of seasons: opening a draft, closing, opening again."""

from django.db import transaction

from games.problems import _
from league.actions import closing, lot
from league.actions import division as divisions
from league.actions.actor import Actor
from league.actions.changes import record
from league.actions.club import touch
from league.actions.errors import Refused
from league.actions.job import later
from league.actions.reminder import plan_reminders
from league.actions.schedule import add_matches, fixtures, prepare
from league.models import Match, Season
from league.models.match import Status
from league.models.season import State
from league.queries.ending import Deciding, ending, running
from league.queries.opening import against_opening
from league.rules.check import build_problem


def open_season(*, season: Season, by: Actor) -> None:
    """Opens a draft: from now on its results can be entered, and it keeps its game, options and rules.

    It gets the number that lots are drawn from, and a schedule if it has none. Raises NotPermitted; Refused, with
    all that `queries.opening.against_opening` finds.
    """
    by.must("run-seasons", season.competition.club_id)
    if season.state == State.DRAFT and not _is_scheduled(season):
        prepare(season)
    with transaction.atomic():
        season = closing.lock_season(season, by)
        if season.state != State.DRAFT:
            raise Refused(
                build_problem(
                    "season", "not-a-draft", _("Season {season} has been opened."), season=season.number
                )
            )
        if problems := against_opening(season):
            raise Refused(*problems)
        season.lot = season.lot or lot.draw()  # before the schedule, which may be drawn from it
        if not _is_scheduled(season):
            add_matches(season, fixtures(season))
        season.game, season.options, season.rules = season.settings
        season.state, season.opened_on = State.OPEN, closing.today(season)
        season.save(update_fields=["game", "options", "rules", "lot", "state", "opened_on"])
        divisions.restate_season(season, running(season))
        plan_reminders(season)
        later("refresh-statistics", competition=season.competition_id)  # what a draft had did not count
        _record(season, by, "open_season", State.DRAFT)


@transaction.atomic
def close_season(*, season: Season, by: Actor, missing: Deciding | None = None, seen: str = "") -> None:
    """Closes an open season: its standings are final, and who goes up or down is fixed.

    `missing` decides the matches without a result: as forfeits of all who should have been there, or as void; `seen`
    is the digest of the tables that were looked at. Raises NotPermitted; Refused: `changed-meanwhile` where they would
    be others now, `missing` (a problem each) while there are such matches and nothing decides them.
    """
    season = closing.lock_season(season, by)
    if season.state != State.OPEN:
        raise Refused(
            build_problem("season", "not-open", _("Season {season} is not open."), season=season.number)
        )
    found = ending(season, deciding=missing)
    closing.must_be_as_seen(found, seen)
    closing.fix(found, by)
    _record(season, by, "close_season", State.OPEN, **closing.told(found))


@transaction.atomic
def reopen_season(*, season: Season, by: Actor) -> None:
    """Opens a closed season again: movements are taken back, and what closing decided is to be played.

    Raises NotPermitted; Refused while a season that came out of it is there, or a later one has results.
    """
    season = closing.lock_season(season, by)
    if season.state != State.CLOSED:
        raise Refused(
            build_problem("season", "not-closed", _("Season {season} is not closed."), season=season.number)
        )
    _must_be_the_last(season)
    closing.free(season)
    _record(season, by, "reopen_season", State.CLOSED)


def _is_scheduled(season: Season) -> bool:
    return Match.objects.filter(division__season=season).exists()


def _must_be_the_last(season: Season) -> None:
    """What has been played since was played by people whom this season sent there."""
    successor = Season.objects.filter(rolled_from=season).first()
    if successor:
        raise Refused(
            build_problem(
                "season",
                "rolled-over",
                _("Season {next} has been made out of it: take it back first."),
                next=successor.number,
            )
        )
    later_results = Match.objects.filter(
        division__season__competition=season.competition_id, division__season__number__gt=season.number
    ).exclude(status=Status.SCHEDULED)
    first = later_results.order_by("division__season__number").values_list("division__season__number").first()
    if first:
        raise Refused(
            build_problem(
                "season",
                "later-results",
                _("Season {later} has results already: season {season} stays as it is."),
                later=first[0],
                season=season.number,
            )
        )


def _record(season: Season, by: Actor, verb: str, before: State, **more: int) -> None:
    club = season.competition.club
    touch(club)
    after = {"state": season.state, **more}
    record(club, by, verb, "season", closing.key_of(season), {"state": before}, after)
