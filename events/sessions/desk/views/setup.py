"""Setting up a session on one page: what is played, how it is scored, who plays.

Changing a session: its settings.

The sections of a session: adding one, and removing one that was a mistake.

Changing the movement during play: first a preview, then the change.

Deleting a session, and deleting a series.
"""

from collections.abc import Iterable
from functools import partial
from typing import Final
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.text.numbers import whole_number
from clubscore.text.problems import Refused
from clubscore.text.sentences import NothingHereError, refusal_text, translate
from clubscore.web.deletion import Page, ask
from clubscore.web.editing import under_lock
from clubscore.web.one_time_keys import in_its_own_transactions
from clubscore.web.permissions import director_required
from clubscore.web.refusals import refusals_in
from clubscore.web.visitors import actor
from events.common.services import hold_session
from events.models import Section, Series, Session
from events.sessions.core.domain.movement import ChangePlan
from events.sessions.desk.forms.names import NamesForm, Seat
from events.sessions.desk.forms.session import ChangeForm, SectionForm, SessionForm, SettingsForm
from events.sessions.desk.selectors import (
    movement_by_id,
    movement_changes,
    session_plan,
    session_without_matches,
)
from events.sessions.desk.services import movement_change
from events.sessions.desk.services.bin import delete_session
from events.sessions.desk.views.names import say_handicaps
from events.sessions.matches.views.setup import of_matches
from events.sessions.scoring.selectors.contestants import (
    LastPairs,
    guests_of_session,
    last_pairs,
    names_to_repeat,
    pairs_of,
    session_to_repeat,
)
from events.sessions.scoring.selectors.sessions import session_sections, unused_sections
from events.sessions.series.selectors import series_plan
from events.sessions.series.services import delete_series
from events.sessions.setup.services import sections, sessions
from events.tables.services.settings import follow_movement
from movements.models import Movement

SECTION = "A"

LAST = "last"
"""Asks for the session before, whichever it was."""


@require_http_methods(["GET", "POST"])
@director_required
def new_session(request: HttpRequest) -> HttpResponse:
    """The page, and the session it makes; nothing is stored unless everything is good. With
    ``?like=`` a session, or ``?like=last``, it is filled in as that one was."""
    like = _like(request)
    initial = {"title": _usual_title()} | request.GET.dict() | _as_before(like)
    form = SessionForm(request.POST or None, initial=initial)
    movement = _chosen_movement(form)
    names_form = NamesForm(
        request.POST or None, seats=_seats(movement, like), last=_last(movement, like)
    )
    if request.method == "POST" and form.is_valid() and names_form.is_valid():
        try:
            session = sessions.create_session(
                **form.cleaned_data,
                names=names_form.names,
                guests=names_form.guests,
                by=actor(request),
            )
        except Refused as refusal:
            # Only names have a column; everything else is about the movement.
            seats = [problem for problem in refusal.problems if problem.column]
            names_form.add_problems(seats)
            for problem in refusal.problems:
                if problem not in seats:
                    form.add_error("movement", translate(problem))
        else:
            say_handicaps(request, session)
            return redirect(session)
    status = 422 if form.errors or names_form.errors else 200
    if request.method == "POST":
        form.set_focus()
    context = {
        "form": form,
        "names_form": names_form,
        "movement": movement,
        "like": like,
        "without_number": "" if request.method == "POST" else _without_number(movement, like),
        "is_refused": request.method == "POST",
    }
    return render(request, "events/sessions/desk/new.html", context, status=status)


@require_GET
@director_required
def name_fields(request: HttpRequest) -> HttpResponse:
    """Only the name fields, for the movement that was just chosen."""
    movement = _movement(request.GET.get("movement", ""))
    like = _like(request)
    form = NamesForm(seats=_seats(movement, like), last=_last(movement, like))
    context = {
        "names_form": form,
        "movement": movement,
        "without_number": _without_number(movement, like),
    }
    return render(request, "events/sessions/desk/_name_fields.html", context)


def _chosen_movement(form: SessionForm) -> Movement | None:
    return _movement(str(form["movement"].value() or ""))


def _movement(text: str) -> Movement | None:
    number = whole_number(text)
    return None if number is None else movement_by_id(number)


def _like(request: HttpRequest) -> Session | None:
    """The session that the new one is like, if it is asked for and there is one."""
    asked = request.POST.get("like") or request.GET.get("like", "")
    if asked == LAST:
        return session_to_repeat(date=timezone.localdate())
    number = whole_number(asked)
    if number is None:
        return None
    return session_without_matches(number)


