"""Many guesses at the same moment: no more get through than one after another."""

from functools import partial

import pytest

from accounts.domain import FREE_HERE
from accounts.services import Attempt, TooManyTriesError, begin_login
from tests.concurrency.threads import at_once

pytestmark = [
    pytest.mark.concurrency,
    pytest.mark.both_databases,
    pytest.mark.django_db(transaction=True),
]


def test_parallel_guesses_get_no_further() -> None:
    attempt = Attempt("anna", "192.0.2.1")

    answers = at_once(*[partial(begin_login, attempt=attempt) for _ in range(12)])

    refused = [answer for answer in answers if isinstance(answer, TooManyTriesError)]
    assert [answer for answer in answers if answer is not None and answer not in refused] == []
    assert 0 < len(answers) - len(refused) <= FREE_HERE
