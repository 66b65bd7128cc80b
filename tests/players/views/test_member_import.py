import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubscore.files.uploads import packed
from events.models import Entry
from players.domain.names import read_name
from players.models import ClubSettings, Player
from tests.events.factories import DirectorFactory
from tests.events.tournaments.cups import tournament

pytestmark = pytest.mark.django_db

IMPORT = "/players/import/"
LIST = "Name;Born;Grade;Town\nAnn Lee;1961;3d;Ede\nBo Finch;1958;;Ede\n"
FAULTY = f"{LIST}Cy;31-2-1961;8d;\n;;;\n;1961;;\n"


@pytest.fixture(name="director")
def _director() -> Client:
    client = Client()
    client.force_login(DirectorFactory())
    return client


def player(name: str, **facts: Any) -> Player:
    one = Player(**facts)
    one.set_name(read_name(name))
    one.save()
    return one


def looked(director: Client, text: str, **more: str) -> Any:
    """The page of a list that was uploaded."""
    return director.post(IMPORT, {"file": SimpleUploadedFile("list.csv", text.encode()), **more})


def again(answer: Any, **more: str) -> dict[str, str]:
    """What the page sends when a button is pressed."""
    page = answer.content.decode()
    sent = dict(re.findall(r'<input type="hidden" name="([a-z]+)" value="([^"]*)"', page))
    sent |= answer.context["again"].initial
    return {name: value for name, value in sent.items() if name != "once"} | more


def imported(director: Client, answer: Any, **more: str) -> list[str]:
    """What is said when the list is imported."""
    done = director.post(IMPORT, again(answer, **{"import": "yes"}, **more), follow=True)
    assert done.redirect_chain == [(reverse("players:list"), 302)]
    return [str(message) for message in done.context["messages"]]


def names() -> list[str]:
    return [str(player) for player in Player.objects.order_by("number")]


def shown(answer: Any) -> list[tuple[str, str]]:
    return [(row.name, row.action) for row in answer.context["preview"].lines.rows]


def test_a_list_is_shown_and_nothing_is_stored(director: Client):
    player("Ann Lee", born="1961", grade="4d")
    answer = looked(director, LIST)
    assert (answer.status_code, names()) == (200, ["Ann Lee"])
    preview = answer.context["preview"]
    assert shown(answer) == [("Ann Lee", "update")]
    assert preview.lines.rows[0].changes == [("Grade", "4d", "3d")]
    assert [(kind.value, kind.count, kind.is_shown) for kind in preview.kinds] == [
        ("update", 1, True),
        ("new", 1, False),
        ("all", 2, False),
    ]
    assert (preview.unknown, preview.does) == (["Town"], "1 new, 1 changed")
    assert answer.context["read_as"] == "UTF-8"


def test_the_list_is_imported_and_the_page_says_what_was_done(director: Client):
    player("Ann Lee", born="1961", grade="4d")
    assert imported(director, looked(director, LIST)) == [
        "1 player is new in the register. 1 player was updated."
    ]
    assert list(Player.objects.order_by("number").values_list("name", "grade")) == [
        ("Ann Lee", "3d"),
        ("Bo Finch", ""),
    ]


def test_the_same_list_again_changes_nothing(director: Client):
    imported(director, looked(director, LIST))
    answer = looked(director, LIST)
    assert "Import: nothing to change" in answer.content.decode()
    assert imported(director, answer) == [
        "Nothing has changed: everything was in the register already."
    ]


def test_pasted_lines_are_imported(director: Client):
    answer = director.post(IMPORT, {"text": LIST.replace("\n", "\r\n")})
    assert answer.context["read_as"] == ""
    imported(director, answer)
    assert names() == ["Ann Lee", "Bo Finch"]


def test_all_problems_are_shown_and_nothing_is_imported(director: Client):
    answer = looked(director, FAULTY)
    preview = answer.context["preview"]
    assert preview.problems.sentences == [
        'Line 4, grade: "8d" is not a grade. Grades are 99k–1k, 1d–7d, 1p–9p.',
        "Line 4, born: Cy: There is no such date as “31-2-1961”.",
        "Line 6, name: The name is missing. Write it, or delete the line.",
    ]
    assert (preview.problems.count, preview.faulty, preview.may_be_imported) == (3, 2, False)
    refused = director.post(IMPORT, again(answer, **{"import": "yes"}))
    assert (refused.status_code, names()) == (422, [])
    assert len(refused.context["refusals"]) == 1


