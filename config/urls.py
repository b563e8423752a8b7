"""All addresses. What is not a club's lives below /-/, which no club can be called."""

from django.urls import include, path

urlpatterns = [path("", include("league.urls"))]
