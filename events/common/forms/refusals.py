"""The problems of a service, shown in the form whose input it was."""

from django import forms

from clubscore.problems import Refused
from clubscore.sentences import translate


class ShowsRefusals(forms.BaseForm):
    """For a form whose fields are named as the columns of the service's problems."""

    def add_refusal(self, refusal: Refused) -> None:
        """Show the problems of a refusal, each at its field where it has one."""
        for problem in refusal.problems:
            field = problem.column if problem.column in self.fields else None
            self.add_error(str(field) if field else None, translate(problem))
