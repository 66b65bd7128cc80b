"""The next step of an evening and what needs attention, in words, with the pages they lead to."""

from collections.abc import Iterable, Iterator
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from events.common.views.desk import Attention, NextStep
from events.models import Session
from events.sessions.domain.stage import Evening, Stage, Task
from events.sessions.selectors.play import Latecomer

STAGES: Final[dict[str, str | Promise]] = {
    Stage.PREPARE: pgettext_lazy("stage", "Prepare"),
    Stage.PLAY: pgettext_lazy("stage", "Play"),
    Stage.CHECK: pgettext_lazy("stage", "Check"),
    Stage.PUBLISH: pgettext_lazy("stage", "Publish"),
}


def next_step(session: Session, task: Task, evening: Evening, next_board: int | None) -> NextStep:
    """The one large action; ``next_board`` is the first board of which a result is not in."""
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
    yield from (_late(session, each) for each in late)
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
        yield Attention(text % {"count": missing}, _address("missing", session))
    if evening.doubts:
        text = ngettext("%(count)s doubt", "%(count)s doubts", evening.doubts)
        yield Attention(text % {"count": evening.doubts}, _address("doubts", session))
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
    values = {"contestant": f"{section.letter}{late.number}", "round": late.first_round}
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
