"""What an evening with the same cards gives, worked out from the sheets of a club file by other code than the league's.

See docs/reference/duplicate.md, Comparison. Each score is compared with each other one, as a director would on paper.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import games

Values = dict[tuple[str, int], Fraction]  # by player and deal: per cent, or a difference
Scores = Callable[[Any], list[list[int]]]  # of a sheet: by deal, those of the seats
DIFFERENCES = {0: -3, 40: -1, 60: 1, 100: 3}
LEFT_OUT_BYES = {"pairing", "full"}


def score_skuck(sheet: Any) -> list[list[int]]:
    return [
        [-abs(bid - taken) for bid, taken in zip(deal["bids"], deal["tricks"], strict=True)]
        for deal in sheet["deals"]
    ]


def score_by_game(key: str, options: Any) -> Scores:
    """Return the scores of the deals as the game has them; a deal that all passed is worth nothing."""

    def score(sheet: Any) -> list[list[int]]:
        game = games.get(key)
        parsed = games.parse_options(game, options)
        read = game.calculate(games.parse(game, sheet, parsed, 3), parsed, 3)
        return [
            [own or 0 for own in deal]
            for deal in zip(*(seat.deal_scores for seat in read.seats), strict=True)
        ]

    return score


class Evening:
    """The results of a season's tables by deal and position, with what is given instead of a comparison."""

    def __init__(
        self, season: Any, deals: int, score: Scores = score_skuck, *, by_difference: bool = False
    ) -> None:
        self.season, self.deals, self.score, self.by_difference = season, deals, score, by_difference
        self.results: dict[tuple[int, int], list[tuple[str, int]]] = defaultdict(list)
        self.tables: dict[int, int] = defaultdict(int)  # by round
        self.present: dict[int, set[str]] = defaultdict(set)  # by round
        self.values: Values = {}
        for division in season["divisions"]:
            for match in division["matches"]:
                self.present[match["round"]] |= set(match["seats"])
        for match in self._list_matches():
            self.tables[match["round"]] += 1
            self._add_match(match)
        for number, chosen in enumerate(season.get("rounds", ()), 1):
            for bye in chosen.get("byes", ()):
                self.present[number].add(bye["entry"])
                if bye["kind"] not in LEFT_OUT_BYES:
                    share = 40 if bye["kind"] == "half" else 0
                    for deal in range((number - 1) * deals + 1, number * deals + 1):
                        self.values[bye["entry"], deal] = self._give(share)
        self._add_missed_rounds()
        for (deal, _position), results in self.results.items():
            for player, own in results:
                others = [score for other, score in results if other != player]
                self.values[player, deal] = self._compare(deal, own, others)

    def _add_missed_rounds(self) -> None:
        known = set().union(*self.present.values())
        for number, there in self.present.items():
            for player in known - there:
                for deal in range((number - 1) * self.deals + 1, number * self.deals + 1):
                    self.values[player, deal] = self._give(0)

    def _list_matches(self) -> Iterator[Any]:
        for division in self.season["divisions"]:
            yield from (match for match in division["matches"] if match["status"] != "void")

    def _add_match(self, match: Any) -> None:
        rulings: dict[int, Any] = {}
        for ruling in self.season.get("boards", {}).get("rulings", ()):
            if ruling["match"] == match["id"]:
                rulings |= dict.fromkeys(ruling["deals"], ruling.get("shares"))
        played = self.score(match["sheet"]) if match["status"] == "played" else []
        for index in range(self.deals):
            deal, seats = (match["round"] - 1) * self.deals + index + 1, match["seats"]
            for seat, player in enumerate(seats):
                if index in rulings:
                    if rulings[index]:
                        self.values[player, deal] = self._give(rulings[index][seat])
                elif match["status"] == "forfeit":
                    self.values[player, deal] = self._give(0 if player in match["absent"] else 60)
                elif index < len(played):
                    position = (seat - (deal - 1)) % len(seats)
                    self.results[deal, position].append((player, played[index][seat]))

    def _give(self, share: int) -> Fraction:
        return Fraction(DIFFERENCES[share] if self.by_difference else share)

    def _compare(self, deal: int, own: int, others: list[int]) -> Fraction:
        if self.by_difference:
            return own - Fraction(sum(others), len(others)) if others else Fraction(0)
        if not others:
            return Fraction(50)
        matchpoints = sum(2 * (own > other) + (own == other) for other in others)
        planned, there = self.tables[(deal - 1) // self.deals + 1], len(others) + 1
        factored = Fraction(planned, there) * (matchpoints + 1) - 1  # Neuberg
        return 100 * factored / (2 * (planned - 1))

    def compute_means(self) -> dict[str, Fraction]:
        of_players: dict[str, list[Fraction]] = defaultdict(list)
        for (player, _deal), value in self.values.items():
            of_players[player].append(value)
        return {player: sum(values, Fraction(0)) / len(values) for player, values in of_players.items()}

    def check(self) -> None:
        """Compare with the file: what each deal gives each seat, and the means by which the standings are ranked."""
        matches = {match["id"]: match for match in self._list_matches()}
        claimed = 0
        for deal in self.season["boards"].get("deals", ()):
            for compared in deal["compared"]:
                for player, value in zip(
                    matches[compared["match"]]["seats"], compared["values"], strict=True
                ):
                    expected = self.values.get((player, deal["number"]))
                    assert (value is None) == (expected is None), (deal["number"], player)
                    if value is not None and expected is not None:
                        assert abs(Fraction(value) - expected) <= Fraction(1, 20_000), (
                            deal["number"],
                            player,
                        )
                        claimed += 1
        assert claimed or not self.season["boards"].get("deals")
        means, key = self.compute_means(), "difference" if self.by_difference else "matchpoints"
        for division in self.season["report"]["divisions"]:
            standings = division["standings"]
            for row in standings:
                assert (row["player"] in means) == (key in row)
                if key in row:
                    assert abs(Fraction(row[key]) - means[row["player"]]) <= Fraction(1, 200)
            ranked = [means[row["player"]] for row in standings if row["player"] in means]
            assert ranked == sorted(ranked, reverse=True)

    def check_sums(self) -> None:
        """Check that the results of a deal and position average 50 %, or sum to nothing, however many there are."""
        for (deal, _position), results in self.results.items():
            total = sum((self.values[player, deal] for player, _score in results), Fraction(0))
            assert total == (0 if self.by_difference else 50 * len(results))
