"""Members of a club, and their roles: for those who may manage them; for everybody else there are no such pages."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from league.actions.errors import ActionError
from league.actions.invitation import invite_member
from league.actions.membership import change_role, remove_member
from league.forms.member import ChangeRole, Invite
from league.models import Club, Invitation, Membership, Player
from league.permissions import can
from league.principals import Principal, identify
from league.queries.pages import members as pages


@never_cache
@login_required
def members(request: HttpRequest, club: str) -> HttpResponse:
    found = get_object_or_404(Club, slug=club)
    by = _manager(request, found.pk)
    page = pages.page(found, viewer=request.user, sent=request.GET)
    form = Invite(request.POST or None, free=page.free)
    if request.method == "POST" and form.is_valid():
        sent = form.cleaned_data
        player = Player.objects.filter(club=found, key=sent["player"]).first() if sent["player"] else None
        asked_at = timezone.now()
        try:
            invited = invite_member(club=found, email=sent["email"], role=sent["role"], player=player, by=by)
        except PermissionDenied as error:  # taken from them since the page was asked for
            raise Http404 from error
        except ActionError as refused:
            form.refused(refused.problems)
        else:
            _say_invited(request, invited, is_mailed=invited.mailed_at >= asked_at)
            there = pages.find_invitation_page(invited)
            query = f"?{pages.INVITATIONS}={there}#invitations" if there > 1 else ""
            return redirect(reverse("members", args=[club]) + query)
    return render(request, "member/members.html", {"page": page, "form": form})


def _say_invited(request: HttpRequest, invited: Invitation, *, is_mailed: bool) -> None:
    if is_mailed:
        said = gettext("The invitation to {email} is on its way. You can copy its link below as well.")
        messages.success(request, said.format(email=invited.email))
        return
    said = gettext(
        "{email} has this invitation already. It was sent on {day} at {time}; you can copy its link below."
    )
    at = timezone.localtime(invited.mailed_at, invited.club.tzinfo)
    day, time = date_format(at, "j F"), date_format(at, "H:i")
    messages.info(request, said.format(email=invited.email, day=day, time=time))


@never_cache
@login_required
def change(request: HttpRequest, club: str, member: int) -> HttpResponse:
    found = pages.find(club, member)
    if found is None:
        raise Http404
    by = _manager(request, found.club_id)
    if "remove" in request.GET or "remove" in request.POST:
        return _remove(request, found, by)
    form = ChangeRole(request.POST or None, initial={"role": found.role})
    if request.method == "POST" and form.is_valid():
        try:
            change_role(membership=found, role=form.cleaned_data["role"], by=by)
        except PermissionDenied as error:
            raise Http404 from error
        except ActionError as refused:
            form.refused(refused.problems)
        else:
            messages.success(request, gettext("The role is changed."))
            return _back(request, found)
    page = pages.one(found, viewer=request.user)
    return render(request, "member/member.html", {"page": page, "form": form})


def _remove(request: HttpRequest, found: Membership, by: Principal) -> HttpResponse:
    """Says what it will do; does it when it is sent in."""
    problems: tuple[str, ...] = ()
    if request.method == "POST":
        try:
            remove_member(membership=found, by=by)
        except PermissionDenied as error:
            raise Http404 from error
        except ActionError as refused:
            problems = tuple(problem.message.translate(gettext) for problem in refused.problems)
        else:
            messages.success(request, gettext("The member is removed."))
            return _back(request, found)
    page = pages.one(found, viewer=request.user)
    return render(request, "member/remove.html", {"page": page, "problems": problems})


def _manager(request: HttpRequest, club: int) -> Principal:
    by = identify(request.user)
    if not can(by, "manage-members", club):
        raise Http404
    return by


def _back(request: HttpRequest, found: Membership) -> HttpResponse:
    """To the members; to their own page for whoever has just made them somebody else's."""
    if can(identify(request.user), "manage-members", found.club_id):
        return redirect("members", found.club.slug)
    return redirect("my")
