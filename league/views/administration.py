"""The address by which many look for the administration."""

from urllib.parse import quote

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.models import Club
from league.views import club


@require_safe
def lead_to_events(request: HttpRequest, url: str) -> HttpResponseBase:
    """Redirect for good: the audit log and its events had other addresses."""
    query = request.META.get("QUERY_STRING", "")
    address = reverse("admin:league_event_changelist") + quote(url) + (f"?{query}" if query else "")
    return redirect(address, permanent=True)


@require_safe
def lead_there(request: HttpRequest) -> HttpResponseBase:
    """Redirect for good, unless a club has had this address before no club could get it. 1 query."""
    if Club.objects.visible().filter(slug="admin").exists():
        return club.home(request, club="admin")
    return redirect("admin:index", permanent=True)
