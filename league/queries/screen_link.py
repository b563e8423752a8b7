"""The links to the screen in the hall: their tokens, and which of them count."""

from collections.abc import Sequence

from django.core.signing import BadSignature, Signer

from league.models import ScreenLink, Season
from league.queries.links import build_url

_signer = Signer(sep=".", salt="league.screen")


def build_screen_url(link: ScreenLink, season: Season) -> str:
    """Return the address that a link stands for, of a season that was read with its competition and club."""
    competition, token = season.competition, _signer.sign(str(link.pk))
    return build_url("hall-screen", competition.club.slug, competition.slug, season.number, token)


def is_screen_token(token: str, club: str, competition: str, season: int) -> bool:
    """Return whether a link of this season has the token and was not revoked. 1 query for one that we have made."""
    try:
        number = int(_signer.unsign(token))
    except (BadSignature, ValueError):
        return False
    return ScreenLink.objects.filter(
        pk=number,
        season__number=season,
        season__competition__slug=competition,
        season__competition__club__slug=club,
    ).exists()


def list_screen_links(season: Season) -> Sequence[ScreenLink]:
    """Return the links of a season that count, with who made them, by age. 1 query."""
    return list(ScreenLink.objects.filter(season=season).select_related("by").order_by("pk"))
