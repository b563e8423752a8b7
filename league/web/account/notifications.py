"""Switching notifications on and off: all kinds on a page of the account, or those of a mail by its link."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from league.forms import ProblemForm
from league.models import NOTIFICATION_KINDS, User
from league.notifications.switches import switch_by_link, switch_notifications
from league.principals import identify
from league.queries.notifications import list_switches, read_token
from league.queries.proof import is_proved
from league.web.account.reauthentication import get_account
from league.web.base import ChangeView


class NotificationsForm(ProblemForm):
    """A box for each kind."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for key, kind in NOTIFICATION_KINDS.items():
            self.fields[key] = forms.BooleanField(
                label=str(kind.label), help_text=str(kind.about), required=False
            )


class NotificationsView(ChangeView[NotificationsForm]):
    template_name = "account/notifications.html"
    form_class = NotificationsForm

    def find(self) -> None:
        self.by = identify(self.request.user)

    def build_form(self, sent: QueryDict | None) -> NotificationsForm:
        return NotificationsForm(sent, initial=list_switches(get_account(self.request)))

    def change(self, form: NotificationsForm) -> HttpResponse:
        switch_notifications(wanted=form.cleaned_data, by=self.by)
        messages.success(self.request, gettext("Notifications saved."))
        return redirect("account")

    def get_context(self, form: NotificationsForm) -> dict[str, Any]:
        return {"is_proved": is_proved(get_account(self.request))}


@csrf_exempt  # the link is the proof, and mail programs send no token
@never_cache
def switch(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether to switch off the notifications of a mail's link; the form switches them off, or on again.

    Mail programs follow links by themselves, so asking for the page changes nothing. Those with a button of their own
    post to the link, and follow no redirect (RFC 8058).
    """
    found = read_token(token)
    if found is None:
        return render(request, "account/notifications_unknown.html", status=404)
    pk, kinds = found
    user = User.objects.filter(pk=pk, deleted_at=None).first()
    if user is None:
        return render(request, "account/notifications_closed.html", status=410)
    if request.method == "POST":
        is_on = "on" in request.POST
        try:
            switch_by_link(user=pk, wanted=dict.fromkeys((kind.key for kind in kinds), is_on))
        except PermissionDenied:  # deleted since the link was read
            return render(request, "account/notifications_closed.html", status=410)
        if "List-Unsubscribe" not in request.POST:
            return redirect(request.path)
    switches = list_switches(user)
    context = {"kinds": kinds, "is_on": any(switches[kind.key] for kind in kinds)}
    return render(request, "account/notifications_switch.html", context)
