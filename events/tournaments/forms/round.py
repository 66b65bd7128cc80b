"""A round: the day on which it is played."""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.editing.forms import EditForm
from events.common.forms.fields import DATE_PICKER


class RoundDateForm(EditForm, forms.Form):
    date = forms.DateField(label=_("Date"), required=False, widget=DATE_PICKER)
