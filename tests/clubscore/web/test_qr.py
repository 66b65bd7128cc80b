import re

import pytest

from clubscore.web.qr import is_only_here, qr_svg


def test_a_code_is_an_svg_that_scales_and_says_what_it_is() -> None:
    drawn = qr_svg("https://club.example/players/own/abc/", label="The “link” <of> Clara")
    assert drawn.startswith("<svg")
    assert 'class="qr"' in drawn
    assert re.search(r'viewBox="0 0 (\d+) \1"', drawn)
    assert "&lt;of&gt;" in drawn
    assert "style=" not in drawn


def test_another_text_is_another_code() -> None:
    one, other = (qr_svg(f"https://club.example/{each}/", label="") for each in "ab")
    assert one != other


@pytest.mark.parametrize(
    ("host", "here"),
    [
        ("127.0.0.1:8000", True),
        ("localhost", True),
        ("[::1]", True),
        ("[::1]:8000", True),
        ("club.example", False),
        ("192.0.2.7:8000", False),
    ],
)
def test_a_name_of_this_computer_alone_leads_nowhere_from_a_phone(host: str, here: bool) -> None:
    assert is_only_here(host) is here
