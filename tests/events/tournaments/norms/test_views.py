from dataclasses import replace
from datetime import date

import pytest
from django.utils.translation import override

from clubscore.text.problems import Sentence
from clubscore.web.visitors import Actor
from events.tournaments.files.services.storing import store_tournament
from events.tournaments.norms.domain.norms import Condition, Norm
from events.tournaments.norms.views import _conditions, _system
from tests.events.tournaments.norms.domain.events_for_norms import NINE, changed, event

pytestmark = pytest.mark.django_db

PAGES = "/tournaments/norm-open/fide/norms/"


def stored(*rounds: str):
    value = event(*rounds, identity="1234567", born="2001-05-07")
    value = replace(value, name="Norm Open", start=date(2026, 9, 1))
    return store_tournament(value=value, by=Actor())


def rows(answer):
    return [(row.number, row.title, row.is_made, row.text) for row in answer.context["rows"]]


def test_norms_that_are_made(director_client):
    stored(*NINE)
    answer = director_client.get(PAGES)

    assert (1, "GM", True, "7 of 9 · average 2404 · performance 2624") in rows(answer)
    assert "Title result (IT1)" in answer.text
    assert len(answer.context["by_hand"]) == 6


def test_before_the_last_round_what_is_still_needed(director_client):
    stored(*changed((9, "BEL - 2300 *")))

    assert (1, "GM", False, "A draw makes the norm.") in rows(director_client.get(PAGES))


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("Individual: Swiss-System", "Zwitsers"),
        ("", "Zwitsers"),
        ("Individual: Round-Robin", "rondtoernooi"),
        ("Lim", "Lim"),
    ],
)
def test_papers_in_dutch_name_the_system_and_have_commas(kind, name):
    with override("nl"):
        assert _system(kind) == name
        condition = Condition("1.4.8b", True, "35", "72.2", Sentence("Yes."))
        assert _conditions(Norm("GM", True, conditions=(condition,)))[0][2:4] == ("35", "72,2")


def test_a_rating_that_is_raised_is_shown(director_client):
    stored(*changed((9, "BEL - 2100 1")))
    certificate = director_client.get(f"{PAGES}1/GM/")
    assert [game.rating for game in certificate.context["games"]][-1] == "2100 (2200)"
    assert "as which rating an opponent counts (1.4.6)" in certificate.text


def test_every_condition_of_a_player(director_client):
    stored(*changed((4, "BEL IM 2420 =")))
    answer = director_client.get(f"{PAGES}1/")

    gm, im = answer.context["cards"]
    assert ("1.4.8", False, "2600", "2570") in [condition[:4] for condition in gm.conditions]
    assert (gm.norm.met, im.norm.met) == (False, True)
    assert "The performance is 2404 + 166 = 2570; needed are 2600." in answer.text


def test_the_rules_of_the_page_are_chosen_in_its_address(director_client):
    stored(*NINE[:8])

    assert not director_client.get(PAGES).context["rows"]
    answer = director_client.get(f"{PAGES}?games=8")
    assert rows(answer)[0][:3] == (1, "GM", True)
    assert f"{PAGES}1/GM/?games=8" in answer.text


def test_the_title_result_and_the_report_on_paper(director_client):
    stored(*NINE)
    certificate = director_client.get(f"{PAGES}1/GM/")
    report = director_client.get(f"{PAGES}report/")

    assert "Certificate of title result: GM (IT1)" in certificate.text
    assert ("1234567" in certificate.text, "2001-05-07" in certificate.text) == (True, True)
    assert len(certificate.context["games"]) == 9
    for paper in (certificate, report):
        assert 'class="event-header is-form"' in paper.text
    # Nobody has said yet that an arbiter was there.
    assert "☐ </span>An International Arbiter or a FIDE Arbiter was" in report.text
    assert "</span>Norms of this" not in report.text
    assert report.context["titles"] == [("FM", 2), ("GM", 3), ("IM", 2)]
    assert [row.title for row in report.context["made"]] == ["GM", "IM"]
    # Without a norm the page says why.
    stored_page = director_client.get(f"{PAGES}2/GM/")
    assert stored_page.status_code == 200
