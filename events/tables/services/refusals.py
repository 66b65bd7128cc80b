"""Why a phone is refused, with the status of the answer."""

from clubscore.problems import Refused, Sentence, gettext_noop, sentence


class TableRefused(Refused):
    """What a phone sent is not done; ``status`` is that of the answer."""

    def __init__(self, status: int, message: Sentence) -> None:
        self.status = status
        super().__init__(message)


NOT_HERE = sentence(gettext_noop("This board is not at your table in this round."))
NOT_BOUND = sentence(gettext_noop("This phone waits to be allowed in."))
ONLY_LOOKS = sentence(gettext_noop("This phone only looks. Scan the code of the table to enter."))
FINISHED = sentence(
    gettext_noop("The session is finished. Give the result to the director on paper.")
)
SWITCHED_OFF = sentence(
    gettext_noop("The director has switched off results from the tables. Use paper.")
)
CHANGED = sentence(gettext_noop("This board has another result by now. Look at it again."))
BY_DIRECTOR = sentence(
    gettext_noop("The director has entered this result. Call the director if it is wrong.")
)
RULED = sentence(gettext_noop("The director has made a ruling on this board."))
TOO_MANY = sentence(gettext_noop("Too many at once. Wait a minute and try again."))
GONE = sentence(gettext_noop("The movement has changed: this board is not played there any more."))
