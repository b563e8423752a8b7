"""The root URLs.

Everything that is not a club's is below /-/, which no club can have as its slug, but for two addresses whose names
programs expect.
"""

from django.contrib import admin
from django.urls import include, path, re_path

from config import health
from league.views.administration import lead_to_events

urlpatterns = [
    # Without a slash at the end: with one they are clubs.
    path("healthz", health.live, name="healthz"),
    path("readyz", health.ready, name="readyz"),
    re_path(r"^-/admin/league/change/(?P<url>.*)$", lead_to_events, name="admin-changes"),
    path("-/admin/", admin.site.urls),
    path("", include("league.urls")),
]
handler400 = "league.views.errors.bad_request"
handler500 = "league.views.errors.server_error"
handler404 = "league.views.gone.not_found"
handler429 = "league.views.limits.too_many"  # where allauth reaches one of its limits
