from pathlib import Path

from babel.messages.catalog import Catalog

from tools import messages

CODE = """
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop, ngettext, pgettext


def said(count):
    yield _("plain")
    yield gettext_lazy("late")
    yield gettext_noop("marked, in" " two parts")
    yield ngettext("%(count)s line", "%(count)s lines", count)
    yield pgettext("seat", "N")
    yield sentence("of %(one)s", one=sentence("in a sentence"))
    yield Refused.because("refused")
    yield sentence(marked_elsewhere, name="a value")
    yield "not marked"
    yield _(count)
"""
PAGE = """{% load i18n %}
<p class="{# no text #}">{% translate "A heading" %}, it’s "said"</p>
  {% blocktranslate with name=who.name %}Hello, {{ name }}
and welcome{% endblocktranslate %}
{% blocktranslate trimmed count lines=lines|length %}
  {{ lines }} row
{% plural %}
  {{ lines }} rows
{% endblocktranslate %}
<a title="{% translate 'Shown (later' %}">{{ value|default:_("none") }}</a>
{% translate "May" context "month" %}
{% comment %}{% translate "left out" %}{% endcomment %}
"""


def test_every_way_to_mark_a_message_is_found(tmp_path: Path) -> None:
    for name, text in (("events/said.py", CODE), ("templates/page.html", PAGE)):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text)

    catalog = messages.messages_of_the_program(tmp_path)

    assert [(message.id, message.context) for message in catalog if message.id] == [
        ("plain", None),
        ("late", None),
        ("marked, in two parts", None),
        (("%(count)s line", "%(count)s lines"), None),
        ("N", "seat"),
        ("of %(one)s", None),
        ("in a sentence", None),
        ("refused", None),
        ("A heading", None),
        ("Hello, %(name)s\nand welcome", None),
        (("%(lines)s row", "%(lines)s rows"), None),
        ("Shown (later", None),
        ("none", None),
        ("May", "month"),
    ]


def test_what_is_not_translated_is_named() -> None:
    catalog = Catalog(locale="nl")
    catalog.add("done", "klaar")
    catalog.add("unsure", "misschien", flags={"fuzzy"})
    catalog.add(("a line", "lines"), ("een regel", ""))
    catalog.add("open")

    assert [message.id for message in messages.untranslated(catalog)] == [
        "unsure",
        ("a line", "lines"),
        "open",
    ]
