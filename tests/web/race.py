"""A club where seven sit at a table, and play as many deals as it takes."""

PLAYERS = ("Ann", "Bob", "Cid", "Dev", "Eva", "Fay", "Gil")
IDS = [name.lower() for name in PLAYERS]
MATCH = "/race/matches/m1/"
RACE = {
    "format": "boolie-club/1",
    "club": {"slug": "race", "name": "Race Club"},
    "players": [{"id": id, "name": name} for id, name in zip(IDS, PLAYERS, strict=True)],
    "competitions": [
        {
            "slug": "cup",
            "name": "Cup",
            "game": "hucklebuck",
            "seasons": [
                {
                    "number": 1,
                    "state": "open",
                    "divisions": [
                        {
                            "level": 1,
                            "entries": [{"player": id} for id in IDS],
                            "matches": [{"id": "m1", "seats": IDS}],
                        }
                    ],
                }
            ],
            "rules": {"promoted": 0},
        }
    ],
}
