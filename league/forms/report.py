"""The form in which anybody reports a problem with a page."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.member import Problematic
from league.models.report import MAX_PAGE_LENGTH, MAX_REPORT_LENGTH


class ReportProblem(Problematic):
    text = forms.CharField(
        label=_("What is wrong?"),
        max_length=MAX_REPORT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 6, "dir": "auto"}),
        help_text=_("Such as an insult, a wrong name, or something about you that should not be there."),
    )
    email = forms.EmailField(
        label=_("Your e-mail address"),
        required=False,
        help_text=_("Optional. Only to answer you; leave it empty if you want no answer."),
    )
    page = forms.CharField(required=False, max_length=MAX_PAGE_LENGTH, widget=forms.HiddenInput)
