"""How many queries pages take: as many as in tests/pages/figures.py, and for a larger season no more."""

from fnmatch import fnmatchcase

from django.contrib.contenttypes.models import ContentType

from tests.pages.figures import WITHOUT_FIGURES, parse_tables
from tests.pages.visits import Site, find_name
from tests.security.addresses import list_addresses


def test_every_page_takes_as_many_queries_as_its_figure_says(site: Site) -> None:
    ContentType.objects.clear_cache()
    wrong = []
    for who, path, figure in parse_tables():
        visit = site.visit(who, path)
        status = visit.response.status_code
        found = str(len(visit.statements)) if status == 200 else "-"
        if found != figure:
            wrong.append(f"{path} for {who}: {found} instead of {figure} (status {status})")
    assert not wrong, "\n".join(wrong)


def test_every_address_has_a_figure_or_a_reason_for_none() -> None:
    names = dict.fromkeys(list_addresses())
    counted = {find_name(path) for _who, path, _figure in parse_tables()}
    excused = {name for name in names for pattern in WITHOUT_FIGURES if fnmatchcase(name, pattern)}
    missing = [name for name in names if name not in counted | excused]
    assert not missing, f"Say in tests/pages/figures.py how many queries {missing} take."
    assert [
        pattern for pattern in WITHOUT_FIGURES if not any(fnmatchcase(name, pattern) for name in names)
    ] == []
    assert sorted(counted.intersection(WITHOUT_FIGURES)) == []
