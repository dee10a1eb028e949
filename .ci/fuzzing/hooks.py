"""Hooks for schemathesis: credentials, client addresses and additional checks."""

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
cached = {"token": None, "until": 0.0}


def address():
    """A random client address, because rate limits would reject most requests from a single one."""
    return ".".join(["10"] + [str(ADDRESSES.randrange(1, 255)) for _ in range(3)])


def token():
    """An access token. It expires after ten minutes, and some cases sign out."""
    if time.monotonic() > cached["until"]:
        body = json.dumps({"email": EMAIL, "password": PASSWORD}).encode()
        headers = {"content-type": "application/json", "x-forwarded-for": address()}
        with urllib.request.urlopen(urllib.request.Request(f"{BASE}/api/auth/login", body, headers)) as response:
            cached.update(token=json.load(response)["data"]["token"], until=time.monotonic() + 240)
    return cached["token"]


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
    if response.status_code == 401 and cached["token"] and sent == f"Bearer {cached['token']}":
        cached["until"] = 0.0


@schemathesis.check
def valid_requests_are_not_malformed(context, response, case):
    """Valid cases never get 400: rules beyond the schema use 422. Cursors are an exception, because
    only the server can create one."""
    positive = case.meta is not None and case.meta.generation.mode.name == "POSITIVE"
    if positive and response.status_code == 400:
        assert response.json()["code"] == "invalid_cursor", f"rejected as malformed: {response.text}"


@schemathesis.check
def errors_hide_internals(context, response, case):
    """No error shows SQL, a source file or a stack trace."""
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