def _usual_title() -> str:
    """What evenings are called here: as the last one."""
    before = session_to_repeat(date=timezone.localdate())
    return before.title if before else _("Club evening")


def _as_before(like: Session | None) -> dict[str, object]:
    """What the page fills in from the session before."""
    first = next((section for section in session_sections(like.pk)), None) if like else None
    if like is None or first is None:
        return {"like": ""}
    return {
        "like": like.pk,
        "title": like.title,
        "movement": first.movement_id,
        "boards_per_round": first.boards_per_round,
        "first_board": first.first_board,
        "method": like.method,
        "scale": like.scale,
        "winners": like.winners,
    }


def _last(movement: Movement | None, like: Session | None) -> LastPairs | None:
    """The pairs of the session before, or else of the last evening on today's weekday, for a
    movement of pairs."""
    if movement is None or movement.individual:
        return None
    return pairs_of(like) if like else last_pairs(date=timezone.localdate())


def _seats(movement: Movement | None, like: Session | None) -> list[Seat]:
    """A seat for every contestant, with the names of the session before; those of its further
    sections behind them."""
    if movement is None:
        return []
    names = names_to_repeat(like.pk) if like else {}
    # Guests of one evening become guests of the other.
    guests = frozenset(map(str, guests_of_session(like.pk).values())) if like else frozenset()
    further = list(session_sections(like.pk))[1:] if like else []
    played = [(SECTION, movement)]
    played += [(section.letter, section.movement) for section in further if section.movement]
    return [
        _seat(
            letter, number, each, names.get(f"{letter}{number}", ()), guests, bare=len(played) == 1
        )
        for letter, each in played
        for number in range(1, each.contestants + 1)
    ]


def _without_number(movement: Movement | None, like: Session | None) -> str:
    """Who played in the session before, and has no number in this movement: a late pair."""
    if movement is None or like is None:
        return ""
    codes = {seat.code for seat in _seats(movement, like)}
    left_out = [names for code, names in names_to_repeat(like.pk).items() if code not in codes]
    return ", ".join(" – ".join(filter(None, names)) for names in left_out)


def _seat(
    letter: str,
    number: int,
    movement: Movement,
    names: tuple[str, ...],
    guests: frozenset[str],
    *,
    bare: bool,
) -> Seat:
    code = f"{letter}{number}"
    players = 1 if movement.individual else 2
    return Seat(code, str(number) if bare else code, players, names[:players], guests)


@require_http_methods(["GET", "POST"])
@director_required
@under_lock(hold_session)
def settings(request: HttpRequest, session_id: int) -> HttpResponse:
    """The title, the date and how the session is scored."""
    session = get_object_or_404(Session, pk=session_id)
    form = SettingsForm(request.POST or None, instance=session)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            sessions.change_settings(session=session, fields=form.changed_data, by=actor(request))
            messages.success(request, _("The settings are saved; every page is scored by them."))
            return redirect(session)
    status = 422 if form.errors else 200
    if form.errors:
        # What was typed is in the form alone; the page's head shows what is stored.
        session = get_object_or_404(Session, pk=session.pk)
    present = list(session_sections(session.pk))
    context = {
        "session": session,
        "form": form,
        "tab": "settings",
        "sections": present,
        "removable": unused_sections(session.pk) if len(present) > 1 else set(),
        "has_movement": any(section.movement_id for section in present),
    }
    return render(request, "events/sessions/desk/settings.html", context, status=status)


@require_http_methods(["GET", "POST"])
@director_required
def new(request: HttpRequest, session_id: int) -> HttpResponse:
    """Add a section, with the last one's movement and boards proposed."""
    session = get_object_or_404(Session, pk=session_id)
    if session.matches:
        return of_matches(request, session)
    present = list(session_sections(session.pk))
    last = present[-1]
    proposed = {
        "movement": last.movement_id,
        "boards_per_round": last.boards_per_round,
        "first_board": last.first_board,
    } | _chosen(request, "movement", "boards_per_round")
    form = SectionForm(request.POST or None, initial=proposed)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            section = sections.add_section(
                session_id=session.pk, **form.cleaned_data, by=actor(request)
            )
            added = _("Section %(letter)s has been added. You can now enter its names.")
            messages.success(request, added % {"letter": section.letter})
            return redirect(session)
    status = 422 if form.errors else 200
    context = {"session": session, "form": form, "sections": present, "tab": "settings"}
    return render(request, "events/sessions/desk/section.html", context, status=status)


def _chosen(request: HttpRequest, *names: str) -> dict[str, str]:
    """What the address of a page says of its form, as the page that chose it wrote it."""
    return {name: request.GET[name] for name in names if name in request.GET}


