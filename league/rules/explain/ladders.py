"""Explain a player's place on a ladder: how it began, and each change of it (docs/reference/pairing.md, Ladder)."""

from collections.abc import Callable
from datetime import date

from games import Step, Text
from games.problems import _
from league.rules.pairing.ladder import LadderInput, LadderMove

# By why a place changed, and whether for a better one.
SENTENCES = {
    ("played", True): _("{day}: beat {other}, from place {before} to {after}"),
    ("played", False): _("{day}: lost to {other}, from place {before} to {after}"),
    ("declined", True): _("{day}: {other} declined to play, from place {before} to {after}"),
    ("declined", False): _("{day}: declined to play {other}, from place {before} to {after}"),
    ("missed", True): _("{day}: {other} did not play in time, from place {before} to {after}"),
    ("missed", False): _("{day}: did not play {other} in time, from place {before} to {after}"),
    ("no-show", True): _("{day}: {other} did not come, from place {before} to {after}"),
    ("no-show", False): _("{day}: did not come to play {other}, from place {before} to {after}"),
    ("inactive", False): _("{day}: too long without a match, from place {before} to {after}"),
    ("passed", True): _("{day}: {other} was too long without a match, from place {before} to {after}"),
    ("left", True): _("{day}: {other} left the ladder, from place {before} to {after}"),
}


def explain_place(given: LadderInput, player: str, get_name: Callable[[str], str]) -> Step:
    """Return a player's place, and below it where they began and each change, in order."""
    place = given.ladder.find_place(player)
    joined_on = next(each.joined_on for each in given.players if each.id == player)
    moves = [move for move in given.ladder.moves if move.player == player]
    steps = [_explain_move(move, get_name) for move in moves]
    first = moves[0].before if moves else place
    if joined_on:
        steps.insert(0, Step(Text(_("{day}: came in, last"), {"day": joined_on})))
    elif first:
        steps.insert(
            0, Step(Text(_("Began in place {place}, by seed"), {"place": first}), first, is_said=True)
        )
    what = _("Place {place} on the ladder, on {day}") if place else _("Not on the ladder any more")
    return Step(Text(what, {"place": place or 0, "day": given.day}), place, tuple(steps), is_said=True)


def _explain_move(move: LadderMove, get_name: Callable[[str], str]) -> Step:
    values: dict[str, int | str | date] = {
        "day": move.day,
        "other": get_name(move.other) if move.other else "",
        "before": move.before,
        "after": move.after,
    }
    return Step(Text(SENTENCES[move.reason, move.after < move.before], values), move.after, is_said=True)
