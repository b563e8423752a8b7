"""Whatever is posted to the entry form: never an error of ours, and nothing typed is lost."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.models import Result
from tests.fuzzer.hostile import GARBAGE
from tests.scenarios import discard_changes
from tests.web.sheets import DESTINATION, build_fields, cell, summary

FIELDS = [
    *(
        f"deals-{deal}-{field}"
        for deal in (0, 3)
        for field in ("bids-0", "tricks-1", "points-1", "trump", "caller")
    ),
    *("penalties-0-seat", "penalties-0-kind", "penalties-0-deal"),
    *("played_on", "key", "base"),
    *("deals-4-bids-0", "deals-999999999999-bids-0", "deals-249-bids-0", "deals--1-bids-0", "deals-0-bids-2"),
    *("deals-0-bids", "penalties-90-kind", "\x00", "", "deals-０-bids-0", "csrfmiddlewaretoken"),
]
TEXTS = st.one_of(st.sampled_from(GARBAGE), st.text(max_size=20), st.integers(-30, 30).map(str))
POSTS = st.dictionaries(st.sampled_from(FIELDS), st.lists(TEXTS, min_size=1, max_size=2), max_size=6)


def sent(fields: dict[str, Any]) -> dict[str, Any]:
    """As a browser encodes it; it has no way to send half a character."""
    return {
        name: [text.encode("utf-8", "replace").decode() for text in texts] for name, texts in fields.items()
    }


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    posted=POSTS,
    left_out=st.sets(st.sampled_from(sorted(build_fields())), max_size=4),
    page=st.sampled_from(["", "check/"]),
)
def test_nothing_that_is_posted_is_too_much(
    scorer: Client, posted: dict[str, list[str]], left_out: set[str], page: str
) -> None:
    fields = {name: [text] for name, text in build_fields().items() if name not in left_out} | sent(posted)
    with discard_changes():
        assert scorer.post(DESTINATION + page, fields).status_code in (200, 302)


def test_garbage_in_a_cell_comes_back_as_it_was_typed(scorer: Client) -> None:
    for (garbage,) in (sent({"": [garbage]})[""] for garbage in GARBAGE):
        with discard_changes():
            response = scorer.post(DESTINATION, build_fields(deals_0_bids_0=garbage))
            if response.status_code == 302:
                assert 0 <= kept_bids()[0] == int(garbage), garbage
                continue
        tag = cell(response, "deals-0-bids-0")
        values = re.findall(r'value="([^"]*)"', tag)
        assert [unescape(value) for value in values] == [garbage], garbage
        assert [place for place, _said in summary(response)][:1] == ["deals-0-bids-0"], garbage
        assert 'aria-invalid="true"' in tag, garbage


def test_digits_of_any_script_are_digits(scorer: Client) -> None:
    scorer.post(DESTINATION, build_fields(deals_0_bids_0="１６", deals_0_bids_1="१६"))
    assert kept_bids() == [16, 16]


def kept_bids() -> Any:
    """Of the first deal."""
    sheet: Any = Result.objects.get(match__key="m53").sheet
    return sheet["deals"][0]["bids"]


def test_garbage_that_is_chosen_stays_chosen(scorer: Client) -> None:
    response = scorer.post(DESTINATION, build_fields(deals_0_trump="<b>stones"))
    assert 'name="deals-0-trump" value="&lt;b&gt;stones" checked' in response.content.decode()


@pytest.mark.parametrize("page", ["", "check/"])
@pytest.mark.parametrize(
    "body",
    [
        "&".join(f"deals-{number}-bids-0=1" for number in range(60_000)),
        "deals-0-bids-0=" + "9" * 3_000_000,
    ],
)
def test_body_that_is_too_long_is_refused_with_a_page(scorer: Client, body: str, page: str) -> None:
    form = "application/x-www-form-urlencoded"
    response = scorer.post(DESTINATION + page, body, content_type=form)
    said = {400: "We couldn't read this request", 413: "You can send at most 600 kB at once"}
    assert said[response.status_code] in response.content.decode()


def test_body_of_another_kind_is_no_error_of_ours(scorer: Client) -> None:
    unread = [(kind, b"\xff\xfe\x00") for kind in ("application/json", "text/plain", "")]
    parts = [
        ("multipart/form-data; boundary=x", body) for body in (b"", b"{}", b"\xff\xfe\x00", b"--x\r\n\r\n")
    ]
    for content_type, body in (*unread, *parts):
        answer = scorer.generic("POST", DESTINATION, body, content_type)
        assert answer.status_code in (200, 400), (content_type, body)
