"""Runs sqlmap at level 3 on every parameter of these requests. Fails if it finds an injection."""

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

BASE = os.environ["FUZZ_BASE"]
VENV, FOLDER = map(Path, sys.argv[1:3])
NOBODY = "0197a000-0000-7000-8000-000000000000"

# Method, path, body: every text parameter, and one ID of each kind. /api/admin is called as an operator,
# everything else as an owner.
REQUESTS = [
    ("GET", "/api/audit-log?action=source.set&person=" + NOBODY + "&from=2026-01-01&to=2026-12-31&target=x&limit=5&cursor=x", None),
    ("GET", "/api/data-sync/runs?limit=5&cursor=x", None),
    ("GET", f"/api/data-sync/runs/{NOBODY}/rejects?limit=5&cursor=x", None),
    ("GET", "/api/jobs?state=succeeded&limit=5&cursor=x", None),
    ("GET", "/api/members?limit=5&cursor=x", None),
    ("GET", "/api/invitations?limit=5&cursor=x", None),
    ("GET", "/api/notifications?limit=5&cursor=x", None),
    ("GET", "/api/purchasing/drafts?state=open&limit=5&cursor=x", None),
    ("GET", "/api/ai-bot/conversations?limit=5&cursor=x", None),
    ("GET", "/api/ai-bot/report?kind=sales&period=month&format=csv", None),
    ("GET", "/api/market/overview?timeframe=1y&commodity=Urea", None),
    ("GET", "/api/admin/tenants?q=Fuzz&limit=5&cursor=x", None),
    ("GET", "/api/admin/audit-log?limit=5&cursor=x", None),
    ("GET", "/api/admin/emails?limit=5&cursor=x", None),
    ("GET", f"/api/data-sync/runs/{NOBODY}*", None),
    ("GET", f"/api/purchasing/drafts/{NOBODY}*", None),
    ("GET", f"/api/ai-bot/messages/{NOBODY}*/evidence", None),
    ("DELETE", f"/api/api-keys/{NOBODY}*", None),
    ("POST", "/api/auth/login", {"email": "a@b.example", "password": "not the password"}),
    ("POST", "/api/auth/register", {"organization": "Prairie", "name": "Ada", "email": "demo@sprout.example", "password": "three bags of seed", "timeZone": "UTC"}),
    ("POST", "/api/auth/password-reset", {"email": "a@b.example"}),
    ("POST", "/api/auth/password-reset/confirm", {"token": "x", "password": "three bags of seed"}),
    ("POST", "/api/auth/verify-email", {"token": "x"}),
    ("POST", "/api/auth/unaffiliated/invitations", {"email": "a@b.example", "password": "not the password"}),
    ("POST", "/api/invitations", {"email": "bo@prairie.example", "role": "member"}),
    ("POST", "/api/invitations/preview", {"token": "x"}),
    ("POST", "/api/api-keys", {"name": "Nightly stock export", "permissions": ["inventory.read"]}),
    ("POST", "/api/data-sync/table", {"tableName": "supplier_data", "options": {"confirmRemovals": False}}),
    ("PUT", "/api/data-sync/schedule", {"enabled": False, "cron": "0 6 * * *", "mode": "incremental"}),
    ("PUT", "/api/data-sync/mapping", {"tables": [{"sourceTable": "supplier_data", "columns": [{"column": "supplier_id", "sourceColumn": "vendor_no"}]}]}),
    ("POST", "/api/ai-bot/query", {"query": "Low stock items of Urea"}),
    ("PATCH", "/api/account", {"name": "Ada Larsen"}),
    ("PATCH", "/api/account/preferences", {"timeZone": "America/Chicago", "units": "metric"}),
    ("PUT", "/api/purchasing/corrections", {"itemId": "x", "location": "Ames", "leadTimeDays": 7}),
    ("POST", "/api/purchasing/drafts", {"requestId": NOBODY, "lines": [{"itemId": "x", "location": "Ames", "quantity": 4}]}),
]


def token(address):
    email, password = ("operator@fuzz.example", "four bags of seed") if address.startswith("/api/admin") else ("demo@sprout.example", "sprout-demo")
    body = json.dumps({"email": email, "password": password}).encode()
    request = urllib.request.Request(f"{BASE}/api/auth/login", body, {"content-type": "application/json", "x-forwarded-for": "10.9.9.9"})
    with urllib.request.urlopen(request) as response:
        return json.load(response)["data"]["token"]


def run_sqlmap(method, address, body):
    headers = f"Authorization: Bearer {token(address)}"
    command = [str(VENV / "bin/sqlmap"), "-u", BASE + address, "--method", method, "--headers", headers, "--batch", "--level", "3", "--risk", "1"]
    command += ["--technique", os.environ.get("FUZZ_TECHNIQUE", "BEUQ"), "--threads", "4", "--flush-session", "--ignore-code", "*", "--output-dir", str(FOLDER / "sqlmap")]
    # Uses a new client address for each request. Otherwise the login throttle rejects most of them.
    command += ["--tamper", "xforwardedfor"]
    command += ["--skip", "User-Agent,Referer,Host,Cookie,Authorization,X-Forwarded-For", "--disable-coloring", "--timeout", "20"]
    if body is not None and "token" in body:
        # Named explicitly, because sqlmap skips a parameter called token as CSRF protection.
        command += ["-p", ",".join(body)]
    if body is not None:
        command += ["--data", json.dumps(body), "--headers", headers + "\nContent-Type: application/json"]
    output = subprocess.run(command, capture_output=True, text=True, timeout=float(os.environ.get("FUZZ_PATIENCE", "480")))
    tested = sum("does not seem to be injectable" in line for line in output.stdout.splitlines())
    found = [line for line in output.stdout.splitlines() if "is vulnerable" in line or "sqlmap identified the following injection" in line or line.startswith("Parameter:")]
    return tested, found, output.stdout


tested = injectable = untested = 0
for method, address, body in REQUESTS:
    count, found, text = run_sqlmap(method, address, body)
    tested += count
    injectable += len(found)
    untested += not count
    print(f"{method} {address.split('?')[0]}: {count} parameters tested, {len(found)} findings", flush=True)
    if found or not count:
        print(text[-3_000:], flush=True)
print(f"{tested} parameters of {len(REQUESTS)} requests, {injectable} findings; {untested} requests without a tested parameter")
sys.exit(1 if injectable or untested else 0)