def test_lines_with_a_problem_are_left_out_by_a_box(director: Client):
    chosen = {"leave-out": "yes"}
    assert imported(director, looked(director, FAULTY), **chosen) == [
        "2 players are new in the register. 2 lines were left out."
    ]


def test_the_lines_can_be_corrected_in_the_page(director: Client):
    answer = looked(director, FAULTY)
    assert answer.context["editable"] == FAULTY
    corrected = LIST.replace("Bo Finch", "Bo Boon")
    answer = director.post(IMPORT, {"text": corrected, "name": "list.csv"})
    assert "editable" in answer.context
    assert answer.context["editable"] == ""
    imported(director, answer)
    assert names() == ["Ann Lee", "Bo Boon"]


def test_columns_are_chosen(director: Client):
    chosen = {"column-3": "note", "column-2": "nothing"}
    answer = director.post(IMPORT, again(looked(director, LIST), **chosen, show=""))
    assert answer.context["preview"].unknown == []
    assert imported(director, answer, **chosen)
    assert list(Player.objects.values_list("grade", "note")) == [("", "Ede"), ("", "Ede")]


def test_a_list_without_names_asks_for_them(director: Client):
    text = "Club;Town 1\nMill;Ann 2\n"
    answer = looked(director, text)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "No column holds names" in page
    assert 'name="import"' not in page
    answer = director.post(IMPORT, again(answer, **{"column-1": "name"}))
    assert shown(answer) == [("Ann 2", "new")]


def test_what_was_chosen_and_not_shown_is_not_imported(director: Client):
    answer = looked(director, LIST)
    sent = again(answer, **{"import": "yes", "column-3": "note"})
    refused = director.post(IMPORT, sent)
    assert (refused.status_code, names()) == (422, [])
    assert refused.context["refusals"][0].startswith("The register has changed in the meantime")


def test_a_register_that_changed_meanwhile_is_shown_again(director: Client):
    answer = looked(director, LIST)
    player("Ann Lee", born="1961", grade="4d")
    refused = director.post(IMPORT, again(answer, **{"import": "yes"}))
    assert (refused.status_code, names()) == (422, ["Ann Lee"])
    assert shown(refused) == [("Ann Lee", "update")]
    assert imported(director, refused)


def test_a_question_is_answered_for_its_line(director: Client):
    ann = player("Ann Lee")
    answer = looked(director, LIST)
    row = answer.context["preview"].lines.rows[0]
    assert row.question == (
        f'Is this "Ann Lee" ({ann.number}) of the register? Somebody else would be added as “Ann'
        " Lee (2)”."
    )
    assert [(option.value, option.is_chosen) for option in row.options] == [
        ("", True),
        ("skip", False),
        ("update", False),
        ("keep", False),
        ("add", False),
    ]
    assert answer.context["preview"].open_questions == 1
    imported(director, answer, **{"choice-2": "add"})
    assert names() == ["Ann Lee", "Ann Lee (2)", "Bo Finch"]


def test_two_people_of_one_line_have_a_choice_each(director: Client):
    answer = looked(director, "Aap Noot & Mies Wim\n")
    page = answer.content.decode()
    assert re.findall('name="(choice-[^"]*)"', page) == ["choice-1", "choice-1.2"]
    imported(director, answer, **{"choice-1": "skip", "choice-1.2": ""})
    assert names() == ["Mies Wim"]


def test_an_answer_for_all_of_a_kind(director: Client):
    player("Ann Lee")
    answer = director.post(IMPORT, again(looked(director, LIST), **{"all-ask": "update"}))
    assert answer.context["preview"].open_questions == 0
    imported(director, answer, **{"all-ask": "update", "all-new": "skip"})
    assert list(Player.objects.values_list("name", "grade")) == [("Ann Lee", "3d")]


