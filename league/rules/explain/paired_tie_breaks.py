"""Explain a tie-break of paired rounds, round by round and opponent by opponent.

See docs/reference/pairing.md, Tie-breaks.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from games import Step, Text
from games.problems import _
from league.rules.standings.paired_field import PairedField
from league.rules.standings.paired_tie_breaks import (
    TIE_BREAKS,
    Term,
    TieBreak,
    average_encounters,
    place_by_encounters,
)

# By whether the round was played, whether the key multiplies, and whether it is cut.
SCORE_SENTENCES = {
    (True, False, False): _("Round {round}: {opponent} counts {score}"),
    (True, False, True): _("Round {round}: {opponent} counts {score}, left out"),
    (True, True, False): _("Round {round}: {points} against {opponent}, who counts {score}"),
    (False, False, False): _("Round {round}: not played, counts {score}"),
    (False, False, True): _("Round {round}: not played, counts {score}, left out"),
    (False, True, False): _("Round {round}: {points} without playing, times {score}"),
}
# By whether the round was played, and whether it had an opponent.
OWN_SENTENCES = {
    (True, True): _("Round {round}: {points} against {opponent}"),
    (False, True): _("Round {round}: {points} against {opponent}, not played"),
    (False, False): _("Round {round}: {points} without an opponent"),
}


def explain_tie_break(field: PairedField, name: str, entry: str, get_name: Callable[[str], str]) -> Step:
    """Return a key's value for an entry, and below it the part of each round, in order of the rounds.

    A key that counts rounds lists those that count.
    """
    key = TIE_BREAKS[name]
    terms = [term for term in key.list_terms(field, entry) if key.power or term.value]
    value = key.get_values(field)[entry]
    return Step(
        Text(_("{key}: {value}"), {"key": Text(key.label), "value": value}),
        value,
        tuple(explain_term(field, key, term, get_name) for term in terms),
        is_said=True,
    )


def explain_term(field: PairedField, key: TieBreak, term: Term, get_name: Callable[[str], str]) -> Step:
    """Explain the part of a round; the value of a round that is left out is 0."""
    value = Fraction(0 if term.is_cut else term.value, key.get_scale(field))
    values: dict[str, int | str | Fraction] = {
        "round": term.number,
        "opponent": get_name(term.opponent) if term.opponent else "",
        "points": Fraction(term.points, field.scale),
        "score": Fraction(term.score or 0, field.scale),
        "value": value,
    }
    if key.name == "progressive":
        return Step(Text(_("After round {round}: {value}"), values), value, is_said=True)
    if term.score is not None:
        multiplies = key.power > 1
        template = SCORE_SENTENCES[term.is_played, multiplies, term.is_cut]
        return Step(Text(template, values), value, is_said=not multiplies)
    return Step(Text(OWN_SENTENCES[term.is_played, bool(term.opponent)], values), value, is_said=True)


def explain_direct_encounter(
    field: PairedField, tied: Sequence[str], entry: str, get_name: Callable[[str], str]
) -> Step:
    """Return an entry's place in a tied group, and below it its points against each of the group that it has met."""
    place = place_by_encounters(field, tied)[entry]
    met = average_encounters(field, entry, frozenset(tied))
    what = _("Direct encounter: place {place} of {entries}") if place else _("Direct encounter: not decided")
    because = []
    for opponent, units in met.items():
        points = units / field.scale
        values: dict[str, str | Fraction] = {"points": points, "opponent": get_name(opponent)}
        because.append(Step(Text(_("{points} against {opponent}"), values), points, is_said=True))
    return Step(Text(what, {"place": place, "entries": len(tied)}), place, tuple(because), is_said=True)
