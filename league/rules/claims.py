"""What follows from a book's sheets, and where what somebody claims of it differs (contract.md, `verify`)."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games import Invalid, Score
from league.rules import awarding, awards, clubfile, figures, movement, ranking, report, standings
from league.rules.book import JSON, Book, DivisionKey, DivisionRecord, MatchRecord, SeasonKey, Settings
from league.rules.check import Checked, check
from league.rules.dividing import smallest
from league.rules.figures import SeatFigures
from league.rules.movement import Movement, Plan, Standings


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


def seat_figures(match: MatchRecord, score: Score | None, settings: Settings) -> tuple[SeatFigures, ...]:
    """What the match gives each of its seats."""
    if score is not None:
        return figures.of_played(settings.game, match.seats, score)
    if match.status == "forfeit":
        absent = {number for number, player in enumerate(match.seats) if player in match.absent}
        return figures.of_forfeit(
            match.seats, absent, forfeit_score=settings.rules.forfeit_score, deals=settings.deals
        )
    return figures.of_nothing(match.seats)


@dataclass(frozen=True)
class SeasonStandings:
    """The standings of a season's divisions from the top, and what its end means where it has ended."""

    divisions: tuple[Standings, ...]
    plan: Plan | None  # of the closed season of a league

    @property
    def movements(self) -> Mapping[str, Movement]:
        """By player id; empty while nobody's is fixed."""
        return self.plan.movements if self.plan else {}


def season_standings(checked: Checked, key: SeasonKey) -> SeasonStandings:
    """Recomputed from the season's sheets; ties that would decide who moves are broken once it is closed."""
    book, season = checked.book, checked.book.seasons[key]
    settings = book.settings(season)
    divisions = tuple(_standings(checked, division, settings) for division in book.divisions_of(key))
    if season.state != "closed" or book.competitions[key.competition].kind != "league":
        return SeasonStandings(divisions, None)
    return ended(divisions, settings, season.lot or 0)


def ended(divisions: Sequence[Standings], settings: Settings, lot: int) -> SeasonStandings:
    """The final standings, with what they mean for everybody."""
    settled = movement.settle(divisions, settings.rules, lot)
    tables, least = [one.table for one in settled], smallest(settings.game)
    return SeasonStandings(settled, movement.plan(tables, settings.rules, least=least))


def _standings(checked: Checked, division: DivisionRecord, settings: Settings) -> Standings:
    ranked = ranking.rank(_contest(checked, division.key, settings), settings.rules.ranking)
    entries = checked.book.entries_of(division.key)
    left = frozenset(entry.key.player for entry in entries if entry.left)
    return Standings(division.key.level, division.name, tuple(ranked), left)


def _contest(checked: Checked, division: DivisionKey, settings: Settings) -> ranking.Contest:
    """What `rank` needs to know of a division."""
    book = checked.book
    places = [
        standings.Place.of(entry.key.player, entry.seed, entry.penalties)
        for entry in book.entries_of(division)
    ]
    finished = [
        seat_figures(match, checked.scores.get(match.id), settings)
        for match in book.matches_of(division)
        if match.finished
    ]
    return ranking.Contest(
        standings.tally(places, finished, settings.rules.points, settings.ranked_figures),
        finished,
        lot=book.seasons[division.season].lot or 0,
        forfeit_score=settings.rules.forfeit_score,
    )


def season_report(checked: Checked, key: SeasonKey) -> JSON:
    """The `report` of a season: its divisions and awards. `checked` is `awarding.check_with_record`'s."""
    game = checked.book.settings(checked.book.seasons[key]).game
    told = season_standings(checked, key)
    movements = told.movements
    return {
        "divisions": [
            report.division(one.level, one.name, one.ranked, game, movements) for one in told.divisions
        ],
        "awards": awards.rows(awarding.season_categories(checked, key)),
    }


def has_results(book: Book, key: SeasonKey) -> bool:
    return any(
        match.finished for division in book.divisions_of(key) for match in book.matches_of(division.key)
    )


def result(score: Score) -> JSON:
    """The `result` of a played match."""
    return {
        "scores": [seat.score for seat in score.seats],
        "places": [seat.place for seat in score.seats],
    }


def _always(season: SeasonKey) -> bool:
    return True


def differences(
    checked: Checked,
    seasons: Iterable[SeasonKey],
    *,
    bears_out_awards: Callable[[SeasonKey], bool] = _always,
) -> Iterator[Difference]:
    """Where the claims that stand in these seasons' records are not borne out by the sheets; awards only of the seasons
    of which the sheets can say who gets them."""
    book = checked.book
    for key in seasons:
        season = book.seasons[key]
        for division in book.divisions_of(key):
            for match in book.matches_of(division.key):
                score = checked.scores.get(match.id)
                if match.claim is not None and score is not None:
                    yield from leaves(match.claim, result(score), f"{match.path}.result")
        if season.claim is not None:
            claimed, recomputed = season.claim, season_report(checked, key)
            if not bears_out_awards(key):
                claimed, recomputed = _without_awards(claimed), _without_awards(recomputed)
            yield from leaves(claimed, recomputed, f"{season.path}.report")


def _without_awards(told: JSON) -> JSON:
    return {name: value for name, value in told.items() if name != "awards"}


def state(checked: Checked) -> Book:
    """The book with all that follows from its sheets standing in its records, as an export claims it."""
    book = checked.book
    return book.with_records(
        matches={id: replace(book.matches[id], claim=result(score)) for id, score in checked.scores.items()},
        seasons={
            key: replace(season, claim=season_report(checked, key))
            for key, season in book.seasons.items()
            if has_results(book, key)
        },
    )


def file_differences(content: bytes) -> list[Difference]:
    """What `verify FILE` finds. Raises games.Invalid where the file is wrong in itself."""
    book, problems = clubfile.read(content)
    if book is None or problems:
        raise Invalid(*problems)
    checked = check(book.settled(), list(book.seasons))
    if checked.problems:
        raise Invalid(*checked.problems)
    return list(
        differences(checked, book.seasons, bears_out_awards=lambda key: awarding.has_whole_record(book, key))
    )


NOTHING = object()


def leaves(claimed: Any, recomputed: Any, path: str) -> Iterator[Difference]:
    """The leaves at which two JSON values differ, in order."""
    pairs = list(_inner(claimed, recomputed))
    if pairs:
        for name, left, right in pairs:
            yield from leaves(left, right, f"{path}.{name}")
    elif type(claimed) is not type(recomputed) or claimed != recomputed:  # 1 is not true, nor 1.0
        yield Difference(
            path,
            None if claimed is NOTHING else claimed,
            None if recomputed is NOTHING else recomputed,
        )


def _inner(left: Any, right: Any) -> Iterator[tuple[str, Any, Any]]:
    """The parts of two objects or of two lists, side by side; also of one that has nothing on the other side."""
    dicts = [value for value in (left, right) if isinstance(value, dict)]
    lists = [value for value in (left, right) if isinstance(value, list)]
    missing = NOTHING in (left, right) if not (dicts and lists) else False
    if len(dicts) == 2 or (dicts and missing):
        left, right = ({} if value is NOTHING else value for value in (left, right))
        for name in dict.fromkeys([*left, *right]):
            yield name, left.get(name, NOTHING), right.get(name, NOTHING)
    elif len(lists) == 2 or (lists and missing):
        left, right = ([] if value is NOTHING else value for value in (left, right))
        for index in range(max(len(left), len(right))):
            yield (
                str(index),
                left[index] if index < len(left) else NOTHING,
                right[index] if index < len(right) else NOTHING,
            )
