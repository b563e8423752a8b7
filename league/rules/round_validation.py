"""Checks of the rounds of a tournament: what they were paired to, who plays in them and who does not.

See docs/reference/club-file.md, Round.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator

from games import Problem, Text
from games.problems import _
from league.rules.records import (
    DivisionKey,
    DivisionRecord,
    EntryKey,
    MatchRecord,
    PairingRecord,
    RoundRecord,
    SeasonRecord,
)
from league.rules.snapshot import ClubSnapshot, Settings
from league.rules.standings.totals import PAIR_SIZE


def check_rounds(
    snapshot: ClubSnapshot, season: SeasonRecord, settings: Settings | None
) -> Iterator[Problem]:
    """Yield what is wrong with the rounds of a season, and with its matches as far as they are in rounds.

    Without settings, which were reported where they are wrong, the sizes of tables are not checked.
    """
    rounds = _SeasonRounds(snapshot, season, settings)
    if snapshot.competitions[season.competition].kind == "league":
        yield from rounds.refuse_in_league()
        return
    yield from rounds.check_guests()
    yield from rounds.check_order()
    for record in rounds.records:
        path = snapshot.get_path(record)
        if record.stage not in rounds.stages:
            sentence = _("Stage {stage} has no divisions, so it has no rounds either.")
            yield _build(f"{path}.stage", "no-divisions", sentence, stage=record.stage)
            continue
        yield from rounds.check_state(record, path)
        yield from rounds.check_byes(record, path)
        yield from rounds.check_pairings(record, path)
    yield from rounds.check_places()


def _build(path: str, code: str, sentence: str, **values: int | str) -> Problem:
    return Problem(path, code, Text(sentence, values))


class _SeasonRounds:
    """The rounds of a season with their matches, and the checks of them."""

    def __init__(self, snapshot: ClubSnapshot, season: SeasonRecord, settings: Settings | None) -> None:
        self.snapshot, self.season, self.settings = snapshot, season, settings
        self.records = snapshot.get_rounds(season.key)
        self.divisions = snapshot.get_divisions(season.key)
        self.stages = {division.stage for division in self.divisions}
        self.matches: dict[tuple[int, int], list[MatchRecord]] = {}  # by stage and number of the round
        for division in self.divisions:
            for match in snapshot.get_matches(division.key):
                self.matches.setdefault((division.stage, match.round), []).append(match)

    def refuse_in_league(self) -> Iterator[Problem]:
        sentence = _("Only a tournament can have this: {name}. Remove it.")
        if self.records:
            path = f"{self.snapshot.get_path(self.season)}.rounds"
            yield _build(path, "not-in-league", sentence, name="rounds")
        for division in self.divisions:
            for entry in self.snapshot.get_entries(division.key):
                for name in ("team", "guest"):
                    if getattr(entry, name):
                        path = f"{self.snapshot.get_path(entry)}.{name}"
                        yield _build(path, "not-in-league", sentence, name=name)
        for match in (match for matches in self.matches.values() for match in matches):
            path = self.snapshot.get_path(match)
            for name, is_there in (
                ("leg", match.leg > 1),
                ("paired", match.paired),
                ("arranged_on", match.arranged_on),
                ("venue", match.venue),
            ):
                if is_there:
                    yield _build(f"{path}.{name}", "not-in-league", sentence, name=name)

    def check_guests(self) -> Iterator[Problem]:
        """Yield a problem for each guest who is in a team."""
        sentence = _(
            "{player} is a guest and in the team {team}: guests play in no team. Remove one of them."
        )
        for division in self.divisions:
            for entry in self.snapshot.get_entries(division.key):
                if entry.guest and entry.team:
                    path = f"{self.snapshot.get_path(entry)}.guest"
                    yield _build(path, "guest-in-team", sentence, player=entry.player, team=entry.team)

    def check_order(self) -> Iterator[Problem]:
        """Yield a problem for each round of a paired stage that begins before the one before it is finished."""
        paired = {record.stage for record in self.records if record.pairings}
        begun = {  # where each stands, and what it is
            (record.stage, record.number): (f"{self.snapshot.get_path(record)}.state", record.state)
            for record in self.records
        }
        for place, matches in self.matches.items():
            begun.setdefault(place, (f"{self.snapshot.get_path(matches[0])}.round", "published"))
        for (stage, number), (path, state) in sorted(begun.items()):
            before = begun.get((stage, number - 1), ("", ""))[1]
            if stage in paired and state != "planned" and number > 1 and before != "finished":
                sentence = _("Round {number} is {state}: round {before} must be finished first.")
                yield _build(path, "round-order", sentence, number=number, state=state, before=number - 1)

    def check_state(self, record: RoundRecord, path: str) -> Iterator[Problem]:
        """Yield what a round in its state lacks, and what it can't have."""
        if record.state == "paired" and not record.pairings:
            sentence = _("A round that is paired needs this: pairings.")
            yield _build(f"{path}.pairings", "missing", sentence)
        if record.state == "planned" and record.pairings:
            sentence = _("A round that is planned can't have this: pairings. Its state must be paired.")
            yield _build(f"{path}.pairings", "not-with-state", sentence)
        if record.is_published:
            return
        sentence = _("A round that is {state} can't have this: {name}. Its state must be published.")
        if any(bye.origin != "request" for bye in record.byes):
            name = "byes"  # but for those that players have asked for
            yield _build(f"{path}.byes", "not-with-state", sentence, state=record.state, name=name)
        for match in self.matches.get((record.stage, record.number), []):
            match_path = f"{self.snapshot.get_path(match)}.round"
            yield _build(match_path, "not-with-state", sentence, state=record.state, name="matches")

    def check_byes(self, record: RoundRecord, path: str) -> Iterator[Problem]:
        """Yield a problem for each bye of somebody else, for each second one, and for each beside a match."""
        playing = {
            player: match.id
            for match in self.matches.get((record.stage, record.number), [])
            if not _is_overtaken(match)
            for player in match.seats
        }
        seen: set[str] = set()
        for number, bye in enumerate(record.byes):
            place = f"{path}.byes.{number}.entry"
            if EntryKey(self.season.key, record.stage, bye.entry) not in self.snapshot.entries:
                sentence = _("{player} is not entered in this stage.")
                yield _build(place, "not-entered", sentence, player=bye.entry)
            elif bye.entry in seen:
                yield _build(place, "twice", _("{player} is listed twice."), player=bye.entry)
            elif bye.entry in playing:
                sentence = _("{player} plays match {match} in this round, so can't have a bye.")
                yield _build(place, "bye-and-match", sentence, player=bye.entry, match=playing[bye.entry])
            seen.add(bye.entry)

    def check_pairings(self, record: RoundRecord, path: str) -> Iterator[Problem]:
        """Yield what is wrong with what was proposed, and where a published round has other matches."""
        if not record.pairings:
            return
        divisions = {str(each.level): each for each in self.divisions if each.stage == record.stage}
        for level, pairing in record.pairings.items():
            place = f"{path}.pairings.{level}"
            if level not in divisions:
                sentence = _("This stage has no division of level {level}.")
                yield _build(place, "unknown-division", sentence, level=level)
                continue
            problems = list(self._check_pairing(divisions[level].key, pairing, place))
            yield from problems
            if record.is_published and not problems:
                yield from self._compare(record, pairing, divisions[level], place)
        if record.is_published:
            for match in self.matches.get((record.stage, record.number), []):
                if str(match.division.level) not in record.pairings:
                    yield self._build_unpaired(match)

    def _check_pairing(self, division: DivisionKey, pairing: PairingRecord, path: str) -> Iterator[Problem]:
        listed = [
            (f"{path}.tables.{number}.entries.{seat}", player)
            for number, table in enumerate(pairing.tables)
            for seat, player in enumerate(table.entries)
        ]
        listed += [(f"{path}.byes.{number}.entry", bye.entry) for number, bye in enumerate(pairing.byes)]
        entered = {entry.player for entry in self.snapshot.get_entries(division)}
        seen: set[str] = set()
        for place, player in listed:
            if player not in entered:
                sentence = _("{player} is not entered in this division.")
                yield _build(place, "not-entered", sentence, player=player)
            elif player in seen:
                sentence = _("{player} has a place in this round already.")
                yield _build(place, "seated-twice", sentence, player=player)
            seen.add(player)
        if self.settings:
            for number, table in enumerate(pairing.tables):
                refusal = self.settings.game.wrong_seats(len(table.entries), self.settings.options)
                if refusal:
                    yield Problem(f"{path}.tables.{number}.entries", "seats", refusal)

    def _compare(
        self, record: RoundRecord, pairing: PairingRecord, division: DivisionRecord, path: str
    ) -> Iterator[Problem]:
        """Yield where a division's matches of a published round are not those of its pairing.

        The seats of a later leg may be in another order.
        """
        matches = [
            match
            for match in self.matches.get((record.stage, record.number), [])
            if match.division == division.key and not _is_overtaken(match)
        ]
        tables = {table.entries for table in pairing.tables}
        groups = {frozenset(table) for table in tables}
        for match in matches:
            is_there = match.seats in tables if match.leg == 1 else frozenset(match.seats) in groups
            if not is_there:
                yield self._build_unpaired(match)
            elif not match.paired:
                sentence = _("A match of a round with pairings needs this: paired.")
                yield _build(f"{self.snapshot.get_path(match)}.paired", "missing", sentence)
        made = Counter(match.seats for match in matches if match.leg == 1)
        for number, table in enumerate(pairing.tables):
            if not made[table.entries]:
                sentence = _("This table has no match in the round, which is {state}.")
                yield _build(f"{path}.tables.{number}", "no-match", sentence, state=record.state)

    def _build_unpaired(self, match: MatchRecord) -> Problem:
        sentence = _("The pairings of round {round} have no table with these seats.")
        return _build(f"{self.snapshot.get_path(match)}.seats", "not-paired", sentence, round=match.round)

    def check_places(self) -> Iterator[Problem]:
        """Yield a problem for each table of a paired round with two matches, and for each entry that plays twice.

        Of two matches the later one is reported; of one in the file and one that only the club has, that in the file.
        """
        for (stage, _number), matches in self.matches.items():
            in_twos = bool(self.settings and self.settings.for_stage(stage).is_paired_in_twos)
            yield from _check_places_of_round(
                self.snapshot,
                [match for match in matches if (match.paired or in_twos) and not _is_overtaken(match)],
            )
            for match in matches:
                if in_twos and len(match.seats) != PAIR_SIZE:
                    sentence = _("Rounds are paired in twos here, so a match has two seats.")
                    yield _build(f"{self.snapshot.get_path(match)}.seats", "seats", sentence)


def _is_overtaken(match: MatchRecord) -> bool:
    """Return whether a match is void and has no place in its round: a correction has let others go on."""
    return match.status == "void" and not match.paired


def _check_places_of_round(snapshot: ClubSnapshot, paired: Iterable[MatchRecord]) -> Iterator[Problem]:
    taken: dict[Hashable, str] = {}
    for match in sorted(paired, key=snapshot.is_in_file):
        path = snapshot.get_path(match)
        if other := taken.get((match.leg, match.table)):
            sentence = _("Match {other} is at table {table} in this round; every match needs its own.")
            yield _build(f"{path}.table", "table-taken", sentence, other=other, table=match.table)
        taken.setdefault((match.leg, match.table), match.id)
        for number, player in enumerate(match.seats):
            other = taken.setdefault((match.leg, player), match.id)
            if other != match.id:
                sentence = _("{player} plays match {other} in this round already.")
                yield _build(f"{path}.seats.{number}", "seated-twice", sentence, player=player, other=other)
