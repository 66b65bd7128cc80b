from django.http import HttpRequest, HttpResponse


def upload(request: HttpRequest) -> HttpResponse:
    return HttpResponse("")
