"""Personal cards of teams and of pairs in matches."""

import pytest
from django.urls import reverse

from events.models import Contestant
from events.sessions.setup.services.sessions import publish
from tests.events.reading import cells
from tests.events.sessions import match_evenings

pytestmark = pytest.mark.django_db


def card(client, session, contestant):
    return client.get(reverse("events:card", args=[session.pk, contestant.pk]))


def test_a_card_has_the_team_its_matches_and_the_other_room(director_client):
    session = match_evenings.made("swiss-teams", 4)
    match_evenings.play(session)
    second = Contestant.objects.filter(section__session=session, team__number=2).first()
    page = card(director_client, session, second)

    # Round 1 of teams 2 and 4: 4 IMPs on either board.
    rows = cells(page)
    assert rows[0] == ["1", "Team 4", "8 – 0", "15.50 – 4.50"]
    assert "Team 2: place 1=, 15.50 VPs" in " ".join(page.text.split())
    boards = rows[1:3]
    assert [row[4:7] for row in boards] == [["+140", "Pass", "+4"]] * 2


def test_a_card_of_swiss_pairs_has_its_matches_alone(director_client):
    session = match_evenings.made("swiss-pairs", 5)
    match_evenings.play(session)
    last = Contestant.objects.get(section__session=session, team__number=5)
    page = card(director_client, session, last)

    assert "Other room" not in page.text
    assert cells(page)[0][:3] == ["1", "bye", ""]


def test_all_cards_have_them_too_also_for_readers(client):
    session = match_evenings.made("teams", 4)
    match_evenings.play(session)
    publish(session=session, by=match_evenings.Actor())
    page = client.get(reverse("events:cards", args=[session.pk]))

    assert page.text.count('<th scope="col" class="other-room">') == 8
    assert "Team 4: place 4" in " ".join(page.text.split())
