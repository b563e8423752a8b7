"""The results of a season's score sheets, as the `report` command and the club file give them.

See docs/reference/commands.md, report.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from games import Game, Score, fraction_text
from league.rules.duplicate.boards import add_comparisons
from league.rules.duplicate.comparison import EntryTotal
from league.rules.duplicate.rounds import compare_same_cards, get_means
from league.rules.pairing.protocol import PairingEntry
from league.rules.records import (
    FIRST_STAGE,
    BoardsRecord,
    ByeRecord,
    DivisionKey,
    DivisionRecord,
    MatchRecord,
    SeasonKey,
)
from league.rules.seasons import awards, rollover
from league.rules.seasons.carry_over import list_carried
from league.rules.seasons.divisions import get_min_division_size
from league.rules.seasons.ladders import build_ladder_input
from league.rules.seasons.paired_rounds import build_history, build_paired_field, build_survived
from league.rules.seasons.rollover import DivisionStandings, Movement, RolloverPlan
from league.rules.snapshot import JSON, ClubSnapshot, Settings
from league.rules.standings import ranking, totals
from league.rules.standings.points import compute_seats
from league.rules.standings.ranking import RankedEntry
from league.rules.standings.teams import list_team_keys, rank_teams
from league.rules.standings.tie_breaks import StandingsInput
from league.rules.standings.totals import EntryTotals
from league.rules.validation import CheckedSnapshot


def build_standing(ranked: RankedEntry, game: Game, *, movement: str | None = None) -> dict[str, Any]:
    """Return a row of the standings, with its keys in the order of the reference.

    What the game does not declare is left out. See docs/reference/ranking.md, Standings.
    """
    row = ranked.row
    standing: dict[str, Any] = {
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
        standing |= {"zeros": row.bids_made, "zero_rate": fraction_text(row.zero_rate)}
    standing["win_rate"] = fraction_text(row.win_rate)
    if game.has_bids:
        standing["bid_average"] = fraction_text(row.bid_average)
    if game.style:
        standing["style"] = game.style_of(row.bid_total, row.bids)
    standing |= {
        key: fraction_text(Fraction(row.figures[key], totals.HUNDREDTHS))
        for key in totals.COMPARISONS
        if key in row.figures
    }
    return standing | {"movement": movement, "decided_by": ranked.decided_by}


def _build_level(row: EntryTotals, game: Game) -> dict[str, Any]:
    if not game.levels:
        return {}
    level = game.level_of(row.average)
    return {"level": level and level.name, "grade": level and level.grade}


def build_division_report(
    key: DivisionKey, name: str, ranked: Sequence[RankedEntry], game: Game, movements: Mapping[str, str]
) -> dict[str, Any]:
    """Return the standings of a division; `movements` are by player id, and empty while the season runs."""
    rows = [build_standing(row, game, movement=movements.get(row.row.player)) for row in ranked]
    stage = {"stage": key.stage} if key.stage > 1 else {}
    return stage | {"level": key.level, "name": name, "standings": rows}


@dataclass(frozen=True)
class SeasonStandings:
    """The standings of a season's divisions from the top, with movements once it has ended."""

    divisions: tuple[DivisionStandings, ...]
    plan: RolloverPlan | None  # of the closed season of a league

    @property
    def movements(self) -> Mapping[str, Movement]:
        """Return the movements by player id; none while they are not final."""
        return self.plan.movements if self.plan else {}


def compute_season_standings(checked: CheckedSnapshot, key: SeasonKey) -> SeasonStandings:
    """Compute the standings from the season's sheets.

    In a closed season of a league, ties at a boundary are broken by lot.
    """
    return checked.keep(("standings", key), lambda: _compute_season_standings(checked, key))


def _compute_season_standings(checked: CheckedSnapshot, key: SeasonKey) -> SeasonStandings:
    snapshot, season = checked.snapshot, checked.snapshot.seasons[key]
    settings = snapshot.get_settings(season)
    divisions = tuple(
        _compute_division_standings(checked, division, settings.for_stage(division.stage))
        for division in snapshot.get_divisions(key)
    )
    if season.state != "closed" or snapshot.competitions[key.competition].kind != "league":
        return SeasonStandings(divisions, None)
    return compute_final_standings(divisions, settings, season.lot or 0)


def compute_final_standings(
    divisions: Sequence[DivisionStandings], settings: Settings, draw_seed: int
) -> SeasonStandings:
    """Return the final standings, with each player's movement."""
    settled = rollover.break_boundary_ties(divisions, settings.rules, draw_seed)
    tables, least = [division.table for division in settled], get_min_division_size(settings.game)
    return SeasonStandings(settled, rollover.plan_rollover(tables, settings.rules, least=least))


def _compute_division_standings(
    checked: CheckedSnapshot, division: DivisionRecord, settings: Settings
) -> DivisionStandings:
    ranked = ranking.rank_entries(
        _build_standings_input(checked, division.key, settings), settings.rules.ranking
    )
    entries = checked.snapshot.get_entries(division.key)
    left = frozenset(entry.player for entry in entries if entry.left)
    return DivisionStandings(division.level, division.name, tuple(ranked), left, division.stage)


