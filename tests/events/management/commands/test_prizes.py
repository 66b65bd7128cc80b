import io
import json

import pytest
from django.core.management import CommandError, call_command

from tests.events.tournaments.prizes.domain.test_fund import VALID


def prizes(tmp_path, text):
    file = tmp_path / "prizes.json"
    file.write_text(text)
    out = io.StringIO()
    call_command("prizes", str(file), stdout=out)
    return json.loads(out.getvalue())


def test_awards_and_what_is_left(tmp_path):
    one = VALID["players"][0] | {"title": "IM", "rating": 2400}
    answer = prizes(tmp_path, json.dumps(VALID | {"players": [one, VALID["players"][1]]}))

    assert answer == {
        "awards": [
            {
                "number": 1,
                "group": None,
                "category": "Open",
                "amount": "300.00",
                "why": "Place 1: the largest prize that is left, Open 300.00.",
            }
        ],
        "unpaid": [{"category": "Open", "amount": "200.50", "why": "Nobody is left for it."}],
        "total": "300.00",
    }


@pytest.mark.parametrize(
    ("text", "message"), [("{", "This is no JSON"), ("[]", "an object"), ("", "The file is empty")]
)
def test_what_is_refused(tmp_path, text, message):
    with pytest.raises(CommandError, match=message) as error:
        prizes(tmp_path, text)

    assert error.value.returncode == 1
