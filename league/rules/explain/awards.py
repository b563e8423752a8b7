"""Explain who was given an award of a season, and why other players were not.

The steps list the candidates, with their figures and where those came from. See
docs/reference/commands.md, explain; docs/reference/awards.md, Considered.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from games import AVERAGE, IMPROVEMENT, WIN_RATE, ZERO_RATE, Award, Game, Step, Text
from games.problems import _
from league.rules.explain.award_figures import FigureExplainer, find_seat
from league.rules.seasons.awards import (
    CONSIDERED,
    STRETCH_LENGTH,
    AwardCategory,
    AwardMatch,
    Candidate,
    Number,
    format_figure,
)

MAX_LISTED = 10  # candidates
MAX_NAMED = 4  # holders of an award, in a sentence
Values = dict[str, int | str | Fraction | Text]

# --- an award in words


def format_with_style(template: str, style: str | None, game: Game) -> Text:
    """Return the label of an award, or its description, with the style filled in."""
    return Text(template, {"style": Text(game.words.get(style, style))} if style else {})


def format_reason(category: AwardCategory, candidate: Candidate) -> Text | None:
    """Return in a few words why this candidate does not have the award; None for a holder."""
    if candidate.why == "less":
        return Text(_("less than {best}"), {"best": get_best_figure(category)})
    if candidate.why == "too-little":
        return format_minimum(category.award)
    return Text(NOT_CONSIDERED[candidate.why]) if candidate.why in NOT_CONSIDERED else None


def format_minimum(award: Award) -> Text:
    """Return the minimum of an award that has a minimum."""
    if award.least is not None:
        return Text(_("at least {least} needed"), {"least": award.least})
    return Text(_("more than {above} needed"), {"above": award.above or 0})


def get_best_figure(category: AwardCategory) -> Number:
    """Return the figure of those to whom the award was given."""
    return next(
        candidate.figure
        for candidate in category.candidates
        if candidate.why == "given" and candidate.figure is not None
    )


def describe_figure(candidate: Candidate) -> Values:
    """Return the figure for a sentence, and as the value of a step has it; nothing where there is none."""
    if candidate.figure is None:
        return {}
    return {"figure": candidate.figure, "value": format_figure(candidate.figure)}


def has_none(candidate: Candidate) -> bool:
    """Return whether a candidate has a count of zero, which is not worth a line of its own."""
    return candidate.why == "too-little" and isinstance(candidate.figure, int) and candidate.figure == 0


def classify_candidate(candidate: Candidate) -> str:
    """Return the key under which such candidates are only counted; empty if they are listed with a figure."""
    return "none" if has_none(candidate) else candidate.why if candidate.why in NOT_CONSIDERED else ""


NOT_CONSIDERED: Mapping[str, str] = {
    "no-figure": _("nothing to compare"),
    "too-few-matches": _("too few matches"),
    "other-style": _("another style"),
}

# --- the awards of a player


@dataclass(frozen=True)
class AwardExplainer:
    """An explainer of the awards of a closed season.

    `matches` are those that its categories were computed from; `get_name` returns a player's name by
    id.
    """

    game: Game
    season: int
    matches: Sequence[AwardMatch]
    categories: Sequence[AwardCategory]
    get_name: Callable[[str], str]
    counts_deals: bool = False  # in a win rate

    def explain(self, player: str) -> Iterator[Step]:
        """Yield a step that explains all awards; nothing in a game without awards."""
        if not self.game.awards:
            return
        if not any(match.season == self.season for match in self.matches):
            yield Step(Text(_("No matches were played this season: no awards")))
            return
        held = sum(player in award.players for category in self.categories for award in category.given)
        steps = tuple(self.explain_category(category, player) for category in self.categories)
        yield Step(
            Text(_("Awards of the season: {count}"), {"count": held}),
            held,
            is_said=True,
            because=(*self.explain_style(player), *steps),
        )

    def explain_category(self, category: AwardCategory, player: str) -> Step:
        """Explain whether a player has an award.

        The step holds the player's own figure; the steps below it are where that came from and the candidates.
        """
        own = [candidate for candidate in category.candidates if player in candidate.players]
        values: Values = {
            "award": format_with_style(category.award.label, category.style, self.game),
            "player": self.get_name(player),
        }
        if not own:
            return Step(Text(MET_NOBODY, values), None, tuple(self.explain_considered(category, player)))
        sentence = self._build_sentence(category, own, player)
        best = own[0]
        together = (player, *(partner for partner in best.players if partner != player))
        because = (
            ()
            if best.why == "other-style"
            else self.figure_explainer.explain_figure(category.award.figure, together)
        )
        return Step(
            Text(sentence.template, {**values, **sentence.values}),
            None if best.figure is None else format_figure(best.figure),
            is_said=True,
            because=(*because, *self.explain_considered(category, player)),
        )

    @cached_property
    def figure_explainer(self) -> FigureExplainer:
        in_order = sorted(self.matches, key=lambda match: match.sort_key)
        return FigureExplainer(self.game, self.season, in_order, self.get_name, self.counts_deals)

    # --- whether a player has an award, or why not

    def _build_sentence(self, category: AwardCategory, own: Sequence[Candidate], player: str) -> Text:
        """Build the sentence for a player's best candidate; at tables they may be in several pairs."""
        best = own[0]
        partners = [
            partner
            for other in own
            if other.why == best.why
            for partner in other.players
            if partner != player
        ]
        values = describe_figure(best)
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
            template = TOO_LITTLE_SENTENCES[bool(partners) and not has_none(best)]
            return Text(template, {**values, "asked": format_minimum(category.award)})
        if best.why == "other-style":
            style = self.describe_style(player)
            return Text(OTHER_STYLE["figure" in values], values | style) if style else Text(NO_STYLE)
        played = self.figure_explainer.list_matches(player)
        values |= {"matches": len(played), "needed": 2 * STRETCH_LENGTH, "limit": STRETCH_LENGTH}
        if best.why == "too-few-matches":
            values["matches"] = sum(match.season == self.season for match in played)
            return Text(TOO_FEW, values)
        if category.award.figure == IMPROVEMENT and len(played) < 2 * STRETCH_LENGTH:
            return Text(TOO_EARLY, values)
        return Text(NO_FIGURE_SENTENCES.get(category.award.figure, NO_FIGURE_SENTENCE), values)

    def _build_given_sentence(
        self, category: AwardCategory, player: str, partners: Sequence[str], values: Values
    ) -> Text:
        sharing = [
            holder
            for award in category.given
            if player in award.players
            for holder in award.players
            if holder != player
        ]
        if not sharing:
            return Text(_("{award} – won with {figure}"), values)
        what = (
            _("{award} – won together with {others}: {figure}")
            if partners
            else _("{award} – shared with {others}: {figure}")
        )
        return Text(what, {**values, "others": self._join_names(sharing)})

    def _join_names(self, players: Sequence[str]) -> str:
        """Join as many names as a sentence can hold."""
        shown = [self.get_name(player) for player in players]
        return ", ".join(
            shown if len(shown) <= MAX_NAMED else [*shown[: MAX_NAMED - 1], f"+{len(shown) - MAX_NAMED + 1}"]
        )

    # --- the player's style

    def explain_style(self, player: str) -> Iterator[Step]:
        """Yield how bids make the player's style, season by season; nothing if no award asks for it."""
        style = self.describe_style(player)
        if not style or not any(category.style for category in self.categories):
            return
        bids, totals = Counter[int](), Counter[int]()
        for match in self.figure_explainer.list_matches(player):
            seat = find_seat(match, player)
            bids[match.season] += seat.bids
            totals[match.season] += seat.bid_total
        yield Step(
            Text(
                _("Style: {own} – {bids} bids up to this season, average {average} (middle {middle})"),
                {"player": self.get_name(player), **style},
            ),
            None,
            tuple(
                Step(
                    Text(
                        _("Season {season}: {bids} bids, total {total}"),
                        {"season": season, "bids": bids[season], "total": totals[season]},
                    )
                )
                for season in sorted(bids)
            ),
        )

    def describe_style(self, player: str) -> Values:
        """Return the player's style with the average bid.

        The answer is empty without bids, and in a game without styles.
        """
        seats = [find_seat(match, player) for match in self.figure_explainer.list_matches(player)]
        bids, total = sum(seat.bids for seat in seats), sum(seat.bid_total for seat in seats)
        style = self.game.style_of(total, bids)
        if style is None or self.game.style is None:
            return {}
        return {
            "own": Text(self.game.words.get(style, style)),
            "bids": bids,
            "average": Fraction(total, bids),
            "middle": self.game.style.middle,
        }

    # --- the candidates

    def explain_considered(self, category: AwardCategory, player: str) -> Iterator[Step]:
        """Yield the best candidates and the player, with their figures, and count the others."""
        others = Counter(classify_candidate(candidate) for candidate in category.candidates)
        compared = [candidate for candidate in category.candidates if not classify_candidate(candidate)]
        listed = [
            candidate
            for number, candidate in enumerate(compared)
            if number < MAX_LISTED or player in candidate.players
        ]
        steps = [self._explain_candidate(candidate) for candidate in listed[: 2 * MAX_LISTED]]
        if len(compared) > len(steps):
            steps.append(Step(Text(_("And {count} more"), {"count": len(compared) - len(steps)})))
        steps += [
            Step(Text(UNLISTED_SENTENCES[kind], {"count": others[kind]}))
            for kind in UNLISTED_SENTENCES
            if others[kind]
        ]
        count = sum(candidate.why in CONSIDERED for candidate in category.candidates)
        if steps:
            what = CONSIDERED_SENTENCES[category.award.to == "pair"] if count else _("Contenders: none")
            yield Step(Text(what, {"count": count}), count, tuple(steps), is_said=True)

    def _explain_candidate(self, candidate: Candidate) -> Step:
        is_pair = len(candidate.players) > 1
        values: Values = {
            "player": self.get_name(candidate.players[0]),
            **describe_figure(candidate),
        }
        if is_pair:
            values["other"] = self.get_name(candidate.players[1])
        figure = "" if candidate.figure is None else format_figure(candidate.figure)
        return Step(Text(CANDIDATE_SENTENCES[candidate.why][is_pair], values), figure, is_said=True)


