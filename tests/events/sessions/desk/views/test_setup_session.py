import datetime
from typing import Any

import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from events.models import LogEntry, Section, Series, Session, TravellerLine
from events.sessions.series.services import create_series
from events.sessions.setup.services import sections
from events.sessions.typing.views import board as board_page
from players.models import Club
from tests.events import factories
from tests.queries import queries

HUGE = "99999999999999999999"

SETTINGS = {
    "title": "Club evening",
    "date": "2026-03-05",
    "method": "mp",
    "scale": "2",
    "winners": "1",
    "show_play": "on",
    "neuberg": "on",
    "small_groups": "on",
    "rounding": "exact",
    "imps_by": "unequal",
    "butler_drop": "1",
    "sit_out": "0",
    "butler_percent": "0",
    "butler_parts": "on",
    "cross_imps_mean": "on",
    "minimum_part": "0",
    "session_average": "on",
    "one_field": "on",
}

pytestmark = pytest.mark.django_db


def address(session: Session, name: str = "") -> str:
    return f"/sessions/{session.pk}/{name}"


def test_settings_are_shown_as_they_are(director_client: Client) -> None:
    session = factories.session(method="butler", date=datetime.date(2026, 4, 1))
    form = director_client.get(address(session, "settings/")).context["form"]
    assert (form["title"].value(), form["method"].value()) == ("Club evening", "butler")
    assert 'value="2026-04-01"' in str(form["date"])


def test_settings_are_saved_and_what_changed_is_logged(director_client: Client) -> None:
    session = factories.session()
    answer = director_client.post(
        address(session, "settings/"),
        {**SETTINGS, "title": "Winter pairs", "neuberg": ""},
        headers={"user-agent": "Phone"},
    )
    assert (answer.status_code, answer.url) == (302, address(session))
    session.refresh_from_db()
    assert (session.title, session.neuberg, session.session_average) == (
        "Winter pairs",
        False,
        True,
    )
    entry = LogEntry.objects.first()
    assert (entry.action, entry.device, entry.before, entry.after) == (
        "changed",
        "Phone",
        {"title": "Club evening", "neuberg": "True"},
        {"title": "Winter pairs", "neuberg": "False"},
    )


def test_settings_as_they_were_are_not_logged(director_client: Client) -> None:
    session = factories.session()
    director_client.post(address(session, "settings/"), SETTINGS)
    assert LogEntry.objects.filter(action="changed").count() == 0


IMPS = "only-for for-butler for-cross-imps"


WRONG = {
    "title": ("", "  ", "a\0b", "x" * 121),
    "date": ("", "x", "a\0b", "2026-02-30", HUGE),
    "method": ("", "a\0b", HUGE),
    "scale": ("", "3", "a\0b", HUGE),
    "winners": ("", "0", "3", "a\0b", HUGE),
    "rounding": ("", "a\0b", HUGE),
    "butler_drop": ("", "-1", "3", "x", "a\0b", HUGE),
    "butler_percent": ("-1", "41", "x", "a\0b", HUGE),
    "sit_out": ("-1", "101", "x", "a\0b", HUGE),
    "datums": ("1", "0:5", "1:2 1:3", "a\0b", HUGE),
    "expected": ("0", "-1", "10000", "x", "a\0b", HUGE),
    "minimum_part": ("-1", "101", "x", "a\0b", HUGE),
    "letters": ("xx", "K R K S", "a\0b", "A " * 13, "é" * 61, HUGE),
    "club": ("0",),
}


@pytest.mark.parametrize("turn", range(6))
def test_settings_that_cannot_be_are_refused_at_their_field(
    director_client: Client, turn: int
) -> None:
    """One of the wrong values of every field at a time."""
    session = factories.session()
    typed = {field: values[turn % len(values)] for field, values in WRONG.items()}
    answer = director_client.post(address(session, "settings/"), SETTINGS | typed)
    assert (answer.status_code, set(answer.context["form"].errors)) == (422, set(WRONG))
    assert LogEntry.objects.count() == 1


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("nl", "nl"),
        (" NL ", "nl"),
        ("", ""),
        ("k r h s sa n o z w a h v b", "K R H S SA N O Z W A H V B"),
    ],
)
def test_the_letters_of_a_session_are_those_of_the_next(
    director_client: Client, typed: str, kept: str
) -> None:
    session = factories.session()
    answer = director_client.post(address(session, "settings/"), {**SETTINGS, "letters": typed})
    session.refresh_from_db()
    assert (answer.status_code, session.letters) == (302, kept)
    assert factories.session().letters == kept