def test_choices_of_lines_that_are_not_shown_are_carried_along(director: Client):
    text = "Name\n" + "".join(f"Ann Lee-{number}\n" for number in range(120))
    answer = director.post(IMPORT, again(looked(director, text), **{"choice-2": "skip"}, page="3"))
    lines = answer.context["preview"].lines
    assert (lines.first, lines.last, lines.count, lines.previous, lines.next) == (
        101,
        120,
        120,
        2,
        0,
    )
    assert answer.context["preview"].choices == "2s"
    assert imported(director, answer, **{"choice-121": "skip"}) == [
        "118 players are new in the register. 2 lines were left out."
    ]


def test_lines_of_a_kind_are_shown_on_every_page(director: Client):
    text = "Name\n" + "".join(f"Ann Lee-{number}\n" for number in range(60))
    answer = director.post(IMPORT, again(looked(director, text), show="all"))
    answer = director.post(IMPORT, again(answer, page="2"))
    lines = answer.context["preview"].lines
    assert (lines.kind, lines.first) == ("all", 51)


def test_records_that_seem_to_be_one_player_can_be_merged(director: Client):
    one = player("Ann Lee", fide_number="7")
    other = player("A. Lee", national_number="8")
    answer = looked(director, "Name;FIDE;EBU\nAnn Lee;7;8\n")
    [row] = answer.context["preview"].lines.rows
    assert row.merges == [
        (f"Ann Lee ({one.number})", f"/players/{other.number}/merge/?other={one.number}")
    ]
    assert director.get(row.merges[0][1]).status_code == 200


def test_ten_thousand_lines_are_a_small_page(director: Client):
    text = "Name;NBB\n" + "".join(f"Ann Lee-{number};{number}\n" for number in range(1, 10_001))
    answer = looked(director, text)
    assert answer.context["preview"].count == 10_000
    carried = len(packed(text.encode()))
    assert len(answer.content) - carried < 100_000
    assert len(answer.content) < 2**20


def test_another_encoding_is_looked_at_first(director: Client):
    content = "Name\nŁucja\n".encode("cp1250")
    answer = director.post(IMPORT, {"file": SimpleUploadedFile("list.txt", content)})
    assert (shown(answer), answer.context["read_as"]) == ([("£ucja", "new")], "Windows-1252")
    answer = director.post(IMPORT, again(answer, encoding="cp1250", **{"import": "yes"}))
    assert (shown(answer), names()) == ([("Łucja", "new")], [])
    imported(director, answer)
    assert names() == ["Łucja"]


def test_what_is_no_list_is_refused(director: Client):
    answer = looked(director, "%PDF-")
    assert answer.status_code == 422
    assert "it looks like a PDF document" in answer.content.decode()


@pytest.mark.parametrize(
    "odd",
    [
        {"choices": "x,1,9999999999s,2q"},
        {"choice-x": "skip", "choice-2": "odd", "all-new": "update", "all-odd": "skip"},
        {"column-0": "odd", "column-99": "note", "show": "odd", "page": "-3"},
        {"page": "999999"},
    ],
)
def test_what_comes_back_otherwise_is_left_out(director: Client, odd: dict[str, str]):
    answer = director.post(IMPORT, again(looked(director, LIST), **odd))
    assert (answer.status_code, shown(answer)) == (200, [("Ann Lee", "new"), ("Bo Finch", "new")])


def test_members_are_imported_into_a_tournament(director: Client):
    cup = tournament(rounds=3)
    ann = player("Ann Lee", born="1961", grade="3d")
    address = f"/tournaments/{cup.slug}/registration/import/"
    text = "Name;Born;Reg;Rounds\nAnn Lee;1961;r;1\nBo Finch;;;\n"
    answer = director.post(address, {"text": text})
    done = director.post(address, again(answer, **{"import": "yes"}), follow=True)
    assert [str(message) for message in done.context["messages"]] == [
        f"1 player is new in the register. 2 players take part in “{cup.name}”."
    ]
    assert [(entry.player, entry.registered) for entry in Entry.objects.order_by("pk")] == [
        (ann, True),
        (Player.objects.get(name="Bo Finch"), False),
    ]


def test_a_bridge_club_is_shown_no_grade(director: Client):
    ClubSettings.objects.create(plays_chess=False, plays_go=False)
    page = looked(director, LIST)
    assert "The column “Grade” is left out" in page.content.decode()
    assert imported(director, page)
    assert Player.objects.get(name="Ann Lee").grade == ""
