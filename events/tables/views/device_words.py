"""The devices of tables in the history of a line, in the reader's language."""

from django.utils.translation import gettext as _

from clubscore.browser_name import show_device
from events.models import TableMark
from events.tables.domain.device_name import read_device_name


def show_sender(stored: str) -> str:
    """What a log has of a device: of a table, or of a director."""
    name = read_device_name(stored)
    if name is None:
        return show_device(stored)
    words = {"place": name.place, "number": name.number}
    parts = [_("Table %(place)s") % words, *([_side(name.side)] if name.side else [])]
    text = ", ".join([*parts, _("device %(number)s") % words])
    return f"{text} ({show_device(name.browser)})" if name.browser else text


def _side(side: str) -> str:
    return {"NS": _("NS"), "EW": _("EW"), "N": _("North"), "E": _("East"),
            "S": _("South"), "W": _("West")}[side]  # fmt: skip


def show_agreement(reason: str) -> str:
    """How a result was confirmed; another text as it is."""
    known = reason in TableMark.How.values
    return str(TableMark.How(reason).label) if known else reason
