"""Webhooks of syncs, drafts, alerts and members, over 50 kills of the server.

The receiver answers every tenth request with 500. The libraries of Standard Webhooks for Python and
Node verify every signature when it arrives. At the end, each run, draft, change of a member, and start
and end of an alert that the API lists must have come with one id. In the middle third of the rounds the
rejected rows are gone, and days pass, so that the alerts end. SPROUT_BENCH_KILLS and SPROUT_BENCH_SEED
change the number and the seed.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections import Counter
from datetime import UTC, datetime

from alert_replay import FakeClock, ReplayServer
from export_and_deletion import free_port
from process_cost import Postgres, describe_environment, load_average, markdown_table
from receivers import MailServer, WebhookReceiver
from sync import SIGN_IN, generate_demo, server_env, sprout_version

HERE = os.path.dirname(os.path.abspath(__file__))
KILLS = int(os.environ.get("SPROUT_BENCH_KILLS", "50"))
SEED = int(os.environ.get("SPROUT_BENCH_SEED", "20261128"))
LINES = int(os.environ.get("SPROUT_BENCH_LINES", "5000"))
TOOLS = os.path.join(HERE, "..", "target", "bench-webhooks")
LIBRARY = "standardwebhooks"
DATABASE = "bench_webhooks"
MEMBER = "member@sprout.example"
EVENTS = ["sync.finished", "order.drafted", "alert.started", "alert.ended", "member.changed"]
# Rules are evaluated every 15 seconds. One of so many rounds is longer than that.
ALERT_EVERY = 5
REJECTED_ROWS = 50
# Rounds of the middle third until which a day passes.
DAY_EVERY = 3
DAY_SECONDS = 86_400
# The latest kill after the work of a round has begun.
MAX_SECONDS = 4.0

# Both read requests as lines, and write whether the body and an altered one are accepted.
PYTHON_VERIFIER = """
import json, sys
from standardwebhooks.webhooks import Webhook
webhook = Webhook(sys.argv[1])
def accepts(body, headers):
    try:
        webhook.verify(body, headers)
        return True
    except Exception:
        return False
for line in sys.stdin:
    request = json.loads(line)
    body, headers = request["body"], request["headers"]
    print(accepts(body, headers), accepts(body + " ", headers), flush=True)
