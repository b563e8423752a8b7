"""The members of a club, their roles and the invitations, for users who may manage them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Case, Q, QuerySet, When
from django.db.models.functions import Lower
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotAllowed,
    QueryDict,
)
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from league.actions.errors import ActionError
from league.actions.invitation import invite_member, withdraw_invitation
from league.actions.membership import change_role, remove_member
from league.forms import ProblemForm
from league.models import Club, Invitation, Membership, Player, Role
from league.permissions import can
from league.principals import identify
from league.queries.invitation import build_token
from league.queries.links import build_url
from league.queries.player_choices import PlayerName, find_player, sort_names
from league.rules.validation import build_problem
from league.web.base import ChangeView, Form
from league.web.limits import takes_methods
from league.web.manage.access import require_permission
from league.web.manage.base import ClubView
from league.web.paging import find_page, paginate, parse_page

GONE = gettext_noop("This player no longer exists, or already has an account. Choose another one.")
INVITATIONS = "invitations"  # in the address: the page of invitations


class RoleForm(ProblemForm):
    role = forms.ChoiceField(
        label=_("Role"),
        choices=Role.choices,
        help_text=_(
            "Owner: everything · Organiser: runs the league · Scorer: enters results · Player: own results"
        ),
    )


class InvitationForm(RoleForm):
    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),  # the address is another person's
    )
    player = forms.ChoiceField(
        label=_("Linked player"),
        required=False,
        help_text=_("Their matches appear on their own page. Only players without an account are listed."),
    )
    field_order = ("email", "role", "player")

    def __init__(self, *args: Any, players: Iterable[PlayerName], **kwargs: Any) -> None:
        super().__init__(*args, initial={"role": Role.PLAYER}, **kwargs)
        self.fields["player"].error_messages["invalid_choice"] = gettext(GONE)
        self.offer(players)

    def offer(self, players: Iterable[PlayerName]) -> None:
        self.fields["player"].choices = [  # type: ignore[attr-defined]
            ("", gettext("none, or not known yet")),
            *((player.key, player.name) for player in players),
        ]


class MembersView(ClubView[InvitationForm]):
    """The members, the invitations, and the form that invites a member."""

    permission = "manage-members"
    template_name = "manage/members.html"
    players: list[Player]

    def find(self) -> HttpResponse | None:
        super().find()
        self.players = list(Player.objects.filter(club=self.club))
        for player in self.players:
            player.club = self.club  # for their addresses
        return None

    def build_form(self, sent: QueryDict | None) -> InvitationForm:
        return InvitationForm(sent, players=self._name_players())

    def refresh_form(self, form: InvitationForm) -> None:
        form.offer(self._name_players())

    def _name_players(self) -> Sequence[PlayerName]:
        """Return the players without an account, by name."""
        without_account = (player for player in self.players if player.user_id is None)
        return sort_names(
            PlayerName(player.key, player.get_name_for(self.request.user)) for player in without_account
        )

    def change(self, form: InvitationForm) -> HttpResponse:
        sent, asked_at = form.cleaned_data, timezone.now()
        player = find_player(self.club.pk, sent["player"]) if sent["player"] else None
        if sent["player"] and player is None:  # removed since they were offered
            raise ActionError(build_problem("player", "unknown-player", GONE))
        invitation = invite_member(
            club=self.club, email=sent["email"], role=sent["role"], player=player, by=self.by
        )
        if invitation.mailed_at >= asked_at:
            message = gettext("Invitation to {email} sent. You can also copy its link below.")
            messages.success(self.request, message.format(email=invitation.email))
        else:
            message = gettext(
                "{email} already has this invitation, sent on {day} at {time}. Copy its link below."
            )
            at = timezone.localtime(invitation.mailed_at, invitation.club.tzinfo)
            day, time = date_format(at, gettext("j F")), date_format(at, "H:i")
            messages.info(self.request, message.format(email=invitation.email, day=day, time=time))
        newer = Q(made_at__gt=invitation.made_at) | Q(made_at=invitation.made_at, pk__gt=invitation.pk)
        page = find_page(_list_open_invitations(self.club).filter(newer))
        query = f"?{INVITATIONS}={page}#invitations" if page > 1 else ""
        return redirect(reverse("members", args=[self.club.slug]) + query)

    def get_context(self, form: InvitationForm) -> dict[str, Any]:
        """Return a page of members with their linked players, and a page of invitations with their links.

        4 queries.
        """
        number, number_of_invitations = (parse_page(self.request.GET, name) for name in ("page", INVITATIONS))
        member_pages, members = paginate(
            _list_members(self.club), number, invitations=str(number_of_invitations)
        )
        invitation_pages, invitations = paginate(
            _list_open_invitations(self.club), number_of_invitations, name=INVITATIONS, page=str(number)
        )
        by_user: dict[int | None, list[Player]] = defaultdict(list)
        for player in self.players:
            by_user[player.user_id].append(player)
        return {
            **super().get_context(form),
            "members": [(member, by_user[member.user_id]) for member in members],
            "member_pages": member_pages,
            "invitations": [
                (invitation, build_url("invitation", build_token(invitation))) for invitation in invitations
            ],
            "invitation_pages": invitation_pages,
        }


def _list_members(club: Club) -> "QuerySet[Membership]":
    """Return the members by role, with most permissions first, then by name."""
    rank = Case(*(When(role=role, then=number) for number, role in enumerate(Role)))
    name = Lower(Case(When(user__name="", then="user__email"), default="user__name"))
    return Membership.objects.filter(club=club).select_related("user").order_by(rank, name, "user__email")


def _list_open_invitations(club: Club) -> "QuerySet[Invitation]":
    """Return the open invitations, latest first."""
    invitations = Invitation.objects.pending(timezone.now()).filter(club=club).select_related("player")
    return invitations.order_by("-made_at", "-pk")


# --- a member


class MemberView(ChangeView[Form]):
    @cached_property
    def member(self) -> Membership:
        """The membership as the page found it: a member removed since is still shown, with the refusal."""
        memberships = Membership.objects.select_related("user", "club")
        return get_object_or_404(memberships, club__slug=self.kwargs["club"], pk=self.kwargs["member"])

    def find(self) -> HttpResponse | None:
        self.by = require_permission(self.request, "manage-members", self.member.club_id)
        return None

    def get_context(self, form: Form) -> dict[str, Any]:
        member = self.member
        players = Player.objects.filter(club=member.club_id, user=member.user_id).order_by("key")
        return {"member": member, "club": member.club, "players": players}

    def lead_on(self, message: str) -> HttpResponse:
        """Redirect to the members, or to the user's own page if they can no longer manage them."""
        messages.success(self.request, message)
        if can(identify(self.request.user), "manage-members", self.member.club_id):
            return redirect("members", self.member.club.slug)
        return redirect("my")


