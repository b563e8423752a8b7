"""Says who was given an award of a season and why somebody else was not: who was considered, with what, and where
that came from (contract.md, `explain` and its part on awards)."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from games import AVERAGE, IMPROVEMENT, WIN_RATE, ZERO_RATE, Award, Game, Step, Text, fraction_text
from games.problems import _
from league.rules.explain.award_figures import FigureExplainer, find_seat
from league.rules.seasons.awards import (
    CONSIDERED,
    STRETCH_LENGTH,
    AwardCategory,
    AwardMatch,
    Candidate,
    format_figure,
)

MAX_LISTED = 10  # of those who were considered
MAX_NAMED = 4  # of those who have an award together, in a sentence
Values = dict[str, int | str | Text]

# --- an award in words, wherever it is told


def format_with_style(template: str, style: str | None, game: Game) -> Text:
    """The label of an award, or what it is for."""
    return Text(template, {"style": Text(game.words.get(style, style))} if style else {})


def format_reason(category: AwardCategory, candidate: Candidate) -> Text | None:
    """In a few words, why this candidate does not have the award; None of who has it."""
    if candidate.why == "less":
        return Text(_("less than {best}"), {"best": get_best_figure(category)})
    if candidate.why == "too-little":
        return format_minimum(category.award)
    return Text(NOT_CONSIDERED[candidate.why]) if candidate.why in NOT_CONSIDERED else None


def format_minimum(award: Award) -> Text:
    """The minimum of an award that has one."""
    if award.least is not None:
        return Text(_("at least {least} asked for"), {"least": award.least})
    return Text(_("more than {above} asked for"), {"above": award.above or 0})


def get_best_figure(category: AwardCategory) -> str:
    """What those have to whom it was given."""
    return next(format_candidate_figure(one) for one in category.candidates if one.why == "given")


def format_candidate_figure(one: Candidate) -> str:
    """As it is written; empty where there is none."""
    return "" if one.figure is None else format_figure(one.figure)


def has_none(one: Candidate) -> bool:
    """Of something that is counted: not worth a line."""
    return one.why == "too-little" and isinstance(one.figure, int) and one.figure == 0


def classify_candidate(one: Candidate) -> str:
    """What is said of all like this together; empty of who has a figure to be told."""
    return "none" if has_none(one) else one.why if one.why in NOT_CONSIDERED else ""


NOT_CONSIDERED: Mapping[str, str] = {
    "no-figure": _("nothing to compare"),
    "too-few-matches": _("too few matches"),
    "other-style": _("another style"),
}

# --- the awards of somebody


@dataclass(frozen=True)
class AwardExplainer:
    """The awards of a closed season. `sittings` are those that its categories were worked out from; `shown` gives a
    player's name by id."""

    game: Game
    season: int
    sittings: Sequence[AwardMatch]
    categories: Sequence[AwardCategory]
    get_name: Callable[[str], str]

    def explain(self, player: str) -> Iterator[Step]:
        """One step for all awards, with what there is to say of each; none in a game without awards."""
        if not self.game.awards:
            return
        if not any(sitting.season == self.season for sitting in self.sittings):
            yield Step(Text(_("No match was played in this season: there was nothing to give awards for")))
            return
        held = sum(player in given.players for one in self.categories for given in one.given)
        told = tuple(self.explain_category(one, player) for one in self.categories)
        yield Step(
            Text(_("Awards of the season: {count}"), {"count": held}),
            held,
            (*self.explain_style(player), *told),
        )

    def explain_category(self, category: AwardCategory, player: str) -> Step:
        """Whether they have it, with their own figure, and below it where that came from and who was considered."""
        own = [one for one in category.candidates if player in one.players]
        values: Values = {
            "award": format_with_style(category.award.label, category.style, self.game),
            "player": self.get_name(player),
        }
        if not own:
            return Step(Text(MET_NOBODY, values), None, tuple(self.explain_considered(category, player)))
        told = self._build_sentence(category, own, player)
        best = own[0]
        together = (player, *(one for one in best.players if one != player))
        because = (
            ()
            if best.why == "other-style"
            else self.figure_explainer.explain_figure(category.award.figure, together)
        )
        return Step(
            Text(told.template, {**values, **told.values}),
            format_candidate_figure(best) or None,
            (*because, *self.explain_considered(category, player)),
        )

    @cached_property
    def figure_explainer(self) -> FigureExplainer:
        in_order = sorted(self.sittings, key=lambda one: one.sort_key)
        return FigureExplainer(self.game, self.season, in_order, self.get_name)

    # --- whether they have it, or what was wanting

    def _build_sentence(self, category: AwardCategory, own: Sequence[Candidate], player: str) -> Text:
        """Of the best that they have: at tables a player may be one of several pairs."""
        best = own[0]
        partners = [one for other in own if other.why == best.why for one in other.players if one != player]
        values: Values = {"figure": format_candidate_figure(best)}
        if best.why == "given":
            return self._build_given_sentence(category, player, partners, values)
        if partners:
            values["other"] = self.get_name(partners[0])
        if best.why == "less":
            values |= {
                "best": get_best_figure(category),
                "others": self._join_names(category.given[0].players),
            }
            return Text(LESS_SENTENCES[bool(partners)], values)
        if best.why == "too-little":
            told = TOO_LITTLE_SENTENCES[bool(partners) and not has_none(best)]
            return Text(told, {**values, "asked": format_minimum(category.award)})
        if best.why == "other-style":
            called = self.describe_style(player)
            return Text(OTHER_STYLE[bool(values["figure"])], values | called) if called else Text(NO_STYLE)
        played = self.figure_explainer.list_matches(player)
        values |= {"matches": len(played), "needed": 2 * STRETCH_LENGTH, "limit": STRETCH_LENGTH}
        if best.why == "too-few-matches":
            values["matches"] = sum(one.season == self.season for one in played)
            return Text(TOO_FEW, values)
        if category.award.figure == IMPROVEMENT and len(played) < 2 * STRETCH_LENGTH:
            return Text(TOO_EARLY, values)
        return Text(NO_FIGURE_SENTENCES.get(category.award.figure, NO_FIGURE_SENTENCE), values)

    def _build_given_sentence(
        self, category: AwardCategory, player: str, partners: Sequence[str], values: Values
    ) -> Text:
        sharing = [
            one
            for given in category.given
            if player in given.players
            for one in given.players
            if one != player
        ]
        if not sharing:
            return Text(_("{award} – {player} has it: {figure}"), values)
        what = (
            _("{award} – {player} has it together with {others}: {figure}")
            if partners
            else _("{award} – {player} shares it with {others}: {figure}")
        )
        return Text(what, {**values, "others": self._join_names(sharing)})

    def _join_names(self, players: Sequence[str]) -> str:
        """As many as a sentence can hold."""
        shown = [self.get_name(player) for player in players]
        return ", ".join(
            shown if len(shown) <= MAX_NAMED else [*shown[: MAX_NAMED - 1], f"+{len(shown) - MAX_NAMED + 1}"]
        )

    # --- their style

    def explain_style(self, player: str) -> Iterator[Step]:
        """How their bids make it, season by season; nothing where no award asks for it."""
        called = self.describe_style(player)
        if not called or not any(one.style for one in self.categories):
            return
        bids, totals = Counter[int](), Counter[int]()
        for sitting in self.figure_explainer.list_matches(player):
            seat = find_seat(sitting, player)
            bids[sitting.season] += seat.bids
            totals[sitting.season] += seat.bid_total
        yield Step(
            Text(
                _(
                    "{player} is called {own}: {bids} bids up to this season, {average} on average, against {middle}"
                ),
                {"player": self.get_name(player), **called},
            ),
            None,
            tuple(
                Step(
                    Text(
                        _("Season {season}: {bids} bids, together {total}"),
                        {"season": season, "bids": bids[season], "total": totals[season]},
                    )
                )
                for season in sorted(bids)
            ),
        )

    def describe_style(self, player: str) -> Values:
        """What their bids make them, with the average bid; nothing without bids, or in a game without styles."""
        seats = [find_seat(sitting, player) for sitting in self.figure_explainer.list_matches(player)]
        bids, total = sum(seat.bids for seat in seats), sum(seat.bid_total for seat in seats)
        called = self.game.style_of(total, bids)
        if called is None or self.game.style is None:
            return {}
        return {
            "own": Text(self.game.words.get(called, called)),
            "bids": bids,
            "average": fraction_text(Fraction(total, bids)) or "",
            "middle": fraction_text(self.game.style.middle) or "",
        }

    # --- who was considered

    def explain_considered(self, category: AwardCategory, player: str) -> Iterator[Step]:
        """The best of them and the player, with their figures; of the others how many there are."""
        others = Counter(classify_candidate(one) for one in category.candidates)
        compared = [one for one in category.candidates if not classify_candidate(one)]
        listed = [one for number, one in enumerate(compared) if number < MAX_LISTED or player in one.players]
        told = [self._explain_candidate(one) for one in listed[: 2 * MAX_LISTED]]
        if len(compared) > len(told):
            told.append(Step(Text(_("And {count} more"), {"count": len(compared) - len(told)})))
        told += [
            Step(Text(UNLISTED_SENTENCES[kind], {"count": others[kind]}))
            for kind in UNLISTED_SENTENCES
            if others[kind]
        ]
        count = sum(one.why in CONSIDERED for one in category.candidates)
        if told:
            what = CONSIDERED_SENTENCES[category.award.to == "pair"] if count else _("Considered: nobody")
            yield Step(Text(what, {"count": count}), count, tuple(told))

    def _explain_candidate(self, one: Candidate) -> Step:
        is_pair = len(one.players) > 1
        values: Values = {"player": self.get_name(one.players[0]), "figure": format_candidate_figure(one)}
        if is_pair:
            values["other"] = self.get_name(one.players[1])
        return Step(Text(CANDIDATE_SENTENCES[one.why][is_pair], values), format_candidate_figure(one))


