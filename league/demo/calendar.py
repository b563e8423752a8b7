"""Demo clubs that are alive on the day they are made: their running seasons stand in the middle.

The files are fixed. Whatever was played or is due in a competition moves by whole weeks, so that the first night
without results is today or in the last six days. Its results are made up, the same every time; the next night is to
come. In the first club a result of that night is not confirmed yet, one is disputed, one is missing, and two matches
were put off.

A tournament stays as the file has it: a running one is today, a finished one was on its day of the week in
the last seven days.
"""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date, timedelta
from random import Random
from typing import Any

from league.demo.sheets import generate_sheet
from league.rules.snapshot import parse_settings

JSON = dict[str, Any]
DAYS = (
    *("starts_on", "ends_on", "due_on", "arranged_on", "played_on", "entered_on", "since"),
    *("as_of", "made_on", "settled_on"),  # of ladders
)
WEEK = timedelta(weeks=1)
# What is not as it should be, in the first club.
UNCONFIRMED, DISPUTED, MISSING, PUT_OFF = "m53", "m59", "m66", ("m71", "m72")
REASON = "I made 14 tricks in the second game, not 13."


def bring_up_to_date(document: JSON, today: date) -> JSON:
    """Return the club file of a demo club as it is on that day; the document itself is changed."""
    is_first = document["club"]["slug"] == "riverside"
    for competition in document["competitions"]:
        if competition["kind"] == "tournament":
            _move_tournament(competition, today)
            continue
        running = [season for season in competition["seasons"] if season["state"] == "open"]
        for season in running:
            _number_tables(season)
            _add_due_days(season)
        night = min(
            date.fromisoformat(match["due_on"])
            for season in running
            for match in _list_matches(season)
            if match["status"] == "scheduled"
        )
        weeks = (today - night).days // 7
        _move(competition, weeks * WEEK)
        for season in running:
            _play_night(competition, season, night + weeks * WEEK, is_first=is_first)
    return document


def _move_tournament(competition: JSON, today: date) -> None:
    """Move each running of a tournament to today, or into the week before, with the year in its name.

    A ladder has been going on for weeks: its standings hold for today.
    """
    for season in competition["seasons"]:
        day = date.fromisoformat(season["starts_on"])
        distance = today - date.fromisoformat(season["divisions"][0].get("as_of", season["starts_on"]))
        if season["state"] == "closed":
            distance = ((distance.days - 1) // 7) * WEEK
        _move(season, distance)
        season["name"] = season["name"].replace(str(day.year), str((day + distance).year))


def _list_matches(season: JSON) -> Iterator[JSON]:
    for division in season["divisions"]:
        yield from division["matches"]


def _number_tables(season: JSON) -> None:
    """Give tables numbers through the room, division after division, in each round."""
    tables: dict[int, int] = defaultdict(int)
    for match in _list_matches(season):
        tables[match["round"]] += 1
        match["table"] = tables[match["round"]]


def _add_due_days(season: JSON) -> None:
    """Let matches without a day be due when their round was played, or a week after the last one that was."""
    played = {match["round"]: match["played_on"] for match in _list_matches(season) if "played_on" in match}
    for match in _list_matches(season):
        if "due_on" not in match:
            weeks = max(match["round"] - max(played), 0)
            last = date.fromisoformat(played[match["round"] - weeks])
            match["due_on"] = (last + weeks * WEEK).isoformat()


def _move(part: Any, distance: timedelta) -> None:
    """Move all days of a part of a file."""
    if isinstance(part, dict):
        for key, value in part.items():
            if key in DAYS and value is not None:
                part[key] = (date.fromisoformat(value) + distance).isoformat()
            elif key != "sheet":
                _move(value, distance)
    elif isinstance(part, list):
        for item in part:
            _move(item, distance)


def _play_night(competition: JSON, season: JSON, night: date, *, is_first: bool) -> None:
    own = competition | season  # a season has what differs from its competition
    settings = parse_settings(own["game"], own["options"], own["rules"])
    day = night.isoformat()
    season.pop("report", None)  # it would be that of the file's results
    for match in _list_matches(season):
        if match["status"] != "scheduled" or match["due_on"] != day or (is_first and match["id"] == MISSING):
            continue
        if is_first and match["id"] in PUT_OFF:
            match["due_on"] = (night + WEEK).isoformat()
            continue
        chance = Random(f"{season['lot']} {match['id']}")  # noqa: S311  (a demo, no secret)
        sheet = generate_sheet(settings, len(match["seats"]), chance)
        match |= {"status": "played", "played_on": day, "sheet": sheet, "revision": 1}
        if is_first and match["id"] in (UNCONFIRMED, DISPUTED):
            first, second = match["seats"]
            match["confirmation"] = {"entered_on": day, "entered_by": first}
            if match["id"] == DISPUTED:
                match["confirmation"] |= {"disputed_by": second, "reason": REASON}
