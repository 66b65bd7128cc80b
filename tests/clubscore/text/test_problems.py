import pytest

from clubscore.text.problems import (
    Problem,
    Refused,
    Sentence,
    gettext_noop,
    refuse_if,
    sentence,
    verbatim,
)


def test_sentence_fills_in_its_values():
    assert str(sentence("Table %(table)s, round %(round)s", table=3, round=2)) == "Table 3, round 2"


def test_sentence_without_values_keeps_its_text():
    assert str(sentence("The file is empty.")) == "The file is empty."


def test_sentence_with_equal_values_is_equal_and_hashable():
    assert {sentence("%(a)s", a=1), sentence("%(a)s", a=1)} == {Sentence("%(a)s", (("a", 1),))}


def test_gettext_noop_returns_the_template():
    assert gettext_noop("Line %(line)s") == "Line %(line)s"


def test_problem_reads_as_its_message():
    assert str(Problem(sentence("Too long."), line=4, column=7, value="abc")) == "Too long."


def test_refused_makes_problems_of_sentences_and_keeps_their_order():
    placed = Problem(sentence("Second."), line=2)

    refusal = Refused(sentence("First."), placed)

    assert refusal.problems == (Problem(sentence("First.")), placed)
    assert str(refusal) == "First. Second."


def test_refuse_if_raises_everything_that_was_found():
    problems = [Problem(sentence("One."), line=1), Problem(sentence("Two."), line=2)]

    with pytest.raises(Refused) as caught:
        refuse_if(iter(problems))

    assert caught.value.problems == tuple(problems)


def test_refuse_if_without_problems_lets_pass():
    assert refuse_if([]) is None


def test_an_endless_value_is_shortened():
    assert str(sentence("“%(text)s”", text="9" * 5000)) == f"“{'9' * 500}…”"


def test_a_refusal_of_one_sentence_is_made_of_its_template_and_values():
    assert Refused.because("Line %(line)s.", line=4).problems == (
        Problem(sentence("Line %(line)s.", line=4)),
    )


def test_a_verbatim_text_is_no_template():
    assert str(verbatim("50 % of %(all)s")) == "50 % of %(all)s"
