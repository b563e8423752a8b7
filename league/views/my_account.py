"""One's own account: name, address, what is stored, leaving a club, deleting it all."""

from datetime import timedelta

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.mail import EmailMessage
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from games import Problem
from league.actions import account as actions
from league.actions import mail
from league.actions.errors import ActionError
from league.actions.limits import Limit, count_use
from league.actions.slots import slot
from league.forms.account import EnterCode
from league.forms.my_account import ChangeAddress, ChangeName, DeleteAccount
from league.models import Club
from league.principals import identify
from league.queries.links import build_url
from league.queries.pages.my_account import OwnClub, list_clubs
from league.queries.personal_data import read_personal_data
from league.views.account import count_mail_to_anybody
from league.views.limits import require_safe
from league.views.mailed_code import MailedCode
from league.views.reauthentication import get_account, has_reauthenticated, require_reauthentication

NEW_ADDRESS = "new-address-code"
DOWNLOADS = Limit(
    "my-data",
    most=10,
    period=timedelta(days=1),
    about=_("Your data has been downloaded as often as one account may in a day."),
)


@require_safe
@never_cache
@login_required
def page(request: HttpRequest) -> HttpResponse:
    return render(request, "my_account/account.html", {"clubs": list_clubs(get_account(request))})


@never_cache
@login_required
def name(request: HttpRequest) -> HttpResponse:
    form = ChangeName(request.POST or None, initial={"name": get_account(request).name})
    if request.method == "POST" and form.is_valid():
        try:
            actions.change_name(name=form.cleaned_data["name"], by=identify(request.user))
        except ActionError as refused:
            form.refused(refused.problems)
        else:
            messages.success(request, gettext("Name changed."))
            return redirect("account")
    return render(request, "my_account/name.html", {"form": form})


@never_cache
@login_required
def address(request: HttpRequest) -> HttpResponse:
    """Mail a code to the new address; if that is another account's, its owner is told, and nobody else."""
    form = ChangeAddress(request.POST or None, user=get_account(request))
    if request.method == "POST" and form.is_valid():
        require_reauthentication(request)
        email = form.cleaned_data["email"]
        count_mail_to_anybody(request, email, "new address")
        is_taken = actions.is_address_taken(email, get_account(request))
        MailedCode.begin(request, NEW_ADDRESS, get_account(request), email, is_sent=not is_taken)
        if is_taken:
            mail.count_mail_of_site()  # as a code is, where one is sent
            subject, text = mail.render_mail("address_wanted.txt", link=build_url("account_login"))
            mail.send_later(EmailMessage(subject, text, to=[email]))
        return redirect("confirm-address")
    return render(request, "my_account/address.html", {"form": form})


@never_cache
@login_required
def confirm_address(request: HttpRequest) -> HttpResponse:
    waiting = MailedCode.find(request, NEW_ADDRESS)
    if waiting is None:
        return redirect("change-address")
    form = EnterCode(request.POST or None, code=waiting.code)
    if request.method == "POST":
        if form.is_valid():
            return _change_address(request, waiting)
        if not waiting.count_wrong_code():
            return redirect("change-address")
    return render(request, "my_account/confirm_address.html", {"form": form, "email": waiting.email})


def _change_address(request: HttpRequest, waiting: MailedCode) -> HttpResponse:
    waiting.abort()
    by, session = identify(request.user), request.session.session_key
    try:
        actions.change_address(email=waiting.email, by=by, keep_session=session)
    except ActionError as refused:
        messages.error(request, _join(refused.problems))
        return redirect("change-address")
    messages.success(request, gettext("E-mail address changed."))
    return redirect("account")


@never_cache
@login_required
def data(request: HttpRequest) -> HttpResponse:
    """Say what is in the file; give it to whoever has shown that it is them."""
    if request.method == "POST" and has_reauthenticated(request):
        count_use(DOWNLOADS, str(get_account(request).pk))
        with slot("my-data", most=1):
            read = read_personal_data(get_account(request))
        response = JsonResponse(read, json_dumps_params={"ensure_ascii": False, "indent": 1})
        response["Content-Disposition"] = 'attachment; filename="boolie-account.json"'
        response["Cache-Control"] = "private, no-store"
        return response
    return render(request, "my_account/data.html", {"is_confirmed": has_reauthenticated(request)})


@never_cache
@login_required
def leave(request: HttpRequest, club: str) -> HttpResponse:
    """Say what it will do; do it when it is sent in. Whoever does not belong to the club finds no such page."""
    own = _find_own_club(request, club)
    problems: tuple[str, ...] = ()
    if request.method == "POST":
        try:
            actions.leave_club(club=get_object_or_404(Club, slug=club), by=identify(request.user))
        except ActionError as refused:
            problems = tuple(problem.message.translate(gettext) for problem in refused.problems)
        else:
            messages.success(request, gettext("You have left {club}.").format(club=own.where.club_name))
            return redirect("account")
    return render(request, "my_account/leave.html", {"club": own, "problems": problems})


def _find_own_club(request: HttpRequest, club: str) -> OwnClub:
    found = list_clubs(get_account(request), club)
    if not found:
        raise Http404
    return found[0]


@never_cache
@login_required
def delete(request: HttpRequest) -> HttpResponse:
    """Say what it will do, and what has to be done before; do it once it is confirmed."""
    form = DeleteAccount(request.POST or None, user=get_account(request))
    problems = tuple(actions.find_obstacles(get_account(request), is_own=True))
    if request.method == "POST" and not problems and form.is_valid():
        require_reauthentication(request)
        try:
            actions.delete_account(user=get_account(request), by=identify(request.user))
        except ActionError as refused:
            problems = refused.problems
        else:
            logout(request)
            messages.success(request, gettext("Your account has been deleted."))
            return redirect("home")
    return _show_deletion(request, form, problems)


def _show_deletion(request: HttpRequest, form: Form, problems: tuple[Problem, ...]) -> HttpResponse:
    clubs = list_clubs(get_account(request))
    context = {
        "form": form,
        "problems": [problem.message.translate(gettext) for problem in problems],
        "hiding": [club for club in clubs if club.plays_as and club.hides_former_players],
        "keeping": [club for club in clubs if club.plays_as and not club.hides_former_players],
        "left_alone": [club for club in clubs if club.is_last_owner and club.is_alone],
        "to_hand_over": [
            club for club in clubs if club.is_last_owner and not (club.is_alone or club.is_hidden)
        ],
    }
    return render(request, "my_account/delete.html", context)


def _join(problems: tuple[Problem, ...]) -> str:
    return " ".join(problem.message.translate(gettext) for problem in problems)
