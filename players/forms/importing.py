"""Importing a file of players: uploaded or pasted, previewed, imported.

What a director chose on the page of a list of members: columns, lines, what is shown.

The page sends what is chosen for the lines that it shows; for the others it carries the choices
along in one field. What comes back otherwise than the page sent it is left out.

A federation's list to be loaded.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy as _

from clubscore.files.spreadsheets.workbook import MAX_COLUMNS
from clubscore.files.uploads import EncodingField, IntakeForm, SourceFileField, SourceTextField
from clubscore.text.numbers import whole_number
from players.domain.members.choices import POSSIBLE, Choice, Choices
from players.domain.members.columns import Fact
from players.figures import MAX_FILE_SIZE, Source
from players.models.lookup import MAX_LIST_NAME

LENIENT, STRICT = "lenient", "strict"


class SourceForm(IntakeForm):
    """A file, or its text, or what was previewed before."""

    carried_field, name_field = "kept", "name"
    limit = MAX_FILE_SIZE
    encoding_of_pasted = "utf-8"
    nothing_came = _("Choose a file or paste its lines.")

    file = SourceFileField(
        label=_("File of players"),
        max_length=255,
        help_text=_("Tab-delimited text, CSV, or a spreadsheet (.xlsx)."),
    )
    text = SourceTextField(
        label=_("Or its lines"),
        required=False,
        rows=10,
        css="font-monospace small",
        help_text=_("Lines copied from a spreadsheet can be pasted here."),
    )
    profile = forms.ChoiceField(
        label=_("How the file is read"),
        required=False,
        choices=[
            (LENIENT, _("as any list of members")),
            (STRICT, _("exactly as GoDraw, a register file to the letter")),
        ],
        initial=LENIENT,
        widget=forms.RadioSelect,
    )
    kept = forms.CharField(required=False, widget=forms.HiddenInput)
    name = forms.CharField(required=False, max_length=255, widget=forms.HiddenInput)
    encoding = EncodingField(label=_("Read it as"), found=_("detected automatically"))

    source: Source | None = None

    def received(self) -> Source:
        """What was sent, also as ``source`` from then on."""
        came = super().received()
        self.source = Source(came.data, came.name, came.encoding)
        return self.source


CARRIED = "choices"
"""The field with the choices of lines that are not shown."""

_KEY = r"[0-9]{1,9}(?:\.[0-9])?"

_CARRIED = re.compile(rf"({_KEY})([a-z])", re.ASCII)

_LETTERS = {choice.value[0]: choice for choice in Choice}

_CHOICE = re.compile(rf"choice-({_KEY})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which lines are shown: of a kind (empty for those that matter most), and which page."""

    kind: str = ""
    page: int = 1


def chosen_columns(sent: QueryDict) -> dict[int, Fact]:
    """The facts that were chosen for columns."""
    facts = {fact.value: fact for fact in Fact}
    texts = ((place, sent.get(f"column-{place}", "")) for place in range(MAX_COLUMNS))
    return {place: facts[text] for place, text in texts if text in facts}


def read_choices(sent: QueryDict) -> Choices:
    """What is done with each line, with each kind of lines, and with those that have a problem."""
    kinds = {
        action: Choice(text)
        for action, possible in POSSIBLE.items()
        if (text := sent.get(f"all-{action}", "")) in possible
    }
    lines = {
        key: _LETTERS[letter]
        for key, letter in _CARRIED.findall(sent.get(CARRIED, ""))
        if letter in _LETTERS
    }
    for name in sent:
        if found := _CHOICE.fullmatch(name):
            _choose(lines, found[1], sent.get(name, ""))
    return Choices(kinds, lines, leaves_out_problems="leave-out" in sent)


def carried(lines: Mapping[str, Choice], *, besides: set[str]) -> str:
    """The choices of lines as the page carries them, without those that it shows."""
    return ",".join(
        f"{key}{choice.value[0]}" for key, choice in lines.items() if key not in besides
    )


def read_wanted(sent: QueryDict) -> Wanted:
    """Which lines are to be shown."""
    # Another page is of the same kind.
    kind = sent.get("show", sent.get("kind", ""))
    return Wanted(kind, whole_number(sent.get("page", "")) or 1)


def _choose(lines: dict[str, Choice], key: str, text: str) -> None:
    """Choose for a line; nothing is as for all of its kind."""
    lines.pop(key, None)
    if text in set(Choice):
        lines[key] = Choice(text)


_CODE: Final = re.compile(r"[A-Za-z]{2,3}")


class LookupForm(forms.Form):
    """The file, the name of the list, and the federations whose players are wanted."""

    file = forms.FileField(
        label=_("File of the list"),
        max_length=255,
        help_text=_("A text, XML or CSV file, or a zip archive of one, of any size."),
        error_messages={
            "required": _("Choose the file of the list."),
            "empty": _("The file is empty."),
        },
    )
    name = forms.CharField(
        label=_("Name of the list"),
        max_length=MAX_LIST_NAME,
        help_text=_(
            "The month is added as the file’s name or heading says it. A list of the same name and "
            "month is replaced once the new one is complete."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "list-names"}),
    )
    federations = forms.CharField(
        label=_("Only these federations"),
        required=False,
        max_length=200,
        help_text=_("Such as NED BEL; empty for all."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, comes_in_pieces: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].required = not comes_in_pieces

    def clean_federations(self) -> tuple[str, ...]:
        codes = tuple(re.split(r"[\s,;]+", self.cleaned_data["federations"].strip()))
        for code in filter(None, codes):
            if not _CODE.fullmatch(code):
                wrong = gettext("“%(code)s” is not the code of a federation: two or three letters.")
                raise ValidationError(wrong % {"code": code})
        return tuple(filter(None, codes))
