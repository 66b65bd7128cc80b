"""The page of a phone in a tournament: a shell that is the same for all and is found again without
a network; it carries its words in all languages, and what it shows is asked for."""

from functools import cache

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _, pgettext
from django.views.decorators.http import require_GET

from events.devices.views import make_shell, only_where_written, shell_answer


@require_GET
@only_where_written
def phone(_request: HttpRequest) -> HttpResponse:
    """The shell: no data, no token, the words of both languages."""
    return shell_answer(_shell()[0])


def release() -> str:
    """The name of the shell's release: a phone that has another one loads it anew."""
    return _shell()[1]


@cache
def _shell() -> tuple[str, str]:
    return make_shell("events/hall/phone.html", lambda _language: texts())


def texts() -> dict[str, str]:
    """All words and sentences by name; ``%(name)s`` stands for a value."""
    return {**_game(), **_round(), **_asked(), **_phone()}


def _game() -> dict[str, str]:
    return {
        "round_board": _("Round %(round)s: board %(board)s"),
        "only_round": _("Round %(round)s"),
        "board": pgettext("place", "Board %(board)s"),
        "board_of": _("Board %(board)s: %(white)s against %(black)s"),
        "white": pgettext("colour", "White"),
        "black": pgettext("colour", "Black"),
        "you_are": _("You are %(colour)s against %(name)s"),
        "you_play": _("You play %(name)s"),
        "give_stone": _("you give 1 stone"),
        "give_stones": _("you give %(count)s stones"),
        "get_stone": _("you get 1 stone"),
        "get_stones": _("you get %(count)s stones"),
        "stone": _("1 stone"),
        "stones": _("%(count)s stones"),
        "no_stones": _("no stones"),
        "komi": _("komi %(komi)s"),
        "after_game": _("After the game: who won?"),
        "i_won": _("I won"),
        "draw": pgettext("result", "Draw"),
        "name_won": _("%(name)s won"),
        "says": _("%(name)s says: %(result)s"),
        "you_say": pgettext("a player", "You say: %(result)s"),
        "your_answer": _("Your answer is on its way."),
        "waiting_for": _("Waiting for %(name)s to agree."),
        "own_phone": _(
            "%(name)s has a phone, too, and agrees there; or the arbiter accepts your result."
        ),
        "taken_back": _("The arbiter took back the result."),
        "agree": _("Agree"),
        "agree_name": _("%(name)s: agree"),
        "agree_after_all": _("Agree after all"),
        "not_right": _("Not right"),
        "what_was_it": _("What was it?"),
        "only_not_right": _("Just not right"),
        "take_back": _("Take it back"),
        "hand_over": _("Hand over"),
        "hand_to": _("Hand the phone to %(name)s"),
        "arbiter_comes": _("You do not agree. The arbiter comes."),
        "correct": _("Correct the result"),
        "entered": _("Entered: %(result)s"),
        "by_arbiter": _("The arbiter entered this result."),
        "no_result": _("No result yet."),
        "not_here": _("This phone cannot answer."),
        "both_agree": _("Do both agree?"),
        "which_board": _("Which board?"),
        "all_in": _("All results are in."),
        "saved_here": _("saved on this phone"),
        "sending": _("It is being sent."),
    }


def _round() -> dict[str, str]:
    return {
        "tournament": _("Tournament"),
        "points": _("points: %(points)s"),
        "finished": _("The tournament is finished."),
        "default_time": _("Whoever is not there by %(time)s has lost."),
        "not_published": _("The pairings of round %(round)s are not published yet."),
        "has_bye": _("You have no game in round %(round)s: bye, points: %(points)s."),
        "bye": pgettext("no game", "bye"),
        "my_games": _("My games"),
        "letter_white": pgettext("one letter for White", "W"),
        "letter_black": pgettext("one letter for Black", "B"),
        "pairings": _("Pairings"),
        "pairings_of": _("Pairings of round %(round)s"),
        "standings": _("Standings"),
        "mms": _("McMahon score (MMS)"),
        "after_round": _("after round %(round)s"),
        "check_in": _("Check-in for round %(round)s"),
        "check_in_closes": _("It closes at %(time)s."),
        "here": _("I am here"),
        "is_here": _("You are checked in for round %(round)s."),
        "check_in_closed": _("Check-in is closed. Please go to the arbiter."),
        "not_here_after_all": _("I am not here after all"),
        "switch_off": _("Switch your phone off in the playing area."),
        "line_up": _("Line-up"),
        "line_up_of": _("Line-up of round %(round)s against %(opponent)s"),
        "line_up_help": _("Tap the players in the order of the boards, at most %(boards)s."),
        "line_up_sent": _("The line-up has been sent. It can be changed until the boards are set."),
        "send": _("Send"),
    }


def _asked() -> dict[str, str]:
    return {
        "ask": _("Bye or withdrawal"),
        "in_round": _("In round"),
        "why": _("A word to the arbiter, if you like"),
        "ask_half": _("Ask for a half-point bye"),
        "ask_zero": _("Ask for a bye without points"),
        "ask_withdraw": _("Withdraw from the tournament"),
        "withdraw_sure": _("You would play no further round. The arbiter decides."),
        "withdraw_yes": _("Yes, I withdraw"),
        "kind_half-bye": _("Half-point bye in round %(round)s"),
        "kind_zero-bye": _("Bye without points in round %(round)s"),
        "kind_withdraw": _("Withdrawal"),
        "request_open": _("the arbiter is asked."),
        "request_granted": _("granted."),
        "request_refused": _("refused."),
        "call": _("Call the arbiter"),
        "withdraw_call": _("Take the call back"),
        "called": _("The arbiter is called."),
        "coming": _("The arbiter comes."),
    }


def _phone() -> dict[str, str]:
    return {
        "device_board": pgettext("place", "Board"),
        "device_tablet": _("Results"),
        "device_team": _("Captain"),
        "device_look": _("Tournament"),
        "device_player": _("Tournament"),
        "looks": _("This phone only looks."),
        "not_proven": _("To report results, show these digits to the arbiter:"),
        "not_proven_own": _(
            "To report results, let this phone in on your other one by these digits, or show them "
            "to the arbiter:"
        ),
        "not_proven_opponent": _(
            "To report results, show these digits to the arbiter or your opponent:"
        ),
        "not_let_in": _("The arbiter lets this device in by these digits:"),
        "asks_in": _("%(name)s has another phone, with the digits %(show)s. Is that so?"),
        "allow": _("Yes, let it in"),
        "type_code": _("Type the code"),
        "more": _("More"),
        "back": _("Back"),
        "leave": _("Leave the tournament on this phone"),
        "leave_sure": _("The phone is no longer bound. Results stay. Leave?"),
        "settings": _("This phone"),
        "size": _("Size of the text"),
        "turn": _("Turn for the player opposite"),
        "dark": _("Dark"),
        "in_language": _("Language"),
        "no_contact": _("No contact for %(seconds)s s. You can go on."),
        "unsent": _("%(count)s saved on this phone, not sent yet"),
        "understood": _("Understood"),
        "cannot_store": _(
            "This phone cannot store anything: do not close the page before all is sent."
        ),
    }
