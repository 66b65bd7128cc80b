"""The figures of sessions, stored by the state of each: one row a session, as lines of JSON.

A row counts only while the session is in the state it was computed from; any change makes a new
state, and so does another release, which may compute otherwise.

What a session gave each of its contestants: place, result, and the contracts of both roles.

A player's page adds up many sessions, and only one that changed is scored again: those of earlier
days are stored (:mod:`.kept_figures`), today's are in the cache of the process.
"""

import contextlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

from django.conf import settings
from django.db import OperationalError
from django.utils import timezone

from clubscore import __version__
from clubscore.database.transactions import in_transaction
from clubscore.web.caching import kept_many
from events.common.selectors import log_stamps
from events.models import HandSet, Session, SessionFigures
from events.sessions.cardplay.domain.measures import NO_PLAY, CardPlay, Declared, Leads, total
from events.sessions.cardplay.domain.verdicts import Verdict
from events.sessions.cardplay.figures import sums_of_lines, told_of_lines
from events.sessions.core.domain.contract import Side
from events.sessions.hands.selectors import shown_hands
from events.sessions.scoring.domain.board_score import LineScore
from events.sessions.scoring.figures.scoring import ScoredSession, score_sessions
from events.sessions.scoring.selectors.lines import LineRecord
from players.domain.record import NO_BOARDS, Tally


@dataclass(frozen=True, slots=True)
class PersonalFigures:
    """``place`` is as printed. ``percentage`` is ``None`` by a method without tops. ``declaring``
    are the boards on which the contestant's side played the contract, ``defending`` those of the
    opponents."""

    place: str
    points: Fraction
    percentage: Fraction | None
    declaring: Tally = NO_BOARDS
    defending: Tally = NO_BOARDS
    play: CardPlay = NO_PLAY
    """Tricks, leads and bidding against double dummy, of a session that is finished."""


Figures = Mapping[int, PersonalFigures]
"""Personal figures by the contestant's id."""


class StoredFigures(Mapping[int, PersonalFigures]):
    """Figures as they are stored; only what is asked for becomes fractions."""

    def __init__(self, text: str) -> None:
        self._rows: dict[str, list[Any]] = json.loads(text)

    def __getitem__(self, contestant: int) -> PersonalFigures:
        return _read(self._rows[str(contestant)])

    def __iter__(self) -> Any:
        return map(int, self._rows)

    def plays(self) -> Iterator[CardPlay]:
        """The sums of everybody's play, without reading the rest."""
        return (_play(row[_PLAY:]) for row in self._rows.values())

    def __len__(self) -> int:
        return len(self._rows)


_PLAY = 15
"""The place of the sums of play in a stored row."""


def play_of_all(figures: Figures) -> CardPlay:
    """The play of everybody in a session, added up."""
    if isinstance(figures, StoredFigures):
        return total(figures.plays())
    return total(own.play for own in figures.values())


def kept_figures(states: Mapping[int, str]) -> dict[int, Figures]:
    """What is stored for these states of sessions, by their ids, in one query."""
    rows = SessionFigures.objects.filter(session__in=states).values_list(
        "session", "state", "figures"
    )
    return {pk: StoredFigures(text) for pk, state, text in rows if states[pk] == state}


@in_transaction
def keep_figures(*, figures: Mapping[int, Figures], states: Mapping[int, str]) -> None:
    """Store the figures of sessions, computed in these states. No log entry: nothing changes.

    A session that somebody else works on just now is left for the next time.
    """
    # Who only looks at a page keeps nobody waiting, and waits for nobody.
    free = Session.objects.select_for_update(of=("self",), no_key=True, skip_locked=True)
    sessions = free.filter(pk__in=figures).order_by("pk").values_list("pk", flat=True)
    SessionFigures.objects.bulk_create(
        [
            SessionFigures(session_id=pk, state=states[pk], figures=_write(figures[pk]))
            for pk in sessions
        ],
        update_conflicts=True,
        unique_fields=["session"],
        update_fields=["state", "figures"],
    )


def _write(figures: Figures) -> str:
    rows = {
        contestant: [
            figure.place,
            *_pair(figure.points),
            *_pair(figure.percentage),
            *_numbers(figure.declaring),
            *_numbers(figure.defending),
            *_sums(figure.play),
        ]
        for contestant, figure in figures.items()
    }
    return json.dumps(rows, separators=(",", ":"))


def _read(row: list[Any]) -> PersonalFigures:
    place, points, points_by, percent, percent_by, *roles = row
    return PersonalFigures(
        place,
        Fraction(points, points_by),
        Fraction(percent, percent_by) if percent_by else None,
        _tally(*roles[:5]),
        _tally(*roles[5:10]),
        _play(row[_PLAY:]),
    )


def _pair(number: Fraction | None) -> tuple[int, int]:
    return (0, 0) if number is None else number.as_integer_ratio()


def _numbers(tally: Tally) -> tuple[int, ...]:
    return (tally.boards, tally.rated, *_pair(tally.percentages), tally.made)


def _tally(boards: int, rated: int, percentages: int, percentages_by: int, made: int) -> Tally:
    return Tally(boards, rated, Fraction(percentages, percentages_by), made)


