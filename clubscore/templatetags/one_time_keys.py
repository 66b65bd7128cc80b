"""``{% once %}``: a form that is sent twice, as by a double click, is done once."""

from django import template

from clubscore.web.one_time_keys import once_field

register = template.Library()
register.simple_tag(once_field, name="once")
