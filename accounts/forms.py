"""What is filled in about accounts: the login, and a new account."""

from datetime import datetime, timedelta
from typing import Any, Final, cast

from django import forms
from django.contrib.auth.forms import (
    AdminPasswordChangeForm,
    AuthenticationForm,
    PasswordChangeForm,
    UserCreationForm,
    UsernameField,
)
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import (
    MinimumLengthValidator,
    get_default_password_validators,
    password_validators_help_text_html,
    validate_password,
)
from django.http import QueryDict
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy as _, ngettext, pgettext_lazy

from accounts.known_devices import known_device
from accounts.selectors import spellings_of
from accounts.services import Attempt, TooManyTriesError, begin_login, end_login
from clubscore.web.editing import EditForm
from clubscore.web.visitors import client_address

MAX_NAME: Final = 150
"""Characters of a user's name, as Django stores it."""


class LoginForm(AuthenticationForm):
    """Name and password; after too many wrong ones it waits, and says how long.

    Afterwards ``waits_until`` is when it may be tried again, ``None`` when it need not wait.
    """

    waits_until: datetime | None = None
    error_messages = AuthenticationForm.error_messages | {
        "invalid_login": _("The user name or password is wrong. Passwords are case-sensitive.")
    }

    def clean_username(self) -> str:
        """The name as the account spells it. Two accounts whose names differ in case alone are
        each found by their own spelling."""
        # Telephones begin a name with a capital.
        name: str = self.cleaned_data["username"]
        if len(name) > MAX_NAME:
            # No account has it, and SQLite refuses to look for one of 50,000 letters.
            raise self.get_invalid_login_error()
        names = spellings_of(name)
        return names[0] if len(names) == 1 else name

    def clean(self) -> dict[str, Any]:
        name, password = self.cleaned_data.get("username"), self.cleaned_data.get("password")
        if not (name and password and self.request):
            return super().clean()
        device = known_device(self.request, name)
        attempt = Attempt(name, client_address(self.request), device)
        try:
            begin_login(attempt=attempt)
        except TooManyTriesError as error:
            self.waits_until = error.until
            raise forms.ValidationError(_waiting(error.until), code="waiting") from error
        cleaned = super().clean()
        end_login(attempt=attempt)
        return cleaned


def _waiting(until: datetime) -> str:
    # Negated twice, so that it is rounded up.
    minutes = -((timezone.now() - until) // timedelta(minutes=1))
    sentence = ngettext(
        "Too many wrong passwords. Wait a minute: try again at %(time)s. An administrator can "
        "unlock the login.",
        "Too many wrong passwords. Wait %(minutes)s minutes: try again at %(time)s. An "
        "administrator can unlock the login.",
        minutes,
    )
    # The next full minute: the one before would still be too early.
    again = timezone.localtime(until) + timedelta(minutes=1)
    return sentence % {"minutes": minutes, "time": f"{again:%H:%M}"}


def password_rules() -> SafeString:
    """What a password has to be, in a sentence; all rules are folded below it."""
    lengths = [
        each.min_length
        for each in get_default_password_validators()
        if isinstance(each, MinimumLengthValidator)
    ]
    short = gettext("At least %(count)s characters, and hard to guess.") % {"count": max(lengths)}
    return format_html(
        "{}<details><summary>{}</summary>{}</details>",
        short,
        gettext("All rules"),
        password_validators_help_text_html(),
    )


class TellsRules(forms.BaseForm):
    """A form for a new password that says the rules shortly."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in {"password1", "new_password1"} & set(self.fields):
            self.fields[name].help_text = password_rules()


class OwnPasswordForm(TellsRules, PasswordChangeForm):
    """A new password of one's own."""


class NewLoginForm(TellsRules, UserCreationForm):
    """A new login in the admin."""


class GivenPasswordForm(TellsRules, AdminPasswordChangeForm):
    """A new password for somebody, in the admin."""


class AccountForm(forms.ModelForm):
    """A new account; with an empty password it gets one that is easily typed."""

    administrator = forms.TypedChoiceField(
        label=pgettext_lazy("rights", "Rights"),
        choices=[
            ("", _("director: sessions, tournaments, players, movements")),
            ("yes", _("administrator: everything, including accounts and the admin")),
        ],
        coerce=bool,
        required=False,
        empty_value="",
    )
    password = forms.CharField(
        label=_("Password"),
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    class Meta:
        model = User
        fields = ("username",)
        field_classes = {"username": UsernameField}  # noqa: RUF012 - as Django declares it
        labels = {"username": _("User name")}  # noqa: RUF012 - as Django declares it
        help_texts = {"username": _("Letters, digits and @ . + - _ without spaces.")}  # noqa: RUF012

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        empty = _("Leave it empty and clubscore generates one to hand over.")
        self.fields["password"].help_text = format_html("{} {}", empty, password_rules())

    def clean(self) -> dict[str, Any]:
        cleaned = cast(dict[str, Any], super().clean())
        if cleaned.get("password"):
            try:
                validate_password(cleaned["password"], User(username=cleaned.get("username", "")))
            except forms.ValidationError as error:
                self.add_error("password", error)
        return cleaned


class RightsForm(EditForm, forms.Form):
    """What an account may do from now on."""

    active = forms.BooleanField(required=False)
    administrator = forms.BooleanField(required=False)

    def __init__(self, data: QueryDict | None = None, *, user: User) -> None:
        stored = {"active": user.is_active, "administrator": user.is_superuser}
        super().__init__(data, initial=stored)
