import pytest

from clubscore.web.visitors import Actor
from events.tournaments.files.formats.krause.reader import read
from events.tournaments.files.formats.krause.report_check.check import validate
from events.tournaments.files.services.storing import store_tournament
from tests.events.tournaments import cups
from tests.events.tournaments.files.formats.krause.report_check.test_check import VALID

pytestmark = pytest.mark.django_db


def test_a_whole_report_is_downloaded(director_client):
    made = store_tournament(value=read(VALID).tournament, by=Actor())
    page = f"/tournaments/{made.slug}/fide/report/"
    answer = director_client.get(page)
    file = director_client.get(f"{page}trf/")

    assert answer.context["sections"] == ()
    assert "Nothing is missing." in answer.text
    assert "The games are standard: 60 minutes or more for 60 moves." in answer.text
    assert file["Content-Disposition"] == f'attachment; filename="{made.slug}-report.trf"'
    assert validate(file.text) == ()


def test_the_director_says_what_the_games_are(director_client):
    made = store_tournament(value=read(VALID).tournament, by=Actor())
    settings = f"/tournaments/{made.slug}/settings/"
    form = director_client.get(settings).context["form"]
    sent = {
        name: form[name].value() if form[name].value() is not None else ""
        for name in form.fields
        if not isinstance(form[name].value(), bool)
    }
    director_client.post(settings, sent | {"pace": "rapid"})

    made.refresh_from_db()
    assert (made.pace, made.rating_counted) == ("rapid", "rapid")
    told = "The games are rapid, as the settings say; by the time control they are standard: 60"
    assert told in director_client.get(f"/tournaments/{made.slug}/fide/report/").text


def test_what_is_missing_leads_to_where_it_is_corrected(director_client):
    made = cups.tournament(entries=2)
    answer = director_client.get(f"/tournaments/{made.slug}/fide/report/")

    headings = [str(section.heading) for section in answer.context["sections"]]
    assert headings == ["Mandatory", "For norms and titles", "The rating officer may ask"]
    found = {
        told.text: told.address
        for section in answer.context["sections"]
        for told in section.findings
    }
    assert found["Record 022 is missing: write the city."] == (
        f"/tournaments/{made.slug}/settings/#id_city"
    )
    entry = cups.entry(made, 1)
    number = next(address for text, address in found.items() if "FIDE number is missing" in text)
    assert number == f"/tournaments/{made.slug}/entries/{entry.pk}/"


def test_while_a_game_is_open_there_is_no_report(director_client):
    made = cups.tournament(entries=2)
    cups.play(made, 1, (1, 2, ""))
    page = f"/tournaments/{made.slug}/fide/report/"

    assert "has no result yet" in director_client.get(page).text
    assert director_client.get(f"{page}trf/").url == page
