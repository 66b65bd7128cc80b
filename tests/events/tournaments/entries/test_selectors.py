import pytest

from events.tournaments.core.domain.tournament import Entrant
from events.tournaments.entries.selectors import Link, Way, fide_number, links_of
from players.models import Player
from tests.queries import queries

pytestmark = pytest.mark.django_db


def registered(given: str, family: str, **facts: str) -> Player:
    return Player.objects.create(given=given, family=family, **facts)


def link_of(entrant: Entrant) -> Link:
    (link,) = links_of([entrant])
    return link


@pytest.fixture(name="edith")
def _edith() -> Player:
    return registered("Edith", "Lamb", born="1988-04-02", fide_number="4400118")


def said(link: Link) -> tuple[Way, Player | None, str]:
    return link.way, link.player, str(link.why or "")


def test_the_same_fide_number_whatever_the_name(edith: Player) -> None:
    assert said(link_of(Entrant(1, "Lamb-Moss", "E.", identity="4400118"))) == (
        Way.FIDE_NUMBER, edith, "",
    )  # fmt: skip


def test_another_spelling_of_the_name_is_asked_about() -> None:
    mary = registered("Mary-Jane", "O'Neill")
    assert said(link_of(Entrant(1, "O\u2019Neill", "Mary Jane"))) == (Way.NAME, mary, "")


def test_the_same_name_and_date_of_birth(edith: Player) -> None:
    for entrant in (
        Entrant(1, "Lamb", "Edith", born="1988-04-02"),
        Entrant(1, "LAMB", "edith", born="1988-04-02"),
    ):
        assert said(link_of(entrant)) == (Way.NAME_AND_BIRTH, edith, "")


@pytest.mark.parametrize("born", ["", "1988"])
def test_the_same_name_alone_is_asked_about(edith: Player, born: str) -> None:
    assert said(link_of(Entrant(1, "Lamb", "Edith", born=born))) == (Way.NAME, edith, "")


def test_a_year_of_birth_is_no_date(edith: Player) -> None:
    edith.born = "1988"
    edith.save()

    for born in ("1988", "1988-12-31"):
        assert said(link_of(Entrant(1, "Lamb", "Edith", born=born))) == (Way.NAME, edith, "")


@pytest.mark.parametrize(
    "facts", [{"born": "1999-01-01"}, {"born": "1999"}, {"identity": "4400119"}]
)
def test_another_person_of_the_same_name(edith: Player, facts: dict[str, str]) -> None:
    assert said(link_of(Entrant(1, "Lamb", "Edith", **facts))) == (
        Way.NONE,
        None,
        f"player {edith.pk} of the register has this name but is a different person",
    )


def test_a_national_number_is_no_fide_number(edith: Player) -> None:
    edith.fide_number = "12345"
    edith.save()

    assert link_of(Entrant(1, "Moss", "Quentin", identity="12345")).way is Way.NEW
    assert link_of(Entrant(1, "Lamb", "Edith", identity="777")).way is Way.NAME


@pytest.mark.parametrize(
    ("identity", "number"),
    [("4400118", "4400118"), ("0004400118", "4400118"), ("99999", ""), ("AB1", ""), ("", "")],
)
def test_which_identity_numbers_can_be_fide_s(identity: str, number: str) -> None:
    assert fide_number(Entrant(1, "Lamb", identity=identity)) == number


def test_nobody_of_the_name_is_a_new_player() -> None:
    entrant = Entrant(
        1, "van der Berg", "Jan Willem", federation="NED", identity="10200345", born="1971-02-03"
    )

    link = link_of(entrant)
    player = link.player
    assert link.way is Way.NEW
    assert player is not None
    assert (player.pk, player.name, player.given, player.particle, player.family) == (
        None, "Jan Willem van der Berg", "Jan Willem", "van der", "Berg",
    )  # fmt: skip
    assert (player.country, player.born, player.fide_number) == (
        "Netherlands", "1971-02-03", "10200345",
    )  # fmt: skip


@pytest.mark.parametrize("federation", ["", "FID", "Dub"])
def test_a_new_player_of_no_known_federation_has_no_country(federation: str) -> None:
    player = link_of(Entrant(1, "Lamb", "Edith", federation=federation, born="3000")).player

    assert player is not None
    assert (player.country, player.born) == ("", "")


def test_a_name_that_the_register_cannot_hold() -> None:
    assert said(link_of(Entrant(1, "...", "E" * 80))) == (
        Way.NONE, None, "the register cannot hold this name",
    )  # fmt: skip


def test_two_entrants_of_one_name(edith: Player) -> None:
    one, two = links_of([Entrant(1, "Lamb", "Edith"), Entrant(7, "Lamb", "Edith")])
    new, again = links_of([Entrant(1, "Moss", "Quentin"), Entrant(7, "Moss", "Quentin")])

    assert (one.way, one.player) == (Way.NAME, edith)
    assert said(two) == (Way.NONE, None, "player 1 has this name too")
    assert new.way is Way.NEW
    assert said(again) == (Way.NONE, None, "player 1 has this name too")


def test_the_same_fide_number_comes_before_the_name(edith: Player) -> None:
    other = registered("Quentin", "Moss")

    link = link_of(Entrant(1, "Moss", "Quentin", identity="4400118"))
    assert (link.player, other.pk) == (edith, other.pk)


def test_links_take_two_queries(edith: Player) -> None:
    entrants = [
        Entrant(1, "Lamb", "Edith"), Entrant(2, "Moss", "Ada", identity="123456"),
        Entrant(3, "Dale", "Bo", identity="123457"),
    ]  # fmt: skip

    assert queries(lambda: links_of(entrants[:2])) == 2
    assert queries(lambda: links_of(entrants)) == 2
