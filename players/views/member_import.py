"""A list of members: looked at, answered, imported, into the register or a tournament."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.actor import actor
from clubscore.problems import Refused
from clubscore.sentences import translate_refusal
from players.domain.members.choices import Choices
from players.forms.importing import SourceForm
from players.forms.members import Wanted, chosen_columns, read_choices, read_wanted
from players.services.member_files import MemberList, read_member_list
from players.services.members import Imported
from players.services.register_files import Source
from players.views.destination import Destination
from players.views.import_rows import MAX_EDITABLE_LENGTH, label_of_encoding, text_of
from players.views.member_preview import preview_of


def import_list(request: HttpRequest, destination: Destination, source: Source) -> HttpResponse:
    """Show what a list would do; on the button, do it. Raises :class:`Refused` for no list."""
    choices = read_choices(request.POST)
    found = _read(request, destination, source)
    # Another encoding may have been chosen since the members were shown.
    if "import" not in request.POST or request.POST.get("seen") != source.encoding:
        return _preview(request, destination, source, found, choices)
    try:
        imported = destination.members(
            members=found.members,
            by=actor(request),
            choices=choices,
            seen=request.POST.get("mark", ""),
        )
    except Refused as refusal:
        # As the register is now: it may have changed since the list was read.
        found = _read(request, destination, source)
        return _preview(request, destination, source, found, choices, refusal)
    messages.success(request, _imported(imported, destination))
    return redirect(destination.afterwards)


def _read(request: HttpRequest, destination: Destination, source: Source) -> MemberList:
    return read_member_list(
        source=source,
        registration=destination.registration,
        chosen=chosen_columns(request.POST),
        unused=destination.unused,
    )


def _preview(
    request: HttpRequest,
    destination: Destination,
    source: Source,
    found: MemberList,
    choices: Choices,
    refusal: Refused | None = None,
) -> HttpResponse:
    text = text_of(source) if found.encoding else None
    editable = text.text if text and len(text.text) <= MAX_EDITABLE_LENGTH else ""
    context = {
        "destination": destination,
        "source": source,
        "again": SourceForm(initial=SourceForm().carried(source)),
        # After a refusal, the lines that matter may be others.
        "preview": preview_of(found, choices, Wanted() if refusal else read_wanted(request.POST)),
        "refusals": translate_refusal(refusal)[:1] if refusal else [],
        "read_as": label_of_encoding(found.encoding) if source.name and found.encoding else "",
        "editable": editable if found.problems else "",
    }
    status = 422 if refusal or not found.members.count else 200
    return render(request, "players/import_members.html", context, status=status)


def _imported(imported: Imported, destination: Destination) -> str:
    """What was done, in a sentence for each."""
    added, changed, left_out = imported.added, imported.changed, imported.left_out
    new = ngettext(
        "%(count)s player is new in the register.",
        "%(count)s players are new in the register.",
        added,
    )
    updated = ngettext("%(count)s player was updated.", "%(count)s players were updated.", changed)
    without = ngettext("%(count)s line was left out.", "%(count)s lines were left out.", left_out)
    counted = ((added, new), (changed, updated), (left_out, without))
    said = [text % {"count": count} for count, text in counted if count]
    if destination.tournament:
        said.append(_entered(len(imported.present), destination.tournament))
    return " ".join(said) or _("Nothing has changed: everything was in the register already.")


def _entered(count: int, tournament: str) -> str:
    text = ngettext(
        "%(count)s player takes part in “%(tournament)s”.",
        "%(count)s players take part in “%(tournament)s”.",
        count,
    )
    return text % {"count": count, "tournament": tournament}
