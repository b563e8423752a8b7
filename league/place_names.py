"""Names of continents, countries and cities in time zones, as far as languages have names of their own for them."""

from django.utils.translation import gettext, gettext_noop

# The data of time zones has their English names, with underscores.
CONTINENTS = (  # or countries
    *(gettext_noop("Africa"), gettext_noop("America"), gettext_noop("Antarctica"), gettext_noop("Arctic")),
    *(gettext_noop("Asia"), gettext_noop("Atlantic"), gettext_noop("Australia"), gettext_noop("Europe")),
    *(gettext_noop("Indian"), gettext_noop("Pacific")),
    *(
        gettext_noop("Brazil"),
        gettext_noop("Canada"),
        gettext_noop("Chile"),
        gettext_noop("Mexico"),
        gettext_noop("US"),
    ),
)
CITIES = (
    *(gettext_noop("Athens"), gettext_noop("Belgrade"), gettext_noop("Brussels"), gettext_noop("Bucharest")),
    *(
        gettext_noop("Busingen"),
        gettext_noop("Chisinau"),
        gettext_noop("Copenhagen"),
        gettext_noop("Isle of Man"),
    ),
    *(gettext_noop("Kyiv"), gettext_noop("Lisbon"), gettext_noop("Luxembourg"), gettext_noop("Moscow")),
    *(gettext_noop("Prague"), gettext_noop("Rome"), gettext_noop("Tirane"), gettext_noop("Vatican")),
    *(gettext_noop("Vienna"), gettext_noop("Vilnius"), gettext_noop("Warsaw"), gettext_noop("Zurich")),
    *(gettext_noop("Algiers"), gettext_noop("Azores"), gettext_noop("Bermuda"), gettext_noop("Cairo")),
    *(
        gettext_noop("Canary"),
        gettext_noop("Cape Verde"),
        gettext_noop("Damascus"),
        gettext_noop("Famagusta"),
    ),
    *(gettext_noop("Faroe"), gettext_noop("Havana"), gettext_noop("Hong Kong"), gettext_noop("Jamaica")),
    *(
        gettext_noop("Jerusalem"),
        gettext_noop("Maldives"),
        gettext_noop("Mexico City"),
        gettext_noop("Mogadishu"),
    ),
    *(gettext_noop("Riyadh"), gettext_noop("Seoul"), gettext_noop("Shanghai"), gettext_noop("Singapore")),
    *(gettext_noop("Tehran"), gettext_noop("Tokyo"), gettext_noop("Tripoli")),
)


def name_place(name: str) -> str:
    """Return the name of a continent or city, as time zones have it, in the language that is active."""
    return gettext(name.replace("_", " "))
