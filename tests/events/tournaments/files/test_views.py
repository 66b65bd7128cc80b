import datetime
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from clubscore.files.uploads import unpacked
from clubscore.web.visitors import Actor
from events.models import Entry, Tournament
from events.tournaments.files.formats.egf_writer import write_h9
from events.tournaments.files.formats.krause.reader import read
from events.tournaments.files.forms import MAX_SIZE
from events.tournaments.files.services.importing import import_tournament
from events.tournaments.go.domain.event import GoEvent, tournament_of
from events.tournaments.go.domain.scores import Scores
from events.tournaments.standings.figures import standings_of
from players.models import Player
from tests.events.tournaments.go.domain.test_event import played
from tests.events.tournaments.go_events import xml
from tests.queries import queries

DATA = Path("tests/data/krause")
LOOK, KEEP = "/tournaments/import/", "/tournaments/import/keep/"
CLUB = (DATA / "club.tab").read_bytes()
CONTRADICTORY = (DATA / "mended.tab").read_bytes()
LENIENT = {"profile": "lenient"}


def look(client: Client, data: bytes, name: str = "spring.trf", **more: str) -> HttpResponse:
    file = SimpleUploadedFile(name, data)
    return client.post(LOOK, {"file": file} | LENIENT | more)


def fields(answer: HttpResponse) -> dict[str, Any]:
    """What the form of the preview would send."""
    form = answer.context["form"]
    return {
        name: form[name].value() or "" for name in form.fields if name not in ("stranger", "accept")
    }


def messages(answer: HttpResponse, name: str) -> list[str]:
    return [complaint.message for complaint in answer.context[name]]


def test_a_file_is_shown_and_nothing_is_stored(director_client: Client) -> None:
    answer = look(director_client, CLUB)

    assert answer.status_code == 200
    assert answer.context["value"] == read(CLUB.decode()).tournament
    assert (Tournament.objects.count(), Player.objects.count()) == (0, 0)
    sent = fields(answer)
    assert unpacked(sent.pop("raw"), limit=len(CLUB)) == CLUB
    assert sent == {
        "twin": "", "seen": "", "way": "",
        "name": "Mill Lane Club Championship", "file_name": "spring.trf", "profile": "lenient",
        "encoding": "", "add_new": True, "kind": "Individual: Swiss-System (Dutch)",
    }  # fmt: skip


def test_a_pasted_text_is_shown(director_client: Client) -> None:
    answer = director_client.post(LOOK, {"pasted": CLUB.decode()} | LENIENT)

    assert answer.context["value"] == read(CLUB.decode()).tournament


def test_what_was_shown_is_stored(director_client: Client) -> None:
    answer = director_client.post(KEEP, fields(look(director_client, CLUB)))

    tournament = Tournament.objects.get()
    assert answer.headers["Location"] == "/tournaments/mill-lane-club-championship/"
    assert tournament.created_by is not None
    assert (Entry.objects.count(), Player.objects.count()) == (9, 9)


def test_a_file_without_tie_breaks_gets_the_usual_ones(director_client: Client) -> None:
    answer = director_client.post(KEEP, fields(look(director_client, CLUB)), follow=True)
    assert Tournament.objects.get().tie_breaks == ["BH/C1", "BH", "SB"]
    assert [str(message) for message in answer.context["messages"]][-1] == (
        "The file names no tie-breaks; those usual for its kind are chosen: BH/C1, BH, SB."
    )


def test_the_tie_breaks_of_a_file_stay(director_client: Client) -> None:
    named = CLUB + b"212 KS,DE\r\n"
    answer = director_client.post(KEEP, fields(look(director_client, named)), follow=True)
    assert Tournament.objects.get().tie_breaks == ["KS", "DE"]
    assert len(answer.context["messages"]) == 1


def test_a_tournament_that_is_here_already_is_named(director_client: Client) -> None:
    before = look(director_client, CLUB)
    director_client.post(KEEP, fields(before))
    here = Tournament.objects.get()
    after = look(director_client, CLUB)
    other_day = look(director_client, re.sub(rb"042 .*", b"042 2020/01/01", CLUB))
    twins = [each.context["twin"] for each in (before, after, other_day)]
    assert [twin and twin.slug for twin in twins] == [None, here.slug, None]
    page = after.content.decode()
    assert f'<a href="{here.get_absolute_url()}">' in page
    assert "This file changes nothing in it." in page
    assert "Store it as a second tournament" in page


