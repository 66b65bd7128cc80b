"""A file of results becomes a session, and only one.

A file of results becomes a finished session, with what it publishes beside our scores.

The matches of a file become those of its session.
"""

import datetime
import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused, gettext_noop, sentence
from clubscore.web.visitors import Actor
from events.common.services import check, record
from events.exchange.domain.plan_comparison import Comparison
from events.exchange.domain.session_plan import (
    SEATS,
    Key,
    MatchPlan,
    PlannedContestant,
    SessionPlan,
    names_of,
)
from events.exchange.services.hands import store_imported
from events.exchange.services.play_lines import store_plays
from events.models import (
    BridgeMatch,
    BridgeTeam,
    Contestant,
    ContestantPlayer,
    ImportedFile,
    LineContestant,
    LogEntry,
    MatchPlay,
    Penalty,
    Section,
    Session,
    TravellerLine,
)
from events.models.imported_file import MAX_FILE_NAME
from events.models.line import columns_of
from events.sessions.core.domain.adjustment import NOT_PLAYED
from events.sessions.core.domain.line_result import LineResult
from events.sessions.scoring.domain.imps import write_datums
from events.sessions.scoring.domain.settings import Method
from events.sessions.scoring.selectors.contestants import session_contestants
from events.sessions.scoring.selectors.lines import lines_of_sessions
from players.domain.names import Name
from players.domain.personal import read_national_number
from players.models import Player
from players.selectors.register import players_by_key, players_by_national_number
from players.services.log import change_register
from players.services.players import add_missing_players

_BEFORE = gettext_noop("This file was imported before: it is the session “%(session)s”.")


STORED = gettext_noop("These results are stored already: they are the session “%(session)s”.")


@dataclass(frozen=True, slots=True)
class Source:
    """A file by its name, and the digest of its bytes."""

    name: str
    digest: str


class ImportedBeforeError(Refused):
    """A file whose session is stored already."""

    def __init__(self, session: Session) -> None:
        super().__init__(sentence(_BEFORE, session=str(session)))
        self.session = session


def source_of(name: str, data: bytes) -> Source:
    """How a file of these bytes is known."""
    return Source(name[-MAX_FILE_NAME:], hashlib.sha256(data).hexdigest())


def session_of(source: Source) -> Session | None:
    """The session that was made of this file."""
    return _session_of(digest=source.digest)


def _session_of(**known_by: str) -> Session | None:
    """The session of the first file that is known by this, but for one in the bin."""
    files = ImportedFile.objects.select_related("session").filter(session__deleted_at=None)
    first = files.filter(**known_by).order_by("pk").first()
    return first.session if first else None


Results = Counter[tuple[int, int | str]]
"""How often each score was made on each board; all adjusted scores of a board are alike, for
formats write them in different ways."""

TELLING = 4
"""So many results tell an evening without any names."""

AGREEING = Fraction(95, 100)
"""The share of results from which on two evenings are one of which some were corrected."""


def content_of(plan: SessionPlan) -> str:
    """How the day and the results of a plan are known, whatever format they came in; empty where
    it lacks either, for that would be the same of many."""
    results = _results((line.board, line.result) for line in plan.lines)
    if not (plan.date and results):
        return ""
    # By the text of each: a score is a number, or says that it was adjusted.
    told = sorted((board, str(score), count) for (board, score), count in results.items())
    return hashlib.sha256(repr((plan.date, told, sorted(_keys(plan)))).encode()).hexdigest()


def session_of_content(plan: SessionPlan) -> Session | None:
    """The session of the same day, boards and results, whether it came from a file of whatever
    format or was played here."""
    content = content_of(plan)
    if not content:
        return None
    if session := _session_of(content=content):
        return session
    wanted = _results((line.board, line.result) for line in plan.lines)
    sessions = {session.pk: session for session in Session.objects.filter(date=plan.date)}
    for pk, lines in lines_of_sessions(sessions).items():
        there = _results((line.board, line.result) for line in lines)
        most = max(wanted.total(), there.total())
        if (wanted & there).total() >= AGREEING * most and _are_alike(plan, pk):
            return sessions[pk]
    return None


def _results(lines: Iterable[tuple[int, LineResult]]) -> Results:
    counting = ((board, result.counting) for board, result in lines if not result.is_empty)
    return Counter(
        (board, "adjusted" if result.adjustment else result.score_ns or 0)
        for board, result in counting
        if result.adjustment is not NOT_PLAYED
    )


