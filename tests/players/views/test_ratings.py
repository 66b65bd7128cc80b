import pytest

from players.models import LookupList, LookupPlayer, RegisterEntry
from tests.players.people import player
from tests.queries import queries

pytestmark = pytest.mark.django_db

RATINGS = "/players/ratings/"


def listed(number: str, *ratings: int | None) -> None:
    made, _new = LookupList.objects.get_or_create(name="FIDE", kind="fide_number", is_current=True)
    values = dict(zip(("rating", "rapid", "blitz"), ratings, strict=True))
    LookupPlayer.objects.create(list=made, number=number, name="Lark, Ada", **values)


def test_what_the_list_would_change_is_shown_and_what_is_ticked_is_taken(director_client):
    assert "There is no list to compare with." in director_client.get(RATINGS).text
    ada = player("Ada Lark", fide_number="101", rating=2000, rapid=1900)
    bo = player("Bo Finch", fide_number="102", rating=1700)
    same = player("Cy Wren", fide_number="103", rating=1500)
    listed("101", 2025, 1880, 1990)
    listed("102", 1650, None, None)
    listed("103", 1500, None, None)
    page = director_client.get(RATINGS)
    assert [row["ratings"] for row in page.context["rows"]] == [
        ["1700 → 1650 (−50)", "", ""],
        ["2000 → 2025 (+25)", "1900 → 1880 (−20)", "new: 1990"],
    ]
    values = {"list": LookupList.objects.get().pk, "player": [ada.pk, same.pk, "x"]}
    answer = director_client.post(RATINGS, values, follow=True)
    assert "The ratings of 1 player are updated." in answer.text
    ada.refresh_from_db()
    bo.refresh_from_db()
    assert (ada.rating, ada.rapid, ada.blitz, bo.rating) == (2025, 1880, 1990, 1700)
    entry = RegisterEntry.objects.filter(number=ada.pk, action="changed").get()
    assert entry.after == {"rating": 2025, "rapid": 1880, "blitz": 1990}
    assert len(answer.context["rows"]) == 1


def test_many_players_need_as_many_queries_as_one(director_client):
    counts = []
    for number in range(1, 4):
        player(f"Ada Lark{number}", fide_number=str(number), rating=1000)
        listed(str(number), 2000, None, None)
        counts.append(queries(lambda: director_client.get(RATINGS)))
    assert counts[0] == counts[2]
