from typing import Any

import pytest

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import Game, LogEntry, RoundResult, Tournament
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.rounds.services import results as service
from events.tournaments.rounds.services.pairings import set_pairings
from tests.events import factories
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db
BY = Actor()


@pytest.fixture
def cup() -> Tournament:
    """Three players in the first round: 1 with White against 2, and a half-point bye for 3."""
    made = cups.tournament(entries=3)
    pairings = Pairings(((1, 2),), ((3, Code.HALF_BYE),))
    set_pairings(round=made.rounds.get(number=1), pairings=pairings, by=BY)
    return made


def enter(cup: Tournament, text: str, **values: Any) -> service.Entered:
    values = {"by": BY} | values
    return service.enter_result(tournament=cup, game_id=Game.objects.get().pk, text=text, **values)


def bye(cup: Tournament, text: str, **values: Any) -> RoundResult:
    pk = RoundResult.objects.get(game=None).pk
    return service.enter_bye(tournament=cup, result_id=pk, text=text, by=BY, **values)


def codes(cup: Tournament) -> list[str]:
    """The codes of the first round, by starting number."""
    return [entrant.results[0].code.value for entrant in tournament_value(cup).entrants]


def last(cup: Tournament) -> LogEntry:
    return LogEntry.objects.filter(tournament=cup).first()


def undo(cup: Tournament) -> None:
    service.undo_result(tournament=cup, log_id=service.last_result(cup).pk, by=BY)


def test_a_result_is_kept_for_both_sides(cup: Tournament) -> None:
    entered = enter(cup, "+")
    assert (codes(cup), entered.before, entered.changed) == (["+", "-", "H"], "**", True)


def test_a_result_is_logged_with_who_and_why(cup: Tournament) -> None:
    director = factories.DirectorFactory()
    enter(cup, "1", by=Actor(user=director, device="Browser"), reason="score sheet")
    entry, game = last(cup), Game.objects.get()
    place = {
        "game": game.pk,
        "round": 1,
        "board": 1,
        "white": "1 Finch, Clara",
        "black": "2 Tarrant, Hugo",
    }
    assert (entry.action, entry.before, entry.after) == (
        "entered",
        place | {"outcome": "**"},
        place | {"outcome": "10"},
    )
    assert (entry.user, entry.device, entry.reason) == (director, "Browser", "score sheet")
    assert (game.updated_by, game.version) == (director, 1)


def test_the_same_result_again_changes_nothing(cup: Tournament) -> None:
    enter(cup, "1")
    again = enter(cup, "1-0", version=0)
    assert (again.changed, again.game.version) == (False, 1)
    assert LogEntry.objects.filter(action="entered").count() == 1


def test_nothing_typed_clears_the_game(cup: Tournament) -> None:
    enter(cup, "1")
    enter(cup, "")
    assert (codes(cup), last(cup).action) == (["*", "*", "H"], "cleared")


def test_a_result_of_a_finished_tournament_is_changed_with_a_reason_alone(cup: Tournament) -> None:
    enter(cup, "1")
    cup.state = Tournament.State.FINISHED
    enter(cup, "1")
    with pytest.raises(Refused, match="The tournament is finished"):
        enter(cup, "0")
    enter(cup, "0", reason="score sheet")
    assert codes(cup) == ["0", "1", "H"]
    Game.objects.update(outcome="**")
    enter(cup, "=")
    assert codes(cup)[0] == "="


def test_what_is_no_result_is_refused(cup: Tournament) -> None:
    with pytest.raises(Refused, match="“9” is not a result"):
        enter(cup, "9")


def test_a_change_by_somebody_else_is_noticed(cup: Tournament) -> None:
    enter(cup, "1", version=0)
    with pytest.raises(service.GameConflict) as conflict:
        enter(cup, "0", version=0)
    assert (conflict.value.game.version, str(conflict.value)) == (
        1,
        "Somebody else has entered 1–0 here. Press Enter again to overwrite it.",
    )
    enter(cup, "", version=1)
    with pytest.raises(service.GameConflict, match="Somebody else has cleared this game"):
        enter(cup, "0", version=1)
    assert codes(cup) == ["*", "*", "H"]


def test_a_game_of_another_tournament_is_not_there(cup: Tournament) -> None:
    with pytest.raises(Game.DoesNotExist):
        service.enter_result(
            tournament=cups.tournament(), game_id=Game.objects.get().pk, text="1", by=BY
        )


def test_colours_are_swapped_and_the_winner_stays(cup: Tournament) -> None:
    enter(cup, "1")
    service.swap_colours(tournament=cup, game_id=Game.objects.get().pk, by=BY, reason="wrong list")
    first, second, _ = tournament_value(cup).entrants
    assert [(each.results[0].colour, each.results[0].code) for each in (first, second)] == [
        ("b", "1"),
        ("w", "0"),
    ]
    entry = last(cup)
    assert (entry.before["white"], entry.after["white"], entry.reason) == (
        "1 Finch, Clara",
        "2 Tarrant, Hugo",
        "wrong list",
    )


