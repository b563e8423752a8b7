"""Checks of the rounds of a tournament: who plays in them, at which table.

See docs/reference/club-file.md, Match.
"""

from collections.abc import Hashable, Iterator

from games import Problem, Text
from games.problems import _
from league.rules.records import MatchRecord, SeasonRecord
from league.rules.snapshot import ClubSnapshot

ONLY_IN_TOURNAMENTS = _("Only a tournament can have this: {name}. Leave it out.")


def check_rounds(snapshot: ClubSnapshot, season: SeasonRecord) -> Iterator[Problem]:
    """Yield what is wrong with the rounds of a season, and with its matches as far as they are in rounds."""
    matches = [
        match
        for division in snapshot.get_divisions(season.key)
        for match in snapshot.get_matches(division.key)
    ]
    if snapshot.competitions[season.competition].kind == "league":
        yield from _refuse_in_league(snapshot, matches)
        return
    yield from _check_places(snapshot, [match for match in matches if match.paired])


def _refuse_in_league(snapshot: ClubSnapshot, matches: list[MatchRecord]) -> Iterator[Problem]:
    for match in matches:
        path = snapshot.get_path(match)
        if match.leg > 1:
            yield Problem(f"{path}.leg", "not-in-league", Text(ONLY_IN_TOURNAMENTS, {"name": "leg"}))
        if match.paired:
            yield Problem(f"{path}.paired", "not-in-league", Text(ONLY_IN_TOURNAMENTS, {"name": "paired"}))


def _check_places(snapshot: ClubSnapshot, paired: list[MatchRecord]) -> Iterator[Problem]:
    """Yield a problem for each table of a paired round that has two matches, and for each entry that plays twice.

    Of two matches the later one is reported, and of one in the file and one that only the club has, that in the file.
    """
    taken: dict[Hashable, str] = {}
    for match in sorted(paired, key=snapshot.is_in_file):
        path, where = snapshot.get_path(match), (match.division.stage, match.round, match.leg)
        if other := taken.get((where, match.table)):
            sentence = _("Match {other} is at table {table} in this round; every match needs its own.")
            yield Problem(
                f"{path}.table", "table-taken", Text(sentence, {"other": other, "table": match.table})
            )
        taken.setdefault((where, match.table), match.id)
        for number, player in enumerate(match.seats):
            other = taken.setdefault((where, match.division, player), match.id)
            if other != match.id:
                sentence = _("{player} plays match {other} in this round already.")
                yield Problem(
                    f"{path}.seats.{number}",
                    "seated-twice",
                    Text(sentence, {"player": player, "other": other}),
                )
