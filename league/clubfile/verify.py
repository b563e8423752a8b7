"""Where what a club file claims differs from what its sheets give (docs/reference/club-file.md, Claims)."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from games import Invalid
from league.clubfile import reader
from league.rules.seasons import awards, report
from league.rules.snapshot import (
    JSON,
    ClubSnapshot,
    SeasonKey,
)
from league.rules.validation import CheckedSnapshot, check_snapshot


@dataclass(frozen=True)
class Difference:
    """`path` is a place in the club file; `claimed` or `recomputed` is None where one side has nothing there."""

    path: str
    claimed: Any
    recomputed: Any

    def __str__(self) -> str:
        return (
            f"{self.path}: claimed {json.dumps(self.claimed)}, the sheets give {json.dumps(self.recomputed)}"
        )


def _can_always(season: SeasonKey) -> bool:
    return True


def find_differences(
    checked: CheckedSnapshot,
    seasons: Iterable[SeasonKey],
    *,
    can_verify_awards: Callable[[SeasonKey], bool] = _can_always,
) -> Iterator[Difference]:
    """Where the claims that stand in these seasons' records are not borne out by the sheets; awards only of the seasons
    of which the sheets can say who gets them."""
    book = checked.snapshot
    for key in seasons:
        season = book.seasons[key]
        for division in book.get_divisions(key):
            for match in book.get_matches(division.key):
                score = checked.scores.get(match.id)
                if match.derived is not None and score is not None:
                    yield from compare_values(
                        match.derived, report.build_result(score), f"{match.path}.result"
                    )
        if season.derived is not None:
            claimed, recomputed = season.derived, report.build_season_report(checked, key)
            if not can_verify_awards(key):
                claimed, recomputed = _drop_awards(claimed), _drop_awards(recomputed)
            yield from compare_values(claimed, recomputed, f"{season.path}.report")


def _drop_awards(told: JSON) -> JSON:
    return {name: value for name, value in told.items() if name != "awards"}


def fill_in_derived(checked: CheckedSnapshot) -> ClubSnapshot:
    """The book with all that follows from its sheets standing in its records, as an export claims it."""
    book = checked.snapshot
    return book.replace_records(
        matches={
            id: replace(book.matches[id], derived=report.build_result(score))
            for id, score in checked.scores.items()
        },
        seasons={
            key: replace(season, derived=report.build_season_report(checked, key))
            for key, season in book.seasons.items()
            if report.has_results(book, key)
        },
    )


def verify_file(content: bytes) -> list[Difference]:
    """What `verify FILE` finds. Raises games.Invalid where the file is wrong in itself."""
    book, problems = reader.read_club_file(content)
    if book is None or problems:
        raise Invalid(*problems)
    checked = check_snapshot(book.resolve_settings(), list(book.seasons))
    if checked.problems:
        raise Invalid(*checked.problems)
    return list(
        find_differences(
            checked, book.seasons, can_verify_awards=lambda key: awards.has_all_earlier_seasons(book, key)
        )
    )


MISSING = object()


def compare_values(claimed: Any, recomputed: Any, path: str) -> Iterator[Difference]:
    """The leaves at which two JSON values differ, in order."""
    pairs = list(_pair_children(claimed, recomputed))
    if pairs:
        for name, left, right in pairs:
            yield from compare_values(left, right, f"{path}.{name}")
    elif type(claimed) is not type(recomputed) or claimed != recomputed:  # 1 is not true, nor 1.0
        yield Difference(
            path,
            None if claimed is MISSING else claimed,
            None if recomputed is MISSING else recomputed,
        )


def _pair_children(left: Any, right: Any) -> Iterator[tuple[str, Any, Any]]:
    """The parts of two objects or of two lists, side by side; also of one that has nothing on the other side."""
    dicts = [value for value in (left, right) if isinstance(value, dict)]
    lists = [value for value in (left, right) if isinstance(value, list)]
    missing = MISSING in (left, right) if not (dicts and lists) else False
    if len(dicts) == 2 or (dicts and missing):
        left, right = ({} if value is MISSING else value for value in (left, right))
        for name in dict.fromkeys([*left, *right]):
            yield name, left.get(name, MISSING), right.get(name, MISSING)
    elif len(lists) == 2 or (lists and missing):
        left, right = ([] if value is MISSING else value for value in (left, right))
        for index in range(max(len(left), len(right))):
            yield (
                str(index),
                left[index] if index < len(left) else MISSING,
                right[index] if index < len(right) else MISSING,
            )
