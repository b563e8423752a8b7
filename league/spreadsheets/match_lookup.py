"""Which match of a season somebody means: by its id, by who sat there, or both."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from games import Text
from games.problems import _
from league.spreadsheets.cells import PlayerNames, SeatedTable, UnclearCellError, fold_text
from league.spreadsheets.columns import MATCH, format_player_heading


@dataclass(frozen=True)
class SeasonMatch:
    """A match: the ids of those it counts for, and of those who sit there, by seat. `played_on` is None until then,
    and where it was never played."""

    id: str
    round: int
    seats: tuple[str, ...]
    sat: tuple[str, ...]
    due_on: date | None = None
    played_on: date | None = None
    waits: bool = True  # for its result

    @property
    def seat_by_player(self) -> dict[str, int]:
        """The seat by player: who sat there, else whose place it is."""
        return {id: seat for ids in (self.seats, self.sat) for seat, id in enumerate(ids)}

    def guess_day(self, starts_on: date | None, today: date) -> date | None:
        """When it was played unless somebody says otherwise: the day on which it was due, if that has been."""
        if self.due_on is None or self.due_on > today or (starts_on and self.due_on < starts_on):
            return None
        return self.due_on


@dataclass(frozen=True)
class LookupProblem:
    """What speaks against it, and below which heading that stands; the heading is empty where it is about the row."""

    column: str
    code: str
    text: Text


class MatchNotFoundError(Exception):
    def __init__(self, *wrong: LookupProblem) -> None:
        super().__init__(*wrong)
        self.lookup_problems = wrong


def _build_problem(column: str, code: str, sentence: str, **values: int | str) -> LookupProblem:
    return LookupProblem(column, code, Text(sentence, values))


class MatchLookup:
    """The matches of a season, to be found."""

    def __init__(self, fixtures: Iterable[SeasonMatch], people: PlayerNames) -> None:
        self.people = people
        self._by_id: dict[str, list[SeasonMatch]] = defaultdict(list)
        self._by_players: dict[frozenset[str], list[SeasonMatch]] = defaultdict(list)
        for fixture in fixtures:
            for written in {fixture.id, fold_text(fixture.id)}:
                self._by_id[written].append(fixture)
            for ids in {frozenset(fixture.seats), frozenset(fixture.sat)}:
                self._by_players[ids].append(fixture)

    def find(self, match: str, players: Sequence[str], day: date | None) -> tuple[SeasonMatch, SeatedTable]:
        """The match and its table, whose seats come in the order of `players`, or in its own where nobody is named.
        Raises NoSuchMatch.

        Where the same people meet more than once, and no id is given, the `day` on which it was played decides.
        """
        fixture = (
            self._find_by_id(match) if match else self._find_by_players(self._find_player_ids(players), day)
        )
        if not players:
            return fixture, SeatedTable(self.people, fixture.seat_by_player, tuple(range(len(fixture.seats))))
        order = tuple(self._find_seat_order(fixture, players))
        return fixture, SeatedTable(self.people, fixture.seat_by_player, order)

    def _find_by_id(self, match: str) -> SeasonMatch:
        found = self._by_id.get(match) or self._by_id.get(fold_text(match), [])
        if len(found) != 1:
            raise MatchNotFoundError(
                _build_problem(MATCH, "no-match", _("There is no match {match} in this season."), match=match)
            )
        return found[0]

    def _find_player_ids(self, players: Sequence[str]) -> list[str]:
        """The ids of those who are named."""
        found: list[str] = []
        wrong = list(_find_blanks(players))
        for seat, text in enumerate(players):
            try:
                if text:
                    found.append(self.people.find_player(text))
            except UnclearCellError as unclear:
                wrong.append(LookupProblem(format_player_heading(seat), "no-player", unclear.text))
        if wrong:
            raise MatchNotFoundError(*sorted(wrong, key=lambda one: one.column))
        return found

    def _find_by_players(self, ids: Sequence[str], day: date | None) -> SeasonMatch:
        names = ", ".join(self.people.get_name(id) for id in ids)
        found = self._by_players.get(frozenset(ids), []) if len(set(ids)) == len(ids) else []
        if not found:
            sentence = _("These players do not meet in this season: {names}.")
            raise MatchNotFoundError(_build_problem("", "no-match", sentence, names=names))
        decided = _choose_by_day(found, day)
        if decided is None:
            matches = "; ".join(f"{one.id} ({one.round})" for one in found)
            sentence = _(
                "These players meet more than once. Write the match in a column match, here with the rounds: {matches}."
            )
            raise MatchNotFoundError(_build_problem("", "several-matches", sentence, matches=matches))
        return decided

    def _find_seat_order(self, fixture: SeasonMatch, players: Sequence[str]) -> Iterator[int]:
        """The seats of those who are named. Raises NoSuchMatch unless everybody is, once."""
        wrong = list(_find_blanks(players))
        taken: set[int] = set()
        for number, text in enumerate(players):
            try:
                seat = (
                    fixture.seat_by_player[self.people.find_player(text, fixture.seat_by_player)]
                    if text
                    else None
                )
            except UnclearCellError as unclear:
                wrong.append(LookupProblem(format_player_heading(number), "no-player", unclear.text))
                continue
            if seat in taken:
                sentence = _("{name} is named twice.")
                wrong.append(
                    _build_problem(format_player_heading(number), "player-twice", sentence, name=text)
                )
            elif seat is not None:
                taken.add(seat)
                yield seat
        if not wrong and len(taken) < len(fixture.seats):
            sentence = _("Name all {seats} players of the match, or none.")
            wrong.append(
                _build_problem(
                    format_player_heading(len(players)), "players-missing", sentence, seats=len(fixture.seats)
                )
            )
        if wrong:
            raise MatchNotFoundError(*sorted(wrong, key=lambda one: one.column))


def _find_blanks(players: Sequence[str]) -> Iterator[LookupProblem]:
    for seat, text in enumerate(players):
        if not text:
            yield _build_problem(format_player_heading(seat), "missing", _("Nothing is written here yet."))


def _choose_by_day(found: Sequence[SeasonMatch], day: date | None) -> SeasonMatch | None:
    """Which of several meetings is meant. A day that is told is that of the one that was played then, so that the same
    file again means the same match; else of the one that is due then, or of the last that waits."""
    if len(found) == 1:
        return found[0]
    if day is None:
        return None
    for wanted in (
        [one for one in found if one.played_on == day],
        [one for one in found if one.waits and one.due_on == day],
        [one for one in found if one.waits],
    ):
        if wanted:
            return wanted[0] if len(wanted) == 1 else None
    return None
