"""The root URLs.

Everything that is not a club's is below /-/, which no club can have as its slug, but for two addresses whose names
programs expect.
"""

from django.contrib import admin
from django.urls import include, path, re_path, reverse_lazy
from django.utils.text import format_lazy
from django.views.generic import RedirectView

from config import health, robots

# The audit log and its events had other addresses in the administration.
redirect_to_events = RedirectView.as_view(
    url=format_lazy("{}%(url)s", reverse_lazy("admin:league_event_changelist")),
    permanent=True,
    query_string=True,
    http_method_names=["get", "head"],
)

admin.autodiscover()
urlpatterns = [
    # Without a slash at the end: with one they are clubs.
    path("healthz", health.live, name="healthz"),
    path("robots.txt", robots.robots, name="robots"),
    path("readyz", health.ready, name="readyz"),
    re_path(r"^-/admin/league/change/(?P<url>.*)$", redirect_to_events, name="admin-changes"),
    path("-/admin/", admin.site.urls),
    path("", include("league.urls")),
]
handler400 = "league.web.errors.bad_request"
handler500 = "league.web.errors.server_error"
handler404 = "league.web.errors.not_found"
handler429 = "league.web.limits.too_many"  # where allauth reaches one of its limits
