"""Why a movement is offered, in plain sentences."""

from collections.abc import Iterator

from clubscore.problems import Sentence, gettext_noop, sentence
from movements.domain.plans import Family, Plan

_WHY = {
    Family.MITCHELL: gettext_noop(
        "North–South stay, East–West move up a table: simple to run, with a ranking for each side."
    ),
    Family.MITCHELL_ONE: gettext_noop(
        "Simple to run; the arrow switch at the end makes one ranking of both sides."
    ),
    Family.RELAY: gettext_noop(
        "Every North–South pair meets every East–West pair, with a ranking for each side."
    ),
    Family.RELAY_ONE: gettext_noop(
        "Every North–South pair meets every East–West pair; the arrow switch at the end makes one "
        "ranking."
    ),
    Family.WEB: gettext_noop(
        "Everybody plays all the boards in few rounds, with a ranking for each side."
    ),
    Family.WEB_ONE: gettext_noop(
        "Everybody plays all the boards in few rounds; the arrow switch at the end makes one "
        "ranking."
    ),
    Family.HESITATION: gettext_noop(
        "One round more than a Mitchell and one ranking: whoever comes to the last table plays "
        "there twice, the second time North–South."
    ),
    Family.DOUBLE: gettext_noop(
        "Two rounds more than a Mitchell and one ranking: whoever comes to the last table then "
        "plays two rounds North–South."
    ),
    Family.HOWELL: gettext_noop("Everybody meets everybody, in one ranking."),
    Family.RAINBOW: gettext_noop(
        "Everybody has another partner in every round; there is a ranking of those who sit "
        "North–South and one of those who sit East–West."
    ),
    Family.RAINBOW_ONE: gettext_noop(
        "Everybody has another partner in every round; the arrow switch at the end makes one "
        "ranking."
    ),
    Family.WHIST: gettext_noop(
        "Everybody has another partner in every round, in one ranking; one player stays."
    ),
}


def why(plan: Plan, staying: int) -> Iterator[Sentence]:
    """The advantages of a movement, and then what it needs."""
    if plan.family is Family.HOWELL and plan.rounds < 2 * plan.tables - 1:
        message = gettext_noop("One ranking in fewer rounds than a Howell; %(staying)s pairs stay.")
        if staying == 1:
            message = gettext_noop("One ranking in fewer rounds than a Howell; one pair stays.")
        yield sentence(message, staying=staying)
    elif plan.family is Family.WHIST and plan.rounds == plan.contestants - 1:
        complete = gettext_noop(
            "Everybody partners everybody once and plays against everybody twice, in one ranking; "
            "one player stays."
        )
        yield Sentence(complete)
    else:
        yield Sentence(_WHY[plan.family])
    if plan.copies > 1:
        yield Sentence(gettext_noop("It needs two sets of the boards."))
    if plan.shares_boards:
        yield Sentence(gettext_noop("Some tables share their boards."))
    if plan.rounds < plan.groups:
        message = gettext_noop("Each plays %(played)s %% of the boards.")
        yield sentence(message, played=100 * plan.rounds // plan.groups)


def about_boards(boards: int, asked: int, *, has_other: bool) -> Sentence:
    """How the best movement stands to the number of boards that was asked for; ``has_other`` says
    whether another that fits has just that number."""
    message = gettext_noop("It has the %(asked)s boards asked for.")
    if boards != asked and has_other:
        message = gettext_noop(
            "It has %(boards)s boards, not %(asked)s: what fits with %(asked)s boards compares less"
            " evenly, shares boards, or has two rankings."
        )
    elif boards != asked:
        message = gettext_noop("It has %(boards)s boards: nothing that fits has just %(asked)s.")
    return sentence(message, boards=boards, asked=asked)
