"""The addresses of the movements."""

from django.urls import path

from movements.views import browse, choose, edit as upkeep

app_name = "movements"
urlpatterns = [
    path("", browse.index, name="list"),
    path("new/", upkeep.upload, name="upload"),
    path("new/keep/", upkeep.keep, name="keep"),
    path("choose/", choose.choose, name="choose"),
    path("choose/<slug:family>/<int:contestants>/<int:rounds>/", choose.offer, name="offer"),
    path("together/", browse.together, name="together"),
    path("<int:movement_id>/", browse.detail, name="detail"),
    path("<int:movement_id>/movement.asc", browse.download, name="download"),
    path("<int:movement_id>/edit/", upkeep.edit, name="edit"),
    path("<int:movement_id>/rename/", upkeep.rename, name="rename"),
    path("<int:movement_id>/delete/", upkeep.delete, name="delete"),
    path("<int:movement_id>/paper/<str:kind>/", browse.paper, name="paper"),
    path("<int:movement_id>/<int:number>/", browse.contestant, name="contestant"),
]