MET_NOBODY = _("{award} – not won: met no other player this season")
OTHER_STYLE: Mapping[bool, str] = {
    True: _("{award} – not won: {figure}, but {own}: average {average} over {bids} bids"),
    False: _("{award} – not won: {own}: average {average} over {bids} bids"),
}
NO_STYLE = _("{award} – not won: no bids, so no style")
TOO_FEW = _("{award} – not won: too few matches this season ({matches})")
TOO_EARLY = _("{award} – not won: {matches} matches so far, {needed} needed")
NO_FIGURE_SENTENCE = _("{award} – not won: none on any sheet")
NO_FIGURE_SENTENCES: Mapping[str, str] = {
    AVERAGE: _("{award} – not won: no average"),
    ZERO_RATE: _("{award} – not won: no bids"),
    WIN_RATE: _("{award} – not won: only draws"),
    IMPROVEMENT: _("{award} – not won: all {limit} matches drawn"),
}
# Alone, and as a pair.
CONSIDERED_SENTENCES: Mapping[bool, str] = {
    False: _("Contenders: {count}"),
    True: _("Contenders: {count} pairs"),
}
LESS_SENTENCES: Mapping[bool, str] = {
    False: _("{award} – not won: {figure}, {others} had {best}"),
    True: _("{award} – not won: {figure} with {other}, {others} had {best}"),
}
TOO_LITTLE_SENTENCES: Mapping[bool, str] = {
    False: _("{award} – not won: {figure}, {asked}"),
    True: _("{award} – not won: {figure} with {other}, {asked}"),
}
CANDIDATE_SENTENCES: Mapping[str, Mapping[bool, str]] = {
    "given": {False: _("{player}: {figure} – winner"), True: _("{player}, {other}: {figure} – winners")},
    "less": {False: _("{player}: {figure}"), True: _("{player}, {other}: {figure}")},
    "too-little": {
        False: _("{player}: {figure}, not enough"),
        True: _("{player}, {other}: {figure}, not enough"),
    },
}
UNLISTED_SENTENCES: Mapping[str, str] = {
    "none": _("With none: {count}"),
    "no-figure": _("Nothing to compare: {count}"),
    "too-few-matches": _("Too few matches: {count}"),
    "other-style": _("Another style: {count}"),
}
