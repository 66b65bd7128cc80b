"""A file of results becomes a finished session, with what it publishes beside our scores."""

import datetime
from collections.abc import Iterable, Iterator

from clubscore.actor import Actor
from clubscore.problems import Refused
from clubscore.transactions import in_transaction
from events.common.services.log import record
from events.exchange.domain.session_plan import (
    Comparison,
    Key,
    PlannedContestant,
    SessionPlan,
)
from events.models import Contestant, LineContestant, LogEntry, Section, Session, TravellerLine
from events.models.result_columns import columns_of
from events.sessions.services.sessions import enter_names
from players.domain.names import Name, read_name
from players.services.names import add_missing_players


@in_transaction
def import_session(*, plan: SessionPlan, comparison: Comparison, by: Actor) -> Session:
    """Store the session of a plan, scored by the settings of the comparison.

    Names that are not in the register are added to it; a name that is none, or that somebody in
    the session has already, is left out.
    """
    names = dict(_names(plan.contestants))
    if names:
        # The register is locked before anything else.
        add_missing_players(names=[name for pair in names.values() for name in pair if name])
    session = _session(plan, comparison, by)
    sections = _sections(session, plan)
    contestants = _contestants(plan.contestants, sections)
    _lines(plan, sections, contestants, by)
    record(
        session_id=session.pk,
        action=LogEntry.Action.CREATED,
        by=by,
        after={"title": session.title, "results": len(plan.lines)},
    )
    if names:
        codes = {_code(key, contestants[key]): pair for key, pair in names.items()}
        enter_names(session=session, names=codes, by=by)
    return session


def _session(plan: SessionPlan, comparison: Comparison, by: Actor) -> Session:
    settings = comparison.settings
    session = Session(
        title=plan.title,
        date=datetime.date.fromisoformat(plan.date),
        method=settings.method,
        scale=settings.scale,
        winners=settings.winners,
        neuberg=settings.neuberg,
        small_groups=settings.small_groups,
        rounding=settings.rounding,
        butler_drop=settings.butler_drop,
        cross_imps_mean=settings.cross_imps_mean,
        imps_by=settings.imps_by,
        state=Session.State.FINISHED,
        created_by=by.user,
    )
    session.full_clean()
    session.save(force_insert=True)
    return session


def _sections(session: Session, plan: SessionPlan) -> dict[str, Section]:
    letters = {each.key[0]: None for each in plan.contestants}
    return {letter: Section.objects.create(session=session, letter=letter) for letter in letters}


def _contestants(
    planned: Iterable[PlannedContestant], sections: dict[str, Section]
) -> dict[Key, Contestant]:
    listed = list(planned)
    stored = Contestant.objects.bulk_create(
        Contestant(section=sections[each.key[0]], direction=each.key[1], number=each.number)
        for each in listed
    )
    return {each.key: contestant for each, contestant in zip(listed, stored, strict=True)}


def _lines(
    plan: SessionPlan, sections: dict[str, Section], contestants: dict[Key, Contestant], by: Actor
) -> None:
    lines = TravellerLine.objects.bulk_create(
        TravellerLine(
            section=sections[each.section],
            board=each.board,
            round=each.round,
            table=each.table,
            version=1,
            updated_by=by.user,
            **columns_of(each.result),
        )
        for each in plan.lines
    )
    LineContestant.objects.bulk_create(
        LineContestant(
            line=line,
            contestant=contestants[key],
            board=line.board,
            direction=direction,
            position=position,
        )
        for line, each in zip(lines, plan.lines, strict=True)
        for direction, keys in (("NS", each.ns), ("EW", each.ew))
        for position, key in enumerate(keys, start=1)
    )


def _code(key: Key, contestant: Contestant) -> str:
    return f"{key[0]}{key[1]}{contestant.number}"


def _names(
    contestants: Iterable[PlannedContestant],
) -> Iterator[tuple[Key, tuple[Name | None, ...]]]:
    """The names that can be entered, each once in the session."""
    taken: set[str] = set()
    for contestant in contestants:
        names = [_name(text, taken) for text in contestant.players[:2]]
        if any(names):
            yield contestant.key, tuple(names)


def _name(text: str, taken: set[str]) -> Name | None:
    try:
        name = read_name(text)
    except Refused:
        return None
    if name.key in taken:
        return None
    taken.add(name.key)
    return name
