"""The home page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.queries.pages import home


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    return render(request, "home/index.html", {"page": home.page(request.GET.get("find", ""))})
