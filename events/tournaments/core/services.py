"""Tournaments: making one, changing its facts, finishing, publishing.

Whether what a page showed of a tournament is still there; asked under the tournament's lock.
"""

import datetime
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max, Min
from django.utils import timezone
from django.utils.text import slugify

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Problem, Refused, refuse_if, sentence
from clubscore.web.visitors import Actor
from events.common.services import as_text, check, lock_tournament, record
from events.models import Entry, LogEntry, Round, RoundResult, Tournament
from events.tournaments.core.domain.federations import CODES
from events.tournaments.core.domain.fide_mode import against
from events.tournaments.core.domain.namesakes import Named, marks
from events.tournaments.core.domain.ratings import tournament_rating
from events.tournaments.core.domain.results import PointSystem
from events.tournaments.core.domain.time_controls import time_control
from events.tournaments.core.selectors.rounds import open_games_of

POINT_FIELDS = {field.name: f"{field.name}_points" for field in fields(PointSystem)}
"""The columns of the point system, by the name of the field of its value."""

RESERVED = {"import", "new"}
"""Addresses that belong to other pages."""


@in_transaction
def create_tournament(
    *,
    name: str,
    by: Actor,
    rounds: int = 5,
    start: datetime.date | None = None,
    finish: datetime.date | None = None,
    **facts: Any,
) -> Tournament:
    """Make a tournament without players; ``facts`` are further fields of the model.

    It is in FIDE mode where its settings are those that FIDE knows. Raises :class:`Refused` for
    facts that the model refuses.
    """
    tournament = Tournament(
        name=name, rounds_planned=rounds, start=start, finish=finish, created_by=by.user, **facts
    )
    check(tournament, exclude=["slug"])
    if "fide_mode" not in facts and not any(against(tournament.fide_settings)):
        tournament.fide_mode = True
    _insert(tournament)
    create_rounds(tournament)
    record(tournament_id=tournament.pk, action=LogEntry.Action.CREATED, by=by, after={"name": name})
    return tournament


def tell_apart(tournament_id: int) -> None:
    """Store what tells entries of one name apart, after a change of entries: in the transaction of
    that change, in which the tournament is locked."""
    entries = list(Entry.objects.filter(tournament=tournament_id).order_by())
    told = marks(
        Named(entry.pk, entry.name, entry.title, entry.club, entry.number) for entry in entries
    )
    changed = [entry for entry in entries if entry.mark != told.get(entry.pk, "")]
    for entry in changed:
        entry.mark = told.get(entry.pk, "")
    Entry.objects.bulk_update(changed, ["mark"])


def free_slug(name: str) -> str:
    """An address for a tournament of this name that no other has: ``spring-cup``,
    ``spring-cup-2``."""
    # Cut, so that a number fits into the column too; nothing is left of a name in, say, Chinese.
    stem = slugify(name)[:70].strip("-") or "tournament"
    others = Tournament.everything.filter(slug__startswith=stem).values_list("slug", flat=True)
    taken = RESERVED.union(others)
    slug, number = stem, 1
    while slug in taken:
        number += 1
        slug = f"{stem}-{number}"
    return slug


def _insert(tournament: Tournament) -> None:
    """Store a new tournament under an address that no other has."""
    while tournament.pk is None:
        tournament.slug = free_slug(tournament.name)
        try:
            # A savepoint: after a failure PostgreSQL refuses all else of the transaction.
            with transaction.atomic():
                tournament.save(force_insert=True)
        except IntegrityError:
            # Somebody has just made another one of this name. Anything else is our mistake.
            if not Tournament.everything.filter(slug=tournament.slug).exists():
                raise


@in_transaction
def change_details(*, tournament: Tournament, fields: Sequence[str], by: Actor) -> None:
    """Save the changed ``fields`` of a validated tournament, and make as many rounds as it plans.

    Raises :class:`Refused` when a round that would go has results, and for what FIDE mode does not
    allow.
    """
    if not fields:
        return
    stored = lock_tournament(tournament.pk, alone=True)
    before = {field: getattr(stored, field) for field in fields}
    if "rounds_planned" not in fields:
        tournament.rounds_planned = stored.rounds_planned
    wrong = tournament.mistakes_of_fide()
    refuse_if(
        Problem(text, column=name)
        for name, texts in wrong.items()
        if name in fields
        for text in texts
    )
    played = _last_round_with_results(tournament)
    if tournament.rounds_planned < played:
        message = sentence(
            "Round %(played)s has results, so the tournament needs at least %(played)s rounds.",
            played=played,
        )
        planned = str(tournament.rounds_planned)
        raise Refused(Problem(message, column="rounds_planned", value=planned))
    tournament.kept_records = list(_records_renewed(tournament, stored))
    tournament.save(update_fields=[*fields, "kept_records"])
    if "rating_method" in fields:
        _rate_anew(tournament)
    create_rounds(tournament)
    if not tournament.publishes_by_hand:
        Round.objects.filter(tournament=tournament, is_hidden=True).update(is_hidden=False)
    record(
        tournament_id=tournament.pk,
        action=LogEntry.Action.CHANGED,
        by=by,
        before=as_text(before),
        after=as_text({field: getattr(tournament, field) for field in fields}),
    )


