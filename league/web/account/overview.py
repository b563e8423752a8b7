"""The page of the user's own account, their name, and the file with everything stored about them."""

from datetime import timedelta

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from league.actions.account import change_name
from league.actions.limits import Limit, count_use
from league.actions.slots import slot
from league.forms import ProblemForm
from league.principals import identify
from league.queries.own_clubs import list_own_clubs
from league.queries.personal_data import read_personal_data
from league.rules.names import MAX_NAME_LENGTH
from league.web.account.reauthentication import get_account, has_reauthenticated
from league.web.base import ChangeView
from league.web.limits import require_safe

DOWNLOADS = Limit(
    "my-data",
    most=10,
    period=timedelta(days=1),
    about=_("You have reached the daily limit for downloads of your data."),
)


@require_safe
@never_cache
@login_required
def overview(request: HttpRequest) -> HttpResponse:
    return render(request, "account/overview.html", {"clubs": list_own_clubs(get_account(request))})


class NameForm(ProblemForm):
    name = forms.CharField(
        label=_("Name"),
        max_length=MAX_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=_(
            "Shown to your clubs' organisers, in the list of members and next to results you enter. "
            "To change your name as a player, ask an organiser of the club."
        ),
    )


class NameView(ChangeView[NameForm]):
    template_name = "account/change_name.html"
    form_class = NameForm

    def find(self) -> None:
        self.by = identify(self.request.user)

    def build_form(self, sent: QueryDict | None) -> NameForm:
        return NameForm(sent, initial={"name": get_account(self.request).name})

    def change(self, form: NameForm) -> HttpResponse:
        change_name(name=form.cleaned_data["name"], by=self.by)
        messages.success(self.request, gettext("Name changed."))
        return redirect("account")


@never_cache
@login_required
def data(request: HttpRequest) -> HttpResponse:
    """Describe the file; return it once the user has reauthenticated."""
    if request.method == "POST" and has_reauthenticated(request):
        count_use(DOWNLOADS, str(get_account(request).pk))
        with slot("my-data", most=1):
            read = read_personal_data(get_account(request))
        response = JsonResponse(read, json_dumps_params={"ensure_ascii": False, "indent": 1})
        response["Content-Disposition"] = 'attachment; filename="boolie-account.json"'
        response["Cache-Control"] = "private, no-store"
        return response
    return render(request, "account/data.html", {"is_confirmed": has_reauthenticated(request)})
