import re
import struct

import pytest
from django.contrib.staticfiles import finders

from clubscore.help import guides

# From there, so that the pages take these names before a test replaces one.
from clubscore.help.views import guide_names, read_guide

TEXT = """# A *guide*

<!-- figures -->
One <b>word</b> and `code`.

## The first part, "quoted"

![A page](pictures/home.png) See [another](evening.md), [a part](rulings.md#undo), [here](#undo),
[a file](../CHANGELOG.md).

| A | B |
| - | - |
| 1 | 2 |

### Below it
"""


@pytest.fixture
def shown(tmp_path, monkeypatch: pytest.MonkeyPatch) -> guides.Guide:
    (tmp_path / "example.md").write_text(TEXT)
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "home.png").write_bytes(struct.pack(">16xII", 640, 480))
    monkeypatch.setattr(guides, "FOLDER", tmp_path)
    monkeypatch.setattr(guides, "guide_names", lambda: ("example",))
    return read_guide.__wrapped__("example")


def test_title_stands_apart_and_parts_are_listed(shown: guides.Guide) -> None:
    assert shown.title == "A guide"
    assert "<h1" not in shown.html
    assert [(part.anchor, part.text) for part in shown.parts] == [
        ("the-first-part-quoted", 'The first part, "quoted"')
    ]
    assert shown.anchors == {"a-guide", "the-first-part-quoted", "below-it"}


def test_headings_have_their_anchors(shown: guides.Guide) -> None:
    assert re.findall(r'<h(\d) id="([^"]*)"', shown.html) == [
        ("2", "the-first-part-quoted"),
        ("3", "below-it"),
    ]


def test_html_is_shown_as_text_and_comments_are_left_out(shown: guides.Guide) -> None:
    assert "&lt;b&gt;word&lt;/b&gt;" in shown.html
    assert "figures" not in shown.html


def test_links_lead_to_the_other_guides(shown: guides.Guide) -> None:
    assert re.findall(r'<a href="([^"]*)"', shown.html) == [
        "/help/evening/",
        "/help/rulings/#undo",
        "#undo",
    ]


def test_picture_is_a_static_file(shown: guides.Guide) -> None:
    (source,) = re.findall(
        r'<img src="([^"]*)" alt="A page" loading="lazy" width="640" height="480"', shown.html
    )
    assert re.fullmatch(r"/static/help/home(\.\w+)?\.png", source)


def test_table_scrolls_by_itself(shown: guides.Guide) -> None:
    assert shown.html.count('<div class="table-box" tabindex="0" role="group"><table') == 1


@pytest.mark.parametrize("name", guide_names())
def test_no_guide_has_a_style_that_the_browser_refuses(name: str) -> None:
    assert "style=" not in read_guide(name).html


def test_columns_of_numbers_have_a_class() -> None:
    assert '<td class="number">' in read_guide("scoring").html


def test_unknown_guide_is_refused() -> None:
    with pytest.raises(KeyError):
        read_guide("../README")


@pytest.mark.parametrize("name", guide_names())
def test_every_link_of_a_guide_leads_somewhere(name: str) -> None:
    guide = read_guide(name)
    wrong = []
    for page, anchor in re.findall(r'href="(?:/help/([\w-]+)/)?(?:#([^"]*))?"', guide.html):
        there = read_guide(page) if page else guide
        if anchor and anchor not in there.anchors:
            wrong.append((page, anchor))
    assert wrong == []
    assert re.findall(r'href="[^"]*\.md', guide.html) == []


@pytest.mark.parametrize("name", guide_names())
def test_every_picture_of_a_guide_is_there(name: str) -> None:
    text = (guides.FOLDER / f"{name}.md").read_text()
    pictures = re.findall(r"!\[[^\]]*\]\(pictures/([^)]*)\)", text)
    assert [picture for picture in pictures if finders.find(f"help/{picture}") is None] == []