def again(client: Client, **changed: str) -> HttpResponse:
    """Store a file whose tournament is there already, as the preview offers it."""
    preview = look(client, re.sub(rb"022 .*", b"022 Elsewhere", CLUB))
    twin = preview.context["twin"]
    assert "city" in " ".join(twin.changes)
    posted = fields(preview) | {"twin": twin.slug, "seen": twin.seen} | changed
    return client.post(KEEP, posted)


def test_the_tournament_that_is_here_is_updated(director_client: Client) -> None:
    director_client.post(KEEP, fields(look(director_client, CLUB)))
    answer = again(director_client, way="update")

    here = Tournament.objects.get()
    assert answer.headers["Location"] == here.get_absolute_url()
    assert (here.city, Entry.objects.count()) == ("Elsewhere", 9)


def test_the_same_file_can_be_a_second_tournament(director_client: Client) -> None:
    director_client.post(KEEP, fields(look(director_client, CLUB)))
    again(director_client, way="copy")

    assert sorted(Tournament.objects.values_list("city", flat=True)) != ["Elsewhere"]
    assert Tournament.objects.count() == 2


def test_a_tournament_without_a_day_is_known_by_its_name(director_client: Client) -> None:
    director_client.post(KEEP, fields(look(director_client, CLUB)))
    Tournament.objects.update(start=None, finish=None)
    undated = re.sub(rb"0[45]2 .*\r?\n", b"", CLUB).replace(b"132", b"###")
    for file in (undated, CLUB):
        preview = look(director_client, file)
        twin = preview.context["twin"]
        posted = fields(preview) | {"twin": twin.slug, "seen": twin.seen, "accept": "on"}
        answer = director_client.post(KEEP, posted | {"way": "update"})
        assert answer.status_code == 302
    assert [str(tournament.start) for tournament in Tournament.objects.all()] == ["2026-03-07"]
    # Of two of one name, it could be either.
    Tournament.objects.create(name=Tournament.objects.get().name, slug="other")
    Tournament.objects.update(start="2020-01-01")
    assert look(director_client, CLUB).context["twin"] is None


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"seen": "x"}, "has been changed since this page was opened"),
        ({"twin": "gone"}, "This tournament was deleted in the meantime."),
    ],
)
def test_an_update_of_what_is_no_longer_there_stores_nothing(
    director_client: Client, changed: dict[str, str], message: str
) -> None:
    director_client.post(KEEP, fields(look(director_client, CLUB)))
    answer = again(director_client, way="update", **changed)

    assert (answer.status_code, Tournament.objects.count()) == (422, 1)
    assert message in answer.content.decode()
    assert Tournament.objects.get().city != "Elsewhere"


def test_a_usual_kind_is_shown_by_its_name(director_client: Client) -> None:
    file = re.sub(rb"092 .*", b"092 Swiss", CLUB)
    assert b"092 Swiss" in file
    director_client.cookies["django_language"] = "nl"
    assert "<dd>Zwitsers</dd>" in look(director_client, file).content.decode()


def test_the_kind_is_entered_where_the_file_has_none(director_client: Client) -> None:
    silent = re.sub(rb"092 .*", b"092", CLUB)
    sent = fields(look(director_client, silent))
    assert sent["kind"] == ""
    director_client.post(KEEP, sent | {"kind": "Round robin"})
    assert Tournament.objects.get().kind == "Round robin"


def test_errors_stand_beside_their_lines(director_client: Client) -> None:
    answer = look(director_client, CLUB.replace(b"6 w 1     9 b 1", b"6 w 1    99 b 1"))

    assert answer.status_code == 422
    assert messages(answer, "complaints") == [
        'line 18, player 2, round 2: "99 b 1" — there is no player 99',
        'line 25, player 9, round 2: "2 w 0" — line 18, player 2, says "99 b 1"',
    ]
    complaint = answer.context["complaints"][0]
    assert (complaint.line, complaint.mark) == (18, "99 b 1")
    assert answer.context["form"]["pasted"].value().count("\n") == 27
    assert Tournament.objects.count() == 0


def test_a_file_that_is_cut_off_is_reported_above_its_errors(director_client: Client) -> None:
    answer = look(director_client, CLUB[: CLUB.rindex(b"001 ")])
    page = " ".join(answer.content.decode().split())
    assert (answer.status_code, answer.context["cut"]) == (422, (9, 8))
    assert "The file says that it has 9 players, but it contains 8: it seems to be cut off." in page


