"""Find the match of a season that a file means: by its id, by who sat there, or by both."""

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
    """A match of the season.

    `seats` are the ids of the players for whom it counts, `sat` of those who sit there, both by seat.
    `played_on` is None until it is played, and where it never was.
    """

    id: str
    round: int
    seats: tuple[str, ...]
    sat: tuple[str, ...]
    due_on: date | None = None
    played_on: date | None = None
    waits: bool = True  # for its result

    @property
    def seat_by_player(self) -> dict[str, int]:
        """Return the seats by player, both of those who sat there and of those for whom they count."""
        return {player_id: seat for ids in (self.seats, self.sat) for seat, player_id in enumerate(ids)}

    def guess_day(self, starts_on: date | None, today: date) -> date | None:
        """Return the day on which the match was played if nobody says otherwise.

        That is the day on which it was due, if that is neither still to come nor before the season starts;
        else None.
        """
        if self.due_on is None or self.due_on > today or (starts_on and self.due_on < starts_on):
            return None
        return self.due_on


@dataclass(frozen=True)
class LookupProblem:
    """A reason why no match is found.

    `column` is the heading below which it stands, and is empty where it is about the whole row.
    """

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
    """The matches of a season, indexed by id and by players."""

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
        """Return the match and its table.

        The seats of the table come in the order of `players`, or in that of the match where nobody is named.
        Where the same players meet more than once, and no id is given, the `day` on which the match was
        played decides. Raises MatchNotFoundError.
        """
        fixture = (
            self._find_by_id(match) if match else self._find_by_players(self._find_player_ids(players), day)
        )
        if not players:
            return fixture, SeatedTable(self.people, fixture.seat_by_player, tuple(range(len(fixture.seats))))
        order = tuple(self._find_seat_order(fixture, players))
        return fixture, SeatedTable(self.people, fixture.seat_by_player, order)

    def _find_by_id(self, match: str) -> SeasonMatch:
        matches = self._by_id.get(match) or self._by_id.get(fold_text(match), [])
        if len(matches) != 1:
            raise MatchNotFoundError(
                _build_problem(MATCH, "no-match", _("There is no match {match} in this season."), match=match)
            )
        return matches[0]

    def _find_player_ids(self, players: Sequence[str]) -> list[str]:
        """Return the ids of the players who are named.

        Raises MatchNotFoundError if any name is missing or unclear.
        """
        ids: list[str] = []
        problems = list(_find_blanks(players))
        for seat, text in enumerate(players):
            try:
                if text:
                    ids.append(self.people.find_player(text))
            except UnclearCellError as unclear:
                problems.append(LookupProblem(format_player_heading(seat), "no-player", unclear.text))
        if problems:
            raise MatchNotFoundError(*sorted(problems, key=lambda problem: problem.column))
        return ids

    def _find_by_players(self, ids: Sequence[str], day: date | None) -> SeasonMatch:
        names = ", ".join(self.people.get_name(player_id) for player_id in ids)
        candidates = self._by_players.get(frozenset(ids), []) if len(set(ids)) == len(ids) else []
        if not candidates:
            sentence = _("These players do not meet in this season: {names}.")
            raise MatchNotFoundError(_build_problem("", "no-match", sentence, names=names))
        match = _choose_by_day(candidates, day)
        if match is None:
            matches = "; ".join(f"{candidate.id} ({candidate.round})" for candidate in candidates)
            sentence = _(
                "These players meet more than once. Write the match in a column match, here with the rounds: {matches}."
            )
            raise MatchNotFoundError(_build_problem("", "several-matches", sentence, matches=matches))
        return match

    def _find_seat_order(self, fixture: SeasonMatch, players: Sequence[str]) -> Iterator[int]:
        """Yield the seats of the players who are named.

        Raises MatchNotFoundError unless everybody is named exactly once.
        """
        problems = list(_find_blanks(players))
        taken: set[int] = set()
        for number, text in enumerate(players):
            try:
                seat = (
                    fixture.seat_by_player[self.people.find_player(text, fixture.seat_by_player)]
                    if text
                    else None
                )
            except UnclearCellError as unclear:
                problems.append(LookupProblem(format_player_heading(number), "no-player", unclear.text))
                continue
            if seat in taken:
                sentence = _("{name} is named twice.")
                problems.append(
                    _build_problem(format_player_heading(number), "player-twice", sentence, name=text)
                )
            elif seat is not None:
                taken.add(seat)
                yield seat
        if not problems and len(taken) < len(fixture.seats):
            sentence = _("Name all {seats} players of the match, or none.")
            problems.append(
                _build_problem(
                    format_player_heading(len(players)), "players-missing", sentence, seats=len(fixture.seats)
                )
            )
        if problems:
            raise MatchNotFoundError(*sorted(problems, key=lambda problem: problem.column))


def _find_blanks(players: Sequence[str]) -> Iterator[LookupProblem]:
    for seat, text in enumerate(players):
        if not text:
            yield _build_problem(format_player_heading(seat), "missing", _("Nothing is written here yet."))


def _choose_by_day(candidates: Sequence[SeasonMatch], day: date | None) -> SeasonMatch | None:
    """Return which of several matches of the same players is meant, or None if that stays open.

    It is the one that was played on the day, so that the same file again means the same match; else the one
    that is due then; else the only one that waits for its result.
    """
    if len(candidates) == 1:
        return candidates[0]
    if day is None:
        return None
    for matches in (
        [match for match in candidates if match.played_on == day],
        [match for match in candidates if match.waits and match.due_on == day],
        [match for match in candidates if match.waits],
    ):
        if matches:
            return matches[0] if len(matches) == 1 else None
    return None
