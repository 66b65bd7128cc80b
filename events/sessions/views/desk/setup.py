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
from events.sessions.forms.names import NamesForm, Seat
from events.sessions.forms.session import SessionForm
from events.sessions.selectors.partners import LastPairs, last_pairs
from events.sessions.services import sessions
from movements.models import Movement

SECTION = "A"


@require_http_methods(["GET", "POST"])
@director_required
def new(request: HttpRequest) -> HttpResponse:
    """The page, and the session it makes; nothing is stored unless everything is good."""
    form = SessionForm(request.POST or None, initial=request.GET.dict())
    movement = _chosen_movement(form)
    names_form = NamesForm(request.POST or None, seats=_seats(movement), last=_last(movement))
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
    context = {"form": form, "names_form": names_form, "movement": movement}
    return render(request, "events/sessions/desk/new.html", context, status=status)


@require_GET
@director_required
def name_fields(request: HttpRequest) -> HttpResponse:
    """Only the name fields, for the movement that was just chosen."""
    movement = _movement(request.GET.get("movement", ""))
    form = NamesForm(seats=_seats(movement), last=_last(movement))
    context = {"names_form": form, "movement": movement}
    return render(request, "events/sessions/desk/_name_fields.html", context)


def _chosen_movement(form: SessionForm) -> Movement | None:
    return _movement(str(form["movement"].value() or ""))


def _movement(text: str) -> Movement | None:
    number = whole_number(text)
    return None if number is None else Movement.objects.filter(pk=number).first()


def _last(movement: Movement | None) -> LastPairs | None:
    """The pairs of the last evening on today's weekday, for a movement of pairs."""
    if movement is None or movement.individual:
        return None
    return last_pairs(date=timezone.localdate())


def _seats(movement: Movement | None) -> list[Seat]:
    if movement is None:
        return []
    players = 1 if movement.individual else 2
    return [
        Seat(f"{SECTION}{number}", str(number), players)
        for number in range(1, movement.contestants + 1)
    ]
