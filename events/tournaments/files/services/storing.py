"""Storing a whole tournament that was read from elsewhere, all or nothing."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.web.visitors import Actor
from events.common.services import check, record
from events.models import (
    Entry,
    Game,
    LineUpSeat,
    LogEntry,
    Round,
    RoundResult,
    Team,
    TeamApart,
    TeamBye,
    TeamForfeit,
    TeamsApart,
    Tournament as StoredTournament,
)
from events.models.entry import team_key
from events.models.team_rules import columns_of_rules, stored_awards, stored_virtual_points
from events.models.tournament import facts_of_go
from events.tournaments.core.domain.breaches import EXITED
from events.tournaments.core.domain.results import Code, Outcome, outcome_of
from events.tournaments.core.domain.team_facts import TeamFacts
from events.tournaments.core.domain.tournament import (
    Entrant,
    Tournament,
    games_of_round,
    team_numbers,
)
from events.tournaments.core.services import POINT_FIELDS, create_tournament, tell_apart
from events.tournaments.entries.services.entries import check_entry
from events.tournaments.fide.services import add_breaches
from players.models import Player


@in_transaction
def store_tournament(
    *, value: Tournament, by: Actor, players: Mapping[int, Player] | None = None, **facts: Any
) -> StoredTournament:
    """Store a tournament with its entries, teams and results; the value is consistent.

    ``players`` are the register's players by starting number; ``facts`` are further fields of the
    model. Every entry is registered; the registration is closed when there are results. Raises
    :class:`Refused` for what the columns cannot hold.
    """
    has_results = any(any(entrant.results) for entrant in value.entrants)
    tournament = create_tournament(
        by=by,
        rounds=value.rounds,
        registration_closed_at=timezone.now() if has_results else None,
        **facts_of(value),
        **(_fide_facts(value) | facts),
    )
    add_breaches(tournament_id=tournament.pk, breaches=value.breaches, by=by)
    store_entries(tournament, value, players or {})
    store_rounds(tournament, value)
    record(
        tournament_id=tournament.pk,
        action=LogEntry.Action.IMPORTED,
        by=by,
        after={"players": len(value.entrants), "rounds": value.rounds},
    )
    return tournament


def _fide_facts(value: Tournament) -> dict[str, Any]:
    """That a tournament has left FIDE mode, as its file tells, or is not for it: where both sides
    of a game won by forfeit."""
    left = [breach.round for breach in value.breaches if breach.kind == EXITED]
    if left:
        return {"fide_mode": False, "fide_left_round": min(left)}
    won = {
        (round_, entrant.number, result.opponent)
        for entrant in value.entrants
        for round_, result in enumerate(entrant.results, start=1)
        if result and result.code is Code.FORFEIT_WIN
    }
    both = any((round_, opponent, number) in won for round_, number, opponent in won)
    return {"fide_mode": None} if both else {}


def facts_of(value: Tournament) -> dict[str, Any]:
    """The fields of the model, without the number of rounds."""
    return {
        "name": value.name,
        "start": value.start,
        "finish": value.finish,
        "city": value.city,
        "federation": value.federation,
        "kind": value.kind,
        "rating_method": value.rating_method,
        "time_control": value.time_control,
        "chief_arbiter": value.chief_arbiter,
        "deputies": list(value.deputies),
        "tie_breaks": list(value.tie_breaks),
        "forbidden": [asdict(each) | {"numbers": list(each.numbers)} for each in value.forbidden],
        "kept_records": [asdict(each) for each in value.preserved],
        "lot": value.lot.value if value.lot else "",
        "accelerated": value.is_accelerated,
        "awards": stored_awards(value.awards),
        "virtual_points": [stored_virtual_points(point) for point in value.virtual_points],
        **_facts_of_teams(value.team_facts),
        **{column: getattr(value.system, name) for name, column in POINT_FIELDS.items()},
        **(facts_of_go(value.go) if value.go else {}),
    }


def _facts_of_teams(facts: TeamFacts) -> dict[str, Any]:
    rules = facts.rules
    return columns_of_rules(rules) | {
        "team_bye_match_points": rules and rules.bye_match,
        "team_bye_game_points": rules and rules.bye_game,
        "team_type_code": facts.type_code,
        "team_tie_breaks": list(facts.tie_breaks),
    }


def store_entries(
    tournament: StoredTournament,
    value: Tournament,
    players: Mapping[int, Player],
    known: Mapping[int, Entry] | None = None,
) -> None:
    """Store teams and entries. ``players`` are those of new entries by starting number, ``known``
    the entries that are there: they get the facts of the file, as far as it has them."""
    known = known or {}
    places = _store_teams(tournament, value)
    entries: list[Entry] = []
    for entrant in value.entrants:
        entry = known.get(entrant.number)
        if entry is None:
            entry = entry_of(entrant, tournament)
            entry.player = players.get(entrant.number)
        else:
            _take_facts(entry, entrant)
        entry.team, entry.team_place = places.get(entrant.number, (None, None))
        check_entry(entry)
        entries.append(entry)
    changed = [entry for entry in entries if entry.pk]
    Entry.objects.bulk_update(changed, [*_FACTS, "registered", "team", "team_place"])
    Entry.objects.bulk_create(entry for entry in entries if not entry.pk)
    tell_apart(tournament.pk)
    _store_team_play(tournament, value)


def _store_teams(
    tournament: StoredTournament, value: Tournament
) -> dict[int, tuple[Team | None, int | None]]:
    """The team and the place in it by starting number."""
    teams = [
        Team(
            tournament=tournament,
            name=team.name,
            number=team.number,
            short=team.short,
            strength=team.strength,
        )
        for team in value.teams
    ]
    for team in teams:
        # bulk_create does not call ``save``, which sets the key.
        team.name_key = team_key(team.name)
        check(team, exclude=["tournament"], validate_unique=False, validate_constraints=False)
    Team.objects.bulk_create(teams)
    return {
        number: (team, place)
        for team, of_value in zip(teams, value.teams, strict=True)
        for place, number in enumerate(of_value.members, start=1)
    }


def _store_team_play(tournament: StoredTournament, value: Tournament) -> None:
    """Store byes, forfeits and line-ups of the teams, and who must not meet."""
    TeamsApart.objects.filter(tournament=tournament).delete()
    if not value.teams:
        return
    numbers = team_numbers(value.teams)
    teams = dict(zip(numbers, tournament.teams.order_by("pk"), strict=True))
    entries = dict(tournament.entries.exclude(number=None).values_list("number", "pk"))
    facts = value.team_facts
    TeamBye.objects.bulk_create(
        TeamBye(team=teams[bye.team], round=bye.round, code=bye.code.value) for bye in facts.byes
    )
    TeamForfeit.objects.bulk_create(
        TeamForfeit(
            round=forfeit.round,
            white=teams[forfeit.white],
            black=teams[forfeit.black],
            score="".join(code.value for code in forfeit.codes),
        )
        for forfeit in facts.forfeits
    )
    LineUpSeat.objects.bulk_create(
        LineUpSeat(
            team=teams[each.team], round=each.round, board=board, entry_id=entries.get(player)
        )
        for each in facts.line_ups
        for board, player in enumerate(each.players, start=1)
    )
    for team in value.forbidden_teams:
        apart = TeamsApart.objects.create(
            tournament=tournament, first_round=team.first, last_round=team.last
        )
        TeamApart.objects.bulk_create(
            TeamApart(apart=apart, team=teams[number]) for number in team.numbers
        )


_FACTS = (
    "number", "family", "given", "sex", "title", "rating", "federation", "identity", "born",
    "egd_pin", "file_rank",
)  # fmt: skip
"""What an entry has from a file."""


def _take_facts(entry: Entry, entrant: Entrant) -> None:
    """Give a stored entry the facts of a file, without those that it leaves out."""
    of_file = entry_of(entrant, entry.tournament)
    for field in _FACTS:
        setattr(entry, field, getattr(of_file, field) or getattr(entry, field))
    entry.given, entry.registered = of_file.given, True


def entry_of(entrant: Entrant, tournament: StoredTournament) -> Entry:
    """A registered entry with the facts of the value, not yet stored."""
    return Entry(
        tournament=tournament,
        number=entrant.number,
        family=entrant.family,
        given=entrant.given,
        sex=entrant.sex,
        title=entrant.title,
        rating=entrant.rating,
        fide_rating=entrant.fide_rating,
        national_rating=entrant.national_rating,
        external=entrant.external,  # type: ignore[misc]
        federation=entrant.federation,
        identity=entrant.identity,
        egd_pin=entrant.egd_pin,
        born=entrant.born,
        file_rank=entrant.rank,
        grade=entrant.grade,
        club=entrant.club,
        start_correction=entrant.correction,
        absent_rounds=list(entrant.absent),
        withdrawn_after=entrant.left_after,
        registered=True,
    )


def store_rounds(tournament: StoredTournament, value: Tournament) -> None:
    """Store the days, pairings and results of rounds that have none; the entries are there."""
    entries = {entry.number: entry for entry in tournament.entries.all() if entry.number}
    rounds = {each.number: each for each in tournament.rounds.all()}
    for number, date in enumerate(value.round_dates, start=1):
        rounds[number].date = date
    Round.objects.bulk_update(rounds.values(), ["date"])
    for number, here in rounds.items():
        _store_round(value, number, here, entries)


def _store_round(value: Tournament, number: int, here: Round, entries: Mapping[int, Entry]) -> None:
    results = {
        entrant.number: entrant.results[number - 1]
        for entrant in value.entrants
        if len(entrant.results) >= number
    }
    games = games_of_round(value, number)
    stored = []
    for board_number, (first, second) in enumerate(games, start=1):
        one, other = results[first], results[second]
        if one is None or other is None or one.opponent != second or other.opponent != first:
            # The reader of files refuses this with a sentence; here only code of ours can bring it
            # about.
            raise ValueError(f"round {number}: {first} and {second} do not name each other")
        stored.append(
            Game(
                round=here,
                board_number=board_number,
                outcome=(
                    Outcome.ADJOURNED if one.is_adjourned else outcome_of(one.code, other.code)
                ).value,
                colours_known=one.colour is not None or other.colour is not None,
                handicap=one.handicap,
                doubled_komi=None if one.komi is None else int(2 * one.komi),
            )
        )
    Game.objects.bulk_create(stored)
    sides = [
        RoundResult(round=here, entry=entries[side], game=game, side=place)
        for game, pair in zip(stored, games, strict=True)
        for place, side in enumerate(pair, start=1)
    ]
    byes: Iterable[RoundResult] = (
        RoundResult(round=here, entry=entries[entrant], bye=result.code.value)
        for entrant, result in results.items()
        if result and result.opponent is None
    )
    RoundResult.objects.bulk_create([*sides, *byes])