class ChangeRoleView(MemberView[RoleForm]):
    template_name = "manage/member.html"

    def build_form(self, sent: QueryDict | None) -> RoleForm:
        return RoleForm(sent, initial={"role": self.member.role})

    def change(self, form: RoleForm) -> HttpResponse:
        change_role(membership=self.member, role=form.cleaned_data["role"], by=self.by)
        return self.lead_on(gettext("Role changed."))


class RemoveMemberView(MemberView[ProblemForm]):
    template_name = "manage/remove_member.html"
    form_class = ProblemForm

    def change(self, form: ProblemForm) -> HttpResponse:
        remove_member(membership=self.member, by=self.by)
        return self.lead_on(gettext("Member removed."))


def show_member(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
    """Show the page of a member, or with `remove` in its address or form the page that removes them."""
    view = RemoveMemberView if "remove" in request.GET or "remove" in request.POST else ChangeRoleView
    return view.as_view()(request, **kwargs)


# --- an invitation


@takes_methods("POST")
def withdraw(request: HttpRequest, club: str, invitation: int) -> HttpResponse:
    """Withdraw an invitation, by a button of the members' page; the log-in redirects to that page, too."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("members", args=[club]))
    found = get_object_or_404(Invitation, club__slug=club, pk=invitation)
    by = require_permission(request, "manage-members", found.club_id)
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    try:
        withdraw_invitation(invitation=found, by=by)
    except PermissionDenied as error:  # the permission was removed since the request began
        raise Http404 from error
    except ActionError as refused:
        for problem in refused.problems:
            messages.error(request, problem.message.translate(gettext))
    else:
        message = gettext("Invitation to {email} withdrawn. Its link no longer works.")
        messages.success(request, message.format(email=found.email))
    return redirect("members", club)
