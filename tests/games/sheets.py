"""Sheets that several tests of games use."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from games import score

# The match that the source prints: drawn on score, won on zeros.
PRINTED_DEALS: list[dict[str, Any]] = [
    {"bids": [16, 16], "tricks": [11, 16]},
    {"bids": [12, 13], "tricks": [13, 14]},
    {"bids": [14, 14], "tricks": [14, 13]},
    {"bids": [15, 10], "tricks": [15, 12]},
]


def build_deal(bids: tuple[int, int], tricks: int, **more: Any) -> dict[str, Any]:
    """Build a deal in which seat 0 took that many tricks."""
    return {"bids": list(bids), "tricks": [tricks, 27 - tricks], **more}


def build_missed_deals(*differences: tuple[int, int]) -> list[dict[str, Any]]:
    """Build deals in which the seats missed their bids by so much."""
    return [build_deal((14 + first, 13 + second), 14) for first, second in differences]


def build_penalties(seat: int, kind: str, times: int = 1) -> list[dict[str, Any]]:
    return [{"seat": seat, "kind": kind}] * times


@st.composite
def skuck_deals(draw: st.DrawFn) -> dict[str, Any]:
    bids = st.integers(0, 27)
    written = build_deal((draw(bids), draw(bids)), draw(st.integers(0, 27)))
    if draw(st.booleans()):
        written["trump"] = draw(st.sampled_from(["clubs", "diamonds", "hearts", "spades", "none"]))
    if draw(st.booleans()):
        points = [draw(st.integers(0, 30)), draw(st.integers(0, 30))]
        written |= {"points": points, "caller": points.index(min(points))}
    return written


@st.composite
def skuck_sheets(draw: st.DrawFn) -> dict[str, Any]:
    """Draw any sheet that a match of up to four deals may have."""
    deals = draw(st.lists(skuck_deals(), max_size=4))
    penalties = st.fixed_dictionaries(
        {"seat": st.integers(0, 1), "kind": st.sampled_from(["miscount", "renege"])},
        optional={"deal": st.integers(0, len(deals) - 1)} if deals else {},
    )
    return {"deals": deals, "penalties": draw(st.lists(penalties, max_size=5))}


def build_hucklebuck_sheet(*tricks: tuple[int | None, ...]) -> dict[str, Any]:
    """Build a Hucklebuck sheet from the tricks of each hand by seat; None: out."""
    return {"deals": [{"tricks": list(taken)} for taken in tricks]}


@st.composite
def hucklebuck_hands(draw: st.DrawFn, seats: int) -> dict[str, Any]:
    """Draw five tricks among those who are in."""
    out = draw(st.sets(st.integers(0, seats - 1), max_size=max(0, seats - 4)))
    inside = [seat for seat in range(seats) if seat not in out]
    winners = draw(st.lists(st.sampled_from(inside), min_size=5, max_size=5))
    return {"tricks": [None if seat in out else winners.count(seat) for seat in range(seats)]}


@st.composite
def hucklebuck_matches(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a line of the score command: any table, options and hands, up to the one that wins at most."""
    seats = draw(st.integers(3, 7))
    options = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "target": st.integers(1, 20),
                "no_trick_penalty": st.integers(0, 6),
                "floor": st.none() | st.integers(-5, 0),
            },
        )
    )
    sheet: dict[str, Any] = {"deals": []}
    for deal in draw(st.lists(hucklebuck_hands(seats), max_size=9)):
        sheet["deals"].append(deal)
        if score("hucklebuck", sheet, options, seats).complete:
            break
    return {"game": "hucklebuck", "sheet": sheet, "options": options, "seats": seats}
