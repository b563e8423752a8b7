"""Seasons in which anything may happen, step by step, and what must hold after each: the standings are added up here
once more, by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from games import get, parse_options, score
from league.actions.actor import CONSOLE
from league.actions.decision import Decision
from league.actions.errors import ActionError
from league.actions.forfeit import forfeit_match, void_match
from league.actions.late_entry import add_late_entry
from league.actions.penalty import penalise_entry
from league.actions.result import restore_result
from league.actions.revocation import revoke_decision
from league.actions.season import close_season, open_season, reopen_season
from league.actions.substitution import substitute_player, substitute_rest_of_season
from league.actions.withdrawal import withdraw_entry
from league.models import Entry, Match, Player, Season, Standing, Submission
from league.models.match import MatchStatus
from league.queries.club import verified
from league.queries.ending import running
from league.queries.withdrawing import withdrawing
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
DECISION_STEPS = ("forfeit", "void", "withdraw", "substitute", "substitute_rest", "enter_late", "penalize")
STEPS = ("play", "play", "correct", "restore", "close", "take_back", "take_back", *DECISION_STEPS)


@dataclass
class SeasonFuzzer:
    """An open season, and a hand that does to it what a number says: each number chooses, nothing else does."""

    season: Season

    # --- what may happen; each raises Refused where it cannot be

    def play(self, number: int) -> None:
        match = self._pick_match(number, MatchStatus.SCHEDULED)
        enter_result(match, self._make_sheet(match, number))

    def correct(self, number: int) -> None:
        match = self._pick_match(number)
        enter_result(match, self._make_sheet(match, number), base=match.revision, why=REASON)

    def restore(self, number: int) -> None:
        """An earlier version, also one that was decided or that is not there any more."""
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
        """Both tables that were shown beside each other are what comes of it."""
        entry = self._pick_entry(number)
        shown = withdrawing(entry)
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
        standing = self.list_active_decisions()
        if standing:
            revoke_decision(decision=standing[number % len(standing)], by=CONSOLE)

    def close(self, number: int) -> None:
        """And opened again: whatever closing decided is to be played then, as before."""
        before = export_season_club(self.season)
        missing: Any = ["forfeit", "void"][number % 2]
        close_season(season=self.season, by=CONSOLE, missing=missing)
        assert verified(self.season.competition.club) == []
        if number % 3:  # no decision is made or taken back while it is closed
            standing = self.list_active_decisions()
            with pytest.raises(ActionError):
                self.void(number)
            if standing:
                with pytest.raises(ActionError):
                    revoke_decision(decision=standing[-1], by=CONSOLE)
        reopen_season(season=reload_season(self.season), by=CONSOLE)
        assert export_season_club(self.season) == before

    # --- looking

    def list_active_decisions(self) -> list[Decision]:
        return list(Decision.objects.active().filter(season=self.season).order_by("pk"))

    def _export_season(self) -> JSON:
        [competition] = json.loads(export_season_club(self.season))["competitions"]
        [one] = competition["seasons"]
        return {
            "game": competition["game"],
            "options": competition["options"],
            "rules": competition["rules"],
            **one,
        }

    def _export_division(self, level: int) -> JSON:
        found: JSON = self._export_season()["divisions"][level - 1]
        return found

    def _compute_standings(self, level: int) -> Any:
        return running(reload_season(self.season))[level - 1]

    def _pick_match(self, number: int, *statuses: MatchStatus) -> Match:
        found = Match.objects.filter(division__season=self.season).order_by("pk")
        found = found.filter(status__in=statuses) if statuses else found
        count = found.count()
        if not count:
            raise ActionError
        return found.select_related("division__season__competition__club")[number % count]

    def _pick_entry(self, number: int) -> Entry:
        found = Entry.objects.filter(season=self.season).order_by("pk")
        return found.select_related("division__season__competition__club", "player")[number % found.count()]

    def _pick_player(self, number: int) -> Player:
        found = Player.objects.filter(club=self.season.competition.club).order_by("-pk")  # newcomers first
        return found[number % found.count()]

    def _make_sheet(self, match: Match, number: int) -> JSON:
        game = get(self.season.competition.game)
        assert game.plausible is not None
        return game.plausible(parse_options(game, {}), match.seats.count(), Random(number))

    # --- and what must hold after each

    def assert_standings_are_right(self) -> None:
        assert verified(self.season.competition.club) == []
        season = self._export_season()
        kept = {
            row.entry.player.key: (
                *(row.rank, row.played, row.won, row.drawn, row.lost),
                *(row.deals, row.score, row.points),
            )
            for row in Standing.objects.filter(entry__season=self.season).select_related("entry__player")
        }
        added_up: dict[str, Any] = {}
        for division in season["divisions"]:
            added_up |= add_up_standings(division, season)
        assert kept == added_up


def add_up_standings(division: JSON, season: JSON) -> dict[str, tuple[int, ...]]:
    """Rank, played, won, drawn, lost, deals, score and points of each, added up by hand (contract.md, `report`)."""
    rules, points = season["rules"], {"win": 2, "draw": 1, "loss": 0} | season["rules"].get("points", {})
    rows = {entry["player"]: dict.fromkeys(SUMMED_KEYS, 0) for entry in division["entries"]}
    for match in division["matches"]:
        for player, told in zip(match["seats"], _score_seats(match, season), strict=True):
            for name, value in told.items():
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
    """What a match gives each seat."""
    status, seats = match["status"], match["seats"]
    if status == "played":
        told = score(season["game"], match["sheet"], season["options"], len(seats)).seats
        return [{seat.outcome or "": 1, "deals": seat.deals, "score": seat.score} for seat in told]
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
    file["players"] += [{"id": id, "name": id} for id in NEWCOMERS.split()]
    season = get_latest_season(make_club(file))
    open_season(season=season, by=CONSOLE)
    for match in Match.objects.filter(division__season=season).order_by("pk")[:: chance.choice([2, 3])]:
        enter_result(match, SeasonFuzzer(reload_season(season))._make_sheet(match, chance.randint(0, 99)))
    return reload_season(season)


def attempt_step(act: Callable[..., Any], chosen: object) -> Any:
    """What comes of it; where it is refused, nothing has changed."""
    before = _fetch_rows_but_submissions()
    try:
        return act(chosen)
    except ActionError:
        assert _fetch_rows_but_submissions() == before
        return None


def _fetch_rows_but_submissions() -> dict[str, Any]:
    """Return every row but those of submissions: one that is refused is recorded."""
    return {label: rows for label, rows in fetch_all_rows().items() if label != Submission.__name__}