@pytest.mark.parametrize(
    ("action", "before", "state"),
    [
        ("finish", (), ("finished", False)),
        ("reopen", ("finish",), ("open", False)),
        ("publish", (), ("open", True)),
        ("withdraw", ("publish",), ("open", False)),
    ],
)
def test_the_state_is_changed_and_logged(
    director_client: Client, action: str, before: tuple[str, ...], state: tuple[str, bool]
) -> None:
    session = factories.session()
    for each in (*before, action):
        answer = director_client.post(address(session, "state/"), {"action": each})
        assert (answer.status_code, answer.url) == (302, address(session))
    session.refresh_from_db()
    assert (session.state, session.is_published) == state
    entries = LogEntry.objects.count()
    assert (entries, LogEntry.objects.first().user.is_staff) == (2 + len(before), True)


@pytest.mark.parametrize("values", [{}, {"action": ""}, {"action": "burn"}, {"action": "\0"}])
def test_an_unknown_change_of_state_is_refused(
    director_client: Client, values: dict[str, str]
) -> None:
    session = factories.session()
    answer = director_client.post(address(session, "state/"), values)
    assert (answer.status_code, LogEntry.objects.count()) == (400, 1)


def test_settings_are_grouped_and_say_to_which_method_they_belong(director_client: Client) -> None:
    form = director_client.get(address(factories.session(), "settings/")).context["form"]
    assert [
        (
            str(group.heading),
            group.classes,
            [(setting.field.name, setting.classes) for setting in group.settings],
        )
        for group in form.groups
    ] == [
        (
            "The session",
            "",
            [("title", ""), ("date", ""), ("club", ""), ("show_play", ""), ("letters", "")],
        ),
        (
            "Ranking",
            "",
            [
                ("winners", ""),
                ("imps_by", IMPS),
                ("one_field", ""),
                ("minimum_part", ""),
                ("rounding", ""),
                ("handicap_sum", ""),
            ],
        ),
        (
            "Method",
            "",
            [
                ("method", ""),
                ("scale", "only-for for-mp"),
                ("butler_drop", "only-for for-butler"),
                ("butler_percent", "only-for for-butler"),
                ("butler_parts", "only-for for-butler"),
                ("butler_even", "only-for for-butler"),
                ("datums", "only-for for-butler"),
                ("cross_imps_mean", "only-for for-cross-imps"),
            ],
        ),
        (
            "Boards with fewer results than others",
            "only-for for-mp for-cross-imps for-butler",
            [
                ("neuberg", "only-for for-mp for-cross-imps"),
                ("small_groups", "only-for for-mp"),
                ("missing_ties", "only-for for-mp"),
                ("sit_out", "only-for for-mp"),
                ("unopposed", "only-for for-mp for-cross-imps for-butler"),
                ("expected", "only-for for-mp for-cross-imps"),
            ],
        ),
        (
            "Adjusted scores",
            "only-for for-mp for-cross-imps",
            [
                ("session_average", "only-for for-mp"),
                ("cross_imps_award_each", "only-for for-cross-imps"),
            ],
        ),
    ]


def test_groups_that_most_leave_as_they_are_are_folded_until_something_is_set_there(
    director_client: Client,
) -> None:
    session = factories.session()

    def folded() -> list[bool | None]:
        form = director_client.get(address(session, "settings/")).context["form"]
        return [group.is_folded for group in form.groups]

    assert folded() == [None, None, None, True, True]
    Session.objects.update(neuberg=not session.neuberg, sit_out=50)
    assert folded() == [None, None, None, False, True]


