"""Invitations: who was asked to which club; they are made and withdrawn on the club's page of members."""

from django.contrib import admin

from league.admin.pages import Reading, only
from league.models import Invitation


@admin.register(Invitation)
class InvitationAdmin(Reading):
    list_display = ["email", "club", "role", "player", "made_at", "expires_at", "accepted_at", "withdrawn_at"]
    list_select_related = ["club", "player"]
    list_filter = [*only("club"), "role"]
    search_fields = ["email"]
    ordering = ["-made_at", "-pk"]
