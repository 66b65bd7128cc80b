import re

from clubscore.qr import qr_svg


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
