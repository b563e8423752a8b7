"""What a checked book's sheets give of awards: its record, its candidates, and how far a file can bear them out."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from league.rules import awards
from league.rules.awards import Category, Sitting
from league.rules.book import Book, SeasonKey
from league.rules.check import Checked, check
from league.rules.figures import of_played


def check_with_record(book: Book, seasons: Iterable[SeasonKey]) -> Checked:
    """Checks these seasons of a book, and scores the earlier ones that the awards of those that are closed count."""
    keys = list(seasons)
    return with_record(check(book, keys), keys)


def with_record(checked: Checked, seasons: Iterable[SeasonKey]) -> Checked:
    """The same with what the matches are worth that the awards of these seasons count. What is wrong with an earlier
    season is not noted: whatever of it cannot be scored is no part of the record."""
    book, wanted = checked.book, set[SeasonKey]()
    for key in seasons:
        if book.seasons[key].state == "closed":
            wanted.update(record_of(book, key))
    scored = {match.division.season for id, match in book.matches.items() if id in checked.scores}
    more = check(book, sorted(wanted - scored)).scores
    return replace(checked, scores={**more, **checked.scores})


def record_of(book: Book, season: SeasonKey) -> list[SeasonKey]:
    """The seasons whose played matches count for styles and improvement: of the competition, up to this one, opened,
    and of the same game."""
    game = _game(book, season)
    return [
        key
        for key, one in book.seasons.items()
        if key.competition == season.competition
        and key.number <= season.number
        and one.opened
        and _game(book, key) == game
    ]


def season_categories(checked: Checked, season: SeasonKey) -> tuple[Category, ...]:
    """The awards of a season with all who might have had them; none while it is not closed. `checked` must have the
    scores of its record (`check_with_record`)."""
    book, record = checked.book, checked.book.seasons[season]
    if record.state != "closed":
        return ()
    settings = book.settings(record)
    return awards.categories(
        settings.game,
        settings.rules,
        season.number,
        sittings(checked, season),
        [
            entry.key.player
            for division in book.divisions_of(season)
            for entry in book.entries_of(division.key)
        ],
        _waiting(book, season),
    )


def has_whole_record(book: Book, season: SeasonKey) -> bool:
    """Whether every earlier season of the competition is there: a file by itself bears out no awards without them."""
    return all(SeasonKey(season.competition, number) in book.seasons for number in range(1, season.number))


def sittings(checked: Checked, season: SeasonKey) -> list[Sitting]:
    """What was played in a season's record. `checked` must have the scores of it (`check_with_record`)."""
    book, found = checked.book, []
    for key in record_of(book, season):
        for division in book.divisions_of(key):
            for match in book.matches_of(division.key):
                score = checked.scores.get(match.id)
                if score is not None and match.played_on is not None:
                    seats = of_played(book.settings(book.seasons[key]).game, match.seats, score)
                    place = (match.round, match.table, match.id)
                    found.append(Sitting(key.number, match.played_on, *place, seats))
    return found


def _waiting(book: Book, season: SeasonKey) -> Mapping[str, int]:
    """How many matches of each player have no result: of a season that was closed on a day, not all had one."""
    matches = (match for division in book.divisions_of(season) for match in book.matches_of(division.key))
    return Counter(player for match in matches if match.status == "scheduled" for player in match.seats)


def _game(book: Book, season: SeasonKey) -> str:
    return book.seasons[season].game or book.competitions[season.competition].game
