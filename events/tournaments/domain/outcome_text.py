"""Results of games and byes as a director types them and as pages show them.

A key or two: ``1 = 0`` as seen from White, ``+ -`` for a forfeit, ``*`` for a game to be played,
``u h f z`` for byes. What is written is read as the same value.
"""

from clubscore.problems import Problem, Refused, Sentence, gettext_noop, sentence
from events.tournaments.domain.outcome import Outcome
from events.tournaments.domain.results import Code

_TYPED = {
    Outcome.PENDING: ("*", "?"),
    Outcome.FIRST_WINS: ("1", "10", "1-0"),
    Outcome.DRAWN: ("=", "==", "½", "½-½", "=-=", "5", ".5", "0.5", "1/2", "1/2-1/2", "0.5-0.5"),
    Outcome.SECOND_WINS: ("0", "01", "0-1"),
    Outcome.HALF_TO_FIRST: ("=0", "½0", "½-0", "1/2-0", "0.5-0"),
    Outcome.HALF_TO_SECOND: ("0=", "0½", "0-½", "0-1/2", "0-0.5"),
    Outcome.BOTH_LOSE: ("00", "0-0"),
    Outcome.FORFEIT_TO_FIRST: ("+", "+-"),
    Outcome.FORFEIT_TO_SECOND: ("-", "-+"),
    Outcome.FORFEIT_BY_BOTH: ("--",),
    Outcome.FORFEIT_TO_BOTH: ("++",),
    Outcome.UNRATED_FIRST_WINS: ("w", "wl"),
    Outcome.UNRATED_DRAWN: ("d", "dd"),
    Outcome.UNRATED_SECOND_WINS: ("l", "lw"),
    Outcome.UNRATED_HALF_TO_FIRST: ("dl",),
    Outcome.UNRATED_HALF_TO_SECOND: ("ld",),
    Outcome.UNRATED_BOTH_LOSE: ("ll",),
}
_READ = {text: outcome for outcome, texts in _TYPED.items() for text in texts}

_SHOWN = {
    Outcome.PENDING: "",
    Outcome.FIRST_WINS: "1–0",
    Outcome.DRAWN: "½–½",
    Outcome.SECOND_WINS: "0–1",
    Outcome.HALF_TO_FIRST: "½–0",
    Outcome.HALF_TO_SECOND: "0–½",
    Outcome.BOTH_LOSE: "0–0",
    Outcome.FORFEIT_TO_FIRST: "+:−",
    Outcome.FORFEIT_TO_SECOND: "−:+",
    Outcome.FORFEIT_BY_BOTH: "−:−",
    Outcome.FORFEIT_TO_BOTH: "+:+",
    Outcome.UNRATED_FIRST_WINS: "1–0",
    Outcome.UNRATED_DRAWN: "½–½",
    Outcome.UNRATED_SECOND_WINS: "0–1",
    Outcome.UNRATED_HALF_TO_FIRST: "½–0",
    Outcome.UNRATED_HALF_TO_SECOND: "0–½",
    Outcome.UNRATED_BOTH_LOSE: "0–0",
}

_DESCRIBED = {
    Outcome.PENDING: gettext_noop("to be played"),
    Outcome.FIRST_WINS: gettext_noop("%(first)s wins"),
    Outcome.DRAWN: gettext_noop("draw"),
    Outcome.SECOND_WINS: gettext_noop("%(second)s wins"),
    Outcome.HALF_TO_FIRST: gettext_noop("half a point for %(first)s, none for %(second)s"),
    Outcome.HALF_TO_SECOND: gettext_noop("half a point for %(second)s, none for %(first)s"),
    Outcome.BOTH_LOSE: gettext_noop("lost for both"),
    Outcome.FORFEIT_TO_FIRST: gettext_noop("%(first)s wins by forfeit"),
    Outcome.FORFEIT_TO_SECOND: gettext_noop("%(second)s wins by forfeit"),
    Outcome.FORFEIT_BY_BOTH: gettext_noop("forfeit by both"),
    Outcome.FORFEIT_TO_BOTH: gettext_noop("both win by forfeit"),
    Outcome.UNRATED_FIRST_WINS: gettext_noop("%(first)s wins, not rated"),
    Outcome.UNRATED_DRAWN: gettext_noop("draw, not rated"),
    Outcome.UNRATED_SECOND_WINS: gettext_noop("%(second)s wins, not rated"),
    Outcome.UNRATED_HALF_TO_FIRST: gettext_noop(
        "half a point for %(first)s, none for %(second)s, not rated"
    ),
    Outcome.UNRATED_HALF_TO_SECOND: gettext_noop(
        "half a point for %(second)s, none for %(first)s, not rated"
    ),
    Outcome.UNRATED_BOTH_LOSE: gettext_noop("lost for both, not rated"),
}

_BYES = {
    Code.PAIRING_BYE: gettext_noop("pairing-allocated bye"),
    Code.HALF_BYE: gettext_noop("half-point bye"),
    Code.FULL_BYE: gettext_noop("full-point bye"),
    Code.ZERO_BYE: gettext_noop("zero-point bye"),
}


def read_outcome(text: str) -> Outcome:
    """How the game ended; nothing typed is a game to be played. Raises :class:`Refused`."""
    plain = _plain(text)
    if not plain:
        return Outcome.PENDING
    if plain in _READ:
        return _READ[plain]
    if plain in ("u", "h", "f", "z"):
        bye = gettext_noop(
            "“%(text)s” is a bye, but this is a game between two players. Change the pairings to "
            "give a bye."
        )
        raise Refused(Problem(sentence(bye, text=text.strip()), value=text))
    unknown = gettext_noop(
        "“%(text)s” is not a result. Type 1, = or 0 from White’s point of view (White is named "
        "first); + or - if one side did not come, -- if neither did; * for a game to be played."
    )
    raise Refused(Problem(sentence(unknown, text=text.strip()), value=text))


def write_outcome(outcome: Outcome) -> str:
    """The keys that mean it; empty for a game to be played."""
    return "" if outcome is Outcome.PENDING else _TYPED[outcome][0]


def show_outcome(outcome: Outcome) -> str:
    """``1–0``; empty for a game to be played. The first side's points come first."""
    return _SHOWN[outcome]


def describe_outcome(outcome: Outcome, *, first: str, second: str) -> Sentence:
    """``Clara Finch wins``, with these names of the two sides."""
    return sentence(_DESCRIBED[outcome], first=first, second=second)


def read_bye(text: str) -> Code:
    """The bye of a letter in either case. Raises :class:`Refused`."""
    plain = _plain(text).upper()
    for code in _BYES:
        if plain == code.value:
            return code
    unknown = gettext_noop(
        "“%(text)s” is not a bye. Type u for a pairing-allocated bye, h, f or z for a half-point, "
        "full-point or zero-point bye."
    )
    raise Refused(Problem(sentence(unknown, text=text.strip()), value=text))


def describe_bye(code: Code) -> Sentence:
    return sentence(_BYES[code])


def _plain(text: str) -> str:
    """Without case and spaces, and with one kind of dash."""
    plain = "".join(text.casefold().split())
    for dash in "–−—":
        plain = plain.replace(dash, "-")
    # Forfeits are shown with a colon, “+:−”, and what is shown can be typed.
    return plain.replace(":", "")
