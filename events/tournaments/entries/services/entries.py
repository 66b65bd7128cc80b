"""Entries: who takes part in a tournament, under which number, and who leaves it.

Teams of a tournament: whoever joins one comes last in it; an empty team is deleted.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Final

from django.db.models import Max

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Problem, Refused, Sentence, refuse_if, sentence
from clubscore.web.visitors import Actor
from events.common.services import as_text, check, lock_tournament, record
from events.models import Entry, LogEntry, Round, RoundResult, Team, Tournament
from events.models.entry import team_key
from events.tournaments.core.domain.fide_mode import LEAVE, is_swiss
from events.tournaments.core.domain.ratings import RatingMethod, tournament_rating
from events.tournaments.core.domain.results import Code
from events.tournaments.core.selectors.rounds import has_pairings
from events.tournaments.core.services import read_again, tell_apart
from events.tournaments.entries.services.numbering import make_room
from events.tournaments.fide.selectors import is_followed
from events.tournaments.fide.services import ask_about_byes
from players.domain.names import Name, with_mark
from players.models import Player
from players.selectors.register import players_by_key, players_by_number
from players.services.log import change_register
from players.services.players import add_guests, add_missing_players, drop_unused_guests

MAX_ENTRIES = 9999

MAX_TITLE_LENGTH = 10
"""The longest title of an entry; titles of bridge are longer."""


POSSIBLE_RATINGS = range(1, 4000)
"""The ratings of an entry, as files of tournaments have them."""


@in_transaction
def add_names(
    *,
    tournament: Tournament,
    names: Sequence[Name],
    by: Actor,
    registered: bool = True,
    guests: bool = False,
    namesakes: bool = False,
    register_facts: Mapping[str, Any] | None = None,
    team_name: str = "",
    **facts: Any,
) -> list[Entry]:
    """Enter the players of these names; who is not in the register yet is added to it with the
    ``register_facts``, or with ``guests`` they are all guests of this tournament alone. With
    ``namesakes``, who has the name of somebody in the tournament is another player of that name,
    told apart by a number: ``John Smith (2)``. With a ``team_name`` all of them join that team.

    ``facts`` are further fields, the same for all. Raises :class:`Refused` for somebody who is in
    the tournament already; nobody is entered then.
    """
    if guests:
        players = add_guests(names=names)
    else:
        if namesakes:
            change_register()
            names = [_told_apart(name, tournament) for name in names]
        players = add_missing_players(names=names, facts=register_facts)
        refuse_if(_named_already(tournament, players.values()))
    entries = add_players(
        tournament=tournament,
        players=[players[name.key] for name in names],
        by=by,
        registered=registered,
        **facts,
    )
    for entry in entries if team_name else ():
        join_team(entry=entry, name=team_name, by=by)
    return entries


def _told_apart(name: Name, tournament: Tournament) -> Name:
    """The name, with a number that nobody has where somebody in the tournament is called so."""
    known = players_by_key([name.key]).get(name.key)
    if known is None or not tournament.entries.filter(player=known).exists():
        return name
    numbered = (with_mark(name, str(number)) for number in count(2))
    return next(each for each in numbered if not players_by_key([each.key]))


def _named_already(tournament: Tournament, players: Iterable[Player]) -> Iterator[Problem]:
    there = tournament.entries.filter(player__in=[player.pk for player in players])
    for entry in there:
        message = sentence(
            "%(name)s is already in the tournament. For somebody else of this name, type a + "
            "behind the name.",
            name=entry.name,
        )
        yield Problem(message, value=entry.name)


@in_transaction
def add_players(
    *,
    tournament: Tournament,
    players: Sequence[Player],
    by: Actor,
    registered: bool = True,
    **facts: Any,
) -> list[Entry]:
    """Enter players of the register, with what it knows of them and the same ``facts`` for all.

    Raises :class:`Refused` for a player who is in the tournament already, or is listed twice.
    """
    # As they are now: somebody may have been renamed or erased since the page was shown.
    stored = players_by_number([player.pk for player in players], lock=True)
    entries = [
        entry_of(stored.get(player.pk, player), tournament, registered=registered, **facts)
        for player in players
    ]
    return add_entries(tournament=tournament, entries=entries, by=by)


@in_transaction
def add_entries(*, tournament: Tournament, entries: Sequence[Entry], by: Actor) -> list[Entry]:
    """Store entries that :func:`entry_of` made; who is registered gets the next starting number, or
    where a late entry has that of its strength, this one.

    Raises :class:`Refused` for a player or an identity that is in the tournament already.
    """
    stored = lock_tournament(tournament.pk)
    refuse_if(_entered_already(tournament, entries))
    makes_room = late_go_by_strength(stored)
    number = tournament.entries.aggregate(last=Max("number"))["last"] or 0
    late = []
    for entry in entries:
        if entry.registered and entry.number is None:
            number += 1
            if makes_room:
                late.append(entry)
            else:
                entry.number = number
        check_entry(entry)
    if number > MAX_ENTRIES:
        raise Refused.because("A tournament has at most %(most)s players.", most=MAX_ENTRIES)
    Entry.objects.bulk_create(entries)
    for entry in late:
        entry.number = make_room(entry, stored, by)
        entry.save(update_fields=["number"])
    for entry in late[:-1]:
        # Those that came after it may have moved it down.
        entry.refresh_from_db(fields=["number"])
    tell_apart(tournament.pk)
    record(
        tournament_id=tournament.pk,
        action=LogEntry.Action.ENTRIES,
        by=by,
        after={"added": [entry.name for entry in entries]},
    )
    return list(entries)


def check_entry(entry: Entry) -> None:
    """Run the validation of an entry whose tournament, player and team were just found or made: a
    query for each would be most of the time. Raises :class:`Refused`."""
    check(
        entry,
        exclude=["tournament", "player", "team"],
        validate_unique=False,
        validate_constraints=False,
    )


def entry_of(player: Player, tournament: Tournament, **facts: Any) -> Entry:
    """What the register knows of the player, as an entry that is not yet stored; ``facts`` are
    further fields of the entry."""
    known = {
        "family": player.whole_name.surname,
        "given": player.whole_name.forenames,
        "title": player.title if len(player.title) <= MAX_TITLE_LENGTH else "",
        "rating": _rating(player, tournament),
        "fide_rating": _rating(player, tournament) if player.fide_number else None,
        "grade": player.grade,
        "sex": player.gender if player.gender in Entry.Sex else "",
        # Go knows players by their country.
        "federation": player.federation or (player.country if tournament.has_grades else ""),
        "club": player.club.name if player.club else "",
        "identity": player.fide_number,
        "egd_pin": player.egd_pin,
        "born": player.born,
    }
    return with_its_rating(Entry(tournament=tournament, player=player, **(known | facts)), facts)


TYPED: Final = "typed"
"""The source of a rating that somebody typed."""


def with_its_rating(entry: Entry, given: Collection[str]) -> Entry:
    """The entry, not yet stored, with the rating that the method of its tournament makes of those
    that it has; the facts that were ``given`` say what came from where."""
    if "rating" in given and "fide_rating" not in given and "national_rating" not in given:
        # Typed with the name: what the register knows of other ratings is not meant.
        entry.fide_rating, entry.rating_source = None, TYPED if entry.rating else ""
    if not entry.tournament.has_grades:
        entry.rating = tournament_rating(
            entry.tournament.rating_method,
            fide=entry.fide_rating,
            national=entry.national_rating,
            typed=entry.rating,
        )
    return entry


TELLING = {"family", "given", "title", "club", "number"}
"""The fields of an entry by which namesakes are told apart, and their names."""


def _rating(player: Player, tournament: Tournament) -> int | None:
    """The rating of the kind that counts, else the standard one."""
    found = getattr(player, tournament.rating_counted) or player.rating
    return found if found in POSSIBLE_RATINGS else None


@in_transaction
def change_entry(
    *,
    entry: Entry,
    fields: Sequence[str],
    by: Actor,
    team_name: str | None = None,
    is_confirmed: bool = False,
) -> None:
    """Save the changed ``fields`` of an entry, and put it into a team, as :func:`join_team` does.

    A bye asked for in a round that is paired already is given there, too. Raises :class:`Asked` for
    a second half-point bye or one of a full point in FIDE mode, unless that ``is_confirmed``, and
    :class:`Refused` for what the model refuses, when the number of somebody who has results would
    go, and when a round that would not be attended has a game or the bye of the pairing.
    """
    tournament = lock_tournament(entry.tournament_id)
    read_again(entry, but=fields)
    if team_name is not None:
        join_team(entry=entry, name=team_name, by=by)
    if not fields:
        return
    is_rated = bool({"rating", "fide_rating", "national_rating"} & set(fields))
    also = _rated(entry, tournament, fields) if is_rated else []
    check(entry)
    if entry.number is None and _has_results(entry):
        raise Refused(
            Problem(
                sentence("%(name)s has results and needs a starting number.", name=entry.name),
                column="number",
            )
        )
    before = Entry.objects.values(*fields).get(pk=entry.pk)
    if "number" in fields and numbers_are_fixed(tournament):
        _refuse_number(before["number"], entry.number)
    if {"absent_rounds", "asked_byes"} & set(fields):
        rounds = [number for number, bye in entry.missed_rounds.items() if bye is Code.HALF_BYE]
        full = list(_new_full_byes(entry))
        ask_about_byes(tournament, {entry.pk: rounds}, full, is_confirmed=is_confirmed)
        _give_asked_byes(entry)
    entry.save(update_fields=[*fields, *also])
    if TELLING & set(fields):
        tell_apart(entry.tournament_id)
    record(
        tournament_id=entry.tournament_id,
        action=LogEntry.Action.ENTRIES,
        by=by,
        before={"entry": str(entry)} | as_text(before),
        after={"entry": str(entry)} | as_text({field: getattr(entry, field) for field in fields}),
    )


def _rated(entry: Entry, tournament: Tournament, fields: Sequence[str]) -> list[str]:
    """The columns that follow from a change of ratings, which are set here: that of the tournament
    follows the others; what is typed for it is that of the kind that counts."""
    if tournament.discipline != Tournament.Discipline.CHESS:
        return []
    also = []
    if "rating_source" not in fields:
        entry.rating_source = TYPED
        also.append("rating_source")
    if {"fide_rating", "national_rating"} & set(fields):
        entry.rating = tournament_rating(
            tournament.rating_method,
            fide=entry.fide_rating,
            national=entry.national_rating,
            typed=entry.rating,
        )
        also.append("rating")
    elif tournament.rating_method != RatingMethod.OTHER:
        column = _column_of(tournament, entry)
        setattr(entry, column, entry.rating)
        also.append(column)
    return also


def _column_of(tournament: Tournament, entry: Entry) -> str:
    """Which of the ratings of a player the tournament's is."""
    is_national = tournament.rating_method == RatingMethod.NRO or (
        entry.national_rating is not None
        and (entry.fide_rating is None or tournament.rating_method == RatingMethod.NIDOF)
    )
    return "national_rating" if is_national else "fide_rating"


