"""The stored states of challenges, as they follow from their matches and the day."""

from collections.abc import Collection
from datetime import date

from django.db.models import Q

from league.models import Challenge, Division, Season
from league.models.challenge import HAS_MATCH, ChallengeState
from league.models.match import MatchStatus

UNPLAYED = (MatchStatus.FORFEIT, MatchStatus.VOID)


def update_challenges(divisions: Collection[int], day: date) -> None:
    """End the challenges of these locked divisions that are played or missed by now, and open those that aren't.

    A challenge whose match was decided without being played gets the day of that. A challenge that could be played
    again, as its result was undone, stays ended if a player has another open challenge by now. At most 5 queries.
    """
    with_match = Challenge.objects.filter(division__in=divisions, state__in=HAS_MATCH)
    unplayed = Q(match__status__in=UNPLAYED)
    with_match.filter(unplayed, settled_on=None).update(settled_on=day)
    with_match.exclude(unplayed).exclude(settled_on=None).update(settled_on=None)
    is_over = ~Q(match__status=MatchStatus.SCHEDULED) | Q(match__due_on__lt=day)
    with_match.filter(is_over, state=ChallengeState.OPEN).update(state=ChallengeState.ENDED)
    again = list(with_match.exclude(is_over).filter(state=ChallengeState.ENDED))
    if not again:
        return
    opened = Challenge.objects.filter(division__in=divisions, state=ChallengeState.OPEN)
    busy = {entry for pair in opened.values_list("challenger", "challenged") for entry in pair}
    for challenge in again:
        players = {challenge.challenger_id, challenge.challenged_id}
        if not players & busy:
            Challenge.objects.filter(pk=challenge.pk).update(state=ChallengeState.OPEN)
            busy |= players


def start_ladders(season: Season) -> None:
    """Have the ladders of a locked season that is open from now on hold for today. At most 8 queries.

    A ladder begins on a day, from which times without a match are counted, and does not end on the same one, as other
    tournaments do.
    """
    today = season.competition.club.today
    if season.ends_on == season.starts_on:
        season.ends_on = None
    season.starts_on = season.starts_on or today
    season.save(update_fields=["starts_on", "ends_on"])
    divisions = Division.objects.filter(season=season)
    divisions.update(as_of=today)
    update_challenges(list(divisions.values_list("pk", flat=True)), today)
