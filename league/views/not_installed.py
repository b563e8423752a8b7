"""What is told wherever a page needs a game that is not installed here, or not any more."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from games import UnknownGame


class NotInstalled:
    """Middleware: one page for every address, whether it was to be read or something was sent in."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self._answer(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, UnknownGame):
            return None
        return render(request, "not_installed.html", {"game": exception.key}, status=503)
