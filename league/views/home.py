"""The home page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.queries.pages import home


def index(request: HttpRequest) -> HttpResponse:
    return render(request, "home/index.html", {"page": home.page(request.GET.get("find", ""))})
