"""Which match of a season somebody means: by its id, by who sat there, or both."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from games import Text
from games.problems import _
from league.rules.cells import People, Table, Unclear, folded
from league.rules.columns import MATCH, player


@dataclass(frozen=True)
class Fixture:
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
    def places(self) -> dict[str, int]:
        """The seat by player: who sat there, else whose place it is."""
        return {id: seat for ids in (self.seats, self.sat) for seat, id in enumerate(ids)}

    def usual_day(self, starts_on: date | None, today: date) -> date | None:
        """When it was played unless somebody says otherwise: the day on which it was due, if that has been."""
        if self.due_on is None or self.due_on > today or (starts_on and self.due_on < starts_on):
            return None
        return self.due_on


@dataclass(frozen=True)
class Wrong:
    """What speaks against it, and below which heading that stands; the heading is empty where it is about the row."""

    column: str
    code: str
    text: Text


class NoSuchMatch(Exception):
    def __init__(self, *wrong: Wrong) -> None:
        super().__init__(*wrong)
        self.wrong = wrong


def _no(column: str, code: str, sentence: str, **values: int | str) -> Wrong:
    return Wrong(column, code, Text(sentence, values))


class Fixtures:
    """The matches of a season, to be found."""

    def __init__(self, fixtures: Iterable[Fixture], people: People) -> None:
        self.people = people
        self._by_id: dict[str, list[Fixture]] = defaultdict(list)
        self._by_players: dict[frozenset[str], list[Fixture]] = defaultdict(list)
        for fixture in fixtures:
            for written in {fixture.id, folded(fixture.id)}:
                self._by_id[written].append(fixture)
            for ids in {frozenset(fixture.seats), frozenset(fixture.sat)}:
                self._by_players[ids].append(fixture)

    def find(self, match: str, players: Sequence[str], day: date | None) -> tuple[Fixture, Table]:
        """The match and its table, whose seats come in the order of `players`, or in its own where nobody is named.
        Raises NoSuchMatch.

        Where the same people meet more than once, and no id is given, the `day` on which it was played decides.
        """
        fixture = self._named(match) if match else self._met(self._all(players), day)
        if not players:
            return fixture, Table(self.people, fixture.places, tuple(range(len(fixture.seats))))
        order = tuple(self._order(fixture, players))
        return fixture, Table(self.people, fixture.places, order)

    def _named(self, match: str) -> Fixture:
        found = self._by_id.get(match) or self._by_id.get(folded(match), [])
        if len(found) != 1:
            raise NoSuchMatch(
                _no(MATCH, "no-match", _("There is no match {match} in this season."), match=match)
            )
        return found[0]

    def _all(self, players: Sequence[str]) -> list[str]:
        """The ids of those who are named."""
        found: list[str] = []
        wrong = list(_blanks(players))
        for seat, text in enumerate(players):
            try:
                if text:
                    found.append(self.people.one(text))
            except Unclear as unclear:
                wrong.append(Wrong(player(seat), "no-player", unclear.text))
        if wrong:
            raise NoSuchMatch(*sorted(wrong, key=lambda one: one.column))
        return found

    def _met(self, ids: Sequence[str], day: date | None) -> Fixture:
        names = ", ".join(self.people.name(id) for id in ids)
        found = self._by_players.get(frozenset(ids), []) if len(set(ids)) == len(ids) else []
        if not found:
            sentence = _("These players do not meet in this season: {names}.")
            raise NoSuchMatch(_no("", "no-match", sentence, names=names))
        decided = _decided(found, day)
        if decided is None:
            matches = "; ".join(f"{one.id} ({one.round})" for one in found)
            sentence = _(
                "These players meet more than once. Write the match in a column match, here with the rounds: {matches}."
            )
            raise NoSuchMatch(_no("", "several-matches", sentence, matches=matches))
        return decided

    def _order(self, fixture: Fixture, players: Sequence[str]) -> Iterator[int]:
        """The seats of those who are named. Raises NoSuchMatch unless everybody is, once."""
        wrong = list(_blanks(players))
        taken: set[int] = set()
        for number, text in enumerate(players):
            try:
                seat = fixture.places[self.people.one(text, fixture.places)] if text else None
            except Unclear as unclear:
                wrong.append(Wrong(player(number), "no-player", unclear.text))
                continue
            if seat in taken:
                sentence = _("{name} is named twice.")
                wrong.append(_no(player(number), "player-twice", sentence, name=text))
            elif seat is not None:
                taken.add(seat)
                yield seat
        if not wrong and len(taken) < len(fixture.seats):
            sentence = _("Name all {seats} players of the match, or none.")
            wrong.append(_no(player(len(players)), "players-missing", sentence, seats=len(fixture.seats)))
        if wrong:
            raise NoSuchMatch(*sorted(wrong, key=lambda one: one.column))


def _blanks(players: Sequence[str]) -> Iterator[Wrong]:
    for seat, text in enumerate(players):
        if not text:
            yield _no(player(seat), "missing", _("Nothing is written here yet."))


def _decided(found: Sequence[Fixture], day: date | None) -> Fixture | None:
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
