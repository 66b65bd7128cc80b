"""The addresses of the arbiter's page of the phones, below ``tournaments/``."""

from django.urls import path

from events.hall.views import desk

urlpatterns = [
    path("<slug:slug>/hall/now/", desk.now, name="hall-desk-now"),
    path("<slug:slug>/hall/do/", desk.do, name="hall-do"),
    path("<slug:slug>/clock/", desk.clock, name="hall-clock"),
]
