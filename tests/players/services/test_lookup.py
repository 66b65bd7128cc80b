import datetime

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from players.domain.lookup import Listed
from players.models import LookupList, LookupPlayer
from players.services import lookup as service
from tests.players.formats.lookup.lists import EGD, FIDE, HEADER, fide_line, packed, plain

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def load(text: str | bytes, name: str = "FIDE", **values: object) -> LookupList:
    steps = service.load_in_steps(file=plain(text).getvalue(), name=name, by=Actor(), **values)
    try:
        while True:
            next(steps)
    except StopIteration as finished:
        return finished.value


def served() -> list[tuple[str, int]]:
    return list(LookupList.objects.filter(is_current=True).values_list("name", "count"))


def stored() -> list[str]:
    return list(LookupPlayer.objects.order_by("pk").values_list("name", flat=True))


def test_a_list_is_stored_with_all_its_fields():
    loaded = load(FIDE)

    assert (loaded.kind, loaded.count, loaded.skipped) == ("fide_number", 4, 0)
    first = LookupPlayer.objects.filter(list=loaded).order_by("pk").values().first()
    del first["id"]
    assert first == {
        "list_id": loaded.pk,
        "number": "1000012",
        "name": "Finch, Clara",
        "title": "WFM",
        "rating": 2101,
        "rapid": 1999,
        "blitz": 1888,
        "k": 20,
        "rapid_k": 20,
        "blitz_k": 20,
        "federation": "NED",
        "born": "1990",
        "grade": "",
        "gender": "w",
        "family_key": "finch clara",
        "given_key": "clara finch",
    }


def test_a_new_list_replaces_that_of_the_same_name():
    load(FIDE)
    load(EGD, "EGD")
    load("\n".join((HEADER, fide_line(5, "Pym, Bo"))))

    assert served() == [("EGD", 3), ("FIDE", 1)]
    assert stored() == ["Finch, Clara", "van der Berg, Jan", "Cher", "Pym, Bo"]
    assert LookupList.objects.count() == 2


@pytest.mark.parametrize(
    ("heading", "name", "expected"),
    [
        ("number,name,DEC26", "FIDE", "FIDE 2026-12"),
        ("number,name,DEC26", "FIDE 2026-12", "FIDE 2026-12"),
        ("number,name,rating", "Club", "Club"),
    ],
)
def test_a_list_has_the_month_of_its_heading_in_its_name(heading: str, name: str, expected: str):
    loaded = load(f"{heading}\n1,Ann,1800\n", name)
    assert loaded.name == expected
    assert loaded.source.count("2026-12") == expected.count("2026-12")


def test_fides_list_of_another_month_stays_and_a_wrong_month_is_refused():
    load(FIDE)
    LookupList.objects.update(month=datetime.date(2020, 1, 1))
    again = load("\n".join((HEADER, fide_line(5, "Pym, Bo"))))
    assert again.name == f"FIDE {again.month:%Y-%m}"
    assert len(served()) == 2
    with pytest.raises(Refused, match="The heading of the list says 2026-12"):
        load("number,name,DEC26\n1,Ann,1800\n", "FIDE 2026-11")


def test_the_list_before_serves_until_the_new_one_is_complete(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(service, "BATCH_SIZE", 2)
    load(EGD)
    steps = service.load_in_steps(file=plain(FIDE).getvalue(), name="FIDE", by=Actor())

    progress = [next(steps), next(steps)]

    assert [each.count for each in progress] == [2, 4]
    assert {each.size for each in progress} == {len(FIDE.encode())}
    assert served() == [("FIDE", 3)]


def test_whoever_stops_before_the_end_loads_nothing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(service, "BATCH_SIZE", 2)
    load(EGD)
    steps = service.load_in_steps(file=plain(FIDE).getvalue(), name="FIDE", by=Actor())
    next(steps)
    steps.close()

    assert (served(), LookupPlayer.objects.count()) == ([("FIDE", 3)], 3)
    assert LookupList.objects.count() == 1


def test_a_file_that_is_damaged_at_its_end_loads_nothing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(service, "BATCH_SIZE", 1)
    load(EGD)
    with pytest.raises(Refused, match="Line 4 cannot be read"):
        load('number,name\n1,Ann Finch\n2,Bo Pym\n3,"Cy' + " Wren\n" * 50_000)

    assert (served(), LookupPlayer.objects.count(), LookupList.objects.count()) == (
        [("FIDE", 3)],
        3,
        1,
    )


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\x89PNG\r\n\x1a\n", "This is not a text file: it looks like a picture (PNG)."),
        (b"number,name\n1,Ann\0Finch\n", "This is not a text file: it has NUL bytes"),
        (b"", "The file is empty."),
    ],
)
def test_what_is_no_text_is_refused(data: bytes, message: str):
    with pytest.raises(Refused) as refused:
        load(data)

    assert str(refused.value).startswith(message)
    assert LookupList.objects.count() == 0


def test_only_the_federations_wanted_are_loaded():
    assert load(FIDE, federations=("nor", "ENG")).count == 2
    assert stored() == ["Ødegård, Søren", "Cher"]


def test_a_federation_that_the_list_does_not_have_is_refused():
    with pytest.raises(Refused, match=r"The list has nobody of BEL, FRA\."):
        load(FIDE, federations=("FRA", "bel"))

    assert LookupList.objects.count() == 0


@pytest.mark.parametrize("name", ["", "  ", "x" * 61])
def test_a_list_needs_a_name(name: str):
    with pytest.raises(Refused, match="The name of a list has 1 to 60 characters"):
        load(FIDE, name)


def test_lines_without_a_player_are_counted():
    loaded = load("number,name\n1,Ann Finch\n,Nobody\n2,Bo Pym\n")

    assert (loaded.count, loaded.skipped) == (2, 1)


def test_a_removed_list_leaves_nothing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(service, "BATCH_SIZE", 2)
    loaded = load(FIDE)
    service.remove_list(pk=loaded.pk)

    assert (LookupList.objects.count(), LookupPlayer.objects.count()) == (0, 0)
    with pytest.raises(Refused, match="This list has been removed in the meantime"):
        service.remove_list(pk=loaded.pk)


def test_a_list_that_was_removed_while_it_grew_takes_nobody():
    begun = service.begin_list(name="FIDE", kind="fide_number", by=Actor())
    LookupList.objects.all().delete()

    for act in (
        lambda: service.add_to_list(loaded=begun, players=[Listed("1", "Ann")]),
        lambda: service.publish_list(loaded=begun),
    ):
        with pytest.raises(Refused, match="This list has been removed in the meantime"):
            act()


def test_what_a_killed_process_left_is_dropped_by_the_next_list():
    left = service.begin_list(name="FIDE", kind="fide_number", by=Actor())
    service.add_to_list(loaded=left, players=[Listed("1", "Ann")])
    fresh = service.begin_list(name="FIDE", kind="fide_number", by=Actor())
    long_ago = timezone.now() - datetime.timedelta(minutes=11)
    LookupList.objects.filter(pk=left.pk).update(changed_at=long_ago)

    load(FIDE)

    assert set(LookupList.objects.filter(is_current=False)) == {fresh}
    assert LookupPlayer.objects.count() == 4


def test_one_list_of_a_name_serves():
    load(FIDE)
    with pytest.raises(IntegrityError), transaction.atomic():
        LookupList.objects.create(name="FIDE", kind="fide_number", is_current=True)


def test_an_archive_is_loaded():
    steps = service.load_in_steps(file=packed(FIDE).getvalue(), name="FIDE", by=Actor())

    assert [progress.count for progress in steps] == [4]
