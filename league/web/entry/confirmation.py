"""Confirming a result that another user has entered, disputing it, and settling the dispute."""

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_htmx.http import trigger_client_event

from league.actions.confirmation import confirm_result, dispute_result, settle_dispute
from league.actions.decisions.remark import remove_dispute_reasons
from league.actions.errors import MAX_REASON_LENGTH, ActionError
from league.forms import ProblemForm, parse_revision, set_error_messages
from league.permissions import EnteredResult, can
from league.queries.confirmations import Confirmation, list_dispute_reasons, read_entered, read_version
from league.queries.sheet_layout import Texts, read_for_layout
from league.queries.versions import compare_sheets, read_sheet
from league.rules.records import SheetRecord
from league.web.base import Form
from league.web.entry.result import MAX_SHEET_BODY, MatchView, is_in_place, show_sheet
from league.web.entry.sheet_form import SheetForm, question_later_matches
from league.web.limits import limit_body

DISPUTE_SAVED = _("An organiser of the club will settle this. You'll see it here.")
ENTERED, DISPUTED = "entered", "disputed"


class ReplyForm(ProblemForm):
    """`submission` is the id of the entered result that the page showed."""

    submission = forms.Field(required=False, widget=forms.HiddenInput())

    def clean_submission(self) -> int:
        return parse_revision(self.cleaned_data["submission"] or "")