def test_many_errors_are_counted(director_client: Client) -> None:
    lines = [
        f"001 {number:4}      Lamb,Ada{'':68}{number + 5000:4} w 1" for number in range(1, 301)
    ]
    answer = look(director_client, "\n".join(["012 x", "042 2026/01/01", *lines]).encode())

    assert (len(answer.context["complaints"]), answer.context["more"]) == (200, 100)
    assert "100 more are not shown." in answer.content.decode()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "Choose a file or paste its text."),
        (b"PK\x03\x04", "This is not a text file: it looks like a spreadsheet (.xlsx), a document"
         " or a zip archive."),
        (b"x" * (MAX_SIZE + 1), "The file has 2.0 MiB; the limit is 2 MiB."),
        (b"hello", "This is not a tournament file: it has neither a name nor players."),
    ],
)  # fmt: skip
def test_what_is_no_tournament_is_refused(
    director_client: Client, data: bytes, message: str
) -> None:
    if data:
        answer = look(director_client, data)
        assert messages(answer, "complaints") == [message]
    else:
        answer = director_client.post(LOOK, LENIENT)
        assert message in answer.content.decode()
    assert answer.status_code == 422


def test_adjustments_wait_for_consent(director_client: Client) -> None:
    answer = look(director_client, CONTRADICTORY, name="mended.tab")
    assert messages(answer, "adjustments") == [
        "line 9, player 3: the points are given as 2.5, but the results add up to 1.5; the "
        "results count",
        'the tournament\'s name is missing; the file name is used: "mended"',
    ]
    sent = fields(answer)
    assert sent["name"] == "mended"

    refused = director_client.post(KEEP, sent)
    assert refused.status_code == 422
    assert list(refused.context["form"].errors) == ["accept"]
    assert Tournament.objects.count() == 0
    director_client.post(KEEP, sent | {"accept": "on", "name": "Mended open"})
    assert Tournament.objects.get().name == "Mended open"


def test_the_start_is_asked_for_where_it_is_missing(director_client: Client) -> None:
    sent = fields(look(director_client, CONTRADICTORY.replace(b"042 7 March 2026\n", b"")))
    assert sent["start"] == ""

    refused = director_client.post(KEEP, sent | {"accept": "on"})
    assert list(refused.context["form"].errors) == ["start"]
    director_client.post(KEEP, sent | {"accept": "on", "start": "2026-03-07"})
    assert str(Tournament.objects.get().start) == "2026-03-07"


@pytest.mark.parametrize("number", ["0", "-1", "10000", "007", "x", ""])
def test_somebody_else_has_a_starting_number(director_client: Client, number: str) -> None:
    sent = fields(look(director_client, CLUB))
    refused = director_client.post(KEEP, sent | {"stranger": ["1", number]})
    assert (refused.status_code, list(refused.context["form"].errors)) == (422, ["stranger"])
    assert Tournament.objects.count() == 0
    director_client.post(KEEP, sent | {"stranger": ["1", "9999"]})
    assert Tournament.objects.count() == 1


def test_the_register_is_shown_row_by_row(director_client: Client) -> None:
    edith = Player.objects.create(given="Edith", family="Lamb")
    quentin = Player.objects.create(given="Q", family="Moss", fide_number="4400118")
    answer = look(director_client, CONTRADICTORY.replace(b"4400118", b"       "))

    assert [(row.register, row.asked) for row in answer.context["rows"]] == [
        (f"Edith Lamb, no. {edith.pk}: same name", True),
        ("new: Quentin Moss", False),
        ("new: Łucja Żurek", False),
        ("new: Jan Willem van der Berg", False),
        ("new: Player 5", False),
    ]
    same_number = look(director_client, CONTRADICTORY)
    assert same_number.context["rows"][0].register == (
        f"Q Moss, no. {quentin.pk}: same FIDE number"
    )


def test_somebody_else_of_the_same_name_is_not_linked(director_client: Client) -> None:
    Player.objects.create(given="Edith", family="Lamb")
    sent = fields(look(director_client, CLUB))

    director_client.post(KEEP, sent | {"stranger": ["1"]})
    assert Entry.objects.get(number=1).player is None


def test_new_players_need_not_be_added(director_client: Client) -> None:
    sent = fields(look(director_client, CLUB))
    del sent["add_new"]

    director_client.post(KEEP, sent)
    assert (Entry.objects.count(), Player.objects.count()) == (9, 0)


def test_another_character_set_is_chosen_in_the_preview(director_client: Client) -> None:
    data = CLUB.decode().encode("cp1250")
    guessed = look(director_client, data)
    assert guessed.context["value"].entrants[2].family == "¯urek"
    assert messages(guessed, "notices") == ["The file is not UTF-8; it was read as Windows-1252."]

    again = director_client.post(LOOK, fields(guessed) | {"encoding": "cp1250"})
    assert again.context["value"].entrants[2].family == "Żurek"
    director_client.post(KEEP, fields(again))
    assert Entry.objects.get(number=3).family == "Żurek"


