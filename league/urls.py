"""Addresses of the league. A club's own lie below its name; the others below /-/, which no club can be called."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from league.forms.account import LogIn
from league.views import home, match, result, season

urlpatterns = [
    path("", home.index, name="home"),
    path(
        "-/log-in/",
        LoginView.as_view(template_name="account/log_in.html", authentication_form=LogIn),
        name="log-in",
    ),
    path("-/log-out/", LogoutView.as_view(), name="log-out"),
    path("<slug:club>/matches/<slug:match>/", match.sheet, name="match"),
    path("<slug:club>/matches/<slug:match>/enter/", result.enter, name="enter"),
    path("<slug:club>/matches/<slug:match>/enter/check/", result.check, name="check"),
    path("<slug:club>/<slug:competition>/", season.latest, name="competition"),
    path("<slug:club>/<slug:competition>/<int:season>/", season.standings, name="season"),
]
