"""Deciding a match that was not played: as a no-show, or as void."""

import hashlib
from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import format_number
from league.actions.decisions.forfeit import forfeit_match
from league.actions.decisions.void import void_match
from league.forms import parse_revision
from league.models import Decision, DecisionKind
from league.models.match import MatchStatus
from league.permissions import can
from league.principals import Principal
from league.queries.game_words import get_word
from league.queries.match import SeatedMatch
from league.queries.overtaken import PossibleEnd, build_questions, list_overtaken
from league.queries.result_checks import find_expunged_entries
from league.queries.table_names import shorten_names
from league.queries.versions import list_versions
from league.rules.snapshot import Settings
from league.rules.standings.totals import PAIR_SIZE
from league.web.base import ChangeView
from league.web.entry.night import find_way_back
from league.web.manage.access import get_match_to_decide, list_typed
from league.web.manage.base import ReasonForm

HOW = [
    (DecisionKind.FORFEIT.value, _("No-show")),
    (DecisionKind.VOID.value, _("Void – match doesn't count")),
]


class DecideMatchForm(ReasonForm):
    """The boxes of absent players have the numbers of their seats. A void match can't be voided again."""

    how = forms.ChoiceField(label=_("What happened?"), choices=HOW, widget=forms.RadioSelect)
    absent = forms.MultipleChoiceField(
        label=_("Who didn't turn up?"), required=False, widget=forms.CheckboxSelectMultiple
    )
    field_order = ("how", "absent", "reason", "note")
    later = ""  # the digest of the later matches that were asked about

    def __init__(self, *args: Any, match: SeatedMatch, **kwargs: Any) -> None:
        super().__init__(*args, initial={"how": DecisionKind.FORFEIT.value}, **kwargs)
        self.match = match
        people = [player for seat in match.seats for player in (seat.player, seat.entry.player)]
        self.names = {player.key: player.get_name_for(match.viewer) for player in people}
        self.matches = {match.match.key: " – ".join(match.table.players)}
        self.fields["absent"].choices = [  # type: ignore[attr-defined]
            (str(seat.number), name) for seat, name in zip(match.seats, match.table.players, strict=True)
        ]
        if match.match.status == MatchStatus.VOID:
            self.fields["how"].choices = HOW[:1]  # type: ignore[attr-defined]
        self.fields["reason"].required = True
        self.fields["reason"].error_messages["required"] = _("Enter a reason.")
        self.fields["reason"].help_text = _("Public – shown on the match page and under Committee decisions.")

    @property
    def radios(self) -> dict[str, Any]:
        """Return each choice, by its name."""
        return {str(radio.data["value"]): radio for radio in self["how"]}

    @property
    def boxes(self) -> list[dict[str, Any]]:
        """Return the box of each seat, and the player whom a substitute there replaces."""
        return [
            {
                "box": box,
                "stands_in_for": self.names[seat.entry.player.key]
                if seat.player_id != seat.entry.player_id
                else "",
            }
            for box, seat in zip(self["absent"], self.match.seats, strict=True)
        ]

    @property
    def voids(self) -> bool:
        return self.cleaned_data.get("how") == DecisionKind.VOID.value

    @property
    def away(self) -> list[int]:
        """Return the numbers of the absent players' seats."""
        return [int(number) for number in self.cleaned_data.get("absent", ())]

    def clean(self) -> None:
        if parse_revision(self.data.get("base", "")) != self.match.match.revision:
            self.add_error(
                None, gettext("The match has changed since you opened this page. Check it, then try again.")
            )
        if not (self.voids or self.away or "absent" in self.errors or "how" in self.errors):
            self.add_error("absent", gettext("Choose who didn't turn up."))
        if not self.errors:
            self._ask_about_later_matches()

    def _ask_about_later_matches(self) -> None:
        """Ask what becomes of later matches of a bracket, unless the question was shown with the same matches."""
        found = self.match
        end = PossibleEnd(self.cleaned_data["how"], absent=self.away)
        overtaken = list_overtaken(
            found.match.division, {found.match.pk: end}, found.table.settings, viewer=found.viewer
        )
        digest = hashlib.sha256(repr(overtaken).encode()).hexdigest() if overtaken else ""
        if overtaken and self.data.get("later") != digest:
            for question in build_questions(overtaken):
                self.add_error(None, question.message.translate(gettext))
            self.add_error(None, gettext("Send it again if that is right."))
            self.later = digest

    def decide(self, by: Principal) -> Decision:
        match = self.match.match
        sent: dict[str, Any] = {**self.remark, "by": by, "base": match.revision}
        if self.voids:
            return void_match(match=match, **sent)
        return forfeit_match(match=match, absent=self.away, **sent)