def numbers_are_fixed(tournament: Tournament) -> bool:
    """Whether starting numbers are given by strength alone: in FIDE mode, in a Swiss."""
    return bool(tournament.fide_mode) and is_swiss(tournament.kind)


def late_go_by_strength(tournament: Tournament) -> bool:
    """Whether somebody who comes now is a late entry that gets the number of its strength."""
    return numbers_are_fixed(tournament) and has_pairings(tournament.pk)


def _refuse_number(before: int | None, number: int | None) -> None:
    """Raise :class:`Refused` where a number is typed; registering gives one, and takes it."""
    if before is not None and number is not None and before != number:
        message = sentence("In FIDE mode the numbers of a Swiss go by strength.")
        raise Refused(Problem(message, column="number"), Problem(LEAVE, column="number"))


def _new_full_byes(entry: Entry) -> Iterator[Sentence]:
    """What FIDE mode asks about full-point byes that an entry, not yet saved, would ask for."""
    if not entry.tournament.fide_mode:
        return
    full = Code.FULL_BYE.value
    stored = Entry.objects.get(pk=entry.pk).asked_byes
    for number, bye in sorted((int(number), bye) for number, bye in entry.asked_byes.items()):
        if bye == full != stored.get(str(number)):
            yield sentence(
                "A full-point bye is out of use: the tournament’s file would say that %(name)s has"
                " one in round %(round)s. Is it meant?",
                name=entry.name,
                round=number,
            )


