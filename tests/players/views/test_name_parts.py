import pytest
from django.test import Client

PARTS = "/players/name-parts/"

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Berg, Jan van der", {"name": "Jan van der Berg", "given": "Jan", "particle": "van der",
                               "family": "Berg", "is_doubtful": False}),
        ("Li Wei", {"name": "Li Wei", "given": "Li", "particle": "", "family": "Wei",
                    "is_doubtful": True}),
        ("", {"error": "The name is missing."}),
        ("a\0b", {"error": "A name cannot have the character U+0000: leave it out."}),
    ],
)  # fmt: skip
def test_parts_are_answered(director_client: Client, text: str, answer: dict) -> None:
    assert director_client.get(PARTS, {"name": text}).json() == answer


def test_no_name_at_all_is_answered(director_client: Client) -> None:
    assert director_client.get(PARTS).json() == {"error": "The name is missing."}