class DecideMatchView(ChangeView[DecideMatchForm]):
    """Shows the effect of each choice; then carries it out."""

    template_name = "manage/decide_match.html"
    found: SeatedMatch

    def find(self) -> HttpResponse | None:
        self.found, self.by = get_match_to_decide(self.request, **self.kwargs, permission="decide-forfeit")
        return None

    def build_form(self, sent: QueryDict | None) -> DecideMatchForm:
        return DecideMatchForm(sent, match=self.found)

    def is_confirmed(self) -> bool:
        return _can_decide(self.found)

    def change(self, form: DecideMatchForm) -> HttpResponse:
        form.decide(self.by)
        messages.success(self.request, gettext("Decision saved."))
        return redirect(find_way_back(self.request, self.found.match))

    def get_context(self, form: DecideMatchForm) -> dict[str, Any]:
        found = self.found
        match = found.match
        versions = list_versions(found)
        waits = match.status == MatchStatus.SCHEDULED
        return {
            "where": found.where,
            "match": match,
            "together": shorten_names(found.table.players),
            "gives": tuple(_describe_forfeit(found.table.settings, len(found.seats))),
            "now": versions[0] if versions else None,
            "is_open": found.is_open,
            "expunged": found.is_open and not _can_decide(found),
            "decision": versions[0].result.decision_id if versions else None,
            "helps": True,
            "may_move": waits and can(self.by, "run-seasons", match.club_id),
            "typed": tuple(list_typed(self.request)),
        }


def _can_decide(found: SeatedMatch) -> bool:
    return found.is_open and not find_expunged_entries(seat.entry for seat in found.seats)


def _describe_forfeit(settings: Settings, seats: int) -> Iterator[str]:
    """Yield sentences on the points and score of a forfeit (docs/reference/ranking.md, Forfeits)."""
    rate, deals = settings.rules.forfeit_score, settings.count_deals(seats)
    things = get_word(settings.game, "deal" if deals == 1 else "deals")
    if rate is not None and deals:
        sentence = gettext("An absent player loses the match, with a score of {score} over {deals} {things}.")
        yield sentence.format(score=format_number(rate * deals), deals=deals, things=things)
    else:
        yield gettext("An absent player loses the match, without a score.")
    if seats <= PAIR_SIZE:
        yield gettext("The player who came wins, without a score. If neither came, both lose.")
    else:
        yield gettext("A player who came alone wins; several share first place. They get no score.")
    if "points" in settings.rules.ranking:
        yield _describe_points(settings, seats)
    if settings.rules.pairing:
        yield gettext("It counts in the standings only, not for player records.")
    else:
        yield gettext("It counts in the standings only, not for awards or player records.")


def _describe_points(settings: Settings, seats: int) -> str:
    worth = settings.rules.points.compute_points
    given = {
        "alone": worth("win", None, seats, absent=False),
        "several": worth("draw", None, seats, absent=False),
        "away": worth("loss", None, seats, absent=True),
    }
    if seats <= PAIR_SIZE or given["alone"] == given["several"]:
        sentence = gettext("Points: {alone} for the player who came, {away} for an absent player.")
    else:
        sentence = gettext(
            "Points: {alone} for a player who came alone, {several} each for several, "
            "{away} for an absent player."
        )
    return sentence.format(**{who: format_number(points) for who, points in given.items()})