def _give_asked_byes(entry: Entry) -> None:
    """What an entry says of the rounds that are paired, as their results: nothing is stated of
    them that is not counted."""
    stored = Entry.objects.get(pk=entry.pk)
    changed = {
        number: bye
        for number, bye in entry.missed_rounds.items()
        if stored.missed_rounds.get(number, Code.PENDING) is not bye
    }
    if not changed:
        return
    results = {
        result.round.number: result
        for result in RoundResult.objects.filter(entry=entry).select_related("round")
    }
    paired = Round.objects.filter(
        tournament=entry.tournament_id, number__in=changed, games__isnull=False
    ).distinct()
    rounds = {round_.number: round_ for round_ in paired}
    for number, bye in changed.items():
        result = results.get(number)
        if result and (result.game_id or Code(result.bye) is Code.PAIRING_BYE):
            message = sentence(
                "%(name)s is paired in round %(round)s already. Change the pairings of that round"
                " for a bye or an absence.",
                name=entry.name,
                round=number,
            )
            raise Refused(Problem(message, column="absent_rounds"))
        code = (bye or Code.ZERO_BYE).value
        if (result or (bye and number in rounds)) and entry.tournament.fide_mode:
            _refuse_followed(entry.tournament, number)
        if result:
            RoundResult.objects.filter(pk=result.pk).update(bye=code)
        elif bye and number in rounds:
            RoundResult.objects.create(round=rounds[number], entry=entry, bye=code)