class SettleForm(ReplyForm):
    """The choice of the correct version, and the reason."""

    right = forms.ChoiceField(label=_("Which result is right?"), widget=forms.RadioSelect)
    why = forms.CharField(
        label=_("Reason"),
        max_length=MAX_REASON_LENGTH,
        help_text=_("Everyone can see it. Don't write anything private."),
    )

    def __init__(self, *args: Any, names: tuple[str, str], has_version: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entered, disputing = names
        choices = [(ENTERED, gettext("As {name} entered it").format(name=entered))]
        if has_version:
            choices.append((DISPUTED, gettext("As {name} says").format(name=disputing)))
        self.fields["right"].choices = choices  # type: ignore[attr-defined]
        set_error_messages(self)


class ReplyView(MatchView[Form]):
    """A page about an entered result, for users who may reply to it."""

    permission: str
    confirmation: Confirmation

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated and is_in_place(request):
            self.get_match()
            # The page posts the form again by itself, to be held until after the log-in.
            return trigger_client_event(HttpResponse(status=204), "log-in")
        return super().dispatch(request, *args, **kwargs)

    def find(self) -> HttpResponse | None:
        self.found = self.get_match()
        confirmation = self.found.confirmation
        if confirmation is None:
            messages.info(self.request, gettext("Nothing is to be confirmed in this match."))
            return redirect(self.found.match)
        if not self.is_permitted(confirmation):
            raise Http404
        self.confirmation = confirmation
        return self.check()

    @property
    def entered(self) -> SheetRecord:
        """Return the entered result."""
        return read_entered(self.found.match, self.confirmation.submission)

    def is_permitted(self, confirmation: Confirmation) -> bool:
        """Return whether the user may give this reply to the result."""
        return can(self.by, self.permission, EnteredResult(self.found.seats, confirmation.submission))

    def check(self) -> HttpResponse | None:
        """Return a redirect if the result can't be answered any more."""
        reply = self.confirmation.reply
        if self.confirmation.can_be_answered:
            return None
        is_own = reply is not None and reply.by_id == self.by.user_id  # pressed twice
        if reply and reply.is_confirmed and is_own:
            messages.success(self.request, gettext("Result confirmed."))
        elif reply and reply.is_open_dispute and is_own:
            messages.success(self.request, DISPUTE_SAVED)
        elif reply and reply.is_confirmed:
            messages.info(self.request, gettext("This result has been confirmed already."))
        elif reply:
            messages.info(self.request, gettext("This result has been disputed already."))
        else:
            messages.info(
                self.request, gettext("This result is final. Ask an organiser of the club to change it.")
            )
        return redirect(self.found.match)

    def build_form(self, sent: QueryDict | None) -> Form:
        return self.form_class(sent, initial={"submission": self.confirmation.submission.pk})

    def refresh_form(self, form: Form) -> None:
        """Ask about the result that counts, or waits, by now."""
        form.data = {**form.data, "submission": str(self.confirmation.submission.pk)}

    def get_context(self, form: Form) -> dict[str, Any]:
        return {
            "match": self.found.match,
            "players": self.found.table.players,
            "confirmation": self.confirmation,
            "sheet": read_sheet(self.found.table, self.entered.sheet),
        }


class ConfirmView(ReplyView[ReplyForm]):
    """Confirms a result, and redirects to the page with the button."""

    permission = "confirm-result"
    form_class = ReplyForm
    template_name = "entry/confirm_result.html"

    def check(self) -> HttpResponse | None:
        """Return a redirect also if the result needs no confirmation."""
        answer = super().check()
        if answer is None and not self.confirmation.is_awaited:
            messages.info(self.request, gettext("Nothing is to be confirmed in this match."))
            return redirect(self.found.match)
        return answer

    def change(self, form: ReplyForm) -> HttpResponse:
        confirm_result(match=self.found.match, submission=form.cleaned_data["submission"], by=self.by)
        messages.success(self.request, gettext("Result confirmed."))
        return redirect("my" if "my" in self.request.POST else self.found.match)


class DisputeView(ReplyView[SheetForm]):
    """Shows the entered result in a form, for a player to correct with a reason."""

    permission = "dispute-result"

    @limit_body(MAX_SHEET_BODY)
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Allow for a long sheet."""
        return super().dispatch(request, *args, **kwargs)

    def build_form(self, sent: QueryDict | None) -> SheetForm:
        if sent is None:
            form = SheetForm.from_match(self.found, self.entered)
        else:
            form = SheetForm.from_sent(self.found, cast(Texts, sent.dict()), is_final=True)
        form.is_dispute = True
        return form

    def refresh_form(self, form: SheetForm) -> None:
        """Keep the form: it shows the version that it is about."""

    def is_confirmed(self) -> bool:
        return "more" not in self.request.POST

    def change(self, form: SheetForm) -> HttpResponse:
        if problems := list(form.find_problems()):
            raise ActionError(*problems)
        dispute_result(
            match=self.found.match,
            submission=parse_revision(self.request.POST.get("submission", "")),
            by=self.by,
            why=form.reason,
            sheet=form.as_json(),
            played_on=form.cleaned_data["played_on"],
        )
        messages.success(self.request, DISPUTE_SAVED)
        return redirect(self.found.match)

    def show(self, form: SheetForm) -> HttpResponse:
        """Show the page like the form of a result."""
        return show_sheet(self.request, self.get_context(form))

    def get_context(self, form: SheetForm) -> dict[str, Any]:
        form.add_running_score()
        return {
            "form": form,
            "action": reverse("dispute-result", kwargs=self.kwargs),
            "match": self.found.match,
            "season": self.found.season,
            "players": self.found.table.players,
            "is_open": self.found.is_open,
            "may_save": True,
            "disputed": self.confirmation.submission,
        }


class SettleView(ReplyView[SettleForm]):
    """Shows both versions of a disputed result, and lets one of them count."""

    template_name = "entry/settle_dispute.html"

    def is_permitted(self, confirmation: Confirmation) -> bool:
        """Return whether the user organises the club, whether or not they played."""
        return can(self.by, "settle-dispute", self.found.match.club_id)

    def check(self) -> HttpResponse | None:
        if self.confirmation.is_disputed:
            return None
        messages.info(self.request, gettext("This dispute has been settled already."))
        return redirect(self.found.match)

    def build_form(self, sent: QueryDict | None) -> SettleForm:
        names = self.get_names()
        return SettleForm(
            sent,
            names=(names[0], names[1]),
            has_version=bool(self.reply.content),
            initial={"submission": self.confirmation.submission.pk},
        )

    @property
    def reply(self) -> Any:
        return self.confirmation.reply

    def get_names(self) -> tuple[str, str]:
        """Return the names of who entered the result and of who disputes it, as the reader may see them."""
        viewer, reporter = self.request.user, self.confirmation.submission.reporter
        entered = reporter.get_name_for(viewer) if reporter else gettext("the club")
        player = self.reply.player
        return entered, player.get_name_for(viewer) if player else gettext("the club")

    def get_context(self, form: SettleForm) -> dict[str, Any]:
        context = super().get_context(form)
        if self.reply.content:
            table = self.found.table
            versions = [self.entered, read_version(self.reply)]
            reported, disputed = (read_for_layout(table, version.sheet) for version in versions)
            context |= {
                "comparison": compare_sheets(reported, disputed),
                "days": [version.played_on for version in versions],
                "questions": question_later_matches(self.found, versions[1].sheet or {}),
            }
        return {**context, "names": self.get_names(), "reply": self.reply}

    def change(self, form: SettleForm) -> HttpResponse:
        settle_dispute(
            match=self.found.match,
            submission=form.cleaned_data["submission"],
            by=self.by,
            is_entered_right=form.cleaned_data["right"] == ENTERED,
            why=form.cleaned_data["why"],
        )
        messages.success(self.request, gettext("Dispute settled."))
        return redirect(self.found.match)


class RemoveDisputeReasonView(ReplyView[ReplyForm]):
    """Shows which reasons of a dispute will be removed; then removes them."""

    template_name = "entry/remove_dispute_reason.html"
    form_class = ReplyForm

    def is_permitted(self, confirmation: Confirmation) -> bool:
        return can(self.by, "settle-dispute", self.found.match.club_id)

    def check(self) -> HttpResponse | None:
        self.reasons = list_dispute_reasons(self.found.match)
        if self.reasons:
            return None
        messages.info(self.request, gettext("The reason has already been removed."))
        return redirect(self.found.match)

    def get_context(self, form: ReplyForm) -> dict[str, Any]:
        return {**super().get_context(form), "reasons": self.reasons}

    def change(self, form: ReplyForm) -> HttpResponse:
        remove_dispute_reasons(match=self.found.match, by=self.by)
        messages.success(self.request, gettext("Reason removed."))
        return redirect(self.found.match)
