"""Ranking keys of paired rounds at tables of two, each with its terms (docs/reference/pairing.md, Tie-breaks).

The rules are those of FIDE's C.07, by default of March 2026. A key's value is the sum of its terms, so that what
explains it can't say otherwise.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

from games.problems import _
from league.rules.standings.paired_field import RULES_OF_2026, Contribution, EntryRound, PairedField


class Term(NamedTuple):
    """What one round adds to a key, in the units of the field; what is cut stays out of the sum.

    `score` is what the opponent counts, where the key counts it; without `is_played` a stand-in's.
    """

    number: int
    value: int
    opponent: str | None = None
    score: int | None = None
    points: int = 0
    is_played: bool = False
    is_cut: bool = False


@dataclass(frozen=True)
class TieBreak:
    """A ranking key, high first: the sum of an entry's terms.

    `power` says in which power of the field's units they are: 0 counts rounds, 1 adds points, 2 multiplies them.
    `parts` are how many units one is, beside that. `decimals` are the least that a value is written with. `version` is
    that of the newest rules, by year.
    """

    name: str
    label: str
    list_terms: Callable[[PairedField, str], Sequence[Term]]
    power: int = 1
    parts: int = 1
    decimals: int = 1
    version: int = RULES_OF_2026

    def get_scale(self, field: PairedField) -> int:
        """Return how many of the units of the terms are 1."""
        scale: int = field.scale**self.power
        return scale * self.parts

    def get_values(self, field: PairedField) -> Mapping[str, Fraction]:
        """Return the value of each entry."""
        return {entry: self.get_value(field, entry) for entry in field.entries}

    def get_value(self, field: PairedField, entry: str) -> Fraction:
        """Return the value of an entry, computed once for a field: most keys are asked for a few tied entries only."""
        values = field.values.setdefault(self.name, {})
        if entry not in values:
            total = sum(term.value for term in self.list_terms(field, entry) if not term.is_cut)
            values[entry] = Fraction(total, self.get_scale(field))
        return values[entry]


# --- terms


def list_finished(field: PairedField, entry: str) -> Iterator[EntryRound]:
    return (each for each in field.rounds[entry] if each)


def list_points(field: PairedField, entry: str) -> list[Term]:
    return [build_own_term(each, each.points) for each in list_finished(field, entry)]


def list_wins(field: PairedField, entry: str) -> list[Term]:
    """Return 1 for each round with as many points as a win gives, played or not."""
    return [build_own_term(each, int(each.points == field.win)) for each in list_finished(field, entry)]


def list_wins_with_black(field: PairedField, entry: str) -> list[Term]:
    """Return 1 for each match won in seat 1."""
    return [
        build_own_term(each, int(each.is_played and each.seat == 1 and each.points == field.win))
        for each in list_finished(field, entry)
    ]


def list_progressive(field: PairedField, entry: str) -> list[Term]:
    """Return the points that the entry had after each round."""
    rounds = field.rounds[entry]
    after = accumulate(each.points if each else 0 for each in rounds)
    return [Term(number, points) for number, points in enumerate(after, 1)]


def list_bracket_rounds(field: PairedField, entry: str) -> list[Term]:
    """Return 1 for each round that the entry came through, and 1/2 for winning the match for the third place.

    In the consolation only its rounds count, each 1/20. Who has withdrawn, and is out by a round that is not there, has
    come through the last one in part: where no round is played any more, the opponent is ranked above.
    """
    out = field.exits.get(entry, field.count + 1)
    out_of_consolation = field.consolation.get(entry)

    def count_parts(number: int) -> int:
        if out_of_consolation is not None:
            return int(1 < number < out_of_consolation)
        if number < out:
            has_gone = entry in field.exits and number == field.count
            return HALF if has_gone else WHOLE
        return HALF * (entry == field.third and number > out)

    return [build_own_term(each, count_parts(each.number)) for each in list_finished(field, entry)]


def build_own_term(each: EntryRound, value: int) -> Term:
    return Term(each.number, value, each.opponent, None, each.points, each.is_played)


def list_buchholz(field: PairedField, entry: str) -> list[Term]:
    return [build_term(each, each.score) for each in field.contributions[entry]]


def list_sonneborn_berger(field: PairedField, entry: str) -> list[Term]:
    return [build_term(each, each.score * each.points) for each in field.contributions[entry]]


def list_buchholz_cut_1(field: PairedField, entry: str) -> list[Term]:
    contributions = field.contributions[entry]
    return mark_cut(list_buchholz(field, entry), [find_lowest(contributions)] if contributions else [])


def list_buchholz_median(field: PairedField, entry: str) -> list[Term]:
    contributions = field.contributions[entry]
    cut = [find_lowest(contributions)] if contributions else []
    left = [each for each in contributions if each.number not in cut]
    if left and field.count > 1:
        cut.append(max(left, key=lambda each: each.score).number)
    return mark_cut(list_buchholz(field, entry), cut)


def build_term(each: Contribution, value: int) -> Term:
    return Term(each.number, value, each.opponent, each.score, each.points, each.is_played)


def find_lowest(contributions: Sequence[Contribution]) -> int:
    """Return the round that is cut: the lowest of those that were not played by choice, else the lowest of all."""
    by_choice = [each for each in contributions if each.is_voluntary]
    return min(by_choice or contributions, key=lambda each: each.score).number


def mark_cut(terms: Iterable[Term], cut: Sequence[int]) -> list[Term]:
    return [term._replace(is_cut=term.number in cut) if term.number in cut else term for term in terms]


HALF, WHOLE = 10, 20  # parts of a round, one of which is a round of the consolation

TIE_BREAKS = {
    key.name: key
    for key in (
        TieBreak("points", _("Points"), list_points),
        TieBreak("buchholz", _("Buchholz"), list_buchholz),
        TieBreak("buchholz_cut_1", _("Buchholz cut 1"), list_buchholz_cut_1),
        TieBreak("buchholz_median", _("Median Buchholz"), list_buchholz_median),
        TieBreak("sonneborn_berger", _("Sonneborn-Berger"), list_sonneborn_berger, power=2, decimals=2),
        TieBreak("progressive", _("Progressive score"), list_progressive),
        TieBreak("wins", _("Wins"), list_wins, power=0, decimals=0),
        TieBreak("bracket", _("Rounds survived"), list_bracket_rounds, power=0, parts=WHOLE, decimals=0),
        TieBreak("wins_with_black", _("Wins with black"), list_wins_with_black, power=0, decimals=0),
    )
}


# --- the direct encounter, which concerns a tied group


def split_by_encounters(field: PairedField, tied: Sequence[str]) -> list[list[str]]:
    """Return a tied group in parts, best first, by what the matches among it decide.

    If all of it have met, their scores against each other do. Else whoever comes first, however the others' missing
    matches had ended, is first, and so on with the others. Each part is looked at again by itself.
    """
    if len(tied) < 2:
        return [list(tied)]
    group = frozenset(tied)
    encounters = {entry: average_encounters(field, entry, group) for entry in tied}
    scores = {entry: sum(met.values(), Fraction(0)) for entry, met in encounters.items()}
    if all(len(met) == len(tied) - 1 for met in encounters.values()):
        parts = [
            [entry for entry in tied if scores[entry] == score]
            for score in sorted(set(scores.values()), reverse=True)
        ]
    else:
        possible = {
            entry: scores[entry] + field.win * (len(tied) - 1 - len(met)) for entry, met in encounters.items()
        }
        parts = separate_certain_winners(sorted(tied, key=scores.__getitem__, reverse=True), scores, possible)
    if len(parts) == 1:
        return parts
    return [part for some in parts for part in split_by_encounters(field, some)]


def average_encounters(field: PairedField, entry: str, tied: Set[str]) -> dict[str, Fraction]:
    """Return the average points of an entry against each of the tied group that it has played, in the field's units."""
    met: dict[str, list[int]] = {}
    for each in list_finished(field, entry):
        if each.is_played and each.opponent in tied:
            met.setdefault(each.opponent or "", []).append(each.points)
    return {opponent: Fraction(sum(points), len(points)) for opponent, points in met.items()}


def separate_certain_winners(
    ordered: Sequence[str], scores: dict[str, Fraction], possible: dict[str, Fraction]
) -> list[list[str]]:
    """Return each entry that no later one can reach by itself, and the rest together."""
    parts = []
    rest = list(ordered)
    while len(rest) > 1 and scores[rest[0]] > max(possible[entry] for entry in rest[1:]):
        parts.append([rest.pop(0)])
    return [*parts, rest]


def place_by_encounters(field: PairedField, tied: Sequence[str]) -> dict[str, int]:
    """Return each entry's place in the tied group, from 1; 0 for all of a group that its matches don't separate."""
    parts = split_by_encounters(field, tied)
    places: dict[str, int] = {}
    first = 1
    for part in parts:
        places |= dict.fromkeys(part, first if len(parts) > 1 else 0)
        first += len(part)
    return places