def _keys(plan: SessionPlan) -> set[str]:
    return {each.name.key for each in names_of(plan.contestants) if each.name}


def _are_alike(plan: SessionPlan, session_id: int) -> bool:
    """Whether somebody played both, as far as names are known: a handful of results may be those
    of two evenings."""
    ours = _keys(plan)
    records = session_contestants(session_id).values()
    theirs = {name.key for record in records for name in record.names}
    if not ours or not theirs:
        return len(plan.lines) >= TELLING
    return not ours.isdisjoint(theirs)


def alike(plan: SessionPlan) -> Session | None:
    """A session of the same title and day, perhaps from another file."""
    if not plan.date:
        return None
    return Session.objects.filter(date=plan.date, title=plan.title).first()


@in_transaction
def import_file(
    *, source: Source, plan: SessionPlan, comparison: Comparison, by: Actor
) -> ImportedFile:
    """Store the session of a file. Raises :class:`ImportedBeforeError` when there is one."""
    # The register is locked before anything else, and one import waits for the other.
    change_register()
    before = session_of(source)
    if before:
        raise ImportedBeforeError(before)
    session = import_session(plan=plan, comparison=comparison, by=by, file_name=source.name)
    return ImportedFile.objects.create(
        session=session,
        name=source.name,
        digest=source.digest,
        content=content_of(plan),
        published=comparison.published,
        agreeing=comparison.agreeing,
        differing=[
            [difference.contestant, difference.published, difference.computed]
            for difference in comparison.differing
        ],
    )


@in_transaction
def import_session(
    *, plan: SessionPlan, comparison: Comparison, by: Actor, file_name: str = ""
) -> Session:
    """Store the session of a plan, scored by the settings of the comparison.

    Names that are not in the register are added to it; a name that is none, or that somebody in
    the session has already, is left out.
    """
    names = _names(plan.contestants)
    # The register is locked before anything else.
    players = _players(plan.contestants)
    session = _session(plan, comparison, by)
    sections = _sections(session, plan)
    contestants = _contestants(plan.contestants, sections)
    _seats(session, contestants, names, players)
    _lines(plan, sections, contestants, by)
    _penalties(plan, contestants)
    if plan.matches:
        store_matches(session=session, plan=plan.matches, contestants=contestants)
    if plan.hands:
        store_imported(session=session, hands=plan.hands, file_name=file_name, by=by)
    record(
        session_id=session.pk,
        action=LogEntry.Action.CREATED,
        by=by,
        after={"title": session.title, "results": len(plan.lines)},
    )
    return session


def _players(contestants: Iterable[PlannedContestant]) -> dict[str, Player]:
    """The players by the keys of their names; whoever has the national number that the file says
    is that player, whatever the spelling, and a new one gets it."""
    listed = {each.name.key: each for each in names_of(contestants) if each.name}
    numbers = {key: each.number for key, each in listed.items() if each.number}
    known = players_by_national_number(set(numbers.values()))
    told = {key: known[number] for key, number in numbers.items() if number in known}
    # A number tells nothing that two names have, or whose player is there under the right name.
    count = Counter(player.pk for player in told.values())
    found = {
        key: player
        for key, player in told.items()
        if count[player.pk] == 1 and player.name_key not in listed.keys() - {key}
    }
    left = {key: each.name for key, each in listed.items() if each.name and key not in found}
    there = players_by_key(left)
    for key, name in left.items():
        if key not in there and key in numbers:
            found |= add_missing_players(names=[name], facts=_facts(numbers[key]))
    others = [name for key, name in left.items() if key not in found]
    return found | (add_missing_players(names=others) if others else {})


def _facts(number: str) -> dict[str, str]:
    try:
        return {"national_number": read_national_number(number)}
    except Refused:
        return {}


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
        missing_ties=settings.missing_ties,
        sit_out=settings.sit_out,
        rounding=settings.rounding,
        butler_drop=settings.butler_drop,
        butler_percent=settings.butler_percent,
        butler_parts=settings.butler_parts,
        butler_even=settings.butler_even,
        datums=write_datums(settings.datums),
        cross_imps_mean=settings.cross_imps_mean,
        cross_imps_award_each=settings.cross_imps_award_each,
        imps_by=settings.imps_by,
        matches=plan.matches.kind if plan.matches else "",
        state=Session.State.FINISHED,
        created_by=by.user,
    )
    session.full_clean()
    session.save(force_insert=True)
    return session


