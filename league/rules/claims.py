"""What follows from a book's sheets, and where what somebody claims of it differs (contract.md, `verify`)."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games import Invalid, Score
from league.rules import awarding, awards, clubfile, figures, movement, ranking, report, standings
from league.rules.book import (
    JSON,
    ClubSnapshot,
    DivisionKey,
    DivisionRecord,
    MatchRecord,
    SeasonKey,
    Settings,
)
from league.rules.check import CheckedSnapshot, check_snapshot
from league.rules.dividing import get_min_division_size
from league.rules.figures import SeatResult
from league.rules.movement import DivisionStandings, Movement, RolloverPlan


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


def compute_match_seats(
    match: MatchRecord, score: Score | None, settings: Settings
) -> tuple[SeatResult, ...]:
    """What the match gives each of its seats."""
    if score is not None:
        return figures.compute_played_seats(settings.game, match.seats, score)
    if match.status == "forfeit":
        absent = {number for number, player in enumerate(match.seats) if player in match.absent}
        return figures.compute_forfeit_seats(
            match.seats, absent, forfeit_score=settings.rules.forfeit_score, deals=settings.deals
        )
    return figures.compute_empty_seats(match.seats)


@dataclass(frozen=True)
class SeasonStandings:
    """The standings of a season's divisions from the top, and what its end means where it has ended."""

    divisions: tuple[DivisionStandings, ...]
    plan: RolloverPlan | None  # of the closed season of a league

    @property
    def movements(self) -> Mapping[str, Movement]:
        """By player id; empty while nobody's is fixed."""
        return self.plan.movements if self.plan else {}


def compute_season_standings(checked: CheckedSnapshot, key: SeasonKey) -> SeasonStandings:
    """Recomputed from the season's sheets; ties that would decide who moves are broken once it is closed."""
    book, season = checked.snapshot, checked.snapshot.seasons[key]
    settings = book.get_settings(season)
    divisions = tuple(
        _compute_division_standings(checked, division, settings) for division in book.get_divisions(key)
    )
    if season.state != "closed" or book.competitions[key.competition].kind != "league":
        return SeasonStandings(divisions, None)
    return compute_final_standings(divisions, settings, season.lot or 0)


def compute_final_standings(
    divisions: Sequence[DivisionStandings], settings: Settings, draw_seed: int
) -> SeasonStandings:
    """The final standings, with what they mean for everybody."""
    settled = movement.break_boundary_ties(divisions, settings.rules, draw_seed)
    tables, least = [one.table for one in settled], get_min_division_size(settings.game)
    return SeasonStandings(settled, movement.plan_rollover(tables, settings.rules, least=least))


def _compute_division_standings(
    checked: CheckedSnapshot, division: DivisionRecord, settings: Settings
) -> DivisionStandings:
    ranked = ranking.rank_entries(
        _build_standings_input(checked, division.key, settings), settings.rules.ranking
    )
    entries = checked.snapshot.get_entries(division.key)
    left = frozenset(entry.key.player for entry in entries if entry.left)
    return DivisionStandings(division.key.level, division.name, tuple(ranked), left)


def _build_standings_input(
    checked: CheckedSnapshot, division: DivisionKey, settings: Settings
) -> ranking.StandingsInput:
    """What `rank` needs to know of a division."""
    book = checked.snapshot
    places = [
        standings.DivisionEntry.from_penalties(entry.key.player, entry.seed, entry.penalties)
        for entry in book.get_entries(division)
    ]
    finished = [
        compute_match_seats(match, checked.scores.get(match.id), settings)
        for match in book.get_matches(division)
        if match.is_finished
    ]
    return ranking.StandingsInput(
        standings.compute_totals(places, finished, settings.rules.points, settings.ranked_figures),
        finished,
        draw_seed=book.seasons[division.season].lot or 0,
        forfeit_score=settings.rules.forfeit_score,
    )


def build_season_report(checked: CheckedSnapshot, key: SeasonKey) -> JSON:
    """The `report` of a season: its divisions and awards. `checked` is `awarding.check_with_record`'s."""
    game = checked.snapshot.get_settings(checked.snapshot.seasons[key]).game
    told = compute_season_standings(checked, key)
    movements = told.movements
    return {
        "divisions": [
            report.build_division_report(one.level, one.name, one.ranked, game, movements)
            for one in told.divisions
        ],
        "awards": awards.build_award_rows(awarding.compute_season_awards(checked, key)),
    }


def has_results(book: ClubSnapshot, key: SeasonKey) -> bool:
    return any(
        match.is_finished for division in book.get_divisions(key) for match in book.get_matches(division.key)
    )


def build_result(score: Score) -> JSON:
    """The `result` of a played match."""
    return {
        "scores": [seat.score for seat in score.seats],
        "places": [seat.place for seat in score.seats],
    }


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
                    yield from compare_values(match.derived, build_result(score), f"{match.path}.result")
        if season.derived is not None:
            claimed, recomputed = season.derived, build_season_report(checked, key)
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
            id: replace(book.matches[id], derived=build_result(score)) for id, score in checked.scores.items()
        },
        seasons={
            key: replace(season, derived=build_season_report(checked, key))
            for key, season in book.seasons.items()
            if has_results(book, key)
        },
    )


def verify_file(content: bytes) -> list[Difference]:
    """What `verify FILE` finds. Raises games.Invalid where the file is wrong in itself."""
    book, problems = clubfile.read_club_file(content)
    if book is None or problems:
        raise Invalid(*problems)
    checked = check_snapshot(book.resolve_settings(), list(book.seasons))
    if checked.problems:
        raise Invalid(*checked.problems)
    return list(
        find_differences(
            checked, book.seasons, can_verify_awards=lambda key: awarding.has_all_earlier_seasons(book, key)
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
