import pytest
from playwright.sync_api import expect

from tests.kit.web import Visits

pytestmark = pytest.mark.browser


def test_the_admin_signs_in_with_static_files_under_the_strict_policy(visits: Visits) -> None:
    page = visits.open("/admin/login/")
    expect(page.locator("input[name=username]")).to_be_visible()
    assert page.evaluate("window.isSecureContext") is False
    colour = page.locator("#header").evaluate("element => getComputedStyle(element).backgroundColor")
    assert colour not in {"", "rgba(0, 0, 0, 0)"}, "the stylesheet did not arrive"
