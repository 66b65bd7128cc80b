from decimal import Decimal

import pytest
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from players.domain.members.choices import Choice, Choices
from players.domain.members.matching import Action
from players.domain.names import Name, read_name
from players.domain.registration import Registration
from players.figures import MemberList, Source, read_member_list
from players.models import Club, Player, RegisterEntry
from players.services import importing as members
from players.services.importing import Imported, import_members

pytestmark = pytest.mark.django_db


def player(name: str, **facts: object) -> Player:
    one = Player(**facts)
    one.set_name(read_name(name))
    one.save()
    return one


def read(text: str) -> MemberList:
    return read_member_list(source=Source(text.encode()), registration=Registration())


def imported(text: str, **choices: object) -> Imported:
    found = read(text)
    return import_members(
        members=found.members,
        by=Actor(),
        choices=Choices(**choices),  # type: ignore[arg-type]
        seen=found.matching.mark,
    )


def stored(*fields: str) -> list[tuple[object, ...]]:
    return list(Player.objects.order_by("number").values_list("name", *fields))


LIST = (
    "Lidnr;Roepnaam;Tussenvoegsel;Achternaam;Geboren;E-mail;Club;Elo;Handicap\n"
    "7;Jan;van der;Berg;21-3-1958;jan@example.org;B.C. '75;1834.0;12,50\n"
    "8;Ann;;Lee;1961;;b.c. '75;;\n"
)


def test_new_players_come_with_all_their_facts():
    assert imported(LIST).added == 2
    jan, ann = Player.objects.order_by("number")
    assert jan.whole_name == Name("Jan van der Berg", "Jan", "van der", "Berg")
    assert (jan.club_number, jan.born, jan.email) == ("7", "1958-03-21", "jan@example.org")
    assert (jan.rating, jan.handicap) == (1834, Decimal("12.5"))
    assert (str(jan.club), jan.club) == ("B.C. '75", ann.club)
    assert (jan.name_key, jan.sort_key[:4]) == ("jan van der berg", "berg")
    assert [entry.action for entry in RegisterEntry.objects.all()] == ["added", "added"]


def test_the_same_list_again_changes_nothing():
    imported(LIST)
    before = list(Player.objects.order_by("number").values())
    again = imported(LIST)
    assert (again.added, again.changed, again.left_out) == (0, 0, 0)
    assert list(Player.objects.order_by("number").values()) == before
    assert RegisterEntry.objects.count() == 2


def test_a_list_of_names_alone_again_changes_nothing():
    imported("Name\nAnn Lee\nBo Finch\n")
    again = imported("Name\nBo Finch\nAnn Lee\n")
    assert (again.added, again.changed, again.left_out) == (0, 0, 0)


def test_a_known_player_is_updated_and_the_change_is_logged():
    jan = player("J. van der Berg", club_number="7", note="here", born="1958")
    outcome = imported(LIST)
    jan.refresh_from_db()
    assert (outcome.added, outcome.changed) == (1, 1)
    assert jan.whole_name == Name("Jan van der Berg", "Jan", "van der", "Berg")
    assert (jan.note, jan.born, jan.rating) == ("here", "1958-03-21", 1834)
    assert jan.sort_key.startswith("berg jan")
    [entry] = RegisterEntry.objects.filter(number=jan.number)
    assert entry.action == "changed"
    assert entry.before["name"] == "J. van der Berg"
    assert (entry.before["rating"], entry.after["rating"]) == ("", 1834)
    assert "note" not in entry.after


def test_a_player_of_the_demo_who_is_updated_is_the_clubs_own():
    player("Ann Lee", club_number="8", is_demo=True)
    player("Jan van der Berg", club_number="7", is_demo=True, born="1958-03-21")
    imported("Lidnr;Naam;Geboren\n8;Ann Lee;1961\n7;Jan van der Berg;21-3-1958\n")
    assert stored("is_demo") == [("Ann Lee", False), ("Jan van der Berg", True)]


def test_kept_values_stay_and_gaps_are_filled():
    jan = player("Jan van der Berg", club_number="7", email="old@example.org")
    imported(LIST, kinds={Action.UPDATE: Choice.KEEP})
    jan.refresh_from_db()
    assert (jan.email, jan.born) == ("old@example.org", "1958-03-21")


def test_skipped_lines_change_nothing():
    jan = player("Jan van der Berg", club_number="7")
    outcome = imported(LIST, lines={"2": Choice.SKIP, "3": Choice.SKIP})
    jan.refresh_from_db()
    assert (outcome.added, outcome.changed, outcome.left_out) == (0, 0, 2)
    assert (jan.born, Player.objects.count(), Club.objects.count()) == ("", 1, 0)


