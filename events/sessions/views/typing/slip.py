"""Typing by round slip: the boards that a table played in a round, one below the other.

Every line is read and saved by :mod:`events.sessions.views.typing.board`, as on a traveller; here
are the page around the lines, the lines as they are now, and the one action for the whole slip.
"""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from clubscore.actor import actor
from clubscore.permissions import director_required
from clubscore.problems import Refused
from clubscore.sentences import NothingHereError, translate_refusal
from events.common.views.typed import typed_text
from events.models import Section, Session, TravellerLine
from events.sessions.domain.typing.letters import ENGLISH, legend, letters_named
from events.sessions.selectors.contestants import session_contestants
from events.sessions.selectors.progress import SectionProgress, cells, section_progress
from events.sessions.services.slip_seats import RoundSeated, change_slip_seats
from events.sessions.views.typing.beside_rows import change_rows
from events.sessions.views.typing.slip_lines import (
    SlipBoard,
    slip_boards,
    slip_doubts,
    slip_rows,
    slip_values,
)
from events.sessions.views.typing.slip_rows import BY_TABLE, SlipLink, Slips, slips_of


@dataclass(frozen=True, slots=True)
class SlipPage:
    """A slip among those of its section, and all sections of the session."""

    session: Session
    letter: str
    sections: list[SectionProgress]
    slips: Slips
    slip: SlipLink

    @property
    def section(self) -> str:
        """The letter of the section; empty where there is only one."""
        return self.letter if len(self.sections) > 1 else ""

    def boards(self) -> list[SlipBoard]:
        place = (self.letter, self.slip.round, self.slip.table)
        return slip_boards(self.session, *place, section=self.section)

    def url(self, name: str) -> str:
        """The address of one of the slip's parts."""
        args = [self.session.pk, self.letter, self.slip.round, self.slip.table]
        return reverse(f"events:{name}", args=args)


@require_GET
@director_required
def first(request: HttpRequest, session_id: int) -> HttpResponse:
    """On to the first slip that is not complete, of the section asked for or of the first."""
    session = get_object_or_404(Session, pk=session_id)
    sections = section_progress(session)
    asked = request.GET.get("section", "")
    letters = [each.letter for each in sections if asked in ("", each.letter)]
    for letter in letters:
        slips = _slips(session, sections, letter, by_table=_by_table(request))
        if slips:
            return redirect(slips.first_open.url)
    raise NothingHereError(_("This session has no rounds: it is typed by traveller."))


@require_GET
@director_required
def slip(
    request: HttpRequest, session_id: int, letter: str, round_number: int, table: int
) -> HttpResponse:
    """The boards of a table in a round, as a form of one field a line."""
    page = _page(request, session_id, letter, round_number, table)
    session, boards = page.session, page.boards()
    letters = letters_named(session.letters)
    rows = slip_rows(session, boards, session_contestants(session.pk, full_names=True))
    context = {
        "session": session,
        "tab": "typing",
        "page": page,
        "letter": page.letter,
        "section": page.section,
        "slip": page.slip,
        "slips": page.slips,
        "by_table": _by_table(request),
        "previous": page.slips.beside(page.slip, -1),
        "following": page.slips.beside(page.slip, +1),
        "missing": page.slips.missing,
        "to_come": [each for each in page.slips.to_come(page.slip.round) if each != page.slip],
        "rows": rows,
        "in_percent": session.method == Session.Method.MATCHPOINTS,
        "doubts": slip_doubts(session, boards),
        "legend": None if letters == ENGLISH else list(legend(letters)),
        "changes": change_rows(session, actor(request)),
        "urls": {name: page.url(f"slip-{name}") for name in ("now", "seats", "beside")},
        "finish": _finish(page),
    }
    return render(request, "events/sessions/typing/slip.html", context)


@require_GET
@director_required
def now(
    request: HttpRequest, session_id: int, letter: str, round_number: int, table: int
) -> JsonResponse:
    """The lines of a slip as they are now, for the page's script."""
    page = _page(request, session_id, letter, round_number, table)
    return JsonResponse(slip_values(page.session, page.boards()))


@require_GET
@director_required
def beside(
    request: HttpRequest, session_id: int, letter: str, round_number: int, table: int
) -> HttpResponse:
    """The last changes, which stand beside the slip: a part of its page."""
    session = _page(request, session_id, letter, round_number, table).session
    context = {"session": session, "changes": change_rows(session, actor(request))}
    return render(request, "events/sessions/typing/_last_changes.html", context)


@require_POST
@director_required
def seats(
    request: HttpRequest, session_id: int, letter: str, round_number: int, table: int
) -> JsonResponse:
    """Who sat which way on all boards of a slip; 422 with a sentence when they did not sit there.

    200 with what was done, and the lines of the slip as they are now.
    """
    page = _page(request, session_id, letter, round_number, table)
    try:
        done = change_slip_seats(
            session_id=page.session.pk,
            letter=letter,
            round_number=round_number,
            table=table,
            text=typed_text(request.POST),
            by=actor(request),
        )
    except (Section.DoesNotExist, TravellerLine.DoesNotExist):
        gone = _("This slip is no longer in the session. Reload the page.")
        return JsonResponse({"error": gone}, status=404)
    except Refused as refusal:
        return JsonResponse({"error": " ".join(translate_refusal(refusal))}, status=422)
    answer = slip_values(page.session, page.boards())
    return JsonResponse({"message": _turned(done), **answer})


def _page(
    request: HttpRequest, session_id: int, letter: str, round_number: int, table: int
) -> SlipPage:
    session = get_object_or_404(Session, pk=session_id)
    sections = section_progress(session)
    slips = _slips(session, sections, letter, by_table=_by_table(request))
    found = slips.find(round_number, table) if slips else None
    if slips is None or found is None:
        none = _("Nobody plays at table %(table)s in round %(round)s of this session.")
        raise NothingHereError(none % {"table": table, "round": round_number})
    return SlipPage(session, letter, sections, slips, found)


def _slips(
    session: Session, sections: list[SectionProgress], letter: str, *, by_table: bool
) -> Slips | None:
    section = next((each for each in sections if each.letter == letter), None)
    if section is None:
        return None
    return slips_of(session.pk, section, cells(session, [section])[section.pk], by_table=by_table)


def _by_table(request: HttpRequest) -> bool:
    return request.GET.get("by") == BY_TABLE


def _finish(page: SlipPage) -> str:
    """Where to go when the section is complete: the next one that is not, or the session."""
    for each in page.sections:
        if each.letter != page.letter and each.entered < each.expected and each.tables:
            slips = reverse("events:slips", args=[page.session.pk])
            return f"{slips}?section={each.letter}"
    return page.session.get_absolute_url()


def _turned(done: RoundSeated) -> str:
    """What became of the boards of a slip, in words."""
    said = [_("Nothing was changed: they sit that way already.")]
    if done.turned:
        boards = ", ".join(map(str, done.turned))
        turned = ngettext(
            "North–South and East–West changed places on board %(boards)s.",
            "North–South and East–West changed places on boards %(boards)s.",
            len(done.turned),
        )
        said = [turned % {"boards": boards}]
    if done.left:
        boards = ", ".join(map(str, done.left))
        left = ngettext(
            "Others sat there on board %(boards)s: it is as it was.",
            "Others sat there on boards %(boards)s: they are as they were.",
            len(done.left),
        )
        said.append(left % {"boards": boards})
    return " ".join(said)
