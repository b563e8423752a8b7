"""How many queries pages take: as many as in tests/pages/figures.py, and for a larger season no more."""

from collections.abc import Iterable
from fnmatch import fnmatchcase
from itertools import islice

import pytest
from django.contrib.contenttypes.models import ContentType

from tests.pages.figures import WITHOUT_FIGURES, parse_tables
from tests.pages.visits import Site, find_name
from tests.security.addresses import list_addresses


def test_every_page_takes_as_many_queries_as_its_figure_says(site: Site) -> None:
    assert not (wrong := list_other_figures(site, parse_tables(), "en")), "\n".join(wrong)


def test_pages_take_as_many_queries_in_german(site: Site, pytestconfig: pytest.Config) -> None:
    """All of them in a full run; else every eighth: no query depends on the language."""
    some = islice(parse_tables(), 0, None, 1 if pytestconfig.getoption("--full") else 8)
    assert not (wrong := list_other_figures(site, some, "de")), "\n".join(wrong)


def list_other_figures(site: Site, rows: Iterable[tuple[str, str, str]], language: str) -> list[str]:
    """Return the pages that take more or fewer queries than their figure says, or don't answer as it says."""
    ContentType.objects.clear_cache()
    wrong = []
    for who, path, figure in rows:
        visit = site.visit(who, path, language=language)
        status = visit.response.status_code
        found = str(len(visit.statements)) if status == 200 else "-"
        if found != figure:
            wrong.append(f"{path} for {who}: {found} instead of {figure} (status {status})")
    return wrong


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