def _build_standings_input(
    checked: CheckedSnapshot, division: DivisionKey, settings: Settings
) -> StandingsInput:
    """Return what `ranking.rank_entries` needs to know of a division."""
    snapshot = checked.snapshot
    places = [
        totals.DivisionEntry.from_penalties(entry.player, entry.seed, entry.penalties, entry.lot)
        for entry in snapshot.get_entries(division)
    ]
    finished = [
        compute_seats(checked, match)
        for match in (*snapshot.get_matches(division), *list_carried(snapshot, division))
        if match.is_finished
    ]
    byes = [
        bye
        for record in snapshot.get_rounds(division.season)
        if record.stage == division.stage and record.is_published
        for bye in record.byes
    ]
    compared = get_means(compare_division(checked, division, settings))
    rows = totals.compute_totals(places, finished, settings.ranked_figures, count_bye_points(byes))
    return StandingsInput(
        totals.add_comparison(rows, settings.rules.ranking[0], compared),
        finished,
        draw_seed=snapshot.seasons[division.season].lot or 0,
        forfeit_score=settings.rules.forfeit_score,
        rested={bye.entry for bye in byes},
        paired=build_paired_field(checked, division) if settings.is_paired_in_twos else None,
        survived=build_survived(
            [
                PairingEntry(entry.player, entry.seed, withdrawn=entry.left)
                for entry in snapshot.get_entries(division)
            ],
            build_history(checked, division),
            settings,
        )
        if settings.rules.is_table_knockout
        else None,
        ladder=build_ladder_input(checked, division).list_places() if settings.rules.is_ladder else None,
        compared=compared,
        fewest=settings.fewest_figures,
        apart=frozenset(entry.player for entry in snapshot.get_entries(division) if entry.guest)
        if settings.rules.guests
        else (),
    )


def compare_division(
    checked: CheckedSnapshot, division: DivisionKey, settings: Settings
) -> Mapping[str, EntryTotal] | None:
    """Return what the comparison gives each player of a division; None where tables play different cards."""
    if not settings.rules.same_cards:
        return None
    return compare_same_cards(build_history(checked, division), settings)


def compare_season(checked: CheckedSnapshot, key: SeasonKey) -> BoardsRecord | None:
    """Return a season's deals with what each gives each match; None where tables play different cards."""
    snapshot = checked.snapshot
    season, settings = snapshot.seasons[key], snapshot.get_settings(snapshot.seasons[key])
    if season.boards is None or not settings.rules.same_cards:
        return None
    totals: dict[str, EntryTotal] = {}
    matches: list[MatchRecord] = []
    for division in snapshot.get_divisions(key):
        totals |= compare_division(checked, division.key, settings) or {}
        matches += snapshot.get_matches(division.key)
    return add_comparisons(season.boards, totals, matches, settings.deals or 1)


def count_bye_points(byes: Iterable[ByeRecord]) -> dict[str, int]:
    """Return the points of byes by player id."""
    points: Counter[str] = Counter()
    for bye in byes:
        points[bye.entry] += bye.points
    return points


def build_season_report(
    checked: CheckedSnapshot, key: SeasonKey, award_rows: Sequence[JSON] | None = None
) -> JSON:
    """Return the `report` of a season: its divisions and awards.

    Without rows of its awards, `checked` must have the scores of the earlier seasons that count
    (`awards.check_with_earlier_seasons`).
    """
    game = checked.snapshot.get_settings(checked.snapshot.seasons[key]).game
    standings = compute_season_standings(checked, key)
    movements = standings.movements
    if award_rows is None:
        award_rows = awards.build_award_rows(awards.compute_season_awards(checked, key))
    return {
        "divisions": [
            build_division_report(
                DivisionKey(key, division.stage, division.level),
                division.name,
                division.ranked,
                game,
                movements,
            )
            for division in standings.divisions
        ],
        "awards": list(award_rows),
        **build_team_report(
            checked.snapshot,
            key,
            {
                DivisionKey(key, division.stage, division.level): division.ranked
                for division in standings.divisions
            },
        ),
    }


def build_team_report(
    snapshot: ClubSnapshot, key: SeasonKey, ranked: Mapping[DivisionKey, Sequence[RankedEntry]]
) -> JSON:
    """Return the ranking of a tournament's teams, where its rules say how many of each count; `ranked` by division.

    See docs/reference/ranking.md, Teams.
    """
    settings = snapshot.get_settings(snapshot.seasons[key])
    if settings.rules.team_counts is None:
        return {}
    of_stage = [division for division in snapshot.get_divisions(key) if division.stage == FIRST_STAGE]
    teams = {
        entry.player: entry.team for division in of_stage for entry in snapshot.get_entries(division.key)
    }
    members = [
        (teams[entry.row.player], entry.row.player, entry.row)
        for division in of_stage
        for entry in ranked.get(division.key, ())
    ]
    keys = list_team_keys(settings)
    return {
        "teams": [
            {
                "rank": row.rank,
                "team": row.team,
                "players": [member.player for member in row.counted],
                **dict(zip(keys, row.values, strict=True)),
            }
            for row in rank_teams(members, settings)
        ]
    }


def has_results(snapshot: ClubSnapshot, key: SeasonKey) -> bool:
    return any(
        match.is_finished
        for division in snapshot.get_divisions(key)
        for match in snapshot.get_matches(division.key)
    )


def build_result(score: Score) -> JSON:
    """Return the `result` of a played match."""
    return {
        "scores": [seat.score for seat in score.seats],
        "places": [seat.place for seat in score.seats],
    }
