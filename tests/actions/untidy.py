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
from league.actions.match import restore_result
from league.actions.penalty import penalise_entry
from league.actions.season import close_season, open_season, reopen_season
from league.actions.substitute import substitute_player, substitute_rest_of_season
from league.actions.taking_back import revoke_decision
from league.actions.withdrawal import withdraw_entry
from league.models import Entry, Match, Player, Season, Standing, Submission
from league.models.match import MatchStatus
from league.queries.club import verified
from league.queries.ending import running
from league.queries.withdrawing import withdrawing
from tests.actions.clubs import make_club
from tests.actions.drawn import drawn_file
from tests.actions.entering import enter
from tests.actions.seasons import bytes_of, fresh, latest, league_file
from tests.commands.console import everything
from tests.rules.clubs import JSON
from tests.scenarios import rolled_back

# Short enough to rank by hand.
RANKINGS: list[list[str]] = [["points", "score", "seed"], ["score", "wins", "seed"]]
WHY = "The committee met"
OTHERS = "new-1 new-2 new-3"
DECIDING = ("forfeit", "void", "withdraw", "substitute", "substitute_rest", "enter_late", "penalize")
STEPS = ("play", "play", "correct", "restore", "close", "take_back", "take_back", *DECIDING)


@dataclass
class Untidy:
    """An open season, and a hand that does to it what a number says: each number chooses, nothing else does."""

    season: Season

    # --- what may happen; each raises Refused where it cannot be

    def play(self, number: int) -> None:
        match = self._match(number, MatchStatus.SCHEDULED)
        enter(match, self._sheet(match, number))

    def correct(self, number: int) -> None:
        match = self._match(number)
        enter(match, self._sheet(match, number), base=match.revision, why=WHY)

    def restore(self, number: int) -> None:
        """An earlier version, also one that was decided or that is not there any more."""
        match = self._match(number)
        wanted, base = 1 + number // 5 % max(match.revision, 1), match.revision
        restore_result(match=match, number=wanted, by=CONSOLE, base=base, why=WHY, key=uuid4())

    def forfeit(self, number: int) -> Decision:
        match = self._match(number)
        seats = range(match.seats.count())
        absent = [seat for seat in seats if (number >> seat) & 1] or [number % len(seats)]
        return forfeit_match(match=match, absent=absent, reason=WHY, by=CONSOLE, base=match.revision)

    def void(self, number: int) -> Decision:
        match = self._match(number)
        return void_match(match=match, reason=WHY, by=CONSOLE, base=match.revision)

    def withdraw(self, number: int) -> Decision:
        """Both tables that were shown beside each other are what comes of it."""
        entry = self._entry(number)
        shown = withdrawing(entry)
        level, division = entry.division.level, self._division(entry.division.level)
        assert shown.now == self._table(level)
        own = [match["status"] for match in division["matches"] if entry.player.key in match["seats"]]
        counted = len(own) - own.count("void")
        assert (shown.played, shown.matches) == (own.count("played"), counted)
        assert shown.proposed == ("expunge" if 2 * shown.played < counted else "stand")
        assert shown.decided == {"stand": own.count("scheduled"), "expunge": counted}
        outcomes: list[Any] = ["stand", "expunge"]
        with rolled_back():
            self._withdrawn(entry, outcomes[number % 2], shown)
        return self._withdrawn(entry, outcomes[1 - number % 2], shown)

    def _withdrawn(self, entry: Entry, outcome: Any, shown: Any) -> Decision:
        made = withdraw_entry(
            entry=entry, outcome=outcome, reason=WHY, by=CONSOLE, seen=shown.digest(outcome)
        )
        assert shown.after[outcome] == self._table(entry.division.level)
        assert entry.player.key in shown.after[outcome].left
        return made

    def substitute(self, number: int) -> Decision:
        match, instead = self._match(number), self._player(number // 3)
        seat = number % match.seats.count()
        return substitute_player(
            match=match, seat=seat, substitute=instead, reason=WHY, by=CONSOLE, base=match.revision
        )

    def substitute_rest(self, number: int) -> Decision:
        entry, instead = self._entry(number), self._player(number // 3)
        return substitute_rest_of_season(entry=entry, substitute=instead, reason=WHY, by=CONSOLE)

    def enter_late(self, number: int) -> Decision:
        divisions = list(self.season.divisions.order_by("level"))
        division, player = divisions[number % len(divisions)], self._player(number // 2)
        return add_late_entry(division=division, player=player, reason=WHY, by=CONSOLE)

    def penalize(self, number: int) -> Decision:
        entry = self._entry(number)
        offered = "points" in self._json()["rules"]["ranking"]
        points = number % 3 if offered else 0
        return penalise_entry(entry=entry, points=points, score=1 + number % 7, reason=WHY, by=CONSOLE)

    def take_back(self, number: int) -> None:
        standing = self.standing()
        if standing:
            revoke_decision(decision=standing[number % len(standing)], by=CONSOLE)

    def close(self, number: int) -> None:
        """And opened again: whatever closing decided is to be played then, as before."""
        before = bytes_of(self.season)
        missing: Any = ["forfeit", "void"][number % 2]
        close_season(season=self.season, by=CONSOLE, missing=missing)
        assert verified(self.season.competition.club) == []
        if number % 3:  # no decision is made or taken back while it is closed
            standing = self.standing()
            with pytest.raises(ActionError):
                self.void(number)
            if standing:
                with pytest.raises(ActionError):
                    revoke_decision(decision=standing[-1], by=CONSOLE)
        reopen_season(season=fresh(self.season), by=CONSOLE)
        assert bytes_of(self.season) == before

    # --- looking

    def standing(self) -> list[Decision]:
        return list(Decision.objects.active().filter(season=self.season).order_by("pk"))

    def _json(self) -> JSON:
        [competition] = json.loads(bytes_of(self.season))["competitions"]
        [one] = competition["seasons"]
        return {
            "game": competition["game"],
            "options": competition["options"],
            "rules": competition["rules"],
            **one,
        }

    def _division(self, level: int) -> JSON:
        found: JSON = self._json()["divisions"][level - 1]
        return found

    def _table(self, level: int) -> Any:
        return running(fresh(self.season))[level - 1]

    def _match(self, number: int, *statuses: MatchStatus) -> Match:
        found = Match.objects.filter(division__season=self.season).order_by("pk")
        found = found.filter(status__in=statuses) if statuses else found
        count = found.count()
        if not count:
            raise ActionError
        return found.select_related("division__season__competition__club")[number % count]

    def _entry(self, number: int) -> Entry:
        found = Entry.objects.filter(season=self.season).order_by("pk")
        return found.select_related("division__season__competition__club", "player")[number % found.count()]

    def _player(self, number: int) -> Player:
        found = Player.objects.filter(club=self.season.competition.club).order_by("-pk")  # newcomers first
        return found[number % found.count()]

    def _sheet(self, match: Match, number: int) -> JSON:
        game = get(self.season.competition.game)
        assert game.plausible is not None
        return game.plausible(parse_options(game, {}), match.seats.count(), Random(number))

    # --- and what must hold after each

    def must_be_right(self) -> None:
        assert verified(self.season.competition.club) == []
        season = self._json()
        kept = {
            row.entry.player.key: (
                *(row.rank, row.played, row.won, row.drawn, row.lost),
                *(row.deals, row.score, row.points),
            )
            for row in Standing.objects.filter(entry__season=self.season).select_related("entry__player")
        }
        added_up: dict[str, Any] = {}
        for division in season["divisions"]:
            added_up |= table_of(division, season)
        assert kept == added_up


def table_of(division: JSON, season: JSON) -> dict[str, tuple[int, ...]]:
    """Rank, played, won, drawn, lost, deals, score and points of each, added up by hand (contract.md, `report`)."""
    rules, points = season["rules"], {"win": 2, "draw": 1, "loss": 0} | season["rules"].get("points", {})
    rows = {entry["player"]: dict.fromkeys(ADDED, 0) for entry in division["entries"]}
    for match in division["matches"]:
        for player, told in zip(match["seats"], _told(match, season), strict=True):
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


ADDED = ("win", "draw", "loss", "deals", "score", "points", "played")
COLUMNS = ("played", "win", "draw", "loss", "deals", "score", "points")


def _told(match: JSON, season: JSON) -> list[dict[str, int]]:
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


def of_two(chance: Random) -> Season:
    file = league_file(
        chance.choice([[5], [4, 4], [3, 4]]),
        unplayed=chance.randint(1, 5),
        rules={"ranking": chance.choice(RANKINGS)},
        newcomers=OTHERS,
    )
    return latest(make_club(file))


def of_several(chance: Random) -> Season:
    rules = {"meetings": chance.choice([2, 3]), "ranking": chance.choice(RANKINGS)}
    file = drawn_file(*chance.choice([[5], [7], [9], [4, 5]]), rules=rules)
    file["players"] += [{"id": id, "name": id} for id in OTHERS.split()]
    season = latest(make_club(file))
    open_season(season=season, by=CONSOLE)
    for match in Match.objects.filter(division__season=season).order_by("pk")[:: chance.choice([2, 3])]:
        enter(match, Untidy(fresh(season))._sheet(match, chance.randint(0, 99)))
    return fresh(season)


def tried(act: Callable[..., Any], chosen: object) -> Any:
    """What comes of it; where it is refused, nothing has changed."""
    before = _but_for_submissions()
    try:
        return act(chosen)
    except ActionError:
        assert _but_for_submissions() == before
        return None


def _but_for_submissions() -> dict[str, Any]:
    """Return every row but those of submissions: one that is refused is recorded."""
    return {label: rows for label, rows in everything().items() if label != Submission.__name__}
