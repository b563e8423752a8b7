"""The address by which many look for the administration."""

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from league.models import Club
from league.views import club


@require_safe
def lead_there(request: HttpRequest) -> HttpResponseBase:
    """Redirect for good, unless a club has had this address before no club could get it. 1 query."""
    if Club.objects.visible().filter(slug="admin").exists():
        return club.home(request, club="admin")
    return redirect("admin:index", permanent=True)
