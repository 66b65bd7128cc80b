"""Plans for the services that change the shape of sessions, for series and movements."""

import datetime

from events.models import MovementChange, Section, Series
from events.sessions.desk.services import movement_change
from events.sessions.desk.services.bin import delete_session
from events.sessions.series import services as series
from events.sessions.setup.services import sections, sessions
from movements import services as movements
from movements.models import Movement
from players.domain.names import read_name
from players.models import Club
from tests.concurrency.races.cases import case, of_session, session
from tests.concurrency.races.session_cases import own_session
from tests.concurrency.races.world import actor
from tests.events import factories

# --- the shape of a session -----------------------------------------------------------------------


def _change(title: str, movement: str = "") -> dict[str, object]:
    section = Section.objects.select_related("session").get(session__title=title, letter="A")
    change = (
        MovementChange(section=section, first_round=2, movement=Movement.objects.get(name=movement))
        if movement
        else MovementChange(section=section, first_round=3, absent=4)
    )
    seen = movement_change.fingerprint(movement_change.preview(change=change))
    return {"change": change, "seen": seen, "by": actor()}


def _section(title: str) -> dict[str, object]:
    movement = Section.objects.get(session__title=title, letter="A").movement
    return {
        "session_id": session(title).pk,
        "movement": movement,
        "boards_per_round": 1,
        "first_board": 1,
        "by": actor(),
    }


def _second_section(title: str) -> dict[str, object]:
    own = session(title)
    section = Section.objects.get(session=own, letter="B")
    return {"session_id": own.pk, "section_id": section.pk, "by": actor()}


of_session("another movement", movement_change.change_movement,
           lambda title: _change(title, "Howell again"), "movements")  # fmt: skip
of_session("a pair leaves", movement_change.change_movement, _change)
of_session("add a section", sections.add_section, _section)
of_session("remove a section", sections.remove_section, _second_section)
of_session("delete a session", delete_session, own_session, "{} series", "Earlier")
of_session("delete the earlier session", delete_session,
           lambda _title: own_session("Earlier"), "Earlier", titles=("Empty",))  # fmt: skip

# --- series ---------------------------------------------------------------------------------------


def _series(title: str) -> dict[str, object]:
    return {"series": Series.objects.get(name=f"{title} series"), "by": actor()}


def _changed_series(title: str) -> dict[str, object]:
    own = Series.objects.get(name=f"{title} series")
    own.best = 3
    weights = {session(title).pk: 50, session("Earlier").pk: 100}
    return {"series": own, "weights": weights, "by": actor()}


def _created_series(title: str) -> dict[str, object]:
    return {"series": Series(name="New"), "weights": {session(title).pk: 100}, "by": actor()}


of_session("change a series", series.change_series, _changed_series, "{} series", "Earlier")
of_session("create a series", series.create_series, _created_series, "{} series")
of_session("publish a series", series.publish_series, _series, "{} series")
of_session("withdraw a series", series.withdraw_series, _series, "{} series")
of_session("delete a series", series.delete_series, _series, "{} series")


@case("create a session", sessions.create_session, "movements", "register", "clubs")
def _created() -> dict[str, object]:
    return {
        "title": "New",
        "date": datetime.date(2026, 3, 6),
        "movement": Movement.objects.get(name="Unused"),
        "club": Club.objects.get(name="North"),
        "names": {"A1": [read_name("Ada Player-A"), read_name("Brand New")]},
        "by": actor(),
    }


@case("create a session like another", sessions.create_session, "movements", "register", "Main")
def _repeated() -> dict[str, object]:
    like = session("Main")
    return {
        "title": "Again",
        "date": datetime.date(2026, 3, 6),
        "movement": Movement.objects.get(name="Unused"),
        "like": like,
        "names": {"A1": [read_name("Ada Player-A"), read_name("Brand New")]},
        "by": actor(),
    }


# --- movements ------------------------------------------------------------------------------------


def _unused() -> Movement:
    return Movement.objects.get(name="Unused")


case("store a movement", movements.store_movement, "movements")(
    lambda: {"name": "Stored", "text": factories.ONE_TABLE}
)
case("store a movement once", movements.store_movement_once, "movements")(
    lambda: {"name": "Unused", "text": factories.HOWELL_4}
)
case("replace a movement", movements.replace_movement, "movements")(
    lambda: {"movement": _unused(), "text": factories.HOWELL_4}
)
case("rename a movement", movements.rename_movement, "movements")(
    lambda: {"movement": _unused(), "name": "Stored"}
)
case("delete a movement", movements.delete_movement, "movements")(lambda: {"movement": _unused()})
