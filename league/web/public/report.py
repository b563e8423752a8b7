"""Reporting a problem with a page to the site's administrators, open to all visitors."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.actions.report import report_problem
from league.forms import ProblemForm
from league.models.report import MAX_PAGE_LENGTH, MAX_REPORT_LENGTH
from league.web.base import ChangeView
from league.web.limits import limit_body
from league.web.visitor import get_address


class ReportForm(ProblemForm):
    text = forms.CharField(
        label=_("What is wrong?"),
        max_length=MAX_REPORT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 6, "dir": "auto"}),
        help_text=_("For example an insult, a wrong name or private information."),
    )
    email = forms.EmailField(
        label=_("Your e-mail address"),
        required=False,
        help_text=_("Optional. Only used to answer you."),
    )
    page = forms.CharField(required=False, max_length=MAX_PAGE_LENGTH, widget=forms.HiddenInput)


@method_decorator(limit_body(20_000), name="dispatch")
class ReportView(ChangeView[ReportForm]):
    is_for_visitors = True
    template_name = "public/report.html"
    form_class = ReportForm

    def find(self) -> None:
        """Allow all visitors."""

    def build_form(self, sent: QueryDict | None) -> ReportForm:
        page = self.request.GET.get("page", "").replace("\0", "")[:MAX_PAGE_LENGTH]
        email = self.request.user.email if self.request.user.is_authenticated else ""
        return ReportForm(sent, initial={"page": page, "email": email})

    def change(self, form: ReportForm) -> HttpResponse:
        report_problem(**form.cleaned_data, sender=get_address(self.request))
        messages.success(self.request, gettext("Thank you. The site's administrators will read your report."))
        return redirect("home")

    def get_context(self, form: ReportForm) -> dict[str, Any]:
        page = str(form["page"].value() or "")
        is_ours = page.startswith("/") and url_has_allowed_host_and_scheme(page, None)
        return {**super().get_context(form), "back": page if is_ours else reverse("home")}