def _sums(play: CardPlay) -> tuple[int, ...]:
    """Nothing where nothing is known, as of most sessions."""
    if play == NO_PLAY:
        return ()
    declared, leads = play.declared, play.leads
    return (
        *(declared.boards, declared.sum, declared.squares),
        *(leads.boards, leads.cost, leads.free),
        *(play.bidding[verdict] for verdict in Verdict),
    )


def _play(sums: list[int]) -> CardPlay:
    if not sums:
        return NO_PLAY
    bidding = dict(zip(Verdict, sums[6:], strict=True))
    return CardPlay(Declared(*sums[:3]), Leads(*sums[3:6]), bidding)


AT_ONCE = 20
"""How many sessions are read and scored together; their lines are in memory meanwhile."""


def figures_of_sessions(
    session_ids: Collection[int], *, director: bool = True
) -> dict[int, Figures]:
    """The figures of each session by its id; one that has been deleted meanwhile has none.

    Of sessions that are played everybody but a ``director`` has those of the boards that all have
    played.
    """
    if not director:
        played = Session.objects.filter(pk__in=session_ids, state=Session.State.OPEN)
        for session in (open_ones := list(played)):
            session.reader_is_director = False
        others = set(session_ids) - {session.pk for session in open_ones}
        shown = _figures_of(open_ones)
        return figures_of_sessions(others) | shown
    # Read before the lines: a change in between is kept under an old state, which no later reader
    # looks for.
    states = {pk: f"{__version__}:{stamp}" for pk, stamp in log_stamps(session_ids).items()}
    found = kept_figures(states)

    def make(missing: list[int]) -> dict[int, Figures]:
        made: dict[int, Figures] = {}
        for start in range(0, len(missing), AT_ONCE):
            sessions = list(Session.objects.filter(pk__in=missing[start : start + AT_ONCE]))
            fresh = _figures_of(sessions)
            _keep(sessions, fresh, states)
            made |= fresh
        return made

    unknown = {pk: state for pk, state in states.items() if pk not in found}
    found |= kept_many("figures of a session", unknown, make)
    return {pk: found.get(pk, {}) for pk in session_ids}


def _keep(
    sessions: Collection[Session], fresh: Mapping[int, Figures], states: Mapping[int, str]
) -> None:
    # A session of today changes with every line, and is scored in no time.
    today = timezone.localdate()
    past = {session.pk: fresh[session.pk] for session in sessions if session.date < today}
    if not past or settings.READ_ONLY:
        return
    # A page does not fail because what it computed cannot be stored.
    with contextlib.suppress(OperationalError):
        keep_figures(figures=past, states=states)


def _figures_of(sessions: Sequence[Session]) -> dict[int, Figures]:
    scored = score_sessions(sessions)
    play = _play_of(sessions, scored)
    return {pk: _figures(of_session, play.get(pk, {})) for pk, of_session in scored.items()}


def _play_of(
    sessions: Iterable[Session], scored: Mapping[int, ScoredSession]
) -> dict[int, dict[int, CardPlay]]:
    """The sums of play and bidding in finished sessions whose hands are known and shown."""
    finished = {session.pk: session for session in sessions if session.is_finished}
    dealt = HandSet.objects.filter(session__in=finished).values_list("session", flat=True)
    sums = {}
    for pk in dealt if finished else ():
        session = finished[pk]
        hands = shown_hands(session, director=True)
        sums[pk] = sums_of_lines(told_of_lines(session, scored[pk].lines, hands).values())
    return sums


def _figures(scored: ScoredSession, play: Mapping[int, CardPlay]) -> dict[int, PersonalFigures]:
    declaring: dict[int, Tally] = {}
    defending: dict[int, Tally] = {}
    for line in scored.lines:
        if line.result.declared is None or line.result.adjustment is not None:
            continue
        for contestant, declared, tally in _tallies(line, scored.points[line.pk]):
            own = declaring if declared else defending
            own[contestant] = own.get(contestant, NO_BOARDS) + tally
    return {
        cast(int, standing.contestant): PersonalFigures(
            str(standing.place),
            standing.points,
            standing.percentage,
            declaring.get(cast(int, standing.contestant), NO_BOARDS),
            defending.get(cast(int, standing.contestant), NO_BOARDS),
            play.get(cast(int, standing.contestant), NO_PLAY),
        )
        # A contestant ranked in two lists is shown with its place in the first.
        for standing in reversed(scored.field.standings)
    }


def _tallies(line: LineRecord, score: LineScore) -> Iterator[tuple[int, bool, Tally]]:
    """Each contestant at the table, whether its side declared, and the board as a tally."""
    played = line.result.declared
    if played is None:
        return
    is_made = played.tricks >= played.contract.tricks_needed
    for side, contestants, points in (
        (Side.NS, line.ns, score.ns_points),
        (Side.EW, line.ew, score.ew_points),
    ):
        percentage = None if points is None or not score.top else 100 * points / score.top
        tally = Tally.of_board(percentage, is_made=is_made)
        for contestant in contestants:
            yield contestant, played.declarer.side is side, tally