def _refuse_followed(tournament: Tournament, number: int) -> None:
    """Raise :class:`Refused` in FIDE mode for a round after which another was paired."""
    if is_followed(tournament, number):
        message = sentence(
            "Another round was paired after round %(round)s: change the bye on the page of that"
            " round, which asks.",
            round=number,
        )
        raise Refused(Problem(message, column="absent_rounds"))


@in_transaction
def remove_entry(*, entry: Entry, by: Actor) -> None:
    """Remove somebody who was entered by mistake; the player stays in the register.

    Raises :class:`Refused` when there are results.
    """
    lock_tournament(entry.tournament_id)
    read_again(entry)
    if _has_results(entry):
        raise Refused.because(
            "%(name)s has results and cannot be removed. Withdraw the player instead.",
            name=entry.name,
        )
    record(
        tournament_id=entry.tournament_id,
        action=LogEntry.Action.ENTRIES,
        by=by,
        before={"removed": [str(entry)]},
    )
    player = entry.player_id
    entry.delete()
    tell_apart(entry.tournament_id)
    drop_unused_guests(numbers=[player] if player else [])


@in_transaction
def withdraw_entry(*, entry: Entry, after_round: int | None, by: Actor) -> None:
    """Withdraw somebody after a round (0: before the first), or with ``None`` let them play again.

    Raises :class:`Refused` when a later round has a result of the player already.
    """
    lock_tournament(entry.tournament_id)
    read_again(entry)
    later = RoundResult.objects.filter(entry=entry, round__number__gt=after_round or 0)
    if after_round is not None and later.exists():
        raise Refused.because(
            "%(name)s has a result in a round after round %(round)s.",
            name=entry.name,
            round=after_round,
        )
    entry.withdrawn_after = after_round
    change_entry(entry=entry, fields=["withdrawn_after"], by=by)


def _entered_already(tournament: Tournament, entries: Iterable[Entry]) -> Iterator[Problem]:
    # Entries without a player of the register, or without an identity, never count as the same one.
    there = set(tournament.entries.values_list("player_id", flat=True)) - {None}
    identities = set(tournament.entries.values_list("identity", flat=True)) - {""}
    for entry in entries:
        if entry.player_id in there:
            yield Problem(
                sentence("%(name)s is already in the tournament.", name=entry.name),
                value=entry.name,
            )
        elif entry.identity in identities:
            message = sentence(
                "%(name)s has the number %(identity)s of another player.",
                name=entry.name,
                identity=entry.identity,
            )
            yield Problem(message, value=entry.name)
        if entry.player_id:
            there.add(entry.player_id)
        identities |= {entry.identity} - {""}


def _has_results(entry: Entry) -> bool:
    return RoundResult.objects.filter(entry=entry).exists()


@in_transaction
def join_team(*, entry: Entry, name: str, by: Actor) -> None:
    """Put an entry into the team of this name, made when there is none; an empty name takes it
    out of its team. Raises :class:`Refused` for a name that is too long."""
    # Two entries joining at once would else both make the team, or take the same place in it.
    lock_tournament(entry.tournament_id)
    before = Team.objects.filter(members=entry).first()
    if team_key(name) == (before.name_key if before else ""):
        return
    team = team_named(entry.tournament, name) if team_key(name) else None
    entry.team = team
    entry.team_place = _next_place(team) if team else None
    entry.save(update_fields=["team", "team_place"])
    Team.objects.filter(tournament=entry.tournament_id, members=None).delete()
    record(
        tournament_id=entry.tournament_id,
        action=LogEntry.Action.ENTRIES,
        by=by,
        before={"entry": str(entry), "team": before.name if before else ""},
        after={"entry": str(entry), "team": team.name if team else ""},
    )


def team_named(tournament: Tournament, name: str) -> Team:
    """The team of this name, made when there is none. Raises :class:`Refused` for no such name."""
    team = Team.objects.filter(tournament=tournament, name_key=team_key(name)).first()
    if team is None:
        team = Team(tournament=tournament, name=" ".join(name.split()))
        check(team)
        team.save(force_insert=True)
    return team


def _next_place(team: Team) -> int:
    return (team.members.aggregate(last=Max("team_place"))["last"] or 0) + 1
