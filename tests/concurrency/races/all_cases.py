"""All plans, by the names that the tests give them."""

from tests.concurrency.races import (  # noqa: F401 - they fill the table
    exchange_cases,
    hall_cases,
    hands_cases,
    match_cases,
    phone_cases,
    proposal_cases,
    register_cases,
    session_cases,
    shape_cases,
    tables_cases,
    tournament_cases,
    website_cases,
)
from tests.concurrency.races.cases import CASES

__all__ = ["CASES"]
