"""Addresses of the league."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
