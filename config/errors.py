"""Pages for what went wrong.  Django's own look into the form for a token first, and fail where it is the
form that cannot be read."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return HttpResponse(render_to_string("400.html"), status=400)


class WrongMethodMiddleware:
    """Puts a page in the place of an empty answer, for whoever opens an address that only takes posts: from
    their history, or by loading a refused form again."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == 405 and not response.content:
            match = request.resolver_match
            response.content = render_to_string("405.html", match.kwargs if match else {})
        return response


def server_error(request: HttpRequest) -> HttpResponse:
    return HttpResponse(render_to_string("500.html"), status=500)
