"""The director's desk of a session: its stage, the next step, and the way to everything else.

The next step of an evening and what needs attention, in words, with the pages they lead to.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext as _, ngettext, pgettext_lazy
from django.views.decorators.http import require_GET

from clubscore.web.caching import Same, kept
from clubscore.web.permissions import is_director
from events.common.selectors import people_stamp
from events.common.views.desk import Attention, NextStep, public_link, stage_marks
from events.models import Session
from events.sessions.core.domain.progress import (
    STAGE_OF,
    Evening,
    Stage,
    Task,
    can_finish,
    is_near_end,
    next_task,
)
from events.sessions.core.permissions import session_for_reader
from events.sessions.core.selectors import has_several_sections, round_to_draw
from events.sessions.core.views import PRINT_TONIGHT
from events.sessions.doubts.services import session_doubts
from events.sessions.doubts.views import is_large, with_doubts
from events.sessions.lines.selectors import session_corrections
from events.sessions.pages.views.results import recent_contestants
from events.sessions.scoring.selectors.contestants import (
    ContestantRecord,
    guests_of_session,
    teams_without_players,
    unnamed,
)
from events.sessions.scoring.selectors.progress import latest_rounds, missing_count, progress
from events.sessions.scoring.selectors.sessions import Latecomer, latecomers, session_sections
from events.tables.views.desk import place_text, tables_attention, unsettled_rows
from events.tables.views.watch_rows import LineRow


@require_GET
def overview(request: HttpRequest, session_id: int) -> HttpResponse:
    """The director's desk; a visitor is redirected to the ranking."""
    session = session_for_reader(request, session_id)
    if not is_director(request):
        return redirect("events:ranking", session.pk)
    boards = progress(session.pk)
    large = is_large(boards)
    if not large:
        boards = with_doubts(session, boards)
    by_pk = recent_contestants(session.pk, full_names=True)
    contestants = by_pk.values()
    objected, unconfirmed = unsettled_rows(session.pk)
    evening = _evening(
        session,
        entered=sum(board.entered for board in boards),
        expected=sum(board.expected for board in boards),
        unnamed=unnamed(contestants),
        without_players=teams_without_players(contestants),
        objected=len(objected),
        doubts=0 if large else _open_doubts(session),
    )
    next_board = next((board.board for board in boards if board.state != "complete"), None)
    task = next_task(evening)
    sections = list(session_sections(session.pk))
    latest = latest_rounds(session)
    has_movement = any(section.movement_id for section in sections)
    path = reverse("events:ranking", args=[session.pk])
    context = {
        "session": session,
        "tab": "overview",
        "evening": evening,
        "missing": evening.expected - evening.entered,
        "task": task,
        "stages": stage_marks(STAGES, STAGE_OF[task], is_over=task is Task.SHARE),
        "next": next_step(session, task, evening, next_board, objected),
        "can_finish": can_finish(evening),
        "is_near_end": is_near_end(evening),
        "attention": [
            *tables_attention(session, objected, unconfirmed),
            *attention(
                session,
                evening,
                missing=missing_count(session, latest),
                corrected=len(session_corrections(session.pk)) if session.is_published else 0,
                late=[] if session.is_finished else latecomers(sections, latest),
            ),
        ],
        "public": public_link(request, path) if session.is_published else None,
        "has_movement": has_movement,
        "is_before_check": has_movement and STAGE_OF[task] in (Stage.PREPARE, Stage.PLAY),
        "papers": PRINT_TONIGHT if has_movement else (),
        "boards": boards,
        "next_board": next_board,
        "contestants": contestants,
        "contestant_list": kept(
            ("contestant list", session.pk, get_language()),
            state=partial(Same, by_pk),
            make=lambda: _contestant_list(session, contestants),
        ),
        "guests": kept(
            ("guests", session.pk),
            state=partial(people_stamp, session.pk),
            make=lambda: guests_of_session(session.pk),
        ).values(),
    }
    return render(request, "events/sessions/desk/session.html", context)


def _contestant_list(session: Session, contestants: Iterable[ContestantRecord]) -> SafeString:
    values = {"session_id": session.pk, "contestants": contestants}
    return render_to_string("events/sessions/desk/_contestants.html", values)


def _open_doubts(session: Session) -> int:
    return sum(not seen.is_dismissed for seen in session_doubts(session))


def _evening(
    session: Session,
    *,
    entered: int,
    expected: int,
    unnamed: int,
    without_players: int,
    objected: int,
    doubts: int,
) -> Evening:
    today = timezone.localdate()
    return Evening(
        entered=entered,
        expected=expected,
        unnamed=unnamed,
        without_players=without_players,
        objected=objected,
        doubts=doubts,
        is_finished=session.is_finished,
        is_published=session.is_published,
        is_past=session.date < today,
        is_coming=session.date > today,
        to_draw=None if session.is_finished else round_to_draw(session),
    )


STAGES: Final[dict[str, str | Promise]] = {
    Stage.PREPARE: pgettext_lazy("stage", "Prepare"),
    Stage.PLAY: pgettext_lazy("stage", "Play"),
    Stage.CHECK: pgettext_lazy("stage", "Check"),
    Stage.PUBLISH: pgettext_lazy("stage", "Publish"),
}


