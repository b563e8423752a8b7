"""What concerns the reader: their matches in every club, and what they have to do there."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from league.queries.pages import my
from league.views.limits import require_safe


@require_safe
@never_cache
@login_required
def page(request: HttpRequest) -> HttpResponse:
    context = {"clubs": my.page(request.user), "hidden_clubs": my.hidden_clubs(request.user)}
    return render(request, "my/my.html", context)
