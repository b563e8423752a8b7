"""Deleting and restoring a club, and downloading it as a file, for its owners."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from league.actions.club_deletion import delete_club, restore_club
from league.forms import ProblemForm
from league.models.club import RESTORE_PERIOD
from league.queries.club import export_club_file
from league.rules.names import MAX_NAME_LENGTH
from league.web.limits import require_safe, uncached_read
from league.web.manage.access import get_club
from league.web.manage.base import ClubView


class DeleteClubForm(ProblemForm):
    name = forms.CharField(
        label=_("Type the club's name to confirm"),
        max_length=MAX_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )


class DeleteClubView(ClubView[DeleteClubForm]):
    permission = "delete-club"
    template_name = "manage/delete_club.html"
    form_class = DeleteClubForm

    def change(self, form: DeleteClubForm) -> HttpResponse:
        delete_club(club=self.club, name=form.cleaned_data["name"], by=self.by)
        message = gettext("{club} deleted. You can restore it on this page for {days} days.")
        messages.success(self.request, message.format(club=self.club.name, days=RESTORE_PERIOD.days))
        return redirect("my")

    def get_context(self, form: DeleteClubForm) -> dict[str, Any]:
        return {**super().get_context(form), "days": RESTORE_PERIOD.days}


class RestoreClubView(ClubView[ProblemForm]):
    permission = "restore-club"
    template_name = "manage/restore_club.html"
    form_class = ProblemForm

    def find(self) -> HttpResponse | None:  # `club` in its address would hide it
        self.club, self.by = get_club(self.request, self.kwargs["slug"], self.permission)
        return redirect(self.club) if self.club.deleted_at is None else None

    def change(self, form: ProblemForm) -> HttpResponse:
        restore_club(club=self.club, by=self.by)
        messages.success(self.request, gettext("Club restored."))
        return redirect(self.club)


@require_safe
@never_cache
@login_required
def show_club_file(request: HttpRequest, club: str) -> HttpResponse:
    """Return the club as a file, as `export_club` writes it."""
    found, _by = get_club(request, club, "delete-club")
    with uncached_read(request):
        content = export_club_file(found)
    response = HttpResponse(content, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{found.slug}.json"'
    return response
