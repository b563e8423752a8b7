"""Writing the news on a club's page."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.actions.news import change_news
from league.forms import ProblemForm
from league.models.club import MAX_NEWS_LENGTH
from league.web.manage.base import ClubView


class NewsForm(ProblemForm):
    text = forms.CharField(
        label=_("News"),
        required=False,
        widget=forms.Textarea(
            attrs={"rows": 6, "maxlength": MAX_NEWS_LENGTH, "autocomplete": "off", "dir": "auto"}
        ),
        help_text=_(
            "A few lines at the top of the club's page, for everyone who sees it. Web addresses become links. "
            "Leave blank for none."
        ),
    )


class NewsView(ClubView[NewsForm]):
    permission = "change-club"
    template_name = "manage/news.html"

    def build_form(self, sent: QueryDict | None) -> NewsForm:
        return NewsForm(sent, initial={"text": self.club.news})

    def change(self, form: NewsForm) -> HttpResponse:
        change_news(club=self.club, text=form.cleaned_data["text"], by=self.by)
        messages.success(self.request, gettext("Changes saved."))
        return redirect(self.club)
