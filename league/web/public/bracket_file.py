"""The brackets of a tournament as a file: a row for each tie, also for those whose players are not known yet."""

from collections.abc import Iterable, Iterator
from typing import Any

import django_tables2
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.queries.bracket import BracketTie, DivisionBracket
from league.web.tables import Column

SIDES = ("first", "second")


class BracketFile(django_tables2.Table):
    """The ties of brackets in order of play, each with its two sides; of several matches the score is who won how many.

    A side that is not known yet says who it will be, such as the winner of a tie.
    """

    division = Column(_("Division"))
    section = Column(_("Bracket"))
    round = Column(_("Round"))
    tie = Column(_("Tie"))
    first = Column(_("First player"))
    first_seed = Column(_("Seed of the first player"))
    first_score = Column(_("Score of the first player"))
    second = Column(_("Second player"))
    second_seed = Column(_("Seed of the second player"))
    second_score = Column(_("Score of the second player"))
    winner = Column(_("Goes on"))

    def __init__(self, brackets: Iterable[DivisionBracket]) -> None:
        super().__init__(
            [
                {
                    "division": bracket.division.name,
                    "section": section.title.translate(gettext),
                    "round": of_round.title.translate(gettext),
                    **dict(_describe(tie)),
                }
                for bracket in brackets
                for section in bracket.sections
                for of_round in section.rounds
                for tie in of_round.ties
            ]
        )


def _describe(tie: BracketTie) -> Iterator[tuple[str, Any]]:
    yield "tie", tie.number
    scores = tie.score or (None, None)
    for name, side, score in zip(SIDES, tie.sides, scores, strict=True):
        yield name, side.waiting.translate(gettext) if side.waiting else side.name
        yield f"{name}_seed", side.seed if side.player else None
        yield f"{name}_score", score
        if side.is_winner:
            yield "winner", side.name
