"""Nothing that is for directors alone stands on a page that everybody can read.

A visitor who follows the links of the demo club, published whole, never meets a birth date, an
e-mail address, a telephone number or a note, nor the name of a player who is shown by initials;
whoever read the pages before.
"""

import datetime
import re
from collections import Counter
from collections.abc import Callable, Iterator
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.http import HttpResponseBase
from django.test import Client

from clubscore.web.visitors import Actor
from events.club.demo import build_demo
from events.models import Entry, Series, Session, Tournament
from events.sessions.desk.services.bin import delete_session
from events.sessions.results.views.downloads import XLSX
from events.sessions.series.services import create_series, publish_series
from events.sessions.setup.services import sessions
from events.tournaments.desk.services import delete_tournament
from players.models import Player
from players.services.log import change_register
from players.services.players import change_player, delete_player
from tests.events.factories import DirectorFactory

BY = Actor()
PRIVATE = {
    "born": "1958-03-21",
    "email": "secret@example.org",
    "telephone": "+44 20 7946 0018",
    "note": "sits by the door",
}
HIDDEN = "Clara Finch"
LINK = re.compile(r'href="(/[^"#]*)')
# The guides have invented examples.
LEFT_OUT = ("/login/", "/language/", "/static/", "/admin/", "/help/")
MAX_PER_KIND = 10
"""Pages that differ by their numbers only, such as the explanation of every point."""
ENOUGH = 8
"""So many of a kind lead to the pages of every kind that name players."""

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def stored(store_once: Callable[[Callable[[], None]], None]) -> None:
    store_once(published_club)


@pytest.fixture
def club(stored: None, db: None) -> None:
    """The rows of :func:`published_club`."""


def published_club() -> None:
    """The demo club, all of it published, with private facts of everybody."""
    build_demo(today=datetime.date(2026, 3, 5))
    for player in Player.objects.all():
        for field, value in PRIVATE.items():
            setattr(player, field, value)
        player.initials_only = str(player) == HIDDEN
        change_player(player=player, by=Actor())
    Entry.objects.update(born=PRIVATE["born"])
    for session in Session.objects.all():
        sessions.publish(session=session, by=BY)
    pairs = Session.objects.filter(method=Session.Method.MATCHPOINTS).exclude(title__contains="cup")
    series = create_series(
        series=Series(name="Winter", unit=Series.Unit.PLAYER),
        weights={session.pk: 100 for session in pairs},
        by=BY,
    )
    publish_series(series=series, by=BY)


def text_of(answer: HttpResponseBase) -> str:
    """What can be read in an answer: a page, a text, or all parts of a spreadsheet."""
    body = b"".join(answer) if answer.streaming else answer.content
    if answer["Content-Type"] != XLSX:
        return body.decode()
    with ZipFile(BytesIO(body)) as parts:
        return "".join(parts.read(name).decode() for name in parts.namelist())


def pages(client: Client, most: int = MAX_PER_KIND) -> Iterator[tuple[str, str]]:
    """The pages that links lead to from the home page, with their texts: of every kind so many;
    the login and the choice of a language are left out."""
    seen, waiting = {"/"}, ["/"]
    kinds: Counter[str] = Counter()
    while waiting:
        path = waiting.pop()
        kind = re.sub("[0-9]+", "n", path)
        kinds[kind] += 1
        if kinds[kind] > most:
            continue
        answer = client.get(path)
        if answer.status_code == 302:
            followed = [answer.url]
        else:
            assert answer.status_code == 200, path
            text = text_of(answer)
            yield path, text
            followed = [link.replace("&amp;", "&") for link in LINK.findall(text)]
        for link in followed:
            if link not in seen and not link.startswith(LEFT_OUT):
                seen.add(link)
                waiting.append(link)


@pytest.mark.large
def test_a_visitor_meets_nothing_private(client: Client, club: None) -> None:
    given, family = HIDDEN.split()
    visited = dict(pages(client))
    # The crawl has seen pages of every kind, and the player is on them.
    session, series = Session.objects.first(), Series.objects.get(name="Winter")
    kinds = [f"/sessions/{session.pk}/{name}/" for name in
             ("ranking", "travellers", "frequencies", "grid", "cards")]  # fmt: skip
    kinds += [f"/series/{series.pk}/", "/tournaments/", "/movements/"]
    assert [path for path in kinds if path not in visited] == []
    assert len([path for path in visited if "C. F." in visited[path]]) > 20
    said = {
        (path, secret)
        for path, text in visited.items()
        for secret in (*PRIVATE.values(), given, family)
        if secret in text
    }
    assert said == set()


@pytest.mark.large
def test_what_is_in_the_bin_is_met_by_nobody(club: None) -> None:
    [session] = Session.objects.filter(matches="teams")
    tournament, player = Tournament.objects.get(), Player.objects.get(name="Hugo Tarrant")
    marks = ["Binned evening", "Binned cup", str(player)]
    Session.objects.filter(pk=session.pk).update(title=marks[0])
    Tournament.objects.update(name=marks[1])
    delete_session(session=session, by=BY)
    delete_tournament(tournament=tournament, by=BY)
    delete_player(number=player.pk, by=BY)
    director = Client()
    director.force_login(DirectorFactory())
    for reader, left_out, words in (
        (Client(), (), marks),
        (director, ("/deleted/", "/own-club/"), marks[:2]),
    ):
        said = {
            (path, word)
            for path, text in pages(reader, ENOUGH)
            for word in words
            if word in text and not path.startswith(left_out)
        }
        assert said == set()


@pytest.mark.large
def test_who_reads_first_does_not_matter(club: None) -> None:
    director = Client()
    director.force_login(DirectorFactory())
    found = [path for path, text in pages(Client(), ENOUGH) if "C. F." in text]
    # A file for other programs has the names that everybody may see, whoever takes it.
    found = [path for path in found if not path.endswith(".pbn")]
    # One page of every kind.
    paths = list({re.sub("[0-9]+", "n", path): path for path in found}.values())
    assert len(paths) >= 21
    for first, second in ((director, Client()), (Client(), director)):
        change_register()
        for path in paths:
            for reader in (first, second):
                text = text_of(reader.get(path))
                assert ("Finch" in text, "C. F." in text) == (
                    reader is director,
                    reader is not director,
                ), path


def test_a_name_that_is_shown_again_is_seen_at_once(client: Client, club: None) -> None:
    path = f"/sessions/{Session.objects.first().pk}/ranking/"
    assert "Finch" not in client.get(path).content.decode()
    clara = Player.objects.get(family="Finch")
    clara.initials_only = False
    change_player(player=clara, by=Actor())
    assert HIDDEN in client.get(path).content.decode()
