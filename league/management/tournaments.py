"""The tournament that a command is about: from a TRF file, a club file or the database."""

import os
from argparse import ArgumentTypeError
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.core.management.base import CommandParser

from games import Invalid, Problem
from games.problems import _
from league.clubfile.reader import read_club_file
from league.management.console import find_club, find_competition, parse_competition_argument, read_file
from league.queries.snapshot import read_snapshot
from league.rules.records import DivisionKey, SeasonKey
from league.rules.snapshot import ClubSnapshot
from league.rules.validation import CheckedSnapshot, build_problem, check_snapshot
from league.trf.reader import read_report
from league.trf.report import TournamentReport


@dataclass(frozen=True)
class LoadedDivision:
    """A division of a checked snapshot; `names` are those of the club's players, by id."""

    checked: CheckedSnapshot
    key: DivisionKey

    @property
    def names(self) -> dict[str, str]:
        return {player.id: player.name for player in self.checked.snapshot.players.values()}


def add_division_arguments(parser: CommandParser) -> None:
    """Add what names a competition of a file, a season and a division."""
    parser.add_argument(
        "tournament", metavar="FILE|COMPETITION", help="a file, or club-slug/competition-slug"
    )
    parser.add_argument("--competition", metavar="SLUG", help="of a club file with several")
    parser.add_argument("--season", metavar="NUMBER-OR-NAME", help="otherwise the latest that is not a draft")
    parser.add_argument("--division", type=int, metavar="LEVEL", help="of a season with several")


def find_report(options: dict[str, Any]) -> TournamentReport | None:
    """Return the tournament of a TRF file, and None where the argument names a club file or no file at all.

    Raises games.Invalid with all that is wrong with a TRF file.
    """
    name = options["tournament"]
    if not os.path.isfile(name) or _is_club_file(content := read_file(name)):
        return None
    return read_report(content)


def load_division(options: dict[str, Any]) -> LoadedDivision:
    """Return the division of a club file or of a competition in the database.

    Raises games.Invalid with all that is wrong with the file, and if there is no such division.
    """
    name = options["tournament"]
    return _read_division(read_file(name), options) if os.path.isfile(name) else _find_division(options)


def _is_club_file(content: bytes) -> bool:
    """Return whether a file is JSON, as club files are; TRF never begins so."""
    return content.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{"


def _read_division(content: bytes, options: dict[str, Any]) -> LoadedDivision:
    snapshot, problems = read_club_file(content)
    if snapshot is None or problems:
        raise Invalid(*problems)
    snapshot = snapshot.resolve_settings()
    slug = options["competition"]
    if slug is not None and slug not in snapshot.competitions:
        sentence = _("The club {club} has no competition {slug}.")
        problem = build_problem(
            "competition", "unknown-competition", sentence, club=snapshot.club.slug, slug=slug
        )
        raise Invalid(problem)
    slugs = sorted(snapshot.competitions) if slug is None else [slug]
    if len(slugs) != 1:
        raise Invalid(_build_choice_problem("competition", slugs))
    return _pick_division(snapshot, slugs[0], options)


def _find_division(options: dict[str, Any]) -> LoadedDivision:
    try:
        name = parse_competition_argument(options["tournament"])
    except ArgumentTypeError:
        sentence = _("There is no such file, and it is not club-slug/competition-slug.")
        raise Invalid(build_problem(options["tournament"], "file", sentence)) from None
    find_competition(name)
    return _pick_division(read_snapshot(find_club(name[0])), name[1], options)


def _pick_division(snapshot: ClubSnapshot, competition: str, options: dict[str, Any]) -> LoadedDivision:
    season = _find_season(snapshot, competition, options["season"])
    stage = max((division.stage for division in snapshot.get_divisions(season)), default=1)
    levels = {
        division.level: division.key for division in snapshot.get_divisions(season) if division.stage == stage
    }
    level = options["division"]
    if level is not None and level not in levels:
        sentence = _("There is no division {level}: the season has {levels}.")
        raise Invalid(
            build_problem("division", "unknown-division", sentence, level=level, levels=_join(levels))
        )
    if level is None and len(levels) != 1:
        raise Invalid(_build_choice_problem("division", levels))
    checked = check_snapshot(snapshot, [season])
    if checked.problems:
        raise Invalid(*checked.problems)
    return LoadedDivision(checked, levels[level] if level is not None else next(iter(levels.values())))


def _find_season(snapshot: ClubSnapshot, competition: str, wanted: str | None) -> SeasonKey:
    seasons = [season for key, season in sorted(snapshot.seasons.items()) if key.competition == competition]
    if wanted is None:
        found = [season for season in seasons if season.is_opened]
        problem = build_problem("season", "no-season", _("No season has started yet."))
    else:
        found = [season for season in seasons if wanted in (str(season.number), season.name)]
        problem = build_problem("season", "unknown-season", _("There is no season {number}."), number=wanted)
    if not found:
        raise Invalid(problem)
    return found[-1].key


def _build_choice_problem(what: str, choices: Iterable[object]) -> Problem:
    sentence = _("Say which one with --{option}: {choices}.")
    return build_problem(what, "choice", sentence, option=what, choices=_join(choices) or "–")


def _join(choices: Iterable[object]) -> str:
    return ", ".join(map(str, choices))
