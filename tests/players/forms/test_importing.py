from django.http import QueryDict

from players.domain.members.choices import Choice, Choices
from players.domain.members.columns import Fact
from players.domain.members.matching import Action
from players.forms.importing import Wanted, carried, chosen_columns, read_choices, read_wanted


def test_columns():
    sent = QueryDict("column-0=name&column-1=&column-2=odd&column-3=nothing&column-99=note")
    assert chosen_columns(sent) == {0: Fact.NAME, 3: Fact.NOTHING}


def test_choices():
    sent = QueryDict(
        "all-ask=update&all-new=update&all-same=&choices=3s,7k,7.2u,8q,9u&choice-7=&choice-12.2=add"
        "&choice-x=add&leave-out=yes"
    )
    assert read_choices(sent) == Choices(
        kinds={Action.ASK: Choice.UPDATE},
        lines={"3": Choice.SKIP, "7.2": Choice.UPDATE, "9": Choice.UPDATE, "12.2": Choice.ADD},
        leaves_out_problems=True,
    )
    assert read_choices(QueryDict()) == Choices()


def test_choices_are_carried_and_read_again():
    lines = {"3": Choice.SKIP, "7": Choice.KEEP, "9": Choice.UPDATE, "12": Choice.ADD}
    text = carried(lines, besides={"7"})
    assert text == "3s,9u,12a"
    assert read_choices(QueryDict(f"choices={text}")).lines == {
        line: choice for line, choice in lines.items() if line != "7"
    }


def test_wanted_lines():
    assert read_wanted(QueryDict("show=ask&kind=new")) == Wanted("ask", 1)
    assert read_wanted(QueryDict("kind=new&page=3")) == Wanted("new", 3)
    assert read_wanted(QueryDict("show=&kind=new&page=x")) == Wanted("", 1)
