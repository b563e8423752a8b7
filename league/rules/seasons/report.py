"""What follows from a season's sheets, as the `report` command and the club file give it.

See docs/reference/commands.md, report.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games import Game, Score, fraction_text
from league.rules.seasons import awards, rollover
from league.rules.seasons.divisions import get_min_division_size
from league.rules.seasons.rollover import DivisionStandings, Movement, RolloverPlan
from league.rules.snapshot import (
    JSON,
    ClubSnapshot,
    DivisionKey,
    DivisionRecord,
    MatchRecord,
    SeasonKey,
    Settings,
)
from league.rules.standings import ranking, totals
from league.rules.standings.ranking import RankedEntry
from league.rules.standings.totals import EntryTotals, SeatResult
from league.rules.validation import CheckedSnapshot


def build_standing(ranked: RankedEntry, game: Game, *, movement: str | None = None) -> dict[str, Any]:
    """One row, its keys in contract order; what the game does not declare is left out."""
    row = ranked.row
    told: dict[str, Any] = {
        "rank": ranked.rank,
        "player": row.player,
        "played": row.played,
        "won": row.won,
        "drawn": row.drawn,
        "lost": row.lost,
        "deals": row.deals,
        "score": row.score,
        "average": fraction_text(row.average),
        **_build_level(row, game),
    }
    if game.zeros:
        told |= {"zeros": row.bids_made, "zero_rate": fraction_text(row.zero_rate)}
    told["win_rate"] = fraction_text(row.win_rate)
    if game.has_bids:
        told["bid_average"] = fraction_text(row.bid_average)
    if game.style:
        told["style"] = game.style_of(row.bid_total, row.bids)
    return told | {"movement": movement, "decided_by": ranked.decided_by}


def _build_level(row: EntryTotals, game: Game) -> dict[str, Any]:
    if not game.levels:
        return {}
    level = game.level_of(row.average)
    return {"level": level and level.name, "grade": level and level.grade}


def build_division_report(
    level: int, name: str, ranked: Sequence[RankedEntry], game: Game, movements: Mapping[str, str]
) -> dict[str, Any]:
    """`movements` are by player id; nobody has one while the season runs."""
    rows = [build_standing(row, game, movement=movements.get(row.row.player)) for row in ranked]
    return {"level": level, "name": name, "standings": rows}


def compute_match_seats(
    match: MatchRecord, score: Score | None, settings: Settings
) -> tuple[SeatResult, ...]:
    """What the match gives each of its seats."""
    if score is not None:
        return totals.compute_played_seats(settings.game, match.seats, score)
    if match.status == "forfeit":
        absent = {number for number, player in enumerate(match.seats) if player in match.absent}
        return totals.compute_forfeit_seats(
            match.seats, absent, forfeit_score=settings.rules.forfeit_score, deals=settings.deals
        )
    return totals.compute_empty_seats(match.seats)


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
    settled = rollover.break_boundary_ties(divisions, settings.rules, draw_seed)
    tables, least = [one.table for one in settled], get_min_division_size(settings.game)
    return SeasonStandings(settled, rollover.plan_rollover(tables, settings.rules, least=least))


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
        totals.DivisionEntry.from_penalties(entry.key.player, entry.seed, entry.penalties)
        for entry in book.get_entries(division)
    ]
    finished = [
        compute_match_seats(match, checked.scores.get(match.id), settings)
        for match in book.get_matches(division)
        if match.is_finished
    ]
    return ranking.StandingsInput(
        totals.compute_totals(places, finished, settings.rules.points, settings.ranked_figures),
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
            build_division_report(one.level, one.name, one.ranked, game, movements) for one in told.divisions
        ],
        "awards": awards.build_award_rows(awards.compute_season_awards(checked, key)),
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
