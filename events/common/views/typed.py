"""What was typed in the field of a line, as the page's script sends it."""

from django.http import QueryDict

from clubscore.problems import Refused, gettext_noop, sentence


def typed_text(sent: QueryDict) -> str:
    """The text; empty clears the line. Raises :class:`Refused` where none was sent.

    A page that was opened before an upgrade may send the text under another name: read as
    empty, it would clear the line.
    """
    text = sent.get("typed")
    if text is None:
        older = gettext_noop(
            "This page is older than the program on the server. Reload it, and type the result"
            " again."
        )
        raise Refused(sentence(older))
    return text
