"""All addresses. What is not a club's lives below /-/, which no club can be called."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [path("-/admin/", admin.site.urls), path("", include("league.urls"))]
handler404 = "league.views.gone.not_found"
