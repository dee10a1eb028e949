"""Who asks: schemathesis takes its cases from the contract, and their caller, their address and what is right to refuse from here."""

import json
import os
import random
import time
import urllib.request

import schemathesis

BASE = os.environ["FUZZ_BASE"]
EMAIL = os.environ.get("FUZZ_EMAIL")
PASSWORD = os.environ.get("FUZZ_PASSWORD")
ADDRESSES = random.Random(7)
held = {"token": None, "until": 0.0}


def address():
    """One of many, as behind one proxy: the limits of one address would refuse most of the cases unread."""
    return ".".join(["10"] + [str(ADDRESSES.randrange(1, 255)) for _ in range(3)])


def token():
    """An access token lives ten minutes, and some cases end their session."""
    if time.monotonic() > held["until"]:
        body = json.dumps({"email": EMAIL, "password": PASSWORD}).encode()
        headers = {"content-type": "application/json", "x-forwarded-for": address()}
        with urllib.request.urlopen(urllib.request.Request(f"{BASE}/api/auth/login", body, headers)) as answer:
            held.update(token=json.load(answer)["data"]["token"], until=time.monotonic() + 240)
    return held["token"]


@schemathesis.hook
def before_call(context, case, kwargs):
    case.headers = case.headers or {}
    case.headers["X-Forwarded-For"] = address()
    if case.operation.path in ("/api/auth/refresh", "/api/auth/logout") and ADDRESSES.random() < 0.8:
        case.headers["X-Sprout"] = "1"


@schemathesis.hook
def after_call(context, case, response):
    sent = response.request.headers.get("Authorization", [""])
    sent = sent if isinstance(sent, str) else sent[0]
    if response.status_code == 401 and held["token"] and sent == f"Bearer {held['token']}":
        held["until"] = 0.0


@schemathesis.check
def what_the_contract_allows_can_be_read(context, response, case):
    """Positive cases are never 400: what a schema cannot say is refused in words with 422. A cursor is the server's own, and no schema can make one."""
    positive = case.meta is not None and case.meta.generation.mode.name == "POSITIVE"
    if positive and response.status_code == 400:
        assert response.json()["code"] == "invalid_cursor", f"refused as unreadable: {response.text}"


@schemathesis.check
def nothing_of_the_inside_is_told(context, response, case):
    """No error names SQL, a source file, or where it stands."""
    if response.status_code >= 400:
        text = response.text.lower()
        for word in ("select ", "insert into", "sqlite", "sqlx", "panicked", ".rs:", "/src/", "stack backtrace", "tenant_id"):
            assert word not in text or word in str(case.body).lower() + str(case.query).lower() + str(case.path_parameters).lower(), f"{word!r} in {response.text}"


if EMAIL:

    @schemathesis.auth(refresh_interval=None)
    class Bearer:
        def get(self, case, context):
            return token()

        def set(self, case, data, context):
            case.headers = case.headers or {}
            case.headers["Authorization"] = f"Bearer {data}"
