"""`roll_over COMPETITION`: make the next season from the latest one, as a draft; `--undo` undoes that."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from league.actions.rollover import preview_rollover, roll_over_season, undo_rollover
from league.management.console import ClubCommand, CommandOutput, find_competition, parse_competition_argument
from league.management.seasons import (
    add_missing_arguments,
    find_latest_opened_season,
    find_latest_rolled_over_season,
    format_entries,
    format_headline,
    format_moves,
)
from league.models import Competition, Player
from league.principals import CONSOLE
from league.queries.opening import find_next_season_blockers
from league.queries.season_answer import build_answer, build_rollover_answer
from league.queries.season_end import compute_season_end


class Command(ClubCommand):
    help = "Creates the next season as a draft, and closes the latest one if it is still open."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("competition", type=parse_competition_argument, help="club-slug/competition-slug")
        parser.add_argument("--preview", action="store_true", help="show what would happen, change nothing")
        parser.add_argument(
            "--add", action="append", default=[], metavar="PLAYER", help="id of a new player; repeatable"
        )
        add_missing_arguments(parser)
        parser.add_argument(
            "--undo",
            action="store_true",
            help="undo the last rollover, as long as the new season has no results",
        )

    def run(self, options: dict[str, Any]) -> CommandOutput:
        if options["undo"] and (options["preview"] or options["add"] or options["missing"]):
            raise CommandError(
                "--undo can't be combined with other options: it undoes the last rollover", returncode=2
            )
        competition = find_competition(options["competition"])
        return self._undo_rollover(competition) if options["undo"] else self._roll_over(competition, options)

    def _roll_over(self, competition: Competition, options: dict[str, Any]) -> CommandOutput:
        season, newcomers = find_latest_opened_season(competition), options["add"]
        if options["preview"]:
            season_ending, plan = preview_rollover(
                season=season, missing=options["missing"], newcomers=newcomers
            )
            document = build_rollover_answer(season_ending, plan)
        else:
            next_season = roll_over_season(
                season=season, by=CONSOLE, missing=options["missing"], newcomers=newcomers
            )
            document = build_answer(next_season)
            season_ending = compute_season_end(season)
            plan = season_ending.plan(newcomers)
        new = Player.objects.filter(club=competition.club, key__in=newcomers)
        title = format_headline(document) + (", preview" if options["preview"] else "")
        obstacles = [
            f"It can't be started yet: {reason}"
            for reason in find_next_season_blockers(competition, plan.divisions)
        ]
        return CommandOutput(document, [title, *obstacles, *format_moves(season_ending, plan, list(new))])

    def _undo_rollover(self, competition: Competition) -> CommandOutput:
        season = find_latest_rolled_over_season(competition)
        document = build_answer(undo_rollover(season=season, by=CONSOLE))
        return CommandOutput(
            document,
            [
                f"Rollover undone: season {season.number} has been deleted.",
                format_headline(document),
                *format_entries(document),
            ],
        )
