"""Conflicts of a club file with the club that it is merged onto: a file must not rewrite history.

See docs/reference/club-file.md, Opened seasons; docs/reference/club-file.md, Revisions.
"""

from collections.abc import Iterator

from games import Problem
from games.problems import _
from league.rules.records import OWN_SETTINGS, SeasonRecord, VariantRecord
from league.rules.snapshot import ClubSnapshot
from league.rules.validation import build_problem

FROZEN_FIELDS = (*OWN_SETTINGS, "lot")


def find_conflicts(file: ClubSnapshot, merged: ClubSnapshot, club: ClubSnapshot) -> Iterator[Problem]:
    """Yield where the file contradicts what the club has fixed.

    Fixed are the settings of opened seasons, the season of each match id, results that are as new or newer,
    and the names of other variants.
    """
    yield from _find_taken_names(file, merged)
    for key, season in file.seasons.items():
        before = club.seasons.get(key)
        if before and before.is_opened:
            yield from _find_frozen_changes(season, merged.seasons[key], before, file.get_path(season))
        if before:
            yield from _find_other_deals(season, before, file, club)
    for match_id in file.matches:
        match, before_match = merged.matches[match_id], club.matches.get(match_id)
        if before_match is None:
            continue
        path = merged.get_path(match)
        if match.division.season != before_match.division.season:
            yield build_problem(
                f"{path}.id",
                "other-season",
                _("This match ID is already used in {competition}, season {season}."),
                competition=before_match.division.season.competition,
                season=before_match.division.season.number,
            )
            continue
        if before_match.revision == 0:
            continue
        if match.revision < before_match.revision:
            yield build_problem(
                f"{path}.revision",
                "older-revision",
                _("The club already has revision {newer} of this match; the file has only {older}."),
                newer=before_match.revision,
                older=match.revision,
            )
        elif match.revision == before_match.revision and match != before_match:
            yield build_problem(
                path,
                "other-content",
                _(
                    "The club has a different revision {revision} of this match. A correction needs the next number."
                ),
                revision=match.revision,
            )


def _find_other_deals(
    season: SeasonRecord, before: SeasonRecord, file: ClubSnapshot, club: ClubSnapshot
) -> Iterator[Problem]:
    """Yield that the file has other deals than those of the club, which are played by now, or were drawn here."""
    if before.boards is None or season.boards is None or season.boards.digest == before.boards.digest:
        return
    is_played = any(club.get_matches(division.key) for division in club.get_divisions(before.key))
    if is_played or before.boards.has_seed:
        sentence = _("The digest of the deals was published as {digest}, and can't be another.")
        path = f"{file.get_path(season)}.boards.digest"
        yield build_problem(path, "other-digest", sentence, digest=before.boards.digest)


def _find_taken_names(file: ClubSnapshot, merged: ClubSnapshot) -> Iterator[Problem]:
    """Yield the variants whose names other variants of the club have.

    Two variants of the same name within the file are reported when it is read.
    """
    other_variants = {
        variant.unique_name: variant for key, variant in merged.variants.items() if key not in file.variants
    }
    for variant in file.variants.values():
        other = other_variants.get(variant.unique_name)
        if other:
            yield build_problem(
                f"{file.paths[VariantRecord, variant.key]}.name",
                "taken",
                _("The club already has a variant called {name} (key {key})."),
                name=other.name,
                key=other.key,
            )


def _find_frozen_changes(
    season: SeasonRecord, merged: SeasonRecord, before: SeasonRecord, path: str
) -> Iterator[Problem]:
    if not season.is_opened:
        yield build_problem(
            f"{path}.state", "frozen", _("The season has started and can't be a draft again.")
        )
        return
    for name in FROZEN_FIELDS:
        if getattr(merged, name) != getattr(before, name):
            yield build_problem(
                f"{path}.{name}",
                "frozen",
                _("The season has started: its {name} can't be changed."),
                name=name,
            )
