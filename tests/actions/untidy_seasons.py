"""Random steps through a season, and what must hold after each of them.

The standings are recomputed here independently of the rules.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from games import get, parse_options, score
from league.actions.decisions import withdrawal
from league.actions.decisions.forfeit import forfeit_match
from league.actions.decisions.late_entry import add_late_entry
from league.actions.decisions.penalty import penalise_entry
from league.actions.decisions.revocation import revoke_decision
from league.actions.decisions.substitution import substitute_player, substitute_rest_of_season
from league.actions.decisions.void import void_match
from league.actions.decisions.withdrawal import withdraw_entry
from league.actions.errors import ActionError
from league.actions.result import restore_result
from league.actions.season import close_season, open_season, reopen_season
from league.models import Entry, Match, Player, Season, Standing, Submission
from league.models.decision import Decision
from league.models.match import MatchStatus
from league.principals import CONSOLE
from league.queries.club import verify_club
from league.queries.season_end import compute_current_standings
from tests.actions.clubs import make_club
from tests.actions.seasons import build_league_file, export_season_club, get_latest_season, reload_season
from tests.actions.submissions import enter_result
from tests.actions.table_drafts import build_table_league_file
from tests.clubfile.documents import JSON
from tests.commands.console import fetch_all_rows
from tests.scenarios import discard_changes

# Short enough to rank by hand.
RANKINGS: list[list[str]] = [["points", "score", "seed"], ["score", "wins", "seed"]]
REASON = "The committee met"
NEWCOMERS = "new-1 new-2 new-3"
DECISION_STEPS = ("forfeit", "void", "withdraw", "substitute", "substitute_rest", "enter_late", "penalise")
STEPS = ("play", "play", "correct", "restore", "close", "revoke", "revoke", *DECISION_STEPS)


@dataclass
class SeasonFuzzer:
    """An open season to which random steps are applied.

    The number given to a step makes all of its choices.
    """

    season: Season

    # --- steps; each raises ActionError where it is refused

    def play(self, number: int) -> None:
        match = self._pick_match(number, MatchStatus.SCHEDULED)
        enter_result(match, self._make_sheet(match, number))

    def correct(self, number: int) -> None:
        match = self._pick_match(number)
        enter_result(match, self._make_sheet(match, number), base=match.revision, why=REASON)

    def restore(self, number: int) -> None:
        """Restore an earlier version, perhaps one that was decided or no longer exists."""
        match = self._pick_match(number)
        wanted, base = 1 + number // 5 % max(match.revision, 1), match.revision
        restore_result(match=match, number=wanted, by=CONSOLE, base=base, why=REASON, key=uuid4())

    def forfeit(self, number: int) -> Decision:
        match = self._pick_match(number)
        seats = range(match.seats.count())
        absent = [seat for seat in seats if (number >> seat) & 1] or [number % len(seats)]
        return forfeit_match(match=match, absent=absent, reason=REASON, by=CONSOLE, base=match.revision)

    def void(self, number: int) -> Decision:
        match = self._pick_match(number)
        return void_match(match=match, reason=REASON, by=CONSOLE, base=match.revision)

    def withdraw(self, number: int) -> Decision:
        """Withdraw a player; the previews of both outcomes must come true."""
        entry = self._pick_entry(number)
        shown = withdrawal.plan(entry)
        level, division = entry.division.level, self._export_division(entry.division.level)
        assert shown.now == self._compute_standings(level)
        own = [match["status"] for match in division["matches"] if entry.player.key in match["seats"]]
        counted = len(own) - own.count("void")
        assert (shown.played, shown.matches) == (own.count("played"), counted)
        assert shown.proposed == ("expunge" if 2 * shown.played < counted else "stand")
        assert shown.decided == {"stand": own.count("scheduled"), "expunge": counted}
        outcomes: list[Any] = ["stand", "expunge"]
        with discard_changes():
            self._withdraw_and_compare(entry, outcomes[number % 2], shown)
        return self._withdraw_and_compare(entry, outcomes[1 - number % 2], shown)

    def _withdraw_and_compare(self, entry: Entry, outcome: Any, shown: Any) -> Decision:
        made = withdraw_entry(
            entry=entry, outcome=outcome, reason=REASON, by=CONSOLE, seen=shown.digest(outcome)
        )
        assert shown.after[outcome] == self._compute_standings(entry.division.level)
        assert entry.player.key in shown.after[outcome].left
        return made

    def substitute(self, number: int) -> Decision:
        match, instead = self._pick_match(number), self._pick_player(number // 3)
        seat = number % match.seats.count()
        return substitute_player(
            match=match, seat=seat, substitute=instead, reason=REASON, by=CONSOLE, base=match.revision
        )

    def substitute_rest(self, number: int) -> Decision:
        entry, instead = self._pick_entry(number), self._pick_player(number // 3)
        return substitute_rest_of_season(entry=entry, substitute=instead, reason=REASON, by=CONSOLE)

    def enter_late(self, number: int) -> Decision:
        divisions = list(self.season.divisions.order_by("level"))
        division, player = divisions[number % len(divisions)], self._pick_player(number // 2)
        return add_late_entry(division=division, player=player, reason=REASON, by=CONSOLE)

    def penalise(self, number: int) -> Decision:
        entry = self._pick_entry(number)
        offered = "points" in self._export_season()["rules"]["ranking"]
        points = number % 3 if offered else 0
        return penalise_entry(entry=entry, points=points, score=1 + number % 7, reason=REASON, by=CONSOLE)

    def revoke(self, number: int) -> None:
        active = self.list_active_decisions()
        if active:
            revoke_decision(decision=active[number % len(active)], by=CONSOLE)

    def close(self, number: int) -> None:
        """Close and reopen the season.

        Whatever closing decided is to be played again, as before.
        """
        before = export_season_club(self.season)
        missing: Any = ["forfeit", "void"][number % 2]
        close_season(season=self.season, by=CONSOLE, missing=missing)
        assert verify_club(self.season.competition.club) == []
        if number % 3:  # no decision is made or undone while it is closed
            active = self.list_active_decisions()
            with pytest.raises(ActionError):
                self.void(number)
            if active:
                with pytest.raises(ActionError):
                    revoke_decision(decision=active[-1], by=CONSOLE)
        reopen_season(season=reload_season(self.season), by=CONSOLE)
        assert export_season_club(self.season) == before

    # --- helpers

    def list_active_decisions(self) -> list[Decision]:
        return list(Decision.objects.active().filter(season=self.season).order_by("pk"))

    def _export_season(self) -> JSON:
        [competition] = json.loads(export_season_club(self.season))["competitions"]
        [season] = competition["seasons"]
        return {
            "game": competition["game"],
            "options": competition["options"],
            "rules": competition["rules"],
            **season,
        }

    def _export_division(self, level: int) -> JSON:
        division: JSON = self._export_season()["divisions"][level - 1]
        return division

    def _compute_standings(self, level: int) -> Any:
        return compute_current_standings(reload_season(self.season))[level - 1]

    def _pick_match(self, number: int, *statuses: MatchStatus) -> Match:
        matches = Match.objects.filter(division__season=self.season).order_by("pk")
        matches = matches.filter(status__in=statuses) if statuses else matches
        count = matches.count()
        if not count:
            raise ActionError
        return matches.select_related("division__season__competition__club")[number % count]

    def _pick_entry(self, number: int) -> Entry:
        entries = Entry.objects.filter(season=self.season).order_by("pk")
        return entries.select_related("division__season__competition__club", "player")[
            number % entries.count()
        ]

    def _pick_player(self, number: int) -> Player:
        players = Player.objects.filter(club=self.season.competition.club).order_by("-pk")  # newcomers first
        return players[number % players.count()]

    def _make_sheet(self, match: Match, number: int) -> JSON:
        game = get(self.season.competition.game)
        assert game.plausible is not None
        return game.plausible(parse_options(game, {}), match.seats.count(), Random(number))

    # --- what must hold after each step

    def assert_standings_are_right(self) -> None:
        assert verify_club(self.season.competition.club) == []
        season = self._export_season()
        stored = {
            row.entry.player.key: (
                *(row.rank, row.played, row.won, row.drawn, row.lost),
                *(row.deals, row.score, row.points),
            )
            for row in Standing.objects.filter(entry__season=self.season).select_related("entry__player")
        }
        added_up: dict[str, Any] = {}
        for division in season["divisions"]:
            added_up |= add_up_standings(division, season)
        assert stored == added_up


def add_up_standings(division: JSON, season: JSON) -> dict[str, tuple[int, ...]]:
    """Return a division's standings by player id: the rank, then the COLUMNS.

    They are computed here without the rules' code (docs/reference/ranking.md, What a match gives).
    """
    rules, points = season["rules"], {"win": 2, "draw": 1, "loss": 0} | season["rules"].get("points", {})
    rows = {entry["player"]: dict.fromkeys(SUMMED_KEYS, 0) for entry in division["entries"]}
    for match in division["matches"]:
        for player, figures in zip(match["seats"], _score_seats(match, season), strict=True):
            for name, value in figures.items():
                rows[player][name] += value
    for row in rows.values():
        row["points"] = sum(points[outcome] * row[outcome] for outcome in points)
        row["played"] = sum(row[outcome] for outcome in points)
    seeds = {entry["player"]: entry["seed"] for entry in division["entries"]}
    for entry in division["entries"]:
        for penalty in entry.get("penalties", []):
            rows[entry["player"]]["score"] -= penalty.get("score", 0)
            rows[entry["player"]]["points"] -= penalty.get("points", 0)

    def best_first(player: str) -> tuple[Any, ...]:
        row = rows[player] | {"seed": -seeds[player], "wins": rows[player]["win"]}
        compared = [-row[key] for key in rules["ranking"]] if row["played"] else []
        return (not row["played"], *compared, seeds[player])

    return {
        player: (rank, *(rows[player][name] for name in COLUMNS))
        for rank, player in enumerate(sorted(rows, key=best_first), 1)
    }


SUMMED_KEYS = ("win", "draw", "loss", "deals", "score", "points", "played")
COLUMNS = ("played", "win", "draw", "loss", "deals", "score", "points")


def _score_seats(match: JSON, season: JSON) -> list[dict[str, int]]:
    """Return what a match gives to each seat."""
    status, seats = match["status"], match["seats"]
    if status == "played":
        scored_seats = score(season["game"], match["sheet"], season["options"], len(seats)).seats
        return [{seat.outcome or "": 1, "deals": seat.deals, "score": seat.score} for seat in scored_seats]
    if status == "forfeit":
        absent = set(match["absent"])
        here, each = "win" if len(seats) - len(absent) == 1 else "draw", season["rules"].get("forfeit_score")
        lost = {"loss": 1} | ({"deals": 4, "score": 4 * each} if each is not None else {})
        return [lost if player in absent else {here: 1} for player in seats]
    return [{} for _player in seats]


# --- seasons, and steps


def make_pair_season(chance: Random) -> Season:
    file = build_league_file(
        chance.choice([[5], [4, 4], [3, 4]]),
        unplayed=chance.randint(1, 5),
        rules={"ranking": chance.choice(RANKINGS)},
        newcomers=NEWCOMERS,
    )
    return get_latest_season(make_club(file))


def make_table_season(chance: Random) -> Season:
    rules = {"meetings": chance.choice([2, 3]), "ranking": chance.choice(RANKINGS)}
    file = build_table_league_file(*chance.choice([[5], [7], [9], [4, 5]]), rules=rules)
    file["players"] += [{"id": player, "name": player} for player in NEWCOMERS.split()]
    season = get_latest_season(make_club(file))
    open_season(season=season, by=CONSOLE)
    for match in Match.objects.filter(division__season=season).order_by("pk")[:: chance.choice([2, 3])]:
        enter_result(match, SeasonFuzzer(reload_season(season))._make_sheet(match, chance.randint(0, 99)))
    return reload_season(season)


def attempt_step(act: Callable[..., Any], chosen: object) -> Any:
    """Return what the step returns, or None if it is refused, in which case nothing may have changed."""
    before = _fetch_rows_but_submissions()
    try:
        return act(chosen)
    except ActionError:
        assert _fetch_rows_but_submissions() == before
        return None


def _fetch_rows_but_submissions() -> dict[str, Any]:
    """Return every row except submissions: refused ones are recorded."""
    return {label: rows for label, rows in fetch_all_rows().items() if label != Submission.__name__}
