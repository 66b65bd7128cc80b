"""Setting up a session on one page: what is played, how it is scored, who plays."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods

from clubscore.actor import actor
from clubscore.numbers import whole_number
from clubscore.permissions import director_required
from clubscore.problems import Refused
from clubscore.sentences import translate
from events.models import Session
from events.sessions.forms.names import NamesForm, Seat
from events.sessions.forms.session import SessionForm
from events.sessions.selectors.partners import (
    LastPairs,
    last_pairs,
    names_to_repeat,
    pairs_of,
    session_to_repeat,
)
from events.sessions.selectors.sessions import session_sections
from events.sessions.services import sessions
from movements.models import Movement

SECTION = "A"
LAST = "last"
"""Asks for the session before, whichever it was."""


@require_http_methods(["GET", "POST"])
@director_required
def new(request: HttpRequest) -> HttpResponse:
    """The page, and the session it makes; nothing is stored unless everything is good. With
    ``?like=`` a session, or ``?like=last``, it is filled in as that one was."""
    like = _like(request)
    form = SessionForm(request.POST or None, initial=request.GET.dict() | _as_before(like))
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
            return redirect(session)
    status = 422 if form.errors or names_form.errors else 200
    context = {"form": form, "names_form": names_form, "movement": movement, "like": like}
    return render(request, "events/sessions/desk/new.html", context, status=status)


@require_GET
@director_required
def name_fields(request: HttpRequest) -> HttpResponse:
    """Only the name fields, for the movement that was just chosen."""
    movement = _movement(request.GET.get("movement", ""))
    like = _like(request)
    form = NamesForm(seats=_seats(movement, like), last=_last(movement, like))
    context = {"names_form": form, "movement": movement}
    return render(request, "events/sessions/desk/_name_fields.html", context)


def _chosen_movement(form: SessionForm) -> Movement | None:
    return _movement(str(form["movement"].value() or ""))


def _movement(text: str) -> Movement | None:
    number = whole_number(text)
    return None if number is None else Movement.objects.filter(pk=number).first()


def _like(request: HttpRequest) -> Session | None:
    """The session that the new one is like, if it is asked for and there is one."""
    asked = request.POST.get("like") or request.GET.get("like", "")
    if asked == LAST:
        return session_to_repeat(date=timezone.localdate())
    number = whole_number(asked)
    if number is None:
        return None
    return Session.objects.filter(pk=number, matches=Session.Matches.NONE).first()


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
    further = list(session_sections(like.pk))[1:] if like else []
    played = [(SECTION, movement)]
    played += [(section.letter, section.movement) for section in further if section.movement]
    return [
        _seat(letter, number, each, names.get(f"{letter}{number}", ()), bare=len(played) == 1)
        for letter, each in played
        for number in range(1, each.contestants + 1)
    ]


def _seat(
    letter: str, number: int, movement: Movement, names: tuple[str, ...], *, bare: bool
) -> Seat:
    code = f"{letter}{number}"
    players = 1 if movement.individual else 2
    return Seat(code, str(number) if bare else code, players, names[:players])
