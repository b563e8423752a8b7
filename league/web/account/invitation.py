"""The page behind the link of an invitation to a club."""

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext

from league.actions.invitation import accept_invitation
from league.actions.limits import Limit, count_use
from league.forms import ProblemForm
from league.models import Invitation, Membership, User
from league.principals import identify
from league.queries.invitation import FOLLOWED, find_closing_problem, find_invitation, is_for, is_mailed
from league.queries.proof import is_proved
from league.web.account.log_in import send_code
from league.web.account.reauthentication import get_account
from league.web.account.signals import prove_and_tell
from league.web.base import ChangeView
from league.web.sessions import end_other_sessions

VISITS = Limit("invitation-visits", most=50, period=timedelta(days=1))  # each makes a session


class InvitationView(ChangeView[ProblemForm]):
    """Shows an invitation; a user who is logged in with the invited address joins the club.

    Users who neither came by the link in the mail nor have proved their address log in again by a code that is
    sent there. At most 3 queries.
    """

    is_for_visitors = True
    template_name = "account/invitation.html"
    form_class = ProblemForm
    invitation: Invitation
    is_for_reader = False
    wants_code = False

    def find(self) -> HttpResponse | None:
        request, token = self.request, self.kwargs["token"]
        invitation = find_invitation(token)
        if invitation is None:
            return render(request, "account/invitation_unknown.html", status=404)
        self.invitation, self.by = invitation, identify(request.user)
        if self._has_joined():
            return redirect("my")
        if refused := find_closing_problem(invitation, timezone.now()):
            context = {"club": invitation.club, "closed": refused.message.translate(gettext)}
            return render(request, "account/invitation_closed.html", context, status=410)
        if isinstance(request.user, User):
            self.is_for_reader = is_for(invitation, request.user)
            self.wants_code = self.is_for_reader and not is_mailed(token) and not is_proved(request.user)
        elif request.method == "POST":
            return redirect_to_login(request.path)
        elif request.session.get(FOLLOWED) != token:
            count_use(VISITS, str(invitation.pk))
            request.session[FOLLOWED] = token
        return None

    def _has_joined(self) -> bool:
        """Return whether the reader has used the invitation and is still a member."""
        user, invitation = self.request.user, self.invitation
        if not invitation.accepted_by_id or invitation.accepted_by_id != user.pk:
            return False
        return Membership.objects.filter(club=invitation.club, user=user.pk).exists()

    def change(self, form: ProblemForm) -> HttpResponse:
        request, user = self.request, get_account(self.request)
        if self.wants_code:
            return send_code(request, user, then=request.path)
        if self.is_for_reader and is_mailed(self.kwargs["token"]) and prove_and_tell(request, user):
            update_session_auth_hash(request, user)
            end_other_sessions(request, user)
        accept_invitation(invitation=self.invitation, by=self.by)
        request.session.pop(FOLLOWED, None)
        messages.success(request, gettext("Welcome to the club."))
        return redirect("my")

    def get_context(self, form: ProblemForm) -> dict[str, Any]:
        return {
            "invitation": self.invitation,
            "club": self.invitation.club,
            "is_for_reader": self.is_for_reader,
            "wants_code": self.wants_code,
        }