@pytest.mark.parametrize(
    ("choice", "after"),
    [
        (Choice.SKIP, [("Ann Lee", "")]),
        (Choice.UPDATE, [("Ann Lee", "3d")]),
        (Choice.KEEP, [("Ann Lee", "3d")]),
        (Choice.ADD, [("Ann Lee", ""), ("Ann Lee (2)", "3d")]),
    ],
)
def test_answers_to_a_question(choice: Choice, after: list[tuple[str, str]]):
    player("Ann Lee")
    imported("Name;Grade\nAnn Lee;3d\n", kinds={Action.ASK: choice})
    assert stored("grade") == after


def test_somebody_else_of_the_same_name_is_known_the_next_time():
    player("Jan Jansen", born="1950")
    text = "Name;Born;E-mail\nJan Jansen;1961;j@example.org\n"
    assert imported(text).added == 1
    assert stored("born") == [("Jan Jansen", "1950"), ("Jan Jansen (2)", "1961")]
    assert imported(text).added == 0
    assert imported(text.replace("j@", "jan@")).changed == 1
    assert stored("email")[1] == ("Jan Jansen (2)", "jan@example.org")


def test_a_list_with_problems_is_refused_whole():
    with pytest.raises(Refused) as refused:
        imported("Name;Born\nAnn Lee;1958\nBo;31-2-1958\nann lee;1958\n")
    assert [problem.line for problem in refused.value.problems] == [3, 4]
    assert stored() == []


def test_lines_with_problems_are_left_out_if_the_director_says_so():
    outcome = imported("Name;Born\nAnn Lee;1958\nBo;31-2-1958\n", leaves_out_problems=True)
    assert (outcome.added, outcome.left_out) == (1, 1)
    assert stored() == [("Ann Lee",)]


def test_a_list_without_names_is_refused_whatever_is_left_out():
    with pytest.raises(Refused, match="No column holds names"):
        imported("Club;Town\nMill;Ede 2\n", leaves_out_problems=True)


def test_a_register_that_has_changed_since_is_refused():
    found = read("Name\nAnn Lee\n")
    player("Ann Lee", born="1958")
    with pytest.raises(Refused, match="The register has changed in the meantime"):
        import_members(members=found.members, by=Actor(), seen=found.matching.mark)
    assert len(stored()) == 1


def test_two_lines_cannot_become_one_player():
    player("Ann Lee", fide_number="7")
    text = "Name;FIDE;Note\nAnn Lee;7;\nA. Lee;;here\n"
    with pytest.raises(Refused, match="Lines 2 and 3 cannot both be Ann Lee"):
        imported(text, lines={"2": Choice.KEEP, "3": Choice.UPDATE})


def test_what_the_database_refuses_is_said_in_words(monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: object) -> None:
        raise IntegrityError

    monkeypatch.setattr(members, "_store", refuse)
    with pytest.raises(Refused, match="Two players would have the same name or number"):
        imported("Name\nAnn Lee\n")


def test_who_comes_in_is_said_with_the_number():
    ann = player("Ann Lee", fide_number="7")
    outcome = imported("Name;FIDE\nAnn Lee;7\nBo Finch;\nCy Boon;\n", lines={"4": Choice.SKIP})
    bo = Player.objects.get(name="Bo Finch")
    assert [(member.line, number) for member, number in outcome.present] == [
        (2, ann.number),
        (3, bo.number),
    ]


def test_many_players_need_few_queries():
    def queries(count: int) -> int:
        Player.objects.all().delete()
        text = "Name;NBB;Note\n" + "".join(f"Ann Lee{n};{n};a\n" for n in range(1, count + 1))
        imported(text)
        found = read(text.replace(";a", ";b"))
        with CaptureQueriesContext(connection) as captured:
            import_members(members=found.members, by=Actor())
        assert Player.objects.filter(note="b").count() == count
        return len(captured)

    assert queries(3) == queries(20)


def test_players_are_stored_in_batches(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(members, "BATCH_SIZE", 2)
    text = "Name;Note\n" + "".join(f"Ann Lee{n};a\n" for n in range(5))
    outcome = imported(text)
    numbers = [number for _, number in outcome.present]
    assert [name for (name,) in stored()] == [f"Ann Lee{n}" for n in range(5)]
    assert numbers == list(Player.objects.order_by("number").values_list("number", flat=True))
    assert imported(text.replace(";a", ";b"), kinds={Action.ASK: Choice.UPDATE}).changed == 5
    assert {note for _, note in stored("note")} == {"b"}