def test_a_setting_that_is_wrong_is_shown_whatever_the_method(director_client: Client) -> None:
    answer = director_client.post(
        address(factories.session(), "settings/"), {**SETTINGS, "method": "butler", "expected": "x"}
    )
    shown = {
        setting.field.name: setting.classes
        for group in answer.context["form"].groups
        for setting in group.settings
    }
    assert (shown["expected"], shown["neuberg"]) == ("", "only-for for-mp for-cross-imps")


def test_every_setting_is_saved(director_client: Client) -> None:
    session = factories.session()
    club = Club.objects.create(name="Hollybrook")
    typed = {
        **SETTINGS,
        "club": str(club.pk),
        "method": "cross-imps",
        "scale": "1",
        "winners": "2",
        "neuberg": "",
        "small_groups": "",
        "sit_out": "60",
        "unopposed": "+",
        "expected": "9",
        "rounding": "board:0.1",
        "imps_by": "board",
        "butler_drop": "2",
        "butler_percent": "10",
        "butler_parts": "",
        "butler_even": "True",
        "datums": "1:-50 2:120",
        "cross_imps_mean": "",
        "session_average": "",
        "show_play": "",
        "one_field": "",
        "minimum_part": "75",
    }
    assert director_client.post(address(session, "settings/"), typed).status_code == 302
    stored = Session.objects.values(*(name for name in typed)).get()
    assert {name: str(value or "") for name, value in stored.items()} == typed
    logged = LogEntry.objects.filter(action="changed").get()
    assert set(logged.after) == set(typed) - {"title", "date"}


@pytest.mark.parametrize(
    ("text", "described"),
    [
        (factories.HOWELL_4, "The movement makes one list: somebody plays in both directions."),
        (factories.MITCHELL_3, "The movement makes two lists: nobody plays in both directions."),
    ],
)
def test_the_settings_say_what_the_movement_tells(
    director_client: Client, text: str, described: str
) -> None:
    page = director_client.get(address(factories.session(text), "settings/")).content.decode()
    assert described in page


def test_the_settings_of_a_session_from_a_file_tell_nothing_of_a_movement(
    director_client: Client,
) -> None:
    session = factories.session()
    session.sections.update(movement=None)
    page = director_client.get(address(session, "settings/"))
    assert (page.status_code, "The movement makes" in page.content.decode()) == (200, False)


def test_an_individual_is_not_ranked_in_two_lists(director_client: Client) -> None:
    session = factories.session(factories.INDIVIDUAL_4)
    answer = director_client.post(address(session, "settings/"), {**SETTINGS, "winners": "2"})
    assert (answer.status_code, answer.context["form"].errors["winners"]) == (
        422,
        ["An individual has one list: partners change."],
    )


def test_settings_that_do_not_go_with_a_series_are_refused_and_kept_typed(
    director_client: Client,
) -> None:
    session = factories.session()
    create_series(series=Series(name="Spring"), weights={session.pk: 100}, by=Actor())
    answer = director_client.post(address(session, "settings/"), {**SETTINGS, "method": "butler"})
    form = answer.context["form"]
    assert (answer.status_code, form["method"].value()) == (422, "butler")
    [described] = form.non_field_errors()
    assert described.startswith("This session belongs to the series “Spring”.")
    assert Session.objects.get().method == "mp"


