"""``manage.py lift_login_waits [NAME]``: let somebody, or everybody, try to log in at once."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management import BaseCommand, CommandError

from accounts.services import lift_waits


class Command(BaseCommand):
    help = "Forget the wrong passwords of an account, or of all, so that its login need not wait."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", metavar="NAME", nargs="?", help="all accounts when left out")

    def handle(self, *args: Any, name: str | None, **options: Any) -> None:
        user = None
        if name is not None:
            user = User.objects.filter(username__iexact=name).first()
            if user is None:
                raise CommandError(f"There is no account “{name}”.")
        lift_waits(user=user)
        self.stdout.write("The login need not wait any more.")
