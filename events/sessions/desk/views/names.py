"""The names of an existing session: before, during or after play.

The handicaps of a session: entered on one page, or copied from earlier sessions.

The strata of a session: by limits, or by hand.
"""

from collections.abc import Iterable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_http_methods

from clubscore.text.letters import seat_letters
from clubscore.text.problems import Refused
from clubscore.web.editing import under_lock
from clubscore.web.permissions import director_required
from clubscore.web.visitors import actor
from events.common.services import hold_names, hold_session
from events.models import Session
from events.sessions.core.selectors import Matches, read_matches
from events.sessions.desk.forms.names import HandicapsForm, NamesForm, Seat, StrataForm, StratumRow
from events.sessions.desk.services.handicaps import set_handicaps
from events.sessions.desk.services.strata import set_strata
from events.sessions.scoring.selectors.contestants import (
    ContestantRecord,
    guests_of_session,
    handicaps_to_take,
    last_handicaps,
    last_pairs,
    session_contestants,
)
from events.sessions.scoring.selectors.sessions import is_individual, late_codes
from events.sessions.setup.services import sessions
from players.selectors.register import ratings_of


@require_http_methods(["GET", "POST"])
@director_required
@under_lock(hold_names)
def names(request: HttpRequest, session_id: int) -> HttpResponse:
    session = get_object_or_404(Session, pk=session_id)
    players = 1 if is_individual(session.pk) else 2
    if session.is_of_teams:
        # A team has four to six players, who take turns.
        players = 3
    guests = frozenset(map(str, guests_of_session(session.pk).values()))
    matches = read_matches(session.pk) if session.is_of_teams else None
    labels = _pairs_of_teams(matches)
    contestants = session_contestants(session.pk, full_names=True).values()
    teams = _headings(matches) or _sections(contestants)
    seats = [
        Seat(
            contestant.code,
            labels.get(contestant.pk, contestant.label),
            players,
            tuple(map(str, contestant.names)),
            guests,
            heading=teams.get(contestant.pk, ""),
        )
        for contestant in contestants
    ]
    # Of a session of matches somebody late is a contestant already.
    if not session.is_finished and not session.matches:
        late = late_codes(session.pk)
        seats += [
            Seat(code, code if len(late) > 1 else str(number), players, is_late=True)
            for code, number in late.items()
        ]
    last = last_pairs(date=session.date, session_id=session.pk) if players == 2 else None
    form = NamesForm(request.POST or None, seats=seats, last=last)
    if request.method == "POST" and form.is_valid():
        try:
            sessions.enter_names(
                session=session, names=form.names, guests=form.guests, by=actor(request)
            )
        except Refused as refusal:
            form.add_problems(refusal.problems)
        else:
            messages.success(request, _("The names are saved."))
            say_handicaps(request, session)
            return redirect(session)
    status = 422 if form.errors else 200
    context = {"session": session, "names_form": form, "tab": "names", "teams": matches is not None}
    return render(request, "events/sessions/desk/names.html", context, status=status)


def say_handicaps(request: HttpRequest, session: Session) -> None:
    """Say that the register has handicaps which the session does not have yet."""
    if count := handicaps_to_take(session.pk):
        text = ngettext(
            "%(count)s player has a handicap in the register: Settings → Handicaps fills it in.",
            "%(count)s players have a handicap in the register: Settings → Handicaps fills them"
            " in.",
            count,
        )
        messages.info(request, text % {"count": count})


def _headings(matches: Matches | None) -> dict[int, str]:
    """``Team 3 · Jackdaws`` by the first contestant of each team."""
    return {
        team.contestants[0]: " · ".join(
            filter(None, (_("Team %(number)s") % {"number": number}, team.name))
        )
        for number, team in (matches.teams.items() if matches else ())
        if team.contestants
    }


def _sections(contestants: Iterable[ContestantRecord]) -> dict[int, str]:
    """``Section B`` by the first contestant of each section, where there are several."""
    first = {each.section: each.pk for each in reversed(list(contestants))}
    several = len(first) > 1
    text = _("Section %(letter)s")
    return {pk: text % {"letter": letter} for letter, pk in first.items() if several}


def _pairs_of_teams(matches: Matches | None) -> dict[int, str]:
    """The team and the direction of the pairs of teams, by contestant: the first of a team sits
    North–South."""
    if matches is None:
        return {}
    return {
        pk: f"{number} {seat_letters(direction)}"
        for number, team in matches.teams.items()
        for pk, direction in zip(team.contestants, ("NS", "EW"), strict=False)
    }


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@under_lock(hold_session)
def handicaps(request: HttpRequest, session_id: int) -> HttpResponse:
    """The page; ``?last`` fills in the players' last handicaps; nothing is stored yet."""
    session = get_object_or_404(Session, pk=session_id)
    contestants = list(session_contestants(session.pk, full_names=True).values())
    players = [player for contestant in contestants for player in contestant.player_ids]
    last = last_handicaps(session, players)
    form = HandicapsForm(
        request.POST or None,
        contestants=contestants,
        individual=is_individual(session.pk),
        last=last if "last" in request.GET else None,
    )
    if request.method == "POST" and form.is_valid():
        set_handicaps(session=session, handicaps=form.handicaps, by=actor(request))
        messages.success(request, _("The handicaps are saved."))
        return redirect("events:ranking", session.pk)
    context = {
        "session": session,
        "form": form,
        "tab": "handicaps",
        "last": len(last),
        "filled_in": "last" in request.GET,
    }
    return render(
        request, "events/sessions/desk/handicaps.html", context, status=422 if form.errors else 200
    )


@require_http_methods(["GET", "POST"])
@director_required
@under_lock(hold_session)
def strata(request: HttpRequest, session_id: int) -> HttpResponse:
    """The page; the button *Fill in* shows the strata that the limits give, and stores nothing."""
    session = get_object_or_404(Session, pk=session_id)
    rows = _strata_rows(session_contestants(session.pk, full_names=True).values())
    limits = ("strata_by", "strata_mean", "strata_b", "strata_c")
    stored = {name: getattr(session, name) for name in limits}
    form = StrataForm(request.POST or None, initial=stored, strata=rows)
    fills_in = "fill" in request.POST
    is_filled = False
    if request.method == "POST" and form.is_valid():
        if not fills_in:
            set_strata(session=session, rule=form.rule, strata=form.chosen, by=actor(request))
            messages.success(request, _("The strata are saved."))
            return redirect("events:ranking", session.pk)
        players = [pk for row in rows for each in row.contestants for pk in each.player_ids]
        filled = request.POST.copy()
        for name, letter in form.by_limits(ratings_of(players)).items():
            filled[name] = letter
        form = StrataForm(filled, initial=stored, strata=rows)
        is_filled = True
    context = {"session": session, "form": form, "tab": "strata", "is_filled": is_filled}
    return render(
        request, "events/sessions/desk/strata.html", context, status=422 if form.errors else 200
    )


def _strata_rows(contestants: Iterable[ContestantRecord]) -> list[StratumRow]:
    """A row for each contestant, and one for the pairs of each team."""
    groups: dict[object, list[ContestantRecord]] = {}
    for contestant in contestants:
        groups.setdefault(contestant.team_number or contestant.code, []).append(contestant)
    return [
        StratumRow(
            str(own[0].team_number or own[0].label),
            own[0].team if own[0].team_number else own[0].players,
            tuple(own),
        )
        for own in groups.values()
    ]
