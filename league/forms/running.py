"""The score of a sheet while it is being typed."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext

import games
from games import Invalid, Problem, Score
from league.forms.problems import said_of
from league.models.match import Outcome
from league.queries.pages.places import ordinal
from league.queries.pages.sheet import LaidOut, Said, Table, deal_scores, sheet_of
from league.queries.pages.words import word
from league.rules.book import JSON
from league.rules.figures import PAIR


@dataclass(frozen=True)
class Total:
    name: str
    score: int
    place: str  # so far, among more than two
    leads: bool
    outcome: "str | Promise"  # of a pair, once the match is complete


@dataclass(frozen=True)
class Running:
    """`problems` leaves out what is only not written yet; `scores` are those of each deal, by group."""

    totals: tuple[Total, ...]
    so_far: str
    problems: tuple[Said, ...]
    scores: Mapping[str, str]
    complete: bool = False

    @property
    def crowd(self) -> bool:
        """Whether there are more totals than stand side by side on a telephone."""
        return len(self.totals) > PAIR

    @property
    def told(self) -> tuple[Total, ...]:
        """Those that are said aloud, over and over: of a crowd only who leads."""
        return tuple(total for total in self.totals if total.leads or not self.crowd)


def run(table: Table, laid: LaidOut) -> Running:
    """The score as far as the sheet goes: up to the first deal that is wrong or unfinished."""
    sheet = sheet_of(laid)
    problems = tuple(said_of(problems_of(table, sheet), laid, finished=False))
    score = _score(table, sheet)
    if score is None:
        return Running((), "", problems, {})
    return Running(
        totals=_totals(table, score),
        so_far=_so_far(table, score),
        problems=problems,
        scores=deal_scores(score),
        complete=score.complete,
    )


def _totals(table: Table, score: Score) -> tuple[Total, ...]:
    """Of two it is plain who leads; among more each has a place, as soon as a deal is played."""
    places = [seat.place for seat in score.seats]
    pair = len(places) <= PAIR
    placed = not pair and any(seat.deal_scores for seat in score.seats)
    return tuple(
        Total(
            name,
            seat.score,
            ordinal(seat.place) if placed else "",
            leads=placed and seat.place == 1 and len(set(places)) > 1,
            outcome=Outcome(seat.outcome).label if pair and seat.outcome else "",
        )
        for name, seat in zip(table.players, score.seats, strict=True)
    )


def problems_of(table: Table, sheet: JSON) -> Sequence[Problem]:
    """What is wrong on a sheet that may be unfinished."""
    settings = table.settings
    try:
        games.parse(settings.game, sheet, settings.options, len(table.players))
    except Invalid as invalid:
        return invalid.problems
    return ()


def _score(table: Table, sheet: JSON) -> Score | None:
    """Of what is left when wrong lines are taken out; None where even that is wrong."""
    settings, seats = table.settings, len(table.players)
    try:
        parsed = games.parse(settings.game, sheet, settings.options, seats)
    except Invalid as invalid:
        less = _without(table, sheet, invalid.problems)
        return None if less == sheet else _score(table, less)
    return settings.game.calculate(parsed, settings.options, seats)


def _without(table: Table, sheet: JSON, problems: Sequence[Problem]) -> JSON:
    """The sheet without what is wrong and may be left out; else the deals before the first wrong one, and the
    lists without their wrong lines."""
    layout = table.layout
    optional = {field.key for field in (*layout.per_seat, *layout.per_deal) if not field.required}
    left_out: dict[int, set[str]] = defaultdict(set)
    wrong: dict[str, set[int]] = defaultdict(set)
    for problem in problems:
        _sheet, key, number, field = [*problem.path.split("."), "", "", ""][:4]
        if key == "deals" and field in optional:
            left_out[int(number)].add(field)
        elif number.isdecimal():
            wrong[key].add(int(number))
    lists = {
        key: [line for number, line in enumerate(lines) if number not in wrong[key]]
        for key, lines in sheet.items()
    }
    deals = [
        {key: value for key, value in deal.items() if key not in left_out[number]}
        for number, deal in enumerate(sheet["deals"][: min(wrong["deals"], default=None)])
    ]
    return {**lists, "deals": deals}


def _so_far(table: Table, score: Score) -> str:
    if score.complete:
        return gettext("The match is complete.")
    played = max((len(seat.deal_scores) for seat in score.seats), default=0)
    deals = table.settings.deals
    counted = gettext("{played} of {deals} {word} so far") if deals else gettext("{played} {word} so far")
    thing = word(table.settings.game, "deal" if played == 1 and not deals else "deals")
    return counted.format(played=played, deals=deals, word=thing)
