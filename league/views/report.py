"""Reporting a problem with a page to the site's administrators: for everybody."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from league.actions.errors import ActionError
from league.actions.report import report_problem
from league.forms.report import ReportProblem
from league.models.report import MAX_PAGE_LENGTH
from league.views.account import get_address
from league.views.limits import limit_body


@limit_body(20_000)
@never_cache
def report(request: HttpRequest) -> HttpResponse:
    page = request.GET.get("page", "").replace("\0", "")[:MAX_PAGE_LENGTH]
    email = request.user.email if request.user.is_authenticated else ""
    form = ReportProblem(request.POST or None, initial={"page": page, "email": email})
    if request.method == "POST" and form.is_valid():
        sent = form.cleaned_data
        try:
            report_problem(
                page=sent["page"], text=sent["text"], email=sent["email"], sender=get_address(request)
            )
        except ActionError as refused:
            form.refused(refused.problems)
        else:
            messages.success(request, gettext("Thank you. Whoever looks after this site will read it."))
            return redirect("home")
    shown = form["page"].value() or ""
    return render(request, "report/report.html", {"form": form, "page": shown})
