"""Has sqlmap try what it knows, at level 3, on every parameter of these requests, as an owner; says how many it holds to be injectable, which has to be none."""

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

BASE = os.environ["FUZZ_BASE"]
VENV, FOLDER = map(Path, sys.argv[1:3])
NOBODY = "0197a000-0000-7000-8000-000000000000"

# Method, address, body: each with other parameters that come near a database.
REQUESTS = [
    ("GET", "/api/audit-log?action=source.set&person=" + NOBODY + "&from=2026-01-01&to=2026-12-31&target=x&limit=5&cursor=x", None),
    ("GET", "/api/data-sync/runs?limit=5&cursor=x", None),
    ("GET", "/api/jobs?limit=5&cursor=x", None),
    ("GET", "/api/members?limit=5&cursor=x", None),
    ("GET", "/api/purchasing/drafts?state=open&limit=5&cursor=x", None),
    ("GET", "/api/ai-bot/conversations?limit=5&cursor=x", None),
    ("GET", "/api/ai-bot/report?kind=sales&period=month&format=csv", None),
    ("GET", "/api/market/overview?timeframe=1y&commodity=Urea", None),
    ("GET", f"/api/data-sync/runs/{NOBODY}*", None),
    ("GET", f"/api/purchasing/drafts/{NOBODY}*", None),
    ("POST", "/api/auth/login", {"email": "a@b.example", "password": "not the password"}),
    ("POST", "/api/data-sync/table", {"tableName": "supplier_data", "options": {"confirmRemovals": False}}),
    ("POST", "/api/ai-bot/query", {"query": "Low stock items of Urea"}),
    ("PATCH", "/api/account", {"name": "Ada Larsen"}),
    ("PUT", "/api/purchasing/corrections", {"itemId": "x", "location": "Ames", "leadTimeDays": 7}),
]


def owner():
    body = json.dumps({"email": "demo@sprout.example", "password": "sprout-demo"}).encode()
    asked = urllib.request.Request(f"{BASE}/api/auth/login", body, {"content-type": "application/json", "x-forwarded-for": "10.9.9.9"})
    with urllib.request.urlopen(asked) as answer:
        return json.load(answer)["data"]["token"]


def tried(method, address, body, place):
    headers = f"Authorization: Bearer {owner()}\nX-Forwarded-For: 10.8.0.{place}"
    command = [str(VENV / "bin/sqlmap"), "-u", BASE + address, "--method", method, "--headers", headers, "--batch", "--level", "3", "--risk", "1"]
    command += ["--technique", os.environ.get("FUZZ_TECHNIQUE", "BEUQ"), "--threads", "4", "--flush-session", "--ignore-code", "*", "--output-dir", str(FOLDER / "sqlmap")]
    command += ["--skip", "User-Agent,Referer,Host,Cookie,Authorization,X-Forwarded-For", "--disable-coloring", "--timeout", "20"]
    if body is not None:
        command += ["--data", json.dumps(body), "--headers", headers + "\nContent-Type: application/json"]
    said = subprocess.run(command, capture_output=True, text=True, timeout=float(os.environ.get("FUZZ_PATIENCE", "480")))
    tested = sum("does not seem to be injectable" in line for line in said.stdout.splitlines())
    found = [line for line in said.stdout.splitlines() if "is vulnerable" in line or "sqlmap identified the following injection" in line or line.startswith("Parameter:")]
    return tested, found, said.stdout


tested = injectable = 0
for place, (method, address, body) in enumerate(REQUESTS):
    count, found, text = tried(method, address, body, place)
    tested += count
    injectable += len(found)
    print(f"{method} {address.split('?')[0]}: {count} parameters held out, {len(found)} findings", flush=True)
    if found or not count:
        print(text[-3_000:], flush=True)
print(f"{tested} parameters of {len(REQUESTS)} requests, {injectable} findings")
sys.exit(1 if injectable or tested < len(REQUESTS) else 0)
