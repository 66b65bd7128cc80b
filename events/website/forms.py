"""Where the club's site goes and what lets in there, and what the site says of itself."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from clubscore.web.editing import EditForm
from events.models import ClubSite
from events.website.domain import Target, TargetKind

_KINDS = (
    (TargetKind.FOLDER, _("a folder of this computer")),
    (TargetKind.SFTP, _("a web space, by SFTP")),
    (TargetKind.FTPS, _("a web space, by FTPS")),
    (TargetKind.WEBDAV, _("WebDAV")),
    (TargetKind.FTP, _("a web space, by FTP")),
    (TargetKind.PLAIN_WEBDAV, _("WebDAV without TLS")),
)


class AccountForm(forms.Form):
    """Where the site goes; a password and a key are never shown again."""

    kind = forms.ChoiceField(
        label=_("How it gets there"),
        choices=_KINDS,
        help_text=_(
            "A folder may be that of Nextcloud or Dropbox, or a memory stick. With FTP, and without"
            " TLS, everybody on the way can read the password."
        ),
    )
    host = forms.CharField(
        label=_("Host"),
        max_length=200,
        help_text=_(
            "Such as ftp.club.example; with its port where it is not the usual one: :2222."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off"}),
    )
    folder = forms.CharField(
        label=_("Folder"),
        max_length=250,
        help_text=_(
            "A folder of its own, such as /home/anna/Nextcloud/results or E:\\results; at a host as"
            " its owner calls it, such as /www/results/, or ~/results/ in the folder of the login."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off"}),
    )
    name = forms.CharField(
        label=_("Name"),
        max_length=100,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off"}),
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=500,
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        help_text=_("Stored encrypted, and never shown. Empty: the stored password stays."),
    )
    key = forms.CharField(
        label=_("Private key, instead of a password"),
        max_length=20_000,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 2, "autocomplete": "off", "spellcheck": "false"}),
        help_text=_("The text of its file. Empty: the stored key stays."),
    )
    allows_plain = forms.BooleanField(
        label=_("I know that everybody on the way can read the password"), required=False
    )

    def clean(self) -> dict[str, Any]:
        """A folder of this computer has no host and no name there."""
        data = super().clean() or {}
        if data.get("kind") == TargetKind.FOLDER:
            for name in ("host", "name"):
                self.errors.pop(name, None)
                data.setdefault(name, "")
        return data

    @classmethod
    def of(cls, site: ClubSite) -> "AccountForm":
        """The form with what is stored."""
        if not site.target:
            return cls(initial={"kind": TargetKind.FOLDER})
        target = Target.read(site.target)
        port = "" if target.port is None else f":{target.port}"
        return cls(
            initial={
                "kind": target.kind,
                "host": f"{target.host}{port}",
                "folder": target.folder.removeprefix("/") if target.is_of_login else target.folder,
                "name": target.user,
                "allows_plain": site.allows_plain,
            }
        )


class SiteForm(EditForm, forms.ModelForm):
    """What the site says of itself, and whether it follows by itself."""

    language = forms.ChoiceField(
        label=_("Language of the pages"),
        required=False,
        choices=(("", _("that of the program")), *settings.LANGUAGES),
    )

    class Meta:
        model = ClubSite
        fields = (
            "address",
            "uploads_itself",
            "is_listed",
            "has_search",
            "language",
            "contact",
            "reason",
        )
        labels = {  # noqa: RUF012 - as Django has it
            "uploads_itself": _(
                "Upload by itself, two minutes after something was published or corrected"
            ),
            "contact": _("Whom to ask about names and results"),
        }
        help_texts = {  # noqa: RUF012 - as Django has it
            "is_listed": _("Otherwise every page asks them not to."),
            "has_search": _("A page that finds everybody who is shown by name."),
            "reason": _(
                "Stands on the page “What is published and why”. Empty: the program’s sentence."
            ),
        }
        widgets = {  # noqa: RUF012 - as Django has it
            "address": forms.URLInput(attrs={"placeholder": "https://"}),
            "reason": forms.Textarea(attrs={"rows": 2}),
        }

    def clean(self) -> dict[str, Any]:
        """A site that goes nowhere cannot follow by itself."""
        data = super().clean() or {}
        if data.get("uploads_itself") and not self.instance.target:
            self.add_error("uploads_itself", _("Say first where the site goes."))
        return data
