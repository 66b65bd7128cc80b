"""The single switches of results from the tables, beyond the presets.

What a phone sends, read once: JSON becomes a typed value, or is refused.
"""

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.core.validators import MaxValueValidator, RegexValidator
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubscore.text.problems import Refused, sentence
from clubscore.web.editing import EditForm
from events.models import TableEntrySettings
from events.tables.domain.lines import whole, written_result
from events.tables.domain.sent import Sent

GROUPS: Final = (
    (_("Devices"), ("phones", "approve", "names")),
    (
        _("Entering and confirming"),
        ("lead", "confirm", "same_device", "re_entry", "second_look", "np_by_director"),
    ),
    (
        _("What players see"),
        (
            "traveller",
            "percent",
            "standings",
            "hide_last",
            "standings_at_end",
            "others",
            "show_reason",
        ),
    ),
    (_("Word and corrections"), ("evening_word", "correction_minutes")),
)
"""The fields under their headings, in order."""

A_WEEK: Final = 7 * 24 * 60
"""A week in minutes."""

MOST: Final = {"hide_last": 20, "correction_minutes": A_WEEK}

_DIGITS: Final = RegexValidator(r"\A[0-9]{4}\Z", _("The word of the evening is four digits."))


@dataclass(frozen=True, slots=True)
class Group:
    """Fields under a heading."""

    heading: str | Promise
    fields: list[forms.BoundField]


class SwitchesForm(EditForm, forms.ModelForm):
    """Each switch by itself; a preset sets most of them."""

    class Meta:
        model = TableEntrySettings
        fields = tuple(name for _heading, names in GROUPS for name in names)
        help_texts = {  # noqa: RUF012 - as Django has it
            "phones": _("Otherwise only devices that stay at a table, as the club’s tablets."),
            "approve": _("Until a phone at the table, or you, let them in."),
            "names": _(
                "In rounds 1 and 2, where the list has none, players write their names; the"
                " opponents agree. They find members by three letters or the number of the club."
            ),
            "second_look": _(
                "The opponents’ phone asks to check declarer and tricks once more; why, only you"
                " see. It tells players that others differ."
            ),
            "correction_minutes": _(
                "After publication, on the phone. A day has 1440, a week 10080."
            ),
            "evening_word": _("For laminated cards; empty: they lead nowhere."),
        }

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        for name, most in MOST.items():
            self.fields[name].validators.append(MaxValueValidator(most))
            self.fields[name].widget.attrs["max"] = most
        self.fields["evening_word"].validators.append(_DIGITS)

    @property
    def groups(self) -> list[Group]:
        """The fields under their headings."""
        return [Group(heading, [self[name] for name in names]) for heading, names in GROUPS]


MAX_DEPTH: Final = 8
"""Of lists and objects in each other; phones send two."""

MAX_BOARD: Final = 9999

_UNSTORED: Final = re.compile("[\0\ud800-\udfff]")
"""No database has a place for these."""

NO_JSON: Final = sentence("This is no JSON.")

NO_OBJECT: Final = sentence("This is no JSON object.")

NOT_SENT: Final = sentence("This has numbers, characters or lists that no phone sends.")


class UnfitJson(Refused):
    """It is JSON, with something that nothing can be done with."""

    def __init__(self) -> None:
        super().__init__(NOT_SENT)


def read_json(body: bytes) -> dict[str, Any]:
    """The object that was sent. Raises :class:`Refused` where there is none, and
    :class:`UnfitJson` for numbers that are none, characters that cannot be stored, and lists in
    lists without end."""
    try:
        values = json.loads(body or b"{}", parse_constant=_refuse_constant)
    except UnfitJson:
        raise
    except RecursionError as error:
        raise UnfitJson from error
    except ValueError as error:
        raise Refused(NO_JSON) from error
    if not _is_fit(values, MAX_DEPTH):
        raise UnfitJson
    if not isinstance(values, dict):
        raise Refused(NO_OBJECT)
    return values


def _refuse_constant(_name: str) -> None:
    """``NaN`` and ``Infinity`` are not JSON, but Python reads them."""
    raise UnfitJson


def _is_fit(value: object, depth: int) -> bool:
    match value:
        case str():
            return not _UNSTORED.search(value)
        case float():
            return math.isfinite(value)
        case dict():
            return depth > 0 and all(_is_fit(part, depth - 1) for part in (*value, *value.values()))
        case list():
            return depth > 0 and all(_is_fit(part, depth - 1) for part in value)
    return True


def read_sent(values: Mapping[str, Any]) -> Sent:
    """What was sent, with its types; what has another type counts as not sent."""
    board = whole(values.get("board"), 0)
    return Sent(
        key=key if isinstance(key := values.get("key"), str) else "",
        written=values,
        version=whole(values.get("version"), -1),
        result=written_result(values),
        accept=bool(values.get("accept")),
        agree=values["agree"] is True if "agree" in values else None,
        withdraw=bool(values.get("withdraw")),
        other=whole(values.get("other"), None),
        board=board if 0 < board <= MAX_BOARD else None,
        round=whole(values.get("round"), None),
        proposal=whole(values["proposal"], 0) if "proposal" in values else None,
        names=_names(values.get("names")),
        note=str(values.get("note") or ""),
        reason=str(values.get("reason") or ""),
        kind=str(values.get("kind") or ""),
        side=str(values.get("side") or ""),
        search=None if values.get("q") is None else str(values["q"]),
    )


def _names(names: object) -> dict[str, str]:
    """What was written for each seat, without empty fields."""
    if not isinstance(names, dict):
        return {}
    return {
        seat: text.strip() for seat, text in names.items() if isinstance(text, str) and text.strip()
    }