def test_a_bye_is_changed_and_logged(cup: Tournament) -> None:
    result = bye(cup, "f")
    place = {"result": result.pk, "round": 1, "entry": "3 Lamb, Edith"}
    assert codes(cup) == ["*", "*", "F"]
    assert (last(cup).before, last(cup).after) == (place | {"bye": "H"}, place | {"bye": "F"})


def test_the_same_bye_again_changes_nothing(cup: Tournament) -> None:
    bye(cup, "H", was="Z")
    assert LogEntry.objects.filter(action="entered").count() == 0


def test_a_bye_changed_by_somebody_else_is_noticed(cup: Tournament) -> None:
    bye(cup, "f", was="H")
    with pytest.raises(service.ByeConflict) as conflict:
        bye(cup, "z", was="H")
    assert (conflict.value.result.bye, str(conflict.value)) == (
        "F",
        "Somebody else has entered “full-point bye” here. Press Enter again to overwrite it.",
    )


def test_what_is_no_bye_is_refused(cup: Tournament) -> None:
    with pytest.raises(Refused, match="“1” is not a bye"):
        bye(cup, "1")


def test_the_last_result_is_undone_and_brought_back(cup: Tournament) -> None:
    enter(cup, "1")
    enter(cup, "=")
    seen = []
    for _ in range(2):
        undo(cup)
        seen.append(codes(cup)[0])
    assert (seen, last(cup).reason) == (["1", "="], "undo")


def test_swapped_colours_and_a_bye_are_undone_too(cup: Tournament) -> None:
    enter(cup, "1")
    service.swap_colours(tournament=cup, game_id=Game.objects.get().pk, by=BY)
    undo(cup)
    assert tournament_value(cup).entrants[0].results[0].colour == "w"
    bye(cup, "f")
    undo(cup)
    assert codes(cup) == ["1", "0", "H"]


def test_only_the_last_result_is_undone(cup: Tournament) -> None:
    enter(cup, "1")
    shown = service.last_result(cup)
    enter(cup, "=")
    with pytest.raises(Refused, match="Another result has been entered in the meantime"):
        service.undo_result(tournament=cup, log_id=shown.pk, by=BY)
    assert codes(cup) == ["=", "=", "H"]


def finish(cup: Tournament) -> None:
    cup.state = Tournament.State.FINISHED
    cup.save()


def test_undo_changes_no_result_that_stands_in_a_finished_tournament(cup: Tournament) -> None:
    enter(cup, "1")
    enter(cup, "")
    finish(cup)
    undo(cup)
    with pytest.raises(Refused, match="changed by “Correct”, with a reason"):
        undo(cup)
    assert codes(cup) == ["1", "0", "H"]
    last = service.last_result(cup)
    service.undo_result(tournament=cup, log_id=last.pk, by=BY, reason="slip misread")
    assert (codes(cup), service.last_result(cup).reason) == (["*", "*", "H"], "slip misread")


def test_byes_and_play_offs_stand_in_a_finished_tournament(cup: Tournament) -> None:
    enter(cup, "=")
    game = {"tournament": cup, "game_id": Game.objects.get().pk, "by": BY}
    bye(cup, "f")
    finish(cup)
    # Who goes on may still be missing.
    service.decide_play_off(**game, side=Game.FIRST)
    for change in (
        lambda: undo(cup),
        lambda: bye(cup, "z"),
        lambda: service.decide_play_off(**game, side=Game.SECOND),
    ):
        with pytest.raises(Refused, match="The tournament is finished: reopen it"):
            change()
    assert (codes(cup), Game.objects.get().play_off) == (["=", "=", "F"], Game.FIRST)


def test_a_result_whose_pairing_is_gone_is_not_undone(cup: Tournament) -> None:
    enter(cup, "1")
    enter(cup, "")
    set_pairings(round=cup.rounds.get(number=1), pairings=Pairings(((2, 3),)), by=BY)
    with pytest.raises(Refused, match="The pairings of this result were changed"):
        undo(cup)


def test_nothing_is_undone_before_there_is_a_result(cup: Tournament) -> None:
    assert service.last_result(cup) is None


def test_the_bye_of_the_pairing_is_given_once(cup: Tournament) -> None:
    made = cups.tournament(entries=3, name="Odd")
    byes = {}
    for number in (1, 2):
        pairings = Pairings(((1, 2),) if number == 1 else (), ((3, Code.PAIRING_BYE),))
        if number == 2:
            pairings = Pairings(((2, 1),), ((3, Code.HALF_BYE),))
        here = made.rounds.get(number=number)
        set_pairings(round=here, pairings=pairings, by=Actor())
        byes[number] = here.results.get(game=None)

    with pytest.raises(Refused, match="had the bye in round 1 already"):
        service.enter_bye(tournament=made, result_id=byes[2].pk, text="u", by=Actor())
    assert service.enter_bye(tournament=made, result_id=byes[1].pk, text="f", by=Actor()).bye == "F"
