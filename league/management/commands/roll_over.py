"""`roll_over COMPETITION`: the next season comes out of the latest one, as a draft; `--undo` takes that back."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from league.actions.actor import CONSOLE
from league.actions.rollover import planned, roll_over, undo_roll_over
from league.management.console import Answer, ClubCommand, competition_name, find_competition
from league.management.seasons import (
    add_missing,
    entries,
    headline,
    latest_made,
    latest_opened,
    steps,
)
from league.models import Competition, Player
from league.queries.answer import answer, answer_before
from league.queries.ending import ending
from league.queries.opening import against_next


class Command(ClubCommand):
    help = "Makes the next season as a draft, and closes the latest one if that has not been done."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("competition", type=competition_name, help="club-slug/competition-slug")
        parser.add_argument("--preview", action="store_true", help="say what it would do, change nothing")
        parser.add_argument(
            "--add", action="append", default=[], metavar="PLAYER", help="the id of a newcomer; repeatable"
        )
        add_missing(parser)
        parser.add_argument(
            "--undo",
            action="store_true",
            help="take the last rollover back, while the new season has no result",
        )

    def answer(self, options: dict[str, Any]) -> Answer:
        if options["undo"] and (options["preview"] or options["add"] or options["missing"]):
            raise CommandError("--undo stands alone: it takes back all of the last rollover", returncode=2)
        competition = find_competition(options["competition"])
        return self._back(competition) if options["undo"] else self._over(competition, options)

    def _over(self, competition: Competition, options: dict[str, Any]) -> Answer:
        season, newcomers = latest_opened(competition), options["add"]
        if options["preview"]:
            found, plan = planned(season=season, missing=options["missing"], newcomers=newcomers)
            document = answer_before(found, plan)
        else:
            made = roll_over(season=season, by=CONSOLE, missing=options["missing"], newcomers=newcomers)
            document = answer(made)
            found = ending(season)
            plan = found.plan(newcomers)
        new = Player.objects.filter(club=competition.club, key__in=newcomers)
        title = headline(document) + (", if it were made now" if options["preview"] else "")
        against = [
            f"It could not be opened as it is: {why}" for why in against_next(competition, plan.divisions)
        ]
        return Answer(document, [title, *against, *steps(found, plan, list(new))])

    def _back(self, competition: Competition) -> Answer:
        season = latest_made(competition)
        document = answer(undo_roll_over(season=season, by=CONSOLE))
        return Answer(
            document,
            [f"Season {season.number} has been taken back.", headline(document), *entries(document)],
        )
