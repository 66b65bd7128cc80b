"""The club's account with BridgeWebs."""

from django import forms
from django.utils.translation import gettext_lazy as _


class AccountForm(forms.Form):
    """Its code and its password, which is never shown again."""

    code = forms.CharField(label=_("Code of the club"), max_length=40)
    password = forms.CharField(
        label=_("Password"),
        max_length=200,
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        help_text=_("Stored encrypted, and never shown. Empty: the stored one stays."),
    )
