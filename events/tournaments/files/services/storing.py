"""Importing tournament files: a file that was previewed becomes a tournament.

Storing a whole tournament that was read from elsewhere, all or nothing.

Storing a tournament file over the tournament that it is of.

The register's players behind the entrants of a file, new ones added.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict
from typing import Any

from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.jobs.queue import ask
from clubscore.models import Job
from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.common.services import check, lock_tournament, record
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
from events.tournaments.core.domain.breaches import ADJOURNMENT, EXITED, Breach
from events.tournaments.core.domain.results import Code, Outcome, outcome_of
from events.tournaments.core.domain.team_facts import TeamFacts
from events.tournaments.core.domain.tournament import (
    Entrant,
    Tournament,
    games_of_round,
    team_numbers,
)
from events.tournaments.core.selectors.tournaments import tournament_value, twin
from events.tournaments.core.services import (
    POINT_FIELDS,
    create_rounds,
    create_tournament,
    tell_apart,
)
from events.tournaments.entries.selectors import Way, links_of
from events.tournaments.entries.services.entries import check_entry
from events.tournaments.fide.domain.changes import changes_of_rounds
from events.tournaments.fide.domain.imports import import_breaches
from events.tournaments.fide.selectors import IMPORT_CHECK
from events.tournaments.fide.services import add_breaches, refuse_closed
from events.tournaments.files.domain import aligned, matches, merged, stored_numbers
from events.tournaments.files.figures import file_value
from events.tournaments.files.judging import differing_rounds
from events.tournaments.files.selectors import known_entries, state_of
from players.models import Player
from players.services.players import add_players


@in_transaction
def import_tournament(
    *,
    value: Tournament,
    by: Actor,
    strangers: Collection[int] = (),
    add_new: bool = True,
    is_judged: bool = False,
) -> StoredTournament:
    """Store a tournament that was read from a file, its entrants linked to the register.

    Unless it ``is_judged``, its rounds are compared with the rules afterwards, by a job.

    ``strangers`` are the starting numbers of those who only share the name of somebody in the
    register. With ``add_new`` everybody whom the register does not know is added to it. Raises
    :class:`Refused` for a tournament without a name, for one without a start that is none of go,
    and for what cannot be stored.
    """
    if not value.name:
        raise Refused.because("The tournament's name is missing; enter one.")
    if not value.start and value.go is None:
        raise Refused.because("The start date is missing; enter it.")
    before = twin(value)
    players = linked_players(value.entrants, by=by, strangers=strangers, add_new=add_new)
    stored = store_tournament(value=value, by=by, players=players)
    if before:
        _take_over(before, stored, value)
    if not is_judged:
        _ask_to_judge(stored, by)
    return stored


def _ask_to_judge(stored: StoredTournament, by: Actor) -> None:
    """Have the rounds of a file compared with the rules, in FIDE mode."""
    if stored.fide_mode and stored.is_paired:
        ask(kind=IMPORT_CHECK, subject=str(stored.pk), seconds=MAX_JUDGING, by=by)


MAX_JUDGING = 600
"""Seconds for all rounds of a file."""


def judge_import(job: Job) -> dict[str, Any]:
    """The answer to a job: what the rules pair otherwise, to be asked about; empty where nothing
    is."""
    stored = StoredTournament.objects.filter(pk=int(job.subject), fide_mode=True).first()
    if stored is None:
        return {}
    value = file_value(stored)
    found = import_breaches(value, differing_rounds(value))
    breaches = [[breach.round, breach.what] for breach in found]
    return {"breaches": breaches} if breaches else {}


_NOT_IN_FILES = ("club", "grade", "title", "group", "withdrawn_after", "egd_pin")
"""What the formats have not, or not all of them."""


def _take_over(before: StoredTournament, stored: StoredTournament, value: Tournament) -> None:
    """Give the entries of a copy what only the tournament knows that the file was written from."""
    entries = {entry.pk: entry for entry in before.entries.all()}
    found = matches(known_entries(before), value.entrants)
    changed = []
    for entry in stored.entries.all():
        key = found.get(entry.number or 0)
        if key is None:
            continue
        old = entries[key]
        for field in _NOT_IN_FILES:
            if getattr(entry, field) in ("", None):
                setattr(entry, field, getattr(old, field))
        # Result files cut the names of clubs.
        if "".join(old.club.split()).startswith(entry.club):
            entry.club = old.club
        changed.append(entry)
    Entry.objects.bulk_update(changed, _NOT_IN_FILES)


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


@in_transaction
def update_from_file(
    *,
    tournament: StoredTournament,
    value: Tournament,
    seen: str,
    by: Actor,
    strangers: Collection[int] = (),
    add_new: bool = True,
) -> StoredTournament:
    """Give a stored tournament the players, pairings and results of a file, one entry of the log.

    ``seen`` is :func:`events.tournaments.files.selectors.state_of` when the director was
    shown what changes. Address, publication, clubs, grades and absences stay, and so does what
    the file leaves out; players whom it does not have are removed, unless they have left the
    tournament. ``strangers`` and ``add_new``
    are those of :func:`events.tournaments.files.services.import_tournament`, for players who
    are new in the tournament. Raises :class:`Refused` when it was changed since then.
    """
    known = matches(known_entries(tournament), value.entrants)
    new = [entrant for entrant in value.entrants if entrant.number not in known]
    players = linked_players(new, by=by, strangers=strangers, add_new=add_new)
    stored = lock_tournament(tournament.pk, alone=True)
    if state_of(stored) != seen:
        raise Refused.because(
            "“%(name)s” has been changed since this page was opened. Nothing is stored; look "
            "at "
            "the differences again.",
            name=stored.name,
        )
    before = tournament_value(stored)
    keys = {entry.key: entry.number for entry in known_entries(stored)}
    numbers = {number: keys[key] for number, key in known.items()}
    here = stored_numbers(value, numbers)
    value = merged(before, aligned(before, value, numbers))
    changes = _changes(stored, before, value, {here[new]: old for new, old in numbers.items()})
    _set_facts(stored, value)
    players = {here[number]: player for number, player in players.items()}
    known = {here[number]: key for number, key in known.items()}
    _clear(stored)
    stored.save()
    create_rounds(stored)
    _store_players(stored, value, players, known)
    store_rounds(stored, value)
    record(
        tournament_id=stored.pk,
        action=LogEntry.Action.IMPORTED,
        by=by,
        before=_counts(before),
        after=_counts(value),
    )
    add_breaches(tournament_id=stored.pk, breaches=(*value.breaches, *changes), by=by)
    _ask_to_judge(stored, by)
    return stored


def _changes(
    stored: StoredTournament,
    before: Tournament,
    after: Tournament,
    numbers: Mapping[int, int | None],
) -> list[Breach]:
    """What a file changes in FIDE mode in rounds after which another was paired: the page of the
    differences has asked. Raises :class:`Refused` where such a round is closed."""
    if not stored.fide_mode:
        return []
    known = {new: old for new, old in numbers.items() if old is not None}
    changes = list(changes_of_rounds(before, after, known))
    for change in changes:
        if change.kind != ADJOURNMENT:
            refuse_closed(stored, change.round)
    return changes


def _counts(value: Tournament) -> dict[str, object]:
    results = sum(len(list(filter(None, entrant.results))) for entrant in value.entrants)
    return {"players": len(value.entrants), "rounds": value.rounds, "results": results}


def _clear(stored: StoredTournament) -> None:
    """Take all results, and the numbers and teams that would stand in each other's way."""
    RoundResult.objects.filter(round__tournament=stored).delete()
    Game.objects.filter(round__tournament=stored).delete()
    stored.entries.update(team=None, team_place=None)
    Team.objects.filter(tournament=stored).delete()


