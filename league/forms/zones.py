"""The time zones, as a form lists them."""

from collections import defaultdict
from functools import cache

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.rules.field_types import list_time_zones

Names = list[tuple[str, str]]


@cache
def zones() -> "list[tuple[str | Promise, str | Promise | Names]]":
    """By continent, so that typing a city finds it; what lies on none comes last. To begin with none is chosen."""
    continents: dict[str, Names] = defaultdict(list)
    others: Names = []
    for zone in sorted(list_time_zones()):
        continent, _slash, city = zone.partition("/")
        if city and continent != "Etc":
            continents[continent].append((zone, city.replace("_", " ").replace("/", ", ")))
        else:
            others.append((zone, zone))
    return [("", _("Choose your own …")), *continents.items(), (_("Others"), others)]