def test_a_series_that_comes_between_reading_and_saving_is_reported(
    director_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = factories.session()
    create_series(series=Series(name="Spring"), weights={session.pk: 100}, by=Actor())
    monkeypatch.setattr(
        "events.sessions.desk.forms.session.refuse_unfit_settings", lambda session: None
    )
    answer = director_client.post(address(session, "settings/"), {**SETTINGS, "method": "butler"})
    [described] = answer.context["form"].non_field_errors()
    assert (answer.status_code, described.startswith("This session belongs to")) == (422, True)


def with_two() -> Session:
    session = factories.session(factories.MITCHELL_3)
    add(session)
    return session


def add(session: Session) -> Section:
    return sections.add_section(
        session_id=session.pk,
        movement=factories.movement(factories.MITCHELL_3, name="Another"),
        boards_per_round=1,
        first_board=1,
        by=Actor(),
    )


def test_the_page_proposes_what_the_last_section_plays(director_client: Client) -> None:
    session = factories.session(factories.MITCHELL_3, first_board=4)
    answer = director_client.get(f"/sessions/{session.pk}/sections/new/")
    form = answer.context["form"]
    assert answer.status_code == 200
    assert [form[name].value() for name in ("movement", "boards_per_round", "first_board")] == [
        session.sections.get().movement_id,
        1,
        4,
    ]


def test_clubscore_chooses_for_a_section_and_for_a_change(director_client: Client) -> None:
    session = factories.session(factories.MITCHELL_3, first_board=4)
    other = factories.movement(factories.MITCHELL_3, name="Another")
    for page in ("sections/new/", "movement/"):
        address = f"/sessions/{session.pk}/{page}"
        shown = director_client.get(address).content.decode()
        leads = 'value="choose"' if page == "movement/" else f"/movements/choose/?next={address}"
        assert leads in shown
        form = director_client.get(address, {"movement": other.pk, "boards_per_round": 3}).context[
            "form"
        ]
        assert form["movement"].value() == str(other.pk)
        if page == "movement/":
            assert form["kind"].value() == "movement"
        else:
            assert [form[name].value() for name in ("boards_per_round", "first_board")] == ["3", 4]


def test_a_section_is_added(director_client: Client) -> None:
    session = factories.session(factories.MITCHELL_3)
    values = {
        "movement": session.sections.get().movement_id,
        "boards_per_round": 1,
        "first_board": 1,
    }
    answer = director_client.post(f"/sessions/{session.pk}/sections/new/", values, follow=True)
    assert "Section B has been added." in answer.content.decode()
    assert [section.letter for section in session.sections.all()] == ["A", "B"]


def test_a_refusal_is_said_and_what_was_typed_stays(director_client: Client) -> None:
    session = factories.session(factories.MITCHELL_3)
    movement = session.sections.get().movement_id
    values = {"movement": movement, "boards_per_round": 1, "first_board": 998}
    answer = director_client.post(f"/sessions/{session.pk}/sections/new/", values)
    assert answer.status_code == 422
    assert "The last board would be 1000; 999 is the highest." in answer.content.decode()
    assert answer.context["form"]["first_board"].value() == "998"


def test_a_section_added_by_mistake_is_taken_away(director_client: Client) -> None:
    session = with_two()
    section = session.sections.get(letter="B")
    assert "Remove section B" in director_client.get(f"/sessions/{session.pk}/settings/").text
    answer = director_client.post(
        f"/sessions/{session.pk}/sections/{section.pk}/remove/", follow=True
    )
    assert "Section B has been removed." in answer.content.decode()
    assert [each.letter for each in session.sections.all()] == ["A"]


def test_a_section_that_stays_says_why(director_client: Client) -> None:
    session = with_two()
    factories.enter_in(session, "B", 1, "420", "", "")
    section = session.sections.get(letter="B")
    page = director_client.get(f"/sessions/{session.pk}/").content.decode()
    assert "Remove section B" not in page
    answer = director_client.post(
        f"/sessions/{session.pk}/sections/{section.pk}/remove/", follow=True
    )
    assert "Section B has results, so it cannot be removed." in answer.content.decode()


def test_few_lines_are_typed_on_one_page(director_client: Client) -> None:
    session = with_two()
    answer = director_client.get(f"/sessions/{session.pk}/boards/1/")
    assert (answer.context["section"], len(answer.context["rows"])) == ("", 6)
    assert "All sections" in answer.content.decode()


def test_a_section_is_typed_alone_when_asked_for(director_client: Client) -> None:
    session = with_two()
    factories.enter_in(session, "B", 1, "420", "", "")
    answer = director_client.get(f"/sessions/{session.pk}/boards/1/?section=B")
    assert (answer.context["section"], len(answer.context["rows"])) == ("B", 3)
    here = answer.context["board"]
    assert (here.entered, here.expected) == (1, 3)
    assert f'href="/sessions/{session.pk}/boards/2/?section=B"' in answer.content.decode()


def test_with_many_lines_the_first_section_that_is_open_is_shown(
    director_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_page, "LINES_AT_ONCE", 5)
    session = with_two()
    address = f"/sessions/{session.pk}/boards/1/"
    assert director_client.get(address).context["section"] == "A"
    factories.enter_in(session, "A", 1, "420", "50", "p")
    answer = director_client.get(address)
    assert answer.context["section"] == "B"
    assert "All sections" not in answer.content.decode()


def test_a_line_brings_its_section(
    director_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_page, "LINES_AT_ONCE", 5)
    session = with_two()
    line = session.sections.get(letter="B").lines.filter(board=1).first()
    answer = director_client.get(f"/sessions/{session.pk}/boards/1/?line={line.pk}")
    assert answer.context["section"] == "B"


def test_a_saved_line_tells_how_far_its_section_is(director_client: Client) -> None:
    session = with_two()
    line = session.sections.get(letter="B").lines.filter(board=1).first()
    answer = director_client.post(
        f"/sessions/{session.pk}/lines/{line.pk}/",
        {"typed": "420", "version": 0},
        headers={"Accept": "application/json"},
    )
    assert answer.json()["board"] == {
        "number": 1,
        "entered": 1,
        "expected": 6,
        "state": "part",
        "sections": {
            "A": {"entered": 0, "expected": 3, "state": "empty"},
            "B": {"entered": 1, "expected": 3, "state": "part"},
        },
    }


def save(client: Client, line: TravellerLine, **values: object) -> dict[str, Any]:
    answer = client.post(
        f"/sessions/{line.section.session_id}/lines/{line.pk}/",
        {"typed": "420", "version": 0, **values},
        headers={"Accept": "application/json"},
    )
    return answer.json()


def test_of_a_section_shown_alone_nothing_else_is_shown(director_client: Client) -> None:
    session = with_two()
    factories.enter_in(session, "A", 1, "50", "100", "-50")
    first, second = session.sections.get(letter="B").lines.filter(board=1)[:2]
    alone = save(director_client, first, section="B")
    assert list(alone["points"]) == [str(first.pk)]
    assert alone["points"][str(first.pk)] == {"ns": "6", "ew": "0", "percentage": "100.00"}
    assert alone["board"]["sections"]["A"] == {"entered": 3, "expected": 3, "state": "complete"}
    path = f"/sessions/{session.pk}/lines/{second.pk}/reading/"
    asked = director_client.get(path, {"typed": "450", "section": "B"}).json()
    assert asked["understood"].endswith("NS 8, EW 0")
    for section in ("", "A", "Z", "\0", "9" * 5000):
        assert len(save(director_client, first, section=section)["points"]) == 4


@pytest.mark.parametrize(("section", "shown"), [("B", 3), ("", 6), ("Z", 6), ("\0", 6)])
def test_an_undo_tells_of_the_section_that_is_shown(
    director_client: Client, section: str, shown: int
) -> None:
    session = with_two()
    save(director_client, session.sections.get(letter="B").lines.filter(board=1).first())
    answer = director_client.post(
        f"/sessions/{session.pk}/undo/",
        {"board": 1, "section": section},
        headers={"Accept": "application/json"},
    ).json()
    assert [len(answer[name]) for name in ("lines", "seats")] == [shown, shown]
    assert answer["board"]["entered"] == 0


def test_doubts_are_those_of_the_section_that_is_shown(director_client: Client) -> None:
    session = with_two()
    factories.enter_in(session, "A", 1, "4sw=", "4sw+1", "4se=")
    factories.enter_in(session, "B", 1, "4sn=", "", "")
    path = f"/sessions/{session.pk}/boards/1/"
    described = {}
    for section in ("", "A", "B"):
        context = director_client.get(path, {"section": section}).context
        described[section] = context["doubts"]["count"], context["boards"][0].doubts
    assert described == {"": (1, 1), "A": (0, 0), "B": (1, 1)}


def test_queries_do_not_grow_with_the_sections(director_client: Client) -> None:
    def asked(session: Session) -> int:
        return queries(lambda: director_client.get(f"/sessions/{session.pk}/boards/1/"))

    three = with_two()
    add(three)
    assert asked(factories.session(factories.MITCHELL_3)) == asked(three)


def sent(client: Client, address: str, name: str):
    plan = client.get(address).context["plan"]
    return client.post(address, {"name": name, "seen": plan.seen}, follow=True)
