"""Without JavaScript too: what the other seats leave of a total is offered, to be seen before it is saved."""

from typing import Any

from django.test import Client

from league.models import Result
from tests.web.sheets import DESTINATION, build_fields, cell, get_message, marks, sent_again, summary, text

LEFT = {f"deals_{number}_tricks_1": "" for number in range(4)}
OFFERED = {
    "deals-0-tricks-1": "16",
    "deals-1-tricks-1": "14",
    "deals-2-tricks-1": "13",
    "deals-3-tricks-1": "12",
}


def offers(response: Any) -> dict[str, str]:
    back = sent_again(response)
    return {name: back[name] for name in OFFERED if "data-offered" in cell(response, name)}


def test_last_seats_blank_cells_come_back_with_what_is_left_and_nothing_is_saved(submit: Any) -> None:
    response = submit(build_fields(**LEFT))
    assert offers(response) == OFFERED
    assert marks(response) == list(OFFERED)
    sentence = "Filled in for you: 12 (27 minus the other entries). Save if that is right."
    assert summary(response)[-1] == ("deals-3-tricks-1", f"Game 4, Bob Birch, Tricks: {sentence}")
    assert sentence in get_message(response, "deals-3")
    assert 'aria-describedby="deals-3-said offered-help"' in cell(response, "deals-3-tricks-1")
    assert not Result.objects.filter(match__key="m53").exists()
    assert submit(sent_again(response)).status_code == 302
    sheet: Any = Result.objects.get(match__key="m53").sheet
    assert [deal["tricks"][1] for deal in sheet["deals"]] == [16, 14, 13, 12]


def test_offer_is_part_of_the_running_score_that_comes_back_with_it(submit: Any) -> None:
    assert "Dev Dhar −3 (win) Bob Birch −3 (loss) The match is complete." in text(
        submit(build_fields(**LEFT))
    )


def test_first_seats_cell_is_offered_as_well_as_the_last_ones(submit: Any) -> None:
    response = submit(build_fields(deals_0_tricks_0="", deals_3_bids_1="x"))
    assert 'value="11"' in cell(response, "deals-0-tricks-0")
    assert "data-offered" in cell(response, "deals-0-tricks-0")
    assert [place for place, _sentence in summary(response)] == ["deals-0-tricks-0", "deals-3-bids-1"]


def test_nothing_is_offered_where_nothing_can_be_known(submit: Any) -> None:
    for cells in (
        {"deals_0_tricks_0": "", "deals_0_tricks_1": ""},  # nothing to go by
        {"deals_0_tricks_0": "x", "deals_0_tricks_1": ""},
        {"deals_0_tricks_0": "28", "deals_0_tricks_1": ""},  # less than nothing is left
        {"deals_0_tricks_0": "-1", "deals_0_tricks_1": ""},  # more than there can be
        {"deals_0_bids_1": ""},  # bids have no total
        {"deals_0_tricks_1": "17"},  # it is written, and wrong
        {"deals_0_points_0": "20"},
    ):
        response = submit(build_fields(**cells))
        assert response.status_code == 200, cells
        assert "data-offered" not in response.content.decode(), cells


def test_nothing_is_offered_on_a_form_that_was_not_refused(submit: Any, scorer: Client) -> None:
    assert "data-offered" not in scorer.get(DESTINATION).content.decode()
    assert "data-offered" not in submit(build_fields(**LEFT) | {"more": "1"}).content.decode()


def test_first_cell_has_the_focus_unless_something_is_to_be_read_first(submit: Any, scorer: Client) -> None:
    page = scorer.get(DESTINATION)
    assert page.content.decode().count(" autofocus") == 1
    assert " autofocus" in cell(page, "deals-0-bids-0")
    assert " autofocus" not in cell(submit(build_fields(deals_0_bids_0="x")), "deals-0-bids-0")
    submit(build_fields())
    assert " autofocus" in cell(scorer.get(DESTINATION), "deals-0-bids-0")


def test_cells_tell_the_browser_what_they_add_up_to(scorer: Client) -> None:
    page = scorer.get(DESTINATION)
    assert 'data-total="27" data-least="0" data-most="27"' in cell(page, "deals-0-tricks-0")
    assert "data-total" not in cell(page, "deals-0-bids-0") + cell(page, "deals-0-points-0")
    assert "Filled in for you (27 minus the other entries)." in text(page)
