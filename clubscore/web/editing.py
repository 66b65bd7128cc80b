"""A form that changes what is stored: the mixin that every such form has.

Its page has ``{{ form.shown }}`` in it, the fields as a browser would send them untouched. The
form must be made under the lock under which its values are written; see :mod:`.locking`.

Two people change the same values: what each of them changed, and what both did.

What is sent to a page is compared and written under one lock.

Rows of texts that change what is stored, on pages that have no form of Django's for them.

What a browser sends for a form that nobody touched, as pairs of a name and a text.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import wraps
from operator import eq
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from django import forms
from django.contrib.admin.widgets import RelatedFieldWidgetWrapper
from django.forms import CheckboxInput, Field, MultiWidget, Widget
from django.forms.widgets import ChoiceWidget
from django.http import HttpRequest, HttpResponseBase, QueryDict
from django.utils.formats import date_format
from django.utils.functional import Promise, cached_property
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy

from clubscore.database.transactions import in_transaction
from clubscore.web.one_time_keys import forget_queued_messages, queued_messages

SHOWN = "shown"

ABOUT = "about-"

Raw = Any
"""A value as a widget reads it from what was sent: a text, a list of texts, a boolean."""

Pair = tuple[str, str]


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
        """The number of the player whom a field is about, where that may change too."""
        return ""

    def stored_value(self, name: str) -> Any:
        """What is stored in a field, where the field may show something else."""
        return self[name].initial

    @cached_property
    def changed_data(self) -> list[str]:
        """The fields that were changed; not those that a browser merely writes in another way."""
        changed = (name for name in super().changed_data if not self.fields[name].disabled)
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


V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Comparison(Generic[V]):
    """``values`` are those to be stored, by name, once nothing is in doubt; ``conflicts`` the
    stored values of what both changed, each in another way."""

    values: dict[str, V]
    conflicts: dict[str, V]


def compare(
    *,
    shown: Mapping[str, V],
    stored: Mapping[str, V],
    sent: Mapping[str, V],
    same: Callable[[str, V, V], bool] = lambda _name, one, other: eq(one, other),
) -> Comparison[V]:
    """Compare the values that were sent with those that the page showed and those stored now.

    What the user left as it was becomes what is stored. What the page did not show cannot have
    been changed by two. ``same`` says whether two values of a name mean the same.
    """
    values, conflicts = dict(sent), {}
    for name, wanted in sent.items():
        if name not in shown or name not in stored or same(name, stored[name], shown[name]):
            continue
        if same(name, wanted, shown[name]):
            values[name] = stored[name]
        elif not same(name, wanted, stored[name]):
            conflicts[name] = stored[name]
    return Comparison(values, conflicts)


P = ParamSpec("P")

View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def under_lock(
    lock: Callable[..., Any], *, when: Callable[[HttpRequest], bool] = lambda _request: True
) -> Callable[[View[P]], View[P]]:
    """Begin every POST of a view with ``lock``, a service that is called with the values of the
    address, and run it in one transaction.

    So what the form compares with stays as it is until its changes are written. A lock for
    something that is not there locks nothing; the view says so. ``when`` says which POSTs store
    something, where a page also asks.
    """

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def locked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if request.method != "POST" or not when(request):
                return view(request, *args, **kwargs)

            said = len(queued_messages(request))

            @in_transaction
            def compare_and_write() -> HttpResponseBase:
                # After a deadlock all of it runs again, and what the first try said is not so.
                forget_queued_messages(request, after=said)
                lock(**kwargs)
                return view(request, *args, **kwargs)

            return compare_and_write()

        return locked

    return decorate


Texts = Mapping[str, str]
"""The texts of the fields by their names; an empty field may be left out."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The texts to go on with, and the question about each that somebody else has changed too."""

    texts: dict[str, str]
    questions: dict[str, str]


def shown_texts(name: str, stored: Texts) -> SafeString:
    """The hidden field with the texts that a page shows."""
    return shown_field(name, urlencode([pair for pair in stored.items() if pair[1]]))


def compare_texts(*, shown: str | None, stored: Texts, sent: Texts) -> Rows:
    """Compare the texts that were sent, as a form does; without ``shown`` they are taken as they
    are."""
    if shown is None:
        return Rows(dict(sent), {})
    before = QueryDict(shown)
    names = [*sent, *(name for name in stored if name not in sent)]
    comparison = compare(
        shown={name: before.get(name, "") for name in names},
        stored={name: stored.get(name, "") for name in names},
        sent={name: sent.get(name, "") for name in names},
        same=lambda _name, one, other: one.strip() == other.strip(),
    )
    questions = {name: overwrites(now) for name, now in comparison.conflicts.items()}
    return Rows(comparison.values, questions)


def sent_pairs(field: Field, name: str, value: Any) -> list[Pair]:
    """The pairs that a browser sends for a field which shows a value."""
    return list(_pairs(field.widget, name, field.prepare_value(value)))


def name_ends(widget: Widget) -> list[str]:
    """What follows the name of the field in the names of what its widget sends."""
    return list(getattr(widget, "widgets_names", [""]))


def _pairs(widget: Widget, name: str, value: Any) -> Iterator[Pair]:
    if isinstance(widget, RelatedFieldWidgetWrapper):
        widget = widget.widget
    if isinstance(widget, MultiWidget):
        parts = value if isinstance(value, list) else widget.decompress(value) or []
        for end, inner, part in zip(name_ends(widget), widget.widgets, parts, strict=True):
            yield from _pairs(inner, name + end, part)
    elif isinstance(widget, CheckboxInput):
        if widget.check_test(value):
            yield name, "on"
    elif isinstance(widget, ChoiceWidget):
        for text in widget.format_value(value):
            yield name, str(text)
    else:
        text = widget.format_value(value)
        yield name, "" if text is None else str(text)
