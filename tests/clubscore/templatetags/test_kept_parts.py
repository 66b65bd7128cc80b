from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.template import Context, Template
from django.utils.safestring import mark_safe
from django.utils.translation import override

from clubscore.templatetags.kept_parts import CSRF_FIELD

TAG = Template('{% load kept_parts %}{% kept_parts rows "events/_test_row.html" "row" by=by %}')
ROW = (
    "{% load i18n %}"
    "<p>{{ by }} {% translate 'Undo' %} {{ row.name }} {{ row.scores }}{{ user }}</p>"
)


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    scores: list[int] | None = None


@dataclass(frozen=True, slots=True)
class Other:
    name: str
    scores: list[int] | None = None


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The items that were rendered, and not found."""
    template, found = Template(ROW), []

    class Part:
        def render(self, context: dict[str, Any]) -> str:
            found.append(context["row"])
            return template.render(Context(context))

    monkeypatch.setattr("clubscore.templatetags.kept_parts.get_template", lambda name: Part())
    return found


def page(*rows: Any, by: Any = "Ann", **others: Any) -> str:
    return TAG.render(Context({"rows": rows, "by": by, **others}))


def test_only_what_changed_is_rendered_again(rendered: list[Any]) -> None:
    rows = [Row(str(number), [number]) for number in range(5)]
    first = page(*rows)
    assert (page(*rows), rendered) == (first, rows)
    changed = replace(rows[2], scores=[7])
    again = page(*rows[:2], changed, *rows[3:])
    assert rendered[5:] == [changed]
    assert again == first.replace("2 [2]", "2 [7]")


def test_parts_stand_in_the_order_of_their_items(rendered: list[Any]) -> None:
    page(Row("b"))
    assert page(Row("a"), Row("b"), Row("c"), Row("b")).count("<p>") == 4
    assert [each.name for each in rendered] == ["b", "a", "c"]
    assert page() == ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Row("1"), Row("1", [])),
        (Row("1", [1]), Row("1", [1, 1])),
        (Row("1"), Other("1")),
        (Row("<b>"), Row(mark_safe("<b>"))),
        (Row("1"), Row(1)),  # type: ignore[arg-type]
        ("None", None),
    ],
)
def test_what_differs_is_another_part(rendered: list[Any], one: Any, other: Any) -> None:
    for _turn in range(2):
        page(one, other)
    assert len(rendered) == 2


def test_what_is_given_and_the_language_make_another_part(rendered: list[Any]) -> None:
    english = page(Row("1"))
    assert page(Row("1"), by="Bob") == english.replace("Ann", "Bob")
    with override("nl"):
        dutch = page(Row("1"))
    assert dutch != english
    assert page(Row("1")) == english
    assert len(rendered) == 3


def test_a_part_sees_nothing_else_of_the_page(rendered: list[Any]) -> None:
    assert page(Row("1"), user="secret") == page(Row("1"), user="")
    assert len(rendered) == 1


def test_a_form_in_a_part_has_the_token_of_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    row = Template("<form>{{ csrf_field }}{{ row }}</form>")

    class Part:
        def render(self, context: dict[str, Any]) -> str:
            return row.render(Context(context))

    monkeypatch.setattr("clubscore.templatetags.kept_parts.get_template", lambda name: Part())
    forged = "".join(CSRF_FIELD)
    for token in ("abc", "xyz"):
        html = page("1", forged, csrf_token=token)
        assert html.count(f'name="csrfmiddlewaretoken" value="{token}"') == 2
        assert "&lt;!--csrf--&gt;" in html