MET_NOBODY = _("{award} – not {player}, who met nobody in this season")
OTHER_STYLE: Mapping[bool, str] = {
    True: _(
        "{award} – not {player} with {figure}, who is called {own}: {average} on average over {bids} bids"
    ),
    False: _("{award} – not {player}, who is called {own}: {average} on average over {bids} bids"),
}
NO_STYLE = _("{award} – not {player}, who has no style without a bid")
TOO_FEW = _("{award} – not {player}, who played too few matches in this season: {matches}")
TOO_EARLY = _("{award} – not {player}, with {matches} matches so far: it compares the last {needed}")
NO_FIGURE_SENTENCE = _("{award} – not {player}: no sheet gave anything of it")
NO_FIGURE_SENTENCES: Mapping[str, str] = {
    AVERAGE: _("{award} – not {player}: there is nothing to divide the score by"),
    ZERO_RATE: _("{award} – not {player}, who made no bid"),
    WIN_RATE: _("{award} – not {player}, who only drew"),
    IMPROVEMENT: _("{award} – not {player}: of {limit} matches all were drawn"),
}
# Alone, and as a pair.
CONSIDERED_SENTENCES: Mapping[bool, str] = {
    False: _("Considered: {count}"),
    True: _("Considered: {count} pairs"),
}
LESS_SENTENCES: Mapping[bool, str] = {
    False: _("{award} – not {player} with {figure}: {others} had {best}"),
    True: _("{award} – not {player} with {other}, {figure}: {others} had {best}"),
}
TOO_LITTLE_SENTENCES: Mapping[bool, str] = {
    False: _("{award} – not {player} with {figure}: {asked}"),
    True: _("{award} – not {player} with {other}, {figure}: {asked}"),
}
CANDIDATE_SENTENCES: Mapping[str, Mapping[bool, str]] = {
    "given": {False: _("{player}: {figure}, so given"), True: _("{player}, {other}: {figure}, so given")},
    "less": {False: _("{player}: {figure}"), True: _("{player}, {other}: {figure}")},
    "too-little": {
        False: _("{player}: {figure}, too little"),
        True: _("{player}, {other}: {figure}, too little"),
    },
}
UNLISTED_SENTENCES: Mapping[str, str] = {
    "none": _("With none of it: {count}"),
    "no-figure": _("With nothing to compare: {count}"),
    "too-few-matches": _("Not considered, with too few matches: {count}"),
    "other-style": _("Not considered, of another style: {count}"),
}