def next_step(
    session: Session,
    task: Task,
    evening: Evening,
    next_board: int | None,
    objected: Sequence[LineRow] = (),
) -> NextStep:
    """The one large action; ``next_board`` is the first board of which a result is not in, and
    ``objected`` are the results that the two sides do not agree on."""
    match task:
        case Task.ADD_SECTION | Task.NAMES | Task.PRINT:
            return _to_prepare(session, task, evening)
        case Task.ENTER:
            address = reverse("events:board", args=[session.pk, next_board])
            label = _("Enter results: board %(number)s") % {"number": next_board}
            return NextStep(label, address, note=_how_many(evening))
        case Task.DRAW:
            label = _("Draw round %(round)s") % {"round": evening.to_draw}
            return NextStep(label, _address("draw", session), note=_how_many(evening))
        case Task.MISSING:
            label = ngettext(
                "Enter %(count)s missing result",
                "Enter %(count)s missing results",
                evening.expected - evening.entered,
            ) % {"count": evening.expected - evening.entered}
            return NextStep(label, _address("missing", session), note=_how_many(evening))
        case Task.SETTLE:
            return _to_settle(session, objected)
        case Task.DOUBTS:
            label = ngettext("Check %(count)s doubt", "Check %(count)s doubts", evening.doubts) % {
                "count": evening.doubts
            }
            return NextStep(label, _address("doubts", session), note=_how_many(evening))
        case Task.FINISH:
            label = _("Finish the session")
            return NextStep(label, action="finish", note=_before_the_end(evening))
        case Task.PUBLISH:
            return NextStep(
                _("Publish the results"),
                action="publish",
                note=_("Then everybody can read them, without a login."),
            )
        case Task.SHARE:
            return NextStep(
                _("Ranking, to read and to print"),
                _address("ranking", session),
                note=_("The results are published: everybody can read them."),
            )


def _to_settle(session: Session, objected: Sequence[LineRow]) -> NextStep:
    note = _("The two sides do not agree: settle it, then the session can be finished.")
    if len(objected) == 1:
        label = _("Settle: %(place)s") % {"place": place_text(objected[0])}
        return NextStep(label, objected[0].address, note=note)
    label = _("Settle %(count)s results not agreed") % {"count": len(objected)}
    return NextStep(label, _address("finish", session), note=note)


def _to_prepare(session: Session, task: Task, evening: Evening) -> NextStep:
    if task is Task.ADD_SECTION:
        return NextStep(_("Choose a movement"), _address("section-new", session))
    if task is Task.NAMES:
        note = _unnamed(session, evening.unnamed)
        return NextStep(_("Type the names"), _names_address(session), note=note)
    address = reverse("events:paper", args=[session.pk, "guide-cards"])
    return NextStep(_("Print the guide cards"), address, note=_("All names are in."))


def attention(
    session: Session,
    evening: Evening,
    *,
    missing: int,
    corrected: int,
    late: Iterable[Latecomer] = (),
) -> Iterator[Attention]:
    """What a director should look at. ``missing`` are the results of rounds that are over,
    ``corrected`` those that have changed since they were published, ``late`` who is to play."""
    yield from (_late(session, latecomer) for latecomer in late)
    if evening.unnamed:
        yield Attention(_unnamed(session, evening.unnamed), _names_address(session))
    if evening.without_players:
        text = ngettext(
            "%(count)s team whose players are not known",
            "%(count)s teams whose players are not known",
            evening.without_players,
        )
        yield Attention(text % {"count": evening.without_players}, _address("names", session))
    if missing:
        text = ngettext("%(count)s result is missing", "%(count)s results are missing", missing)
        yield Attention(text % {"count": missing}, _address("missing", session), _("Look"))
    if evening.doubts:
        text = ngettext("%(count)s doubt", "%(count)s doubts", evening.doubts)
        yield Attention(text % {"count": evening.doubts}, _address("doubts", session), _("Check"))
    if corrected:
        text = ngettext(
            "%(count)s result corrected since publication",
            "%(count)s results corrected since publication",
            corrected,
        )
        yield Attention(text % {"count": corrected}, _address("travellers", session))


def _late(session: Session, late: Latecomer) -> Attention:
    section = late.section
    address = f"{_address('movement', session)}?section={section.pk}"
    letter = section.letter if has_several_sections(session.pk) else ""
    values = {"contestant": f"{letter}{late.number}", "round": late.first_round}
    if late.first_round is None:
        text = _("%(contestant)s has no seat yet: find one") % values
        return Attention(text, f"{address}&number={late.number}")
    return Attention(_("%(contestant)s arrives for round %(round)s") % values, address)


def _address(page: str, session: Session) -> str:
    return reverse(f"events:{page}", args=[session.pk])


def _names_address(session: Session) -> str:
    """Where names are typed: of teams, first their own."""
    return _address("teams" if session.is_of_teams else "names", session)


def _unnamed(session: Session, count: int) -> str:
    if session.is_of_teams:
        text = ngettext("%(count)s team without a name", "%(count)s teams without a name", count)
    elif session.matches:
        text = ngettext("%(count)s pair without names", "%(count)s pairs without names", count)
    else:
        text = ngettext(
            "%(count)s contestant without names", "%(count)s contestants without names", count
        )
    return text % {"count": count}


def _before_the_end(evening: Evening) -> str:
    if evening.is_published:
        return _("The published results are called provisional until then.")
    return _("All results are in, without a doubt.")


def _how_many(evening: Evening) -> str:
    values = {"entered": evening.entered, "expected": evening.expected}
    return _("%(entered)s of %(expected)s results are in.") % values