def test_a_character_set_that_does_not_fit_leaves_the_file_at_hand(director_client: Client) -> None:
    data = CLUB.decode().encode("cp1250")
    answer = look(director_client, data, encoding="utf-8")
    assert answer.status_code == 422

    sent = {name: answer.context["form"][name].value() or "" for name in ("raw", "file_name")}
    again = director_client.post(LOOK, sent | LENIENT | {"encoding": "cp1250"})
    assert again.context["value"].entrants[2].family == "Żurek"


def test_the_profile_is_chosen_in_the_preview(director_client: Client) -> None:
    answer = look(director_client, CONTRADICTORY)

    strict = director_client.post(LOOK, fields(answer) | {"profile": "strict"})
    assert strict.status_code == 422
    assert "line 12: invalid record 250" in messages(strict, "complaints")


@pytest.mark.parametrize("raw", ["", "!!!", "AAA"])
def test_a_form_that_was_meddled_with_leads_to_the_beginning(
    director_client: Client, raw: str
) -> None:
    answer = director_client.post(KEEP, {"raw": raw, "name": "x"} | LENIENT)

    assert (answer.status_code, answer.headers["Location"]) == (302, LOOK)


def test_the_number_of_queries_does_not_grow(director_client: Client) -> None:
    few = CONTRADICTORY
    more = CLUB

    assert queries(lambda: look(director_client, few)) == queries(
        lambda: look(director_client, more)
    )


@pytest.mark.parametrize("format_", ["trf16", "trf26", "krause"])
def test_a_tournament_is_downloaded(director_client: Client, format_: str) -> None:
    import_tournament(value=read(CLUB.decode()).tournament, by=Actor())
    address = "/tournaments/mill-lane-club-championship/trf/"

    answer = director_client.get(address, {"format": format_})
    assert answer.headers["Content-Disposition"] == (
        f'attachment; filename="mill-lane-club-championship-{format_}.trf"'
    )
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert (answer.content == CLUB) is (format_ == "trf16")


@pytest.mark.parametrize("query", [{}, {"format": "pgn"}])
def test_the_page_of_downloads_shows_what_is_left_out(
    director_client: Client, query: dict[str, str]
) -> None:
    import_tournament(value=read((DATA / "trf26.tab").read_bytes().decode()).tournament, by=Actor())

    answer = director_client.get("/tournaments/mill-lane-club-championship/trf/", query)
    without = [
        f"This format has no record {tag}; it is left out."
        for tag in ("192 (the pairing system)", "222 (the time control in seconds)")
    ]
    assert [(offer.value, list(map(str, offer.notices))) for offer in answer.context["offers"]] == [
        ("trf16", [*without, "This format has no tie-breaks."]),
        ("trf26", []),
        (
            "krause",
            [
                *without,
                "Games shorter than a move each are written as forfeits or as draws.",
                "This format has no pairings forbidden in some rounds only.",
                "This format has no tie-breaks.",
            ],
        ),
    ]


def go_files() -> tuple[GoEvent, bytes, bytes]:
    """A McMahon of 20 players as a value, as OpenGotha writes it, and as a result file."""
    file = played(5, swiss=False)
    parameters = (
        '<GeneralParameterSet name="Lakeside Go" numberOfRounds="5" genMMBar="3D" genMMFloor="15K"'
        ' beginDate="2026-11-21" endDate="2026-11-22" location="Arnhem" komi="6.5"/>'
    )
    value = replace(
        tournament_of(file), name="Lakeside Go", start=datetime.date(2026, 11, 21), city="Arnhem"
    )
    return file, xml(file, parameters).encode(), write_h9(value).encode("iso-8859-15")


@pytest.mark.parametrize(("which", "komi"), [(1, "6½"), (2, "7½")])
def test_the_preview_shows_the_settings_of_go(
    director_client: Client, which: int, komi: str
) -> None:
    answer = look(director_client, go_files()[which], "cup.xml")

    assert answer.context["go_facts"] == [
        ("bar", "3d"),
        ("floor", "15k"),
        ("no handicap from", "1d"),
        ("handicap reduced by", "1"),
        ("largest handicap", "9"),
        ("komi", komi),
        ("round missed", "½"),
    ]
    page = answer.content.decode()
    assert "<div><dt>Bar</dt><dd>3d</dd></div>" in page
    assert ("This format has no starting numbers" in page) is (which == 2)


def test_the_preview_of_chess_has_no_settings_of_go(director_client: Client) -> None:
    assert look(director_client, CLUB).context["go_facts"] == []


