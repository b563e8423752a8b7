"""Differences between the derived values in a club file and what its score sheets give.

See docs/reference/club-file.md, Claims.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games import Invalid
from league.clubfile import reader
from league.rules.duplicate.boards import (
    are_rounds_over,
    list_changed_comparisons,
    list_changed_deals,
    list_missing,
)
from league.rules.records import SeasonKey
from league.rules.seasons import awards, report
from league.rules.seasons.finalists import list_changed_finalists
from league.rules.seasons.groups import list_changed_draws
from league.rules.seasons.pairing_records import list_changed_pairings
from league.rules.snapshot import JSON, ClubSnapshot
from league.rules.standings.totals import unfold_bids
from league.rules.validation import CheckedSnapshot, check_snapshot


@dataclass(frozen=True)
class Difference:
    """A difference at `path`, a place in the club file.

    `claimed` or `recomputed` is None where that side has nothing there; both are where something is left out that only
    a file can tell.
    """

    path: str
    claimed: Any
    recomputed: Any

    def __str__(self) -> str:
        if self.claimed is None and self.recomputed is None:
            return f"{self.path}: left out, though all rounds are over"
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
    needs_all: bool = False,
) -> Iterator[Difference]:
    """Yield where the derived values in these seasons' records differ from what the sheets give.

    Awards are compared only in seasons for which `can_verify_awards` says that the sheets can tell them. `needs_all`
    says that deals that all tables have played may not be left out: a club's own file can lack them, if the evening
    came there while it was running.
    """
    snapshot = checked.snapshot
    for key in seasons:
        season = snapshot.seasons[key]
        for division in snapshot.get_divisions(key):
            for match in snapshot.get_matches(division.key):
                score = checked.scores.get(match.id)
                if match.result is not None and score is not None:
                    yield from compare_values(
                        match.result, report.build_result(score), f"{snapshot.get_path(match)}.result"
                    )
        changed = (
            *list_changed_draws(snapshot, key),
            *list_changed_finalists(checked, key),
            *list_changed_pairings(checked, key),
            *_list_changed_boards(checked, key, needs_all=needs_all),
        )
        for path, claimed, recomputed in changed:
            yield Difference(path, claimed, recomputed)
        if season.report is not None:
            claimed, recomputed = season.report, report.build_season_report(checked, key)
            if not can_verify_awards(key):
                claimed, recomputed = _drop_awards(claimed), _drop_awards(recomputed)
            yield from compare_values(claimed, recomputed, f"{snapshot.get_path(season)}.report")


def _list_changed_boards(
    checked: CheckedSnapshot, key: SeasonKey, *, needs_all: bool
) -> Iterator[tuple[str, Any, Any]]:
    """Yield where a season's deals are not those of the seed, or give other values than the file claims.

    With `needs_all`, and where all rounds are over, yield what is left out, too.
    """
    snapshot = checked.snapshot
    season, rounds = snapshot.seasons[key], snapshot.get_rounds(key)
    if not season.is_opened or not (season.rules or {}).get("same_cards"):
        return  # also where its game is not installed
    settings = snapshot.get_settings(season)
    path = f"{snapshot.get_path(season)}.boards"
    needs_all = needs_all and are_rounds_over(rounds, season)
    if needs_all:
        yield from list_missing(season.boards, rounds, season, settings.deals or 1, path)
    recomputed = report.compare_season(checked, key)
    if season.boards is not None and recomputed is not None:
        yield from list_changed_deals(season.boards, settings.game, path)
        yield from list_changed_comparisons(season.boards, recomputed, path, are_needed=needs_all)


def _drop_awards(report_json: JSON) -> JSON:
    return {name: value for name, value in report_json.items() if name != "awards"}


def fill_in_derived(checked: CheckedSnapshot) -> ClubSnapshot:
    """Return the snapshot with all derived values filled in, as an export writes it."""
    snapshot = checked.snapshot
    return snapshot.replace_records(
        matches={
            match_id: snapshot.matches[match_id].model_copy(update={"result": report.build_result(score)})
            for match_id, score in checked.scores.items()
        },
        seasons={
            key: season.model_copy(
                update={
                    "report": report.build_season_report(checked, key),
                    "boards": report.compare_season(checked, key) or season.boards,
                }
            )
            for key, season in snapshot.seasons.items()
            if report.has_results(snapshot, key)
        },
    )


def verify_file(content: bytes) -> list[Difference]:
    """Return what the command `verify FILE` finds.

    Raises games.Invalid where the file itself is wrong. See docs/reference/commands.md, verify.
    """
    snapshot, problems = reader.read_club_file(content)
    if snapshot is None or problems:
        raise Invalid(*problems)
    checked = check_snapshot(snapshot.resolve_settings(), list(snapshot.seasons))
    if checked.problems:
        raise Invalid(*checked.problems)
    return list(
        find_differences(
            checked,
            snapshot.seasons,
            can_verify_awards=lambda key: awards.has_all_earlier_seasons(snapshot, key),
            needs_all=True,
        )
    )


MISSING = object()


def compare_columns(
    claimed: Mapping[str, Any], recomputed: Mapping[str, Any], path: str, passed_over: Collection[str] = ()
) -> Iterator[Difference]:
    """Yield where stored columns differ from those that follow, but for some that are passed over.

    What is counted of bids stands beside the figures.
    """
    if _are_written_alike(claimed, recomputed):
        return
    own, right = unfold_bids(claimed), unfold_bids(recomputed)
    for name, value in own.items():
        if name not in passed_over:
            yield from compare_values(value, right[name], f"{path}.{name}")


def compare_values(claimed: Any, recomputed: Any, path: str) -> Iterator[Difference]:
    """Yield the leaves at which two JSON values differ, in order."""
    if _are_written_alike(claimed, recomputed):
        return
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


def _are_written_alike(left: Any, right: Any) -> bool:
    """Return whether two JSON values are equal, as far as that is seen at once; nearly all are.

    1 is not written as true is, nor as 1.0. Objects with their names in another order are looked at more closely.
    """
    return repr(left) == repr(right)


def _pair_children(left: Any, right: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield the parts of two objects or of two lists side by side, also where one side is missing."""
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