def _records_renewed(tournament: Tournament, stored: Tournament) -> Iterator[dict[str, str]]:
    """The lines of the tournament's file, of which records 222 and 172 follow what changes: the
    time control, the federation and the method of the ratings. Without a code they go."""
    codes: dict[str, str] = {}
    if tournament.time_control != stored.time_control:
        codes["222"] = time_control(tournament.time_control)
    rated = (tournament.federation, tournament.rating_method)
    if rated != (stored.federation, stored.rating_method):
        codes["172"] = " ".join(rated) if tournament.federation in CODES else ""
    for each in stored.kept_records:
        tag = each["text"].split(" ", 1)[0]
        if tag not in codes:
            yield each
        elif codes[tag]:
            yield {**each, "text": f"{tag} {codes[tag]}"}


def _rate_anew(tournament: Tournament) -> None:
    """Give every entry the rating that the method makes of those that it has."""
    entries = list(tournament.entries.all())
    for entry in entries:
        entry.rating = tournament_rating(
            tournament.rating_method,
            fide=entry.fide_rating,
            national=entry.national_rating,
            typed=entry.rating,
        )
    Entry.objects.bulk_update(entries, ["rating"])


@in_transaction
def date_round(*, round: Round, date: datetime.date | None, by: Actor) -> None:  # noqa: A002
    """Set the day on which a round is played; the first and the last day of the tournament follow
    where they are those of its rounds, or are not known."""
    tournament = lock_tournament(round.tournament_id)
    refuse_removed_round(round)
    before = Round.objects.get(pk=round.pk).date
    if date == before:
        return
    days = _days(tournament)
    round.date = date
    round.save(update_fields=["date"])
    first, last = _days(tournament)
    if first and (tournament.start, tournament.finish) in (days, (None, None)):
        tournament.start, tournament.finish = first, last
        tournament.save(update_fields=["start", "finish"])
    record(
        tournament_id=round.tournament_id,
        action=LogEntry.Action.CHANGED,
        by=by,
        before={"round": round.number, "date": str(before or "")},
        after={"round": round.number, "date": str(date or "")},
    )


def _days(tournament: Tournament) -> tuple[datetime.date | None, datetime.date | None]:
    """The first and the last day of the rounds, as far as they are known."""
    days = tournament.rounds.aggregate(first=Min("date"), last=Max("date"))
    return days["first"], days["last"]


@in_transaction
def date_rounds(
    *, tournament: Tournament, dates: Mapping[int, datetime.date | None], by: Actor
) -> None:
    """Set the days of these rounds; those that are not there any more are left out."""
    lock_tournament(tournament.pk)
    for here in Round.objects.filter(tournament=tournament, number__in=dates):
        date_round(round=here, date=dates[here.number], by=by)


@in_transaction
def finish_tournament(*, tournament: Tournament, by: Actor) -> None:
    """Mark play as over: the standings are no longer provisional. Raises :class:`Refused` in FIDE
    mode while a game has no result."""
    stored = lock_tournament(tournament.pk)
    open_games = open_games_of(stored.pk) if stored.fide_mode else []
    if open_games:
        raise Refused.because(
            "In FIDE mode a tournament with games without a result is not finished: round"
            " %(round)s, board %(board)s.",
            round=open_games[0].round.number,
            board=open_games[0].board_number,
        )
    _change(tournament, LogEntry.Action.FINISHED, by, state=Tournament.State.FINISHED)


@in_transaction
def reopen_tournament(*, tournament: Tournament, by: Actor) -> None:
    """Undo :func:`finish_tournament`."""
    _change(tournament, LogEntry.Action.REOPENED, by, state=Tournament.State.OPEN)


@in_transaction
def publish_tournament(*, tournament: Tournament, by: Actor) -> None:
    """Make the tournament visible to everybody, without a login."""
    _change(tournament, LogEntry.Action.PUBLISHED, by, published_at=timezone.now())


@in_transaction
def withdraw_tournament(*, tournament: Tournament, by: Actor) -> None:
    """Hide the tournament from everybody but directors again."""
    _change(tournament, LogEntry.Action.WITHDRAWN, by, published_at=None)


def _change(tournament: Tournament, action: LogEntry.Action, by: Actor, **values: object) -> None:
    lock_tournament(tournament.pk)
    for field, value in values.items():
        setattr(tournament, field, value)
    tournament.save(update_fields=list(values))
    record(tournament_id=tournament.pk, action=action, by=by)


def _last_round_with_results(tournament: Tournament) -> int:
    results = RoundResult.objects.filter(round__tournament=tournament)
    last = results.order_by("-round__number").values_list("round__number", flat=True).first()
    return last or 0


def create_rounds(tournament: Tournament) -> None:
    """Make the rounds 1 to ``rounds_planned`` that are missing, and delete those beyond."""
    planned = tournament.rounds_planned
    Round.objects.filter(tournament=tournament, number__gt=planned).delete()
    there = set(Round.objects.filter(tournament=tournament).values_list("number", flat=True))
    Round.objects.bulk_create(
        Round(tournament=tournament, number=number)
        for number in range(1, planned + 1)
        if number not in there
    )


def read_again(entry: Entry, *, but: Collection[str] = ()) -> None:
    """Read an entry as it is stored now, but for the fields that are about to be saved.

    Raises :class:`Refused` when it was removed.
    """
    names = [field.name for field in Entry._meta.concrete_fields if field.name not in but]
    try:
        entry.refresh_from_db(fields=names)
    except Entry.DoesNotExist as error:
        raise Refused.because(
            "This player was removed from the tournament in the meantime."
        ) from error


def refuse_removed_round(round: Round) -> None:  # noqa: A002
    """Raise :class:`Refused` when the tournament has fewer rounds by now."""
    if not Round.objects.filter(pk=round.pk).exists():
        raise Refused.because("Round %(number)s was removed in the meantime.", number=round.number)
