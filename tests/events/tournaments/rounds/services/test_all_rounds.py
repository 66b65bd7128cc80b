"""All rounds of a round robin at once, and their days."""

import datetime

import pytest

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.tournaments.core.selectors.rounds import progress
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.files.domain import Format
from events.tournaments.files.formats.krause.writer import write
from events.tournaments.rounds.services.pairings import pair_all_rounds
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db
CUP = "/tournaments/spring-cup/"


@pytest.mark.parametrize(
    ("kind", "players", "rounds", "games"),
    [("Round robin", 6, 5, 3), ("Round robin", 5, 5, 2), ("Double round robin", 4, 6, 2)],
)
def test_every_round_is_paired_by_the_tables(kind, players, rounds, games):
    made = cups.tournament(entries=players, kind=kind, rounds=3)
    if players == 6:
        cups.play(made, 1, (1, 6, "1"), (2, 5, "="), (3, 4, "0"))
    paired = pair_all_rounds(tournament=made, by=Actor())

    assert paired == rounds - (players == 6)
    made.refresh_from_db()
    assert [each.games for each in progress(made.pk)] == [games] * rounds
    met = {
        entrant.number: sorted(result.opponent for result in entrant.results if result.opponent)
        for entrant in tournament_value(made).entrants
    }
    times = 2 if kind.startswith("Double") else 1
    assert met == {
        number: sorted(times * [other for other in met if other != number]) for number in met
    }


def test_a_swiss_has_no_rounds_to_pair_at_once():
    with pytest.raises(Refused, match="Only round robins"):
        pair_all_rounds(tournament=cups.tournament(entries=4), by=Actor())


def test_the_page_pairs_them_and_asks_for_their_days(director_client):
    made = cups.tournament(entries=4, kind="Round robin", start=None)
    page = director_client.get(f"{CUP}rounds/1/pairings/").text
    assert "Pair all rounds at once" in page
    assert "everybody with a starting number meets everybody" in page
    answer = director_client.post(f"{CUP}rounds/all/", follow=True)
    assert "3 rounds are paired." in answer.text
    days = {f"round-{number}": f"2026-03-{number + 5:02}" for number in (1, 2, 3)}
    assert director_client.post(f"{CUP}rounds/dates/", days).status_code == 302

    assert [each.date for each in progress(made.pk)] == [
        datetime.date(2026, 3, day) for day in (6, 7, 8)
    ]
    # The header has the days now, and says which round is out of order.
    assert "6 – 8 March 2026" in " ".join(director_client.get(f"{CUP}rounds/dates/").text.split())
    early = director_client.post(
        f"{CUP}rounds/dates/", days | {"round-3": "2026-03-01"}, follow=True
    )
    assert "Round 3 has an earlier day than round 2." in early.text
    assert "1 – 7 March 2026" in " ".join(early.text.split())
    director_client.post(f"{CUP}rounds/dates/", days)
    text = write(tournament_value(made), format=Format.TRF16).text
    assert "132" + " " * 88 + "26/03/06  26/03/07  26/03/08" in text
    wrong = director_client.post(f"{CUP}rounds/dates/", days | {"round-2": "soon"})
    assert (wrong.status_code, "Enter a valid date." in wrong.text) == (422, True)


@pytest.mark.parametrize(
    ("asked", "shown", "status"),
    [
        ("first=1&start=2026-03-06&every=7", ["2026-03-06", "2026-03-13", "2026-03-20"], 200),
        ("first=2&start=2026-04-01&every=14", ["2026-03-01", "2026-04-01", "2026-04-15"], 200),
        ("first=1&start=9999-12-30&every=7", ["2026-03-01", None, None], 422),
        ("first=1&start=soon&every=0", ["2026-03-01", None, None], 422),
    ],
)
def test_the_dates_of_all_rounds_are_filled_in_and_saved_by_the_form_alone(
    director_client, asked, shown, status
):
    made = cups.tournament(entries=4)
    made.rounds.filter(number=1).update(date=datetime.date(2026, 3, 1))
    page = director_client.get(f"{CUP}rounds/dates/?{asked}")
    form = page.context["form"]

    values = [form[f"round-{number}"].value() for number in (1, 2, 3)]
    assert ([value and value.isoformat() for value in values], page.status_code) == (shown, status)
    assert made.rounds.get(number=2).date is None
    sent = {f"round-{number}": value or "" for number, value in enumerate(values, start=1)}
    director_client.post(f"{CUP}rounds/dates/", sent | {"shown": form.shown_before or ""})
    assert made.rounds.get(number=2).date == values[1]
