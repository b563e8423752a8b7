"""The variants of Skull King that clubs may choose: editions, the Rascal's scoring, and shorter games."""

from __future__ import annotations

from typing import Any

from games.protocol import Variant

BOOKLET = "walker-sean/Skull-King, docs/rules/rulebook.md (the booklet of 2021)"
OPTIONS_2021: dict[str, Any] = {"edition": "official-2021"}

VARIANTS = (
    Variant("skull-king", "Skull King", {}, "Grandpa Beck's Game of Scheming and Skulking, booklet of 2012"),
    Variant(
        "skull-king-schmidt",
        "Skull King, Schmidt's edition",
        {"edition": "schmidt"},
        "pascalwils/scoring_pad, assets/rules/skull_king-initial-en.md; spieletest.at",
    ),
    Variant(
        "skull-king-legacy-2018",
        "Skull King, Legendary (2018)",
        {"edition": "legacy-2018"},
        "Ludovic-Blondon/skullking, src/core/rules/editions.ts: second-hand, check with your booklet",
        certain=False,
    ),
    Variant("skull-king-official-2021", "Skull King (2021)", OPTIONS_2021, BOOKLET),
    Variant(
        "rascal",
        "Skull King, the Rascal's scoring",
        OPTIONS_2021 | {"scoring": "rascal"},
        "walker-sean/Skull-King, docs/rules/rascal-scoring.md; grandpabecksgames.com/pages/skull-king",
    ),
    *(
        Variant(key, f"Skull King, {name}", OPTIONS_2021 | {"schedule": schedule}, BOOKLET)
        for key, name, schedule in (
            ("even-keeled", "Even Keeled", [2, 4, 6, 8, 10]),
            ("skip-to-the-brawl", "Skip to the Brawl", [6, 7, 8, 9, 10]),
            ("swift-n-salty", "Swift-n-Salty", [5] * 5),
            ("broadside-barrage", "Broadside Barrage", [10] * 10),
            ("whirlpool", "Whirlpool", [9, 7, 5, 3, 1]),
            ("past-your-bedtime", "Past Your Bedtime", [1]),
        )
    ),
)
