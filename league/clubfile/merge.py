"""What a file may not do to a club's book that it is laid over: rewrite history (contract.md, Club file)."""

from collections.abc import Iterator

from games import Problem
from games.problems import _
from league.rules.snapshot import ClubSnapshot, SeasonRecord
from league.rules.validation import build_problem

FROZEN_FIELDS = ("game", "options", "rules", "lot")


def find_conflicts(file: ClubSnapshot, merged: ClubSnapshot, club: ClubSnapshot) -> Iterator[Problem]:
    """Where the file contradicts what the club has fixed: opened seasons' settings, and newer results; and where it
    gives a name that something else in the club has."""
    yield from _find_taken_names(file, merged)
    for key, season in file.seasons.items():
        before = club.seasons.get(key)
        if before and before.is_opened:
            yield from _find_frozen_changes(season, merged.seasons[key], before)
    for id in file.matches:
        match, before_match = merged.matches[id], club.matches.get(id)
        if before_match is None:
            continue
        if match.division.season != before_match.division.season:
            yield build_problem(
                f"{match.path}.id",
                "other-season",
                _("The club has this id for a match of {competition}, season {season}."),
                competition=before_match.division.season.competition,
                season=before_match.division.season.number,
            )
            continue
        if before_match.revision == 0:
            continue
        if match.revision < before_match.revision:
            yield build_problem(
                f"{match.path}.revision",
                "older-revision",
                _("The club has revision {newer} of this match already, the file only {older}."),
                newer=before_match.revision,
                older=match.revision,
            )
        elif match.revision == before_match.revision and match != before_match:
            yield build_problem(
                match.path,
                "other-content",
                _(
                    "The club has another revision {revision} of this match; a correction takes the next number."
                ),
                revision=match.revision,
            )


def _find_taken_names(file: ClubSnapshot, merged: ClubSnapshot) -> Iterator[Problem]:
    """Names of variants; that no two in the file have the same was seen when it was read."""
    elsewhere = {one.unique_name: one for key, one in merged.variants.items() if key not in file.variants}
    for variant in file.variants.values():
        other = elsewhere.get(variant.unique_name)
        if other:
            yield build_problem(
                f"{variant.path}.name",
                "taken",
                _("The club has a variant called {name} already, under the key {key}."),
                name=other.name,
                key=other.key,
            )


def _find_frozen_changes(
    season: SeasonRecord, merged: SeasonRecord, before: SeasonRecord
) -> Iterator[Problem]:
    if not season.is_opened:
        yield build_problem(
            f"{season.path}.state", "frozen", _("The season has been opened; it is a draft no more.")
        )
        return
    for name in FROZEN_FIELDS:
        if getattr(merged, name) != getattr(before, name):
            yield build_problem(
                f"{season.path}.{name}",
                "frozen",
                _("The season has been opened: its {name} cannot change any more."),
                name=name,
            )