def _sections(session: Session, plan: SessionPlan) -> dict[str, Section]:
    letters = {contestant.key[0]: None for contestant in plan.contestants}
    return {letter: Section.objects.create(session=session, letter=letter) for letter in letters}


def _contestants(
    planned: Iterable[PlannedContestant], sections: dict[str, Section]
) -> dict[Key, Contestant]:
    listed = list(planned)
    stored = Contestant.objects.bulk_create(
        Contestant(
            section=sections[planned_contestant.key[0]],
            direction=planned_contestant.key[1],
            number=planned_contestant.number,
            stratum=planned_contestant.stratum,
        )
        for planned_contestant in listed
    )
    return {
        planned_contestant.key: contestant
        for planned_contestant, contestant in zip(listed, stored, strict=True)
    }


def _lines(
    plan: SessionPlan, sections: dict[str, Section], contestants: dict[Key, Contestant], by: Actor
) -> None:
    lines = TravellerLine.objects.bulk_create(
        TravellerLine(
            section=sections[line.section],
            board=line.board,
            round=line.round,
            table=line.table,
            deal=line.deal,
            version=1,
            updated_by=by.user,
            **columns_of(line.result),
        )
        for line in plan.lines
    )
    store_plays(
        [(line, each.auction, each.play) for line, each in zip(lines, plan.lines, strict=True)]
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


_UNITS = {
    Method.MATCHPOINTS: Penalty.Kind.MATCHPOINTS,
    Method.BUTLER: Penalty.Kind.IMPS,
    Method.CROSS_IMPS: Penalty.Kind.IMPS,
    Method.TOTAL: Penalty.Kind.POINTS,
}


def _penalties(plan: SessionPlan, contestants: Mapping[Key, Contestant]) -> None:
    Penalty.objects.bulk_create(
        Penalty(
            contestant=contestants[each.key],
            kind=_UNITS[plan.method],
            amount=_decimal(each.penalty),
            reason=_REASON,
        )
        for each in plan.contestants
        if each.penalty and not plan.matches
    )


def _seats(
    session: Session,
    contestants: Mapping[Key, Contestant],
    names: Mapping[Key, Iterable[Name | None]],
    players: Mapping[str, Player],
) -> None:
    ContestantPlayer.objects.bulk_create(
        ContestantPlayer(
            session=session, contestant=contestants[key], player=players[name.key], place=place
        )
        for key, own in names.items()
        for place, name in enumerate(own, start=1)
        if name
    )


def _names(contestants: Iterable[PlannedContestant]) -> dict[Key, tuple[Name | None, ...]]:
    """The names that can be entered, by contestant."""
    seats: dict[Key, list[Name | None]] = {}
    for each in names_of(contestants):
        if each.name:
            own = seats.setdefault(each.key, [None] * SEATS)
            own[each.place] = each.name
    return {key: tuple(own) for key, own in seats.items()}


def store_matches(
    *, session: Session, plan: MatchPlan, contestants: Mapping[Key, Contestant]
) -> None:
    """Store how matches are scored, the teams with their contestants, and the matches."""
    play = MatchPlay(
        session=session,
        boards=plan.boards,
        rounds=plan.rounds,
        scored_by=plan.scored_by,
        scale=plan.scale,
        odd=plan.odd,
    )
    check(play)
    play.save(force_insert=True)
    teams = BridgeTeam.objects.bulk_create(
        BridgeTeam(
            session=session,
            number=team.number,
            name=team.name,
            added=_decimal(team.added),
            reason=_REASON if team.added else "",
            last_round=team.last_round,
        )
        for team in plan.teams
    )
    own = []
    for team, planned in zip(teams, plan.teams, strict=True):
        for key in planned.contestants:
            contestants[key].team = team
            own.append(contestants[key])
    Contestant.objects.bulk_update(own, ["team"])
    by_number = {team.number: team for team in teams}
    BridgeMatch.objects.bulk_create(
        BridgeMatch(
            session=session,
            round=match.round,
            last_round=match.last_round,
            table=match.table,
            home=by_number[match.home],
            away=None if match.away is None else by_number[match.away],
            first_board=match.boards[0] if match.boards else None,
            last_board=match.boards[1] if match.boards else None,
            home_points=None if match.points is None else _decimal(match.points[0]),
            away_points=None if match.points is None else _decimal(match.points[1]),
            reason=match.reason,
        )
        for match in plan.matches
    )


_REASON = "As the file has it"


def _decimal(points: Fraction) -> Decimal:
    return (Decimal(points.numerator) / Decimal(points.denominator)).quantize(Decimal("0.01"))
