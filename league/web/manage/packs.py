"""The deals of a tournament in which all tables play the same cards: drawing them, and printing the packs of a round.

Cards of rounds to come are in the answer to a sent form only, which says whether the printer plays: no address shows
them (docs/reference/duplicate.md, Secrecy).
"""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import Board, Text
from league.actions.boards import PackKind, draw_boards, print_packs
from league.actions.errors import MAX_REASON_LENGTH
from league.forms import ProblemForm
from league.models import BoardSet, Round
from league.queries.boards import are_boards_public, deal_from, has_own_entry, is_public, list_looks
from league.queries.paired_rounds import PUBLISHED
from league.queries.schedule import find_settings
from league.queries.shown_cards import count_piles, has_columns, list_places, list_sorted_pack, show_board
from league.rules.duplicate.rounds import list_boards
from league.web.manage.season import SeasonChangeView

PLAYS = (
    ("no", _("I do not play in this tournament: show me the cards")),
    ("yes", _("I play: print packs that can be dealt without seeing the cards")),
)


class PacksForm(ProblemForm):
    """What the buttons of the page send: `do` says which was pressed."""

    do = forms.ChoiceField(choices=[(do, do) for do in ("draw", "print")])
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=MAX_REASON_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )
    round = forms.TypedChoiceField(label=_("Round"), coerce=int, required=False)
    plays = forms.ChoiceField(
        label=_("Do you play?"), choices=PLAYS, widget=forms.RadioSelect, required=False
    )

    def __init__(self, *args: Any, rounds: int, first: int, plays: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        numbers = [(number, str(number)) for number in range(1, rounds + 1)]
        self.fields["round"].choices = numbers  # type: ignore[attr-defined]
        self.fields["round"].initial = first
        if plays:
            self.fields["plays"].choices = PLAYS[1:]  # type: ignore[attr-defined]
            self.fields["plays"].initial = "yes"

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("do") == "print":
            if not cleaned.get("round") and "round" not in self.errors:
                self.add_error("round", gettext("Choose a round."))
            if not cleaned.get("plays") and "plays" not in self.errors:
                self.add_error("plays", gettext("Say whether you play."))
        return cleaned


class PacksView(SeasonChangeView[PacksForm]):
    """The page from which organisers draw the deals, and print the packs of a round."""

    template_name = "manage/packs.html"

    def find(self) -> HttpResponse | None:
        super().find()
        settings = find_settings(self.season)
        if settings is None or not settings.rules.same_cards or settings.game.duplicate is None:
            return self.lead_to_season(gettext("In this tournament each table has its own cards."))
        self.settings, self.duplicate = settings, settings.game.duplicate
        self.rounds = list(Round.objects.filter(stage__season=self.season).order_by("number"))
        self.drawn = BoardSet.objects.filter(season=self.season).first()
        self.plays = has_own_entry(self.season, self.by)
        return None

    @property
    def count(self) -> int:
        """The number of rounds: those that are announced, or of a draft those that will be."""
        return len(self.rounds) or self.settings.rules.rounds or 1

    def build_form(self, sent: QueryDict | None) -> PacksForm:
        waiting = [each.number for each in self.rounds if each.state not in PUBLISHED]
        first = min(waiting, default=1)
        return PacksForm(sent, rounds=self.count, first=first, plays=self.plays)

    def change(self, form: PacksForm) -> HttpResponse:
        sent = form.cleaned_data
        if sent["do"] == "draw":
            draw_boards(season=self.season, reason=sent["reason"], by=self.by)
            messages.success(self.request, gettext("The deals are drawn. Their digest is published."))
            return redirect("packs", *self.address)
        kind: PackKind = "open" if sent["plays"] == "no" else "blind"
        print_packs(season=self.season, number=sent["round"], kind=kind, by=self.by)
        return self._show_packs(sent["round"], is_blind=kind == "blind")

    def _show_packs(self, number: int, *, is_blind: bool) -> HttpResponse:
        """Return the packs of a round to print, open or blind. 3 queries."""
        drawn = BoardSet.objects.get(season=self.season)
        boards = [
            (board_number, board)
            for board_number in list_boards(number, self.settings.deals or 0)
            if (board := deal_from(drawn, self.settings, board_number))
        ]
        context = {
            "season": self.season,
            "round": number,
            "is_blind": is_blind,
            "sorted_pack": list_sorted_pack(self.duplicate),
            "piles": count_piles(boards[0][1], self.duplicate) if boards else [],
            "has_columns": bool(boards) and has_columns(boards[0][1]),
            "curtains": self._list_curtains(boards),
            "packs": [
                (
                    board_number,
                    [] if is_blind else [[hand] for hand in show_board(board, self.duplicate)],
                    list_places(board, self.duplicate) if is_blind else [],
                )
                for board_number, board in boards
            ],
        }
        return render(self.request, "manage/packs_of_round.html", context)

    def _list_curtains(self, boards: Sequence[tuple[int, Board]]) -> list[tuple[int, Text]]:
        """Return the curtain cards of a round, for each table one of each side's, and of cards of no player."""
        tables = max(1, self._count_players() // self.duplicate.seats)
        return [
            (number, label)
            for number, board in boards
            for label in (
                *map(Text, self.duplicate.positions),
                *(pile.label for pile in board.piles if pile.position is None),
            )
            for _table in range(tables)
        ]

    def get_context(self, form: PacksForm) -> dict[str, Any]:
        players = self._count_players()
        tables = players // self.duplicate.seats
        return {
            **super().get_context(form),
            "competition": self.season.competition,
            "club": self.season.competition.club,
            "drawn": self.drawn,
            "plays": self.plays,
            "deals": self.settings.deals,
            "tables": tables,
            "packs": tables * (self.settings.deals or 0),
            "has_begun": any(each.state in PUBLISHED for each in self.rounds),
            "is_over": self.season.is_closed or are_boards_public(self.rounds),
            "public": [each for each in self.rounds if is_public(self.season, each)],
            "looks": list_looks(self.season),
        }

    def _count_players(self) -> int:
        """Return how many take part, or are registered to; at most 2 queries."""
        entered = self.season.entries.filter(left=False).count()
        return entered or self.season.registrations.with_place().count()
