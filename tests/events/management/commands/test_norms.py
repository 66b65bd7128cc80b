import io
import json

import pytest
from django.core.management import CommandError, call_command

from events.tournaments.files.domain import Format
from events.tournaments.files.formats.krause.writer import write
from tests.events.tournaments.norms.domain.events_for_norms import NINE, changed, event


@pytest.fixture(name="norms")
def _norms(tmp_path):
    def norms(rounds, *arguments):
        file = tmp_path / "a.trf"
        file.write_bytes(write(event(*rounds), format=Format.TRF26).text.encode())
        out = io.StringIO()
        call_command("norms", str(file), *arguments, stdout=out)
        return out.getvalue()

    return norms


def test_a_line_of_json(norms):
    answer = json.loads(norms(NINE, "--json", "--player", "1"))

    assert (answer["rounds"], answer["host"], len(answer["by_hand"])) == (9, "ENG", 6)
    (player,) = answer["players"]
    assert (player["number"], player["name"], player["chances"]) == (1, "Hopeful", [])
    gm = player["norms"][0]
    assert {key: gm[key] for key in ("title", "met", "games", "score", "ra", "dp", "rp")} == {
        "title": "GM", "met": True, "games": 9, "score": "7", "ra": 2404, "dp": 220, "rp": 2624,
    }  # fmt: skip
    assert (gm["extra_games"], gm["exemption"], gm["left_out"]) == (0, None, [])
    assert [each["article"] for each in gm["conditions"]] == [
        "1.4.1", "1.4.3", "1.4.4", "1.4.5a", "1.4.5", "1.4.6", "1.4.8a", "1.4.8b", "1.4.8",
    ]  # fmt: skip
    assert [norm["title"] for norm in player["norms"]] == ["GM", "IM"]


def test_chances_and_sentences(norms):
    rounds = changed((9, "BEL - 2300 *"))
    (chance, _im) = json.loads(norms(rounds, "--json", "--chances"))["players"][0]["chances"]

    assert chance == {
        "title": "GM", "least": "½", "why": "A draw makes the norm.", "needs": [], "lacks": [],
    }  # fmt: skip
    assert "   1 Hopeful: GM A draw makes the norm.\n" in norms(rounds, "--chances")
    assert "   1 Hopeful: GM 7/9, 2404 +220 2624\n" in norms(NINE)
    assert "   1 Hopeful: GM –. Games that count: 8; needed are 9.\n" in norms(rounds)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--player", "99"), "There is no player 99."),
        (("--host", "XYZ"), "“XYZ” is no federation, such as NED."),
    ],
)
def test_what_is_refused(norms, arguments, message):
    with pytest.raises(CommandError) as error:
        norms(NINE, *arguments)

    assert (str(error.value), error.value.returncode) == (message, 1)