"""
NODE_VERIFIER = """
const { Webhook } = require("standardwebhooks");
const webhook = new Webhook(process.argv[1]);
const accepts = (body, headers) => {
  try { webhook.verify(body, headers); return "True"; } catch { return "False"; }
};
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { body, headers } = JSON.parse(line);
  console.log(accepts(body, headers), accepts(body + " ", headers));
});
"""


def main():
    engine = sys.argv[1] if len(sys.argv) > 1 else "sqlite"
    postgres = Postgres(os.environ["SPROUT_TEST_POSTGRES"]) if engine == "postgres" else None
    verifiers = install_verifiers()
    folder = tempfile.mkdtemp(prefix="sprout-bench-")
    os.chmod(folder, 0o755)
    run = None
    try:
        print(f"# Webhooks over {KILLS} kills, on {engine}\n")
        version = f"PostgreSQL {postgres.version}" if postgres else "SQLite"
        names = [name for name, *_ in verifiers]
        print(describe_environment(sprout_version(), version, *names) + "\n", flush=True)
        began, load = time.monotonic(), load_average()
        run = KillRun(folder, postgres, verifiers)
        run.set_up()
        for turn in range(KILLS):
            run.play_round(turn)
        waited = run.drain()
        problems = report(run, waited)
        minutes = (time.monotonic() - began) / 60
        print(f"{minutes:.0f} minutes; load {load} at the start, {load_average()} at the end.")
        return 1 if problems else 0
    finally:
        if run:
            run.server.kill()
        shutil.rmtree(folder)


def install_verifiers():
    """The name, command and environment of each verifier. Without npm, there is one."""
    os.makedirs(TOOLS, exist_ok=True)
    python = os.path.join(TOOLS, "venv", "bin", "python")
    if not os.path.exists(python):
        subprocess.run([sys.executable, "-m", "venv", os.path.join(TOOLS, "venv")], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", LIBRARY], check=True)
    version = f"import importlib.metadata; print(importlib.metadata.version('{LIBRARY}'))"
    version = subprocess.run([python, "-c", version], capture_output=True, text=True, check=True)
    found = [(f"{LIBRARY} {version.stdout.strip()} (PyPI)", [python, "-c", PYTHON_VERIFIER])]
    modules = os.path.join(TOOLS, "node_modules")
    if shutil.which("npm") and not os.path.exists(os.path.join(modules, LIBRARY)):
        subprocess.run(
            ["npm", "install", "--silent", "--no-audit", "--prefix", TOOLS, LIBRARY], check=False
        )
    package = os.path.join(modules, LIBRARY, "package.json")
    if os.path.exists(package):
        with open(package, encoding="utf8") as file:
            version = json.load(file)["version"]
        found.append((f"{LIBRARY} {version} (npm)", ["node", "-e", NODE_VERIFIER, "--"]))
    return [(name, command, {**os.environ, "NODE_PATH": modules}) for name, command in found]


class Verifier:
    """A library that verifies requests as they arrive."""

    def __init__(self, name, command, env, secret):
        self.name = name
        self.child = subprocess.Popen(
            [*command, secret], env=env, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.results = Counter()

    def verify(self, request):
        line = json.dumps({"headers": request.headers, "body": request.body})
        self.child.stdin.write(line + "\n")
        self.child.stdin.flush()
        self.results[self.child.stdout.readline().strip()] += 1


class KillRun:
    """The server, its receiver, and what was done."""

    def __init__(self, folder, postgres, verifiers):
        self.rng = random.Random(SEED)
        self.commands = verifiers
        self.verifiers = []
        self.mail = MailServer()
        self.webhooks = WebhookReceiver(refuse_every=10, on_request=self.verify)
        self.source = os.path.join(folder, "warehouse")
        generate_demo(self.source, LINES)
        self.add_rejects()
        address = postgres.recreate_database(DATABASE) if postgres else None
        self.clock = FakeClock(folder)
        self.clock.set(datetime.now(UTC))
        env = server_env(folder, address, "data") | self.mail.env | self.clock.env
        env["SPROUT_LISTEN"] = f"127.0.0.1:{free_port()}"
        # Soon, so that most rounds finish the sync that the kill before interrupted.
        env["SPROUT_SYNC_HEARTBEAT_TIMEOUT"] = "1"
        self.server = ReplayServer(env)
        self.lost_requests = 0

    def add_rejects(self):
        """Rows that are rejected, so that a rule on rejected rows starts an alert."""
        with open(self.sales_path(), encoding="utf8") as file:
            columns = file.readline().count(",")
        with open(self.sales_path(), "a", encoding="utf8") as file:
            file.writelines(f"bad-{number}{',' * columns}\n" for number in range(REJECTED_ROWS))

    def remove_rejects(self):
        with open(self.sales_path(), encoding="utf8") as file:
            good = [line for line in file if not line.startswith("bad-")]
        with open(self.sales_path() + ".new", "w", encoding="utf8") as file:
            file.writelines(good)
        os.replace(self.sales_path() + ".new", self.sales_path())

    def sales_path(self):
        return os.path.join(self.source, "sales_transactions.csv")

    def set_up(self):
        server = self.server
        server.register()
        settings = {"name": "ERP", "url": self.webhooks.url, "eventTypes": EVENTS}
        created = server.call("POST", "/api/webhooks", settings)["data"]
        self.webhook, secret = created["webhook"]["id"], created["secret"]
        # They refuse old timestamps, so they need the same clock.
        self.verifiers = [
            Verifier(name, command, env | self.clock.env, secret)
            for name, command, env in self.commands
        ]
        server.call("PUT", "/api/data-sync/source", {"kind": "files", "path": self.source})
        server.call("POST", "/api/data-sync/sync", {"options": {}})
        self.member = self.add_member()

    def add_member(self):
        """Invites a person, who signs up with the link of the email."""
        verification = {"token": self.mail.wait_for_token(SIGN_IN["email"])}
        self.server.call("POST", "/api/auth/verify-email", verification)
        self.server.call("POST", "/api/invitations", {"email": MEMBER, "role": "member"})
        token = self.mail.wait_for_token(MEMBER)
        body = {**SIGN_IN, "email": MEMBER, "name": "Member", "invitation": token}
        self.server.call("POST", "/api/auth/register", body)
        members = self.server.call("GET", "/api/members")["data"]["items"]
        return next(one["id"] for one in members if one["email"] == MEMBER)

    def verify(self, request):
        for verifier in self.verifiers:
            verifier.verify(request)

    def play_round(self, turn):
        """Syncs, drafts, changes roles, now and then adds a rule, and kills the server."""
        third = turn * 3 // KILLS
        if turn > 0 and third != (turn - 1) * 3 // KILLS:
            (self.remove_rejects if third == 1 else self.add_rejects)()
        ends_alerts = third == 1 and turn % DAY_EVERY == 0
        if ends_alerts:
            self.clock.advance(DAY_SECONDS)
        # Before the work, so that a token which has expired meanwhile is renewed.
        self.server.call("GET", "/api/account")
        has_alert = third != 1 and turn % ALERT_EVERY == 0
        work = [self.start_sync, self.change_roles, self.draft]
        if has_alert:
            work.append(self.add_rule)
        self.rng.shuffle(work)
        threads = [threading.Thread(target=self.attempt, args=(one,)) for one in work]
        for thread in threads:
            thread.start()
        time.sleep(self.rng.uniform(0, MAX_SECONDS) + (14.5 if has_alert or ends_alerts else 0))
        self.server.kill()
        for thread in threads:
            thread.join()
        self.server.restart()

    def attempt(self, work):
        try:
            work()
        except (OSError, ValueError):
            # The server was killed, or refused work that overlaps with that before the kill.
            self.lost_requests += 1

    def start_sync(self):
        options = {"options": {"incrementalSync": False}}
        self.server.call("POST", "/api/data-sync/sync", options, {"prefer": "respond-async"})

    def change_roles(self):
        for role in ("viewer", "member", "viewer", "member"):
            self.server.call("PATCH", f"/api/members/{self.member}", {"role": role})

    def draft(self):
        """Drafts a recommendation. Old drafts are discarded, so that there are always some."""
        found = self.server.call("GET", "/api/purchasing/recommendations?limit=20")["data"]["items"]
        for draft in self.list_pages("/api/purchasing/drafts?state=draft&limit=200")[5:]:
            self.server.call("POST", f"/api/purchasing/drafts/{draft['id']}/discard")
        line = self.rng.choice(found)
        lines = [{name: line[name] for name in ("itemId", "location")}]
        lines[0]["quantity"] = 10
        body = {"requestId": str(uuid.uuid4()), "lines": lines}
        self.server.call("POST", "/api/purchasing/drafts", body)

    def add_rule(self):
        rule = {"name": "Rejects", "kind": "rejected_rows", "severity": "info"}
        self.server.call("POST", "/api/alert-rules", rule | {"recipients": "members"})

    def drain(self):
        """Waits until no delivery and no run is open. Returns the seconds."""
        began = time.monotonic()
        pending = f"/api/webhooks/{self.webhook}/deliveries?state=pending&limit=200"
        while self.list_pages(pending) or any(
            run["state"] in ("queued", "running")
            for run in self.list_pages("/api/data-sync/runs?limit=200")
        ):
            if time.monotonic() - began > 900:
                break
            time.sleep(1)
        return time.monotonic() - began

    def list_pages(self, path):
        items, cursor = [], ""
        while cursor is not None:
            page = self.server.call("GET", path + (f"&cursor={cursor}" if cursor else ""))["data"]
            items += page["items"]
            cursor = page.get("nextCursor")
        return items

    def expected(self):
        """What the API lists, as (type, what identifies the event)."""
        runs = self.list_pages("/api/data-sync/runs?limit=200")
        drafts = self.list_pages("/api/purchasing/drafts?limit=200")
        roles = self.list_pages("/api/audit-log?action=member.role_updated&limit=200")
        alerts = self.list_pages("/api/notifications?limit=200")
        kinds = {"firing": "alert.started", "resolved": "alert.ended"}
        return Counter(
            [("sync.finished", run["id"], run["state"]) for run in runs]
            + [("order.drafted", draft["id"], len(draft["lines"])) for draft in drafts]
            # A role that is set again is no change.
            + [
                ("member.changed", self.member, entry["after"]["role"])
                for entry in roles
                if entry["after"] != entry["before"]
            ]
            + [("member.changed", self.member, "member")]
            + [
                (kinds[alert["kind"]], alert["topic"].removeprefix("rule:"), 1)
                for alert in alerts
                if alert["topic"].startswith("rule:")
            ]
        )


def identify(body):
    """The same of a webhook."""
    event = json.loads(body)
    fields = {
        "sync.finished": ("runId", "state"),
        "order.drafted": ("draftId", "lines"),
        "member.changed": ("memberId", "role"),
    }.get(event["type"], ("ruleId", "memberCount"))
    return (event["type"], *(event["data"][name] for name in fields))


def report(run, waited):
    requests = run.webhooks.requests
    bodies = {}
    for request in requests:
        bodies.setdefault(request.id, []).append(request.body)
    expected = run.expected()
    received = Counter(identify(copies[0]) for copies in bodies.values())
    missing, other = expected - received, received - expected
    differing = sum(len(set(copies)) > 1 for copies in bodies.values())
    rows = []
    for kind in EVENTS:
        of_kind = [
            sum(count for key, count in one.items() if key[0] == kind)
            for one in (expected, received, missing, other)
        ]
        sent = sum(identify(request.body)[0] == kind for request in requests)
        rows.append([kind, of_kind[0], sent, *of_kind[1:]])
    totals = (expected, received, missing, other)
    sums = [one.total() for one in totals]
    rows.append(["total", sums[0], len(requests), *sums[1:]])
    print(
        markdown_table(
            ["Event", "Events", "Requests", "Distinct `webhook-id`", "Missing", "Not expected"],
            rows,
        )
    )
    for name, wrong in (("missing", missing), ("not expected", other)):
        for key in wrong:
            print(f"- {name}: {key}")
    refused = sum(request.status == 500 for request in requests)
    print(
        f"{KILLS} times SIGKILL, seed {SEED}. {len(requests) - len(bodies)} requests repeat an id, "
        f"{refused} were answered with 500, {differing} repeats differ. The last delivery ended "
        f"{waited:.0f} s after the last restart. {run.lost_requests} of the requests to the server "
        "failed because it was killed, or because the same was under way before.\n"
    )
    rows = []
    wrong_signatures = 0
    for verifier in run.verifiers:
        results = verifier.results
        good = sum(count for key, count in results.items() if key.startswith("True"))
        altered = sum(count for key, count in results.items() if key.endswith("False"))
        wrong_signatures += 2 * len(requests) - good - altered
        rows.append([verifier.name, good, len(requests) - good, f"{altered} of {len(requests)}"])
    print(markdown_table(["Library", "Verified", "Refused", "Altered bodies refused"], rows))
    return sums[2] + sums[3] + differing + wrong_signatures


if __name__ == "__main__":
    sys.exit(main())