def _set_facts(stored: StoredTournament, value: Tournament) -> None:
    """Give a tournament the facts of a file, not yet stored. Raises :class:`Refused`."""
    for field, now in facts_of(value).items():
        setattr(stored, field, now)
    if any(any(entrant.results) for entrant in value.entrants):
        stored.registration_closed_at = stored.registration_closed_at or timezone.now()
    stored.rounds_planned = value.rounds
    check(stored)


def _store_players(
    stored: StoredTournament,
    value: Tournament,
    players: Mapping[int, Player],
    known: Mapping[int, int],
) -> None:
    """Store the entries of the file; ``known`` are the keys of those that are there already."""
    entries = {entry.pk: entry for entry in stored.entries.all()}
    there = set(known.values())
    absent = {pk for pk, entry in entries.items() if entry.number and pk not in there}
    left = {pk for pk in absent if entries[pk].withdrawn_after is not None}
    gone = absent - left
    stored.entries.filter(pk__in=gone).delete()
    # A number that the file gives to somebody else is no longer that of who has left.
    taken_numbers = [entrant.number for entrant in value.entrants]
    stored.entries.filter(pk__in=left, number__in=taken_numbers).update(number=None)
    # Numbers may be exchanged, and no two entries have the same one in between.
    stored.entries.filter(pk__in=there).update(number=None, identity="")
    taken = {entry.player_id for pk, entry in entries.items() if pk not in gone}
    new = {number: player for number, player in players.items() if player.pk not in taken}
    store_entries(stored, value, new, {number: entries[pk] for number, pk in known.items()})


def linked_players(
    entrants: Iterable[Entrant], *, by: Actor, strangers: Collection[int], add_new: bool
) -> dict[int, Player]:
    """The player of each starting number that has one, within a transaction.

    ``strangers`` are the starting numbers of those who only share the name of somebody in the
    register. With ``add_new`` everybody whom the register does not know is added to it.
    """
    players: dict[int, Player] = {}
    new: dict[int, Player] = {}
    for link in links_of(entrants):
        number = link.entrant.number
        if link.player is None or (link.way is Way.NAME and number in strangers):
            continue
        (new if link.way is Way.NEW else players)[number] = link.player
    if add_new and new:
        added = add_players(players=new.values(), by=by)
        players |= dict(zip(new, added, strict=True))
    return players
