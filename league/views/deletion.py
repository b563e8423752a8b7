"""Deleting a club and bringing it back, and the club as a file: for its owners."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.actions.club_deletion import delete_club, restore_club
from league.actions.errors import ActionError
from league.forms.deletion import DeleteClub
from league.models import Club
from league.models.club import RESTORE_PERIOD
from league.permissions import can
from league.principals import Principal, identify
from league.queries.club import exported
from league.queries.pages.words import where_in
from league.views.limits import uncached_read


@never_cache
@login_required
def delete(request: HttpRequest, club: str) -> HttpResponse:
    found, by = _club_to_delete(request, club)
    form = DeleteClub(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            delete_club(club=found, name=form.cleaned_data["name"], by=by)
        except PermissionDenied as error:  # taken from them since the page was asked for
            raise Http404 from error
        except ActionError as refused:
            form.refused(refused.problems)
        else:
            said = gettext("{club} is deleted. You can bring it back on this page for {days} days.")
            messages.success(request, said.format(club=found.name, days=RESTORE_PERIOD.days))
            return redirect("my")
    context = {"where": where_in(found), "form": form, "days": RESTORE_PERIOD.days}
    return render(request, "deletion/delete.html", context)


@require_safe
@never_cache
@login_required
def club_file(request: HttpRequest, club: str) -> HttpResponse:
    """Answer with the club as `export_club` writes it."""
    found, _by = _club_to_delete(request, club)
    with uncached_read(request):
        content = exported(found)
    response = HttpResponse(content, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{found.slug}.json"'
    return response


@never_cache
@login_required
def restore(request: HttpRequest, slug: str) -> HttpResponse:
    found, by = get_object_or_404(Club, slug=slug), identify(request.user)
    if not can(by, "restore-club", found):
        raise Http404
    if found.deleted_at is None:
        return redirect("club", slug)
    problems: tuple[str, ...] = ()
    if request.method == "POST":
        try:
            restore_club(club=found, by=by)
        except PermissionDenied as error:
            raise Http404 from error
        except ActionError as refused:
            problems = tuple(problem.message.translate(gettext) for problem in refused.problems)
        else:
            messages.success(request, gettext("The club is there again, as it was before."))
            return redirect("club", slug)
    until = timezone.localdate(found.erased_from, found.tzinfo)
    return render(request, "deletion/restore.html", {"club": found, "until": until, "problems": problems})


def _club_to_delete(request: HttpRequest, club: str) -> tuple[Club, Principal]:
    """2 queries."""
    found, by = get_object_or_404(Club, slug=club), identify(request.user)
    if not can(by, "delete-club", found):
        raise Http404
    return found, by
