"""Imprint, contact and privacy, as the administrators of the site have written them."""

from collections.abc import Callable, Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from league.models import SiteText
from league.models.site_text import SiteTextKind
from league.web.limits import require_safe


@require_safe
def site_text(request: HttpRequest, kind: str) -> HttpResponse:
    text = get_object_or_404(SiteText.objects.exclude(text=""), kind=kind)
    return render(request, "public/site_text.html", {"text": text})


def footer_links(request: HttpRequest) -> dict[str, Callable[[], Sequence[SiteTextKind]]]:
    """Give templates the existing texts, as a function, so that only a page that shows them runs the 1 query."""

    def find() -> Sequence[SiteTextKind]:
        written = set(SiteText.objects.exclude(text="").values_list("kind", flat=True))
        return [kind for kind in SiteTextKind if kind in written]

    return {"site_texts": find}