@require_POST
@director_required
def remove(request: HttpRequest, session_id: int, section_id: int) -> HttpResponse:
    """Remove a section; a refusal is shown on the session's page."""
    session = get_object_or_404(Session, pk=session_id)
    try:
        letter = sections.remove_section(
            session_id=session.pk, section_id=section_id, by=actor(request)
        )
    except Section.DoesNotExist:
        raise NothingHereError(_("This session has no such section.")) from None
    except Refused as refusal:
        messages.error(request, refusal_text(refusal))
    else:
        messages.success(request, _("Section %(letter)s has been removed.") % {"letter": letter})
    return redirect(session)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def movement(request: HttpRequest, session_id: int) -> HttpResponse:
    """The form; its preview; and, on the button of the preview, the change."""
    session = get_object_or_404(Session, pk=session_id)
    if session.matches:
        return of_matches(request, session)
    sections = [section for section in session_sections(session.pk) if section.movement]
    if not sections:
        raise NothingHereError(_("This session has no movement to change."))
    # The desk asks for a seat for a contestant who has none.
    asked = _chosen(request, *_SEAT, "movement")
    if request.POST.get("action") == "choose":
        return redirect(_offers(request, sections))
    form = ChangeForm(request.POST or None, sections=sections, initial=asked)
    preview: ChangePlan | None = None
    if request.method == "POST" and form.is_valid():
        change = form.change
        try:
            if request.POST.get("action") == "apply":
                seen = request.POST.get("seen", "")
                done = movement_change.change_movement(
                    change=change,
                    seen=seen,
                    unopposed=form.cleaned_data["unopposed"],
                    by=actor(request),
                )
                follow_movement(session_id=session.pk)
                sentences = [_("The movement is changed.")]
                if movement_change.SEPARATE_LISTS in done.warnings:
                    sentences.append(translate(movement_change.SEPARATE_LISTS))
                messages.success(request, " ".join(sentences))
                return redirect(session)
            preview = movement_change.preview(change=change)
        except Refused as refusal:
            for problem in refusal.problems:
                form.add_error(None, translate(problem))
    context = {
        "session": session,
        "tab": "movement",
        "form": form,
        "preview": preview,
        "change": form.change if preview else None,
        "seen": movement_change.fingerprint(preview) if preview else "",
        "changes": movement_changes(sections),
    }
    return render(
        request,
        "events/sessions/desk/movement_change.html",
        context,
        status=422 if form.errors else 200,
    )


_SEAT: Final = ("section", "number", "round", "unopposed")
"""What is said of a change beside its movement."""


def _offers(request: HttpRequest, sections: Iterable[Section]) -> str:
    """The page where clubscore chooses, which leads back to what was typed: of the section, for
    everybody who plays in it, and who is asked for."""
    typed = {name: request.POST[name][:20] for name in _SEAT if request.POST.get(name)}
    following = f"{request.path}?{urlencode(typed)}"
    found = next((each for each in sections if str(each.pk) == typed.get("section")), None)
    query: dict[str, object] = {"next": following}
    if found and found.movement:
        number = whole_number(typed.get("number", "")) or 0
        query["contestants"] = max(found.movement.contestants, number)
        query["individual"] = "players" if found.movement.individual else ""
        # As many boards a round as the section plays by now.
        query["most_rounds"] = found.movement.rounds
        query["boards"] = found.movement.rounds * found.boards_per_round
    return f"{reverse('movements:choose')}?{urlencode(query)}"


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@in_its_own_transactions
def session(request: HttpRequest, session_id: int) -> HttpResponse:
    """Say what goes with the session, and put it into the bin on the button."""
    found = get_object_or_404(Session, pk=session_id)
    page = Page(
        heading=_("Delete this session"),
        button=_("Delete the session"),
        back=found.get_absolute_url(),
        after=reverse("home"),
    )
    delete = partial(delete_session, session=found)
    return ask(request, plan=lambda: session_plan(found), delete=delete, page=page)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@in_its_own_transactions
def series(request: HttpRequest, series_id: int) -> HttpResponse:
    """Say what else changes, and put it into the bin on the button."""
    found = get_object_or_404(Series, pk=series_id)
    page = Page(
        heading=_("Delete this series"),
        button=_("Delete the series"),
        back=found.get_absolute_url(),
        after=reverse("events:series-list"),
    )
    delete = partial(delete_series, series=found)
    return ask(request, plan=lambda: series_plan(found), delete=delete, page=page)
