"""The page of a deletion, its form, and the backup made before it.

What a deletion would change.

A plan has a stamp that changes whenever its content does. The service compares the stamp with that
of the page, from before the backup was made: so the backup has everything that is deleted.
"""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy

from clubscore.keeping.backups.store import Reason, make_backup
from clubscore.text.problems import Refused, Sentence, gettext_noop, sentence
from clubscore.text.sentences import translate, translate_refusal
from clubscore.web.visitors import actor


@dataclass(frozen=True, slots=True)
class Page:
    """The texts of the page, and the addresses before and after it."""

    heading: str
    button: str
    back: str
    after: str
    done: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What would be deleted: the ``name`` to type, the stamp of what there is (``seen``), how many
    results it has, and a sentence for each thing that changes with it."""

    name: str
    seen: str
    results: int = 0
    changes: tuple[Sentence, ...] = ()


class NameForm(forms.Form):
    """The name of what is deleted, typed once more."""

    name = forms.CharField(
        label=gettext_lazy("Type the name to delete it"), required=False, max_length=500
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, data: Any, *, plan: Plan) -> None:
        super().__init__(data)
        self._plan = plan
        self.fields["name"].widget.attrs |= {"autocomplete": "off", "spellcheck": "false"}

    def clean_name(self) -> str:
        """The name, if it is the right one."""
        typed: str = self.cleaned_data["name"]
        if not same_name(typed, self._plan.name):
            wrong = _("This is not the name. Type: %(name)s") % {"name": self._plan.name}
            raise forms.ValidationError(wrong)
        return typed

    def clean_seen(self) -> str:
        """The stamp, if nothing was changed since the page was shown."""
        seen: str = self.cleaned_data["seen"]
        if seen != self._plan.seen:
            raise forms.ValidationError(_(CHANGED))
        return seen


def ask(
    request: HttpRequest, *, plan: Callable[[], Plan], delete: Callable[..., object], page: Page
) -> HttpResponse:
    """Show the plan; with the name typed, make a backup and ``delete(seen=…, backup=…, by=…)``."""
    current = plan()
    form = NameForm(request.POST if request.method == "POST" else None, plan=current)
    if not form.is_valid():
        return _show(request, form, current, page, _texts(form, "seen"))
    try:
        backup = back_up()
    except Refused as refusal:
        problems = translate_refusal(refusal)
        unsafe = _("Nothing was deleted, because there would be no backup of it.")
        return _show(request, form, current, page, [*problems, unsafe])
    try:
        delete(seen=current.seen, backup=backup, by=actor(request))
    except Refused as refusal:
        return _show(request, form, plan(), page, translate_refusal(refusal))
    messages.success(request, page.done)
    return redirect(page.after)


def back_up() -> str:
    """Make the backup without which nothing is deleted; its name. Raises :class:`Refused`."""
    backup = make_backup(Reason.DELETION)
    return backup.name if backup else ""


CHANGED = gettext_noop(
    "This was changed in the meantime. Nothing was deleted; look at the page again."
)

_QUOTES = str.maketrans("‘’“”", "''\"\"")


def same_name(typed: str, name: str) -> bool:
    """Whether a name was typed right: case, spaces and the shape of quotes do not matter."""
    return _plain(typed) == _plain(name)


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).translate(_QUOTES).casefold().split())


def _texts(form: NameForm, field: str) -> list[str]:
    return [str(error) for error in form.errors.get(field, [])]


def _show(
    request: HttpRequest, form: NameForm, plan: Plan, page: Page, problems: list[str]
) -> HttpResponse:
    context = {
        "page": page,
        "plan": plan,
        "changes": [translate(change) for change in plan.changes],
        "form": form,
        "problems": problems,
    }
    status = 422 if form.is_bound else 200
    return render(request, "clubscore/delete.html", context, status=status)


def refuse_unless_seen(plan: Plan, seen: str | None) -> None:
    """Raise :class:`Refused` when what is deleted is not what a page showed; with ``None`` no page
    showed it."""
    if seen is not None and seen != plan.seen:
        raise Refused(sentence(CHANGED))
