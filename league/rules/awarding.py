"""What a checked book's sheets give of awards: its record, its candidates, and how far a file can bear them out."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from league.rules import awards
from league.rules.awards import AwardCategory, AwardMatch
from league.rules.book import ClubSnapshot, SeasonKey
from league.rules.check import CheckedSnapshot, check_snapshot
from league.rules.figures import compute_played_seats


def check_with_earlier_seasons(book: ClubSnapshot, seasons: Iterable[SeasonKey]) -> CheckedSnapshot:
    """Checks these seasons of a book, and scores the earlier ones that the awards of those that are closed count."""
    keys = list(seasons)
    return add_earlier_scores(check_snapshot(book, keys), keys)


def add_earlier_scores(checked: CheckedSnapshot, seasons: Iterable[SeasonKey]) -> CheckedSnapshot:
    """The same with what the matches are worth that the awards of these seasons count. What is wrong with an earlier
    season is not noted: whatever of it cannot be scored is no part of the record."""
    book, wanted = checked.snapshot, set[SeasonKey]()
    for key in seasons:
        if book.seasons[key].state == "closed":
            wanted.update(find_counted_seasons(book, key))
    scored = {match.division.season for id, match in book.matches.items() if id in checked.scores}
    more = check_snapshot(book, sorted(wanted - scored)).scores
    return replace(checked, scores={**more, **checked.scores})


def find_counted_seasons(book: ClubSnapshot, season: SeasonKey) -> list[SeasonKey]:
    """The seasons whose played matches count for styles and improvement: of the competition, up to this one, opened,
    and of the same game."""
    game = _get_game_key(book, season)
    return [
        key
        for key, one in book.seasons.items()
        if key.competition == season.competition
        and key.number <= season.number
        and one.is_opened
        and _get_game_key(book, key) == game
    ]


def compute_season_awards(checked: CheckedSnapshot, season: SeasonKey) -> tuple[AwardCategory, ...]:
    """The awards of a season with all who might have had them; none while it is not closed. `checked` must have the
    scores of its record (`check_with_record`)."""
    book, record = checked.snapshot, checked.snapshot.seasons[season]
    if record.state != "closed":
        return ()
    settings = book.get_settings(record)
    return awards.compute_categories(
        settings.game,
        settings.rules,
        season.number,
        collect_award_matches(checked, season),
        [
            entry.key.player
            for division in book.get_divisions(season)
            for entry in book.get_entries(division.key)
        ],
        _count_scheduled_matches(book, season),
    )


def has_all_earlier_seasons(book: ClubSnapshot, season: SeasonKey) -> bool:
    """Whether every earlier season of the competition is there: a file by itself bears out no awards without them."""
    return all(SeasonKey(season.competition, number) in book.seasons for number in range(1, season.number))


def collect_award_matches(checked: CheckedSnapshot, season: SeasonKey) -> list[AwardMatch]:
    """What was played in a season's record. `checked` must have the scores of it (`check_with_record`)."""
    book, found = checked.snapshot, []
    for key in find_counted_seasons(book, season):
        for division in book.get_divisions(key):
            for match in book.get_matches(division.key):
                score = checked.scores.get(match.id)
                if score is not None and match.played_on is not None:
                    seats = compute_played_seats(
                        book.get_settings(book.seasons[key]).game, match.seats, score
                    )
                    place = (match.round, match.table, match.id)
                    found.append(AwardMatch(key.number, match.played_on, *place, seats))
    return found


def _count_scheduled_matches(book: ClubSnapshot, season: SeasonKey) -> Mapping[str, int]:
    """How many matches of each player have no result: of a season that was closed on a day, not all had one."""
    matches = (match for division in book.get_divisions(season) for match in book.get_matches(division.key))
    return Counter(player for match in matches if match.status == "scheduled" for player in match.seats)


def _get_game_key(book: ClubSnapshot, season: SeasonKey) -> str:
    return book.seasons[season].game or book.competitions[season.competition].game
