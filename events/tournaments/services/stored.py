"""Whether what a page showed of a tournament is still there; asked under the tournament's lock."""

from collections.abc import Collection

from clubscore.problems import Refused, gettext_noop, sentence
from events.models import Entry, Round


def read_again(entry: Entry, *, but: Collection[str] = ()) -> None:
    """Read an entry as it is stored now, but for the fields that are about to be saved.

    Raises :class:`Refused` when it was removed.
    """
    names = [field.name for field in Entry._meta.concrete_fields if field.name not in but]
    try:
        entry.refresh_from_db(fields=names)
    except Entry.DoesNotExist as error:
        removed = gettext_noop("This player was removed from the tournament in the meantime.")
        raise Refused(sentence(removed)) from error


def refuse_removed_round(round: Round) -> None:  # noqa: A002
    """Raise :class:`Refused` when the tournament has fewer rounds by now."""
    if not Round.objects.filter(pk=round.pk).exists():
        gone = gettext_noop("Round %(number)s was removed in the meantime.")
        raise Refused(sentence(gone, number=round.number))