@pytest.mark.parametrize("which", [1, 2])
def test_a_go_tournament_is_stored_with_its_tables(director_client: Client, which: int) -> None:
    files = go_files()
    answer = look(director_client, files[which], "cup.xml")
    kept = director_client.post(KEEP, fields(answer))
    stored = Tournament.objects.get()

    assert (answer.status_code, kept.status_code) == (200, 302)
    assert (stored.name, stored.discipline, stored.kind) == ("Lakeside Go", "go", "McMahon")
    assert (stored.mm_bar, stored.mm_floor, stored.tie_breaks) == (
        "3d", "15k", ["MMS", "SOS", "SOSOS"],
    )  # fmt: skip
    scores = Scores(files[0], 5)
    wanted = {
        f"{player.name}, First": tuple(
            Fraction(scores.value(name, player.number), 2) for name in ("MMS", "SOSM", "SOSOSM")
        )
        for player in files[0].players
    }
    names = {entry.number: entry.name for entry in stored.entries.all()}
    assert {names[line.number]: line.values for line in standings_of(stored).lines} == wanted


@pytest.mark.parametrize("which", [1, 2])
def test_a_go_tournament_without_a_day_is_stored_again(director_client: Client, which: int) -> None:
    """Six rounds are planned here, and five of the file played: those of a result file."""
    undated = re.sub(rb'(begin|end)Date="[^"]*"|; DT.*', b"", go_files()[which])
    sent = fields(look(director_client, undated, "cup.xml"))
    director_client.post(KEEP, sent)
    Tournament.objects.update(rounds_planned=6, city="Weir")
    again = look(director_client, undated, "cup.xml")
    kept = director_client.post(KEEP, fields(again) | {"way": "copy"})

    rounds = "rounds: 6 → 5; " if which == 1 else ""
    assert again.context["twin"].changes == (
        f"facts of the tournament: {rounds}city: Weir → Arnhem",
    )
    assert (kept.status_code, [*Tournament.objects.values_list("start", flat=True)]) == (
        302, [None, None],
    )  # fmt: skip


def test_a_reduction_of_handicaps_that_is_not_stored_waits_for_consent(
    director_client: Client,
) -> None:
    file = Path("tests/data/opengotha/cup.xml").read_bytes()
    file = file.replace(b'hdCorrection="2"', b'hdCorrection="-2"')
    shown = look(director_client, file, name="cup.xml")
    html = shown.content.decode()
    assert "One correction to the file" in html
    assert "(hdCorrection -2), which is not supported; the whole difference is used" in html
    refused = director_client.post(KEEP, fields(shown) | {"start": "2026-03-07"})
    assert refused.context["form"].errors.keys() == {"accept"}
    accepted = fields(shown) | {"start": "2026-03-07", "accept": "on"}
    assert director_client.post(KEEP, accepted).status_code == 302
    assert Tournament.objects.get().handicap_reduction == 0


def test_a_go_tournament_is_downloaded_as_a_result_file(director_client: Client) -> None:
    director_client.post(KEEP, fields(look(director_client, go_files()[1], "cup.xml")))
    page = director_client.get("/tournaments/lakeside-go/trf/").content.decode()
    answer = director_client.get("/tournaments/lakeside-go/trf/?format=h9")

    assert "EGF result file (.h9)" in page
    assert answer.headers["Content-Disposition"] == 'attachment; filename="lakeside-go.h9"'
    assert answer.content.startswith(
        b"; EV[Lakeside Go]\n; PC[,Arnhem]\n; DT[2026-11-21,2026-11-22]"
    )
    assert answer.content.count(b"Name") == 1 + 20


def test_chess_is_no_result_file_of_go(director_client: Client) -> None:
    tournament = import_tournament(value=read(CLUB.decode()).tournament, by=Actor())
    answer = director_client.get(f"/tournaments/{tournament.slug}/trf/?format=h9")

    assert "EGF result file" not in answer.content.decode()
    assert answer.headers["Content-Type"].startswith("text/html")


def test_wrong_lines_of_a_result_file_are_shown(director_client: Client) -> None:
    answer = look(director_client, b"; EV[E]\n1 Lamb_Ada 4x NL\n", "cup.h9")

    assert answer.status_code == 422
    assert messages(answer, "complaints") == [
        "This line has no rank such as 4d or 12k after the name."
    ]


@pytest.fixture(autouse=True)
def _what_the_rules_say_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """See ``fide/test_imports.py``: the rounds of these files are made up."""
    monkeypatch.setattr("events.tournaments.files.forms.judged", lambda _value: ())
    monkeypatch.setattr(
        "events.tournaments.files.forms.with_defaults", lambda reading, _text: reading
    )
