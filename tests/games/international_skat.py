"""International Skat sheets that several tests use."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from games import Invalid, Score, score
from games.skat.contracts import compute_point_range
from games.skat.rotation import list_playing_seats

KEY = "international-skat"
BASES = {"clubs": 12, "spades": 11, "hearts": 10, "diamonds": 9, "grand": 24}


def build_game(**more: Any) -> dict[str, Any]:
    """Build a game: by default clubs with one by seat 0, won with 70 card points; None leaves a field out."""
    usual = {"declarer": 0, "bid": 18, "game": "clubs", "matadors": 1, "points": 70}
    return {name: value for name, value in {**usual, **more}.items() if value is not None}


def build_null(kind: str = "null", **more: Any) -> dict[str, Any]:
    return {"declarer": 0, "bid": 18, "game": kind, "tricks": 0, **more}


def build_ramsch(*points: int | None, **more: Any) -> dict[str, Any]:
    return {"game": "ramsch", "points": list(points), **more}


def score_deals(*deals: dict[str, Any], seats: int = 3, **options: Any) -> Score:
    return score(KEY, {"deals": list(deals)}, options, seats)


def score_deal(deal: dict[str, Any], **options: Any) -> int | None:
    """Return what a deal at a table of three is worth to seat 0."""
    return score_deals(deal, **options).seats[0].deal_scores[0]


def collect_problem_codes(*deals: dict[str, Any], seats: int = 3, **options: Any) -> list[tuple[str, str]]:
    """Return path, without the root, and code of each problem."""
    try:
        score_deals(*deals, seats=seats, **options)
    except Invalid as invalid:
        return [(problem.path.removeprefix("sheet.deals."), problem.code) for problem in invalid.problems]
    return []


# --- whole sheets

EXTRAS = {"Spitze": 1, "Contra Hand": 3}


@st.composite
def contracts(draw: st.DrawFn, there: tuple[int, ...], options: dict[str, Any]) -> dict[str, Any]:
    """Draw a valid game with a declarer."""
    hand = options["hand"] == "allowed" and draw(st.booleans())
    name = draw(st.sampled_from([*BASES, "null", "null-ouvert"]))
    deal: dict[str, Any] = {
        "declarer": draw(st.sampled_from(there)),
        "bid": draw(st.integers(18, 23)),
        "game": name,
    }
    if hand:
        deal["hand"] = True
    tricks = draw(st.integers(0, 10))
    if name not in BASES:
        deal["tricks"] = tricks
    else:
        most = 4 if name == "grand" else 11
        deal["bid"] = draw(st.integers(18, BASES[name] * (most + (7 if hand else 3))))
        deal["matadors"] = draw(st.integers(1, most)) * draw(st.sampled_from([1, -1]))
        deal["points"] = draw(st.integers(*compute_point_range(tricks)))
        if deal["points"] == 120 or draw(st.booleans()):
            deal["tricks"] = tricks
        if hand:
            deal |= draw(
                st.fixed_dictionaries(
                    {},
                    optional={"announced": st.sampled_from(["schneider", "schwarz"]), "open": st.just(True)},
                )
            )
        if options["extra_multipliers"] and draw(st.booleans()):
            deal["extra"] = draw(st.lists(st.sampled_from(list(EXTRAS)), unique=True, min_size=1))
    if options["kontra"] and draw(st.booleans()):
        deal["kontra"] = draw(st.integers(1, 4))
    return deal


@st.composite
def passed_deals(draw: st.DrawFn, there: tuple[int, ...], seats: int, agreed: str) -> dict[str, Any]:
    if agreed == "redeal":
        return {"declarer": None}
    first = draw(st.integers(0, 60))
    second = draw(st.integers(0, 50))
    left = draw(st.integers(98, 120)) - first - second
    points: list[int | None] = [None] * seats
    for seat, own in zip(there, (first, second, max(0, left)), strict=True):
        points[seat] = own
    deal = build_ramsch(*points)
    if draw(st.booleans()):
        deal["passed_on"] = draw(st.integers(1, 3))
    return deal


@st.composite
def sessions(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a line of the score command: any table, any options, any deals that they allow."""
    seats = draw(st.integers(3, 5))
    options: dict[str, Any] = draw(
        st.fixed_dictionaries(
            {
                "losses": st.sampled_from(["isko", "source-text", "double-unless-hand"]),
                "hand": st.sampled_from(["allowed", "forbidden"]),
                "all_pass": st.sampled_from(["redeal", "ramsch"]),
                "kontra": st.booleans(),
                "extra_multipliers": st.sampled_from([{}, EXTRAS]),
            }
        )
    )
    deals: list[dict[str, Any]] = []
    for number in range(draw(st.integers(0, 5))):
        there = list_playing_seats(number, seats)
        kind = draw(st.sampled_from(["game", "game", "game", "passed"]))
        if kind == "game":
            deals.append(draw(contracts(there, options)))
        else:
            deals.append(draw(passed_deals(there, seats, options["all_pass"])))
    return {"game": KEY, "sheet": {"deals": deals}, "options": options, "seats": seats}
