"""A form that changes what is stored: the mixin that every such form has.

Its page has ``{{ form.shown }}`` in it, the fields as a browser would send them untouched. The
form must be made under the lock under which its values are written; see :mod:`.locking`.
"""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.formats import date_format
from django.utils.functional import Promise, cached_property
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.editing.comparison import compare
from clubscore.editing.widgets import Pair, name_ends, sent_pairs

SHOWN = "shown"
ABOUT = "about-"
Raw = Any
"""A value as a widget reads it from what was sent: a text, a list of texts, a boolean."""


class EditForm(forms.BaseForm):
    """Takes over what others changed meanwhile, and asks about what both changed.

    A form without ``shown``, as a script sends it, is taken as it is.
    """

    not_stored: frozenset[str] = frozenset()
    """Fields that show nothing stored, such as a reason."""
    changed_about: str | Promise = gettext_lazy(
        "Somebody else has entered another player here. Save again to store yours."
    )
    """What is asked when a field has become one about somebody else; see :meth:`about`."""
    shown_before: str | None = None
    """What the page showed at first, where the form was not made from what is stored."""

    @property
    def shown(self) -> SafeString:
        """The hidden field with what the page shows of what is stored."""
        text = self.shown_text if self.shown_before is None else self.shown_before
        return shown_field(SHOWN, text)

    @property
    def shown_text(self) -> str:
        pairs = [pair for name in self._compared() for pair in self._stored_pairs(name)]
        about = [(ABOUT + name, self.about(name)) for name in self._compared()]
        return urlencode([*pairs, *(pair for pair in about if pair[1])])

    def about(self, name: str) -> str:
        """Whom a field is about, where that may change too: the number of a player."""
        return ""

    def stored_value(self, name: str) -> Any:
        """What is stored in a field, where the field may show something else."""
        return self[name].initial

    @cached_property
    def changed_data(self) -> list[str]:
        """The fields that were changed; not those that a browser merely writes in another way."""
        changed = super().changed_data
        return [name for name in changed if _plain(self[name].data) != _plain(self[name].initial)]

    def full_clean(self) -> None:
        conflicts = self._take_over() if self.is_bound and SHOWN in self.data else {}
        super().full_clean()
        for name, question in conflicts.items():
            self.add_error(name, question)

    def _take_over(self) -> dict[str, str]:
        """Let the form hold what somebody else changed; what is asked about what both changed."""
        page = QueryDict(self.data[SHOWN])
        shown = self._read(page)
        stored_as_sent = QueryDict(self.shown_text)
        stored, sent = self._read(stored_as_sent), self._read(self.data)
        comparison = compare(shown=shown, stored=stored, sent=sent, same=self._same)
        theirs = [name for name, value in comparison.values.items() if value is not sent[name]]
        if theirs:
            self.data = self.data.copy()  # type: ignore[attr-defined]
        for name in theirs:
            for key in self._keys(name):
                self.data.setlist(key, stored_as_sent.getlist(key))  # type: ignore[attr-defined]
        return {
            name: overwrites(as_words(self.fields[name], now))
            for name, now in comparison.conflicts.items()
        } | {
            name: str(self.changed_about)
            for name in self._compared()
            if page.get(ABOUT + name, "") != self.about(name)
            and not self._same(name, sent[name], shown[name])
        }

    def _compared(self) -> list[str]:
        return [
            name
            for name, field in self.fields.items()
            if not field.disabled and name not in self.not_stored
        ]

    def _stored_pairs(self, name: str) -> list[Pair]:
        return sent_pairs(self.fields[name], self.add_prefix(name), self.stored_value(name))

    def _read(self, data: Any) -> dict[str, Raw]:
        return {
            name: self.fields[name].widget.value_from_datadict(data, {}, self.add_prefix(name))
            for name in self._compared()
        }

    def _keys(self, name: str) -> list[str]:
        return [self.add_prefix(name) + end for end in name_ends(self.fields[name].widget)]

    def _same(self, name: str, one: Raw, other: Raw) -> bool:
        one, other = _plain(one), _plain(other)
        if one == other:
            return True
        field = self.fields[name]
        if isinstance(field, forms.ModelChoiceField):
            # They differ, and to clean them would cost a query each.
            return False
        try:
            return bool(field.clean(one) == field.clean(other))
        except forms.ValidationError:
            return False


def shown_field(name: str, text: str) -> SafeString:
    """A hidden field that keeps its value when the browser goes back to the page."""
    template = '<input type="hidden" name="{}" value="{}" autocomplete="off">'
    return format_html(template, name, text)


def overwrites(now: str) -> str:
    """What is said of a field that somebody else has changed too; ``now`` is what is stored."""
    if not now:
        return _("Somebody else has emptied this meanwhile. Save again to overwrite with yours.")
    changed = _(
        "Somebody else has changed this to “%(now)s” meanwhile. Save again to overwrite with yours."
    )
    return changed % {"now": now}


def as_words(field: forms.Field, value: Raw) -> str:
    """A stored value as the page words it."""
    values = value if isinstance(value, list | tuple) else [value]
    if isinstance(field, forms.DateField) and isinstance(value, str) and value:
        return date_format(field.to_python(value) or value, "j F Y")
    choices = getattr(field, "choices", ())
    wanted = [str(each) for each in values if each not in (None, "")]
    if not choices:
        return ", ".join(wanted)
    labels = {str(key): str(label) for key, label in choices if str(key) in wanted}
    return ", ".join(labels.get(each, each) for each in wanted)


def _plain(value: Raw) -> Raw:
    """Nothing is nothing, however a widget writes it; and a browser ends every line in CRLF."""
    if value is None or value == []:
        return ""
    return value.replace("\r\n", "\n") if isinstance(value, str) else value
