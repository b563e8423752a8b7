"""The administrator's site: it shows what is kept, and what it changes goes through actions."""

from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.models import Group
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from league.admin import (  # noqa: F401  (each registers its nouns)
    club,
    competition,
    decision,
    division,
    event,
    invitation,
    job,
    lock_out,
    match,
    membership,
    player,
    report,
    result,
    season,
    site_text,
    start,
    user,
    variant,
)


@secure_admin_login  # type: ignore[untyped-decorator]
def log_in(request: HttpRequest, extra_context: object = None) -> HttpResponse:
    """By our own page, where wrong passwords are counted; here only those come who have done so."""
    return redirect("admin:index")


def change_password(request: HttpRequest, extra_context: object = None) -> HttpResponse:
    return redirect("account_change_password")


admin.site.site_title = admin.site.site_header = _("Boolie administration")
admin.site.index = start.index  # type: ignore[method-assign,assignment]
admin.site.index_template = "admin/start.html"
admin.site.index_title = _("Administration")
admin.site.login = log_in  # type: ignore[method-assign]
admin.site.password_change = change_password  # type: ignore[method-assign,assignment]
admin.site.disable_action("delete_selected")
# These would be written past the actions, or hold keys to sessions.
admin.site.unregister([Group, EmailAddress, Authenticator, UserSession])
