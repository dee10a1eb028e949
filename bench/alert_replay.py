"""Alert rules over 730 days with planted events, noise at the limits, and 50 kills of the server.

Each day adds the day's sales, syncs, and waits for the evaluation of the rules. The clock of the
server is libfaketime's: it jumps from day to day, and over the pauses of background tasks. Compared
are the notifications, emails and webhooks: each event has one start and one end, on the day on
which a second evaluation confirms it (the first one for rejected rows and stale data), and noise
has none.

SPROUT_BENCH_DAYS, SPROUT_BENCH_KILLS and SPROUT_BENCH_SEED change the size and the seed.
"""

import glob
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections import Counter, namedtuple
from datetime import UTC, date, datetime, timedelta

from export_and_deletion import free_port
from process_cost import Postgres, describe_environment, load_average, markdown_table
from receivers import MailServer, WebhookReceiver
from sync import COLUMNS, SIGN_IN, Server, server_env, sprout_version

HERE = os.path.dirname(os.path.abspath(__file__))
DAYS = int(os.environ.get("SPROUT_BENCH_DAYS", "730"))
KILLS = int(os.environ.get("SPROUT_BENCH_KILLS", "50"))
SEED = int(os.environ.get("SPROUT_BENCH_SEED", "20261128"))
DATABASE = "bench_alerts"
FIRST_DAY = date(2024, 11, 1)
# Days with rows before the first evaluation.
HISTORY = 10
# All events end this many days before the last day.
TAIL = 20

LOCATIONS = [f"Elevator {letter}" for letter in "ABCDEFGHIJ"]
ITEMS = [f"item-{number}" for number in range(1, 7)]
TABLE = "sales_transactions"
# Revenue of a location on a day, and of an item in seven days.
HIGH, LOW = 1_000.5, 3_000.5
REJECTED_ROWS = 20
FACTS = ("rejected_rows", "data_stale")
FINISHED = ("succeeded", "succeeded_with_rejects")

# What happens to a member: the days of the cause, and of the expected messages.
Event = namedtuple("Event", "rule member first last start end")


def main():
    engine = sys.argv[1] if len(sys.argv) > 1 else "sqlite"
    postgres = Postgres(os.environ["SPROUT_TEST_POSTGRES"]) if engine == "postgres" else None
    folder = tempfile.mkdtemp(prefix="sprout-bench-")
    os.chmod(folder, 0o755)
    replay = None
    try:
        print(f"# Alert rules over {DAYS} days with {KILLS} kills, on {engine}\n")
        version = f"PostgreSQL {postgres.version}" if postgres else "SQLite"
        print(describe_environment(sprout_version(), version) + "\n", flush=True)
        began, load = time.monotonic(), load_average()
        plan = Plan(random.Random(SEED))
        replay = Replay(folder, postgres, plan)
        replay.run()
        report(plan, replay)
        minutes = (time.monotonic() - began) / 60
        print(f"{minutes:.0f} minutes; load {load} at the start, {load_average()} at the end.")
        return 0 if replay.problems == 0 else 1
    finally:
        if replay:
            replay.server.kill()
        shutil.rmtree(folder)


class Plan:
    """The rows of all days, the events in them, the noise, and the kills."""

    def __init__(self, rng):
        self.rng = rng
        self.noise = Counter()
        self.events = []
        self.days_without_sync = self.plan_stale_data()
        self.days_with_rejects = self.plan_rejects()
        self.by_location = {name: self.plan_location(name) for name in LOCATIONS}
        self.by_item = {name: self.plan_item(name) for name in ITEMS}
        self.kills = self.plan_kills()

    def is_near_pause(self, day, distance):
        near = range(day - distance, day + distance + 1)
        return any(one in self.days_without_sync for one in near)

    def plan_stale_data(self):
        """Days without a sync. Evaluated each morning, data is overdue after 48 hours."""
        days, day = set(), 40
        while day < DAYS - TAIL:
            length = self.rng.randint(3, 6)
            days.update(range(day, day + length))
            self.events.append(
                Event("data_stale", TABLE, day, day + length - 1, day + 2, day + length + 1)
            )
            day += self.rng.randint(90, 140)
        return days

    def plan_rejects(self):
        """Days on which rows are rejected. The next morning confirms it."""
        days, day = set(), 15
        while day < DAYS - TAIL:
            length = self.rng.randint(1, 5)
            if self.is_near_pause(day, 10):
                day += 10
                continue
            days.update(range(day, day + length))
            last = day + length - 1
            self.events.append(Event("rejected_rows", TABLE, day, last, day + 1, last + 2))
            day += self.rng.randint(40, 80)
        return days

    def plan_location(self, name):
        """Revenue of each day. Single days above the limit are noise, and within an event single
        days below it."""
        rng, high = self.rng, set()
        day = rng.randint(5, 40)
        while day < DAYS - TAIL:
            length = rng.randint(2, 12)
            last = day + length - 1
            if any(self.is_near_pause(one, 3) for one in (day, last)):
                day += 7
                continue
            high.update(range(day, last + 1))
            if length >= 6:
                high.discard(day + length // 2)
                self.noise["days below the limit within an event"] += 1
            self.events.append(Event("revenue_high", name, day, last, day + 1, last + 2))
            day = last + rng.randint(15, 70)
        for day in range(5, DAYS - 5):
            around = range(day - 3, day + 4)
            if rng.random() < 0.05 and not any(
                one in high or one in self.days_without_sync for one in around
            ):
                high.add(day)
                self.noise["single days above the limit"] += 1
        return {
            day: rng.randint(1_001, 1_100) if day in high else rng.randint(900, 1_000)
            for day in range(-HISTORY, DAYS)
        }

    def plan_item(self, name):
        """Revenue of each day, seven of which are near the limit. A low day before a high one
        brings the sum below the limit once."""
        rng = self.rng
        amounts = {day: rng.randint(435, 475) for day in range(-HISTORY, DAYS)}
        planted, day = [], rng.randint(10, 60)
        while day < DAYS - TAIL:
            length = rng.randint(3, 9)
            if any(self.is_near_pause(one, 12) for one in (day, day + length)):
                day += 10
                continue
            for low in range(day, day + length):
                amounts[low] = 200
            planted.append((day, day + length - 1))
            noise = day + length + 25
            if noise < DAYS - TAIL and not self.is_near_pause(noise, 12):
                amounts[noise], amounts[noise + 1] = 60, 900
                self.noise["single evaluations below the limit"] += 1
            day += length + rng.randint(50, 110)
        changes = self.replay_item(amounts)
        for first, last in planted:
            start, end = next(changes), next(changes)
            if not (first < start <= first + 5 and last < end <= last + 9):
                raise SystemExit(f"{name}: {first} to {last} is not one event: {start}, {end}")
            self.events.append(Event("item_low", name, first, last, start, end))
        if next(changes, None) is not None:
            raise SystemExit(f"{name}: the noise is an event")
        return amounts

    def replay_item(self, amounts):
        """The days on which a second evaluation confirms a change of side."""
        is_low, before = False, False
        for day in range(DAYS):
            if day in self.days_without_sync:
                continue
            now = sum(amounts[one] for one in range(day - 6, day + 1)) < LOW
            if now == before != is_low:
                is_low = now
                yield day
            before = now

    def plan_kills(self):
        """The phase of the kill by day. Evaluations and deliveries are killed on days with
        messages."""
        moments = {day for event in self.events for day in (event.start, event.end)}
        mornings = {
            day for event in self.events if event.rule in FACTS for day in (event.start, event.end)
        }
        synced = [day for day in range(DAYS) if day not in self.days_without_sync]
        groups = [
            ("morning", sorted(mornings), KILLS // 10),
            ("evaluation", sorted(moments - self.days_without_sync), KILLS * 3 // 10),
            ("delivery", sorted(moments - self.days_without_sync), KILLS * 3 // 10),
            ("sync", synced, KILLS),
        ]
        kills = {}
        for phase, days, count in groups:
            free = [day for day in days if day not in kills]
            count = min(count, KILLS - len(kills), len(free))
            kills.update(dict.fromkeys(self.rng.sample(free, count), phase))
        return kills

    def lines_of(self, day):
        """The sales of a day as CSV."""
        stamp = day_of(day)
        rows = [(name, "base", amounts[day]) for name, amounts in self.by_location.items()]
        rows += [("Depot", name, amounts[day]) for name, amounts in self.by_item.items()]
        for number, (location, item, amount) in enumerate(rows):
            key = f"{stamp}-{number}"
            yield (
                f"{key},{key},sale,{stamp},c1,,{item},1,ton,{amount},USD,,,{location},"
                f"{stamp}T00:00:00Z\n"
            )

    def expected(self):
        """The messages, counted by day, rule, kind and member."""
        starts = [(event.start, event.rule, "start", event.member) for event in self.events]
        ends = [(event.end, event.rule, "end", event.member) for event in self.events]
        return Counter(starts + ends)


def day_of(number):
    return FIRST_DAY + timedelta(days=number)


def rules():
    """The rules by name."""
    query = {"dataset": "sales", "measures": ["revenue"]}
    by_location = {
        "dimensions": ["location"],
        "filters": [{"dimension": "location", "op": "in", "values": LOCATIONS}],
        "period": {"preset": "today"},
    }
    by_item = {
        "dimensions": ["item"],
        "filters": [{"dimension": "item", "op": "in", "values": ITEMS}],
        "period": {"preset": "last_7_days"},
    }
    return {
        "revenue_high": {
            "kind": "metric",
            "query": query | by_location,
            "condition": "above",
            "limit": HIGH,
        },
        "item_low": {
            "kind": "metric",
            "query": query | by_item,
            "condition": "below",
            "limit": LOW,
        },
        **{kind: {"kind": kind} for kind in FACTS},
    }


class FakeClock:
    """The clock of the server: libfaketime reads its offset from a file."""

    def __init__(self, folder):
        libraries = glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")
        if not libraries:
            subprocess.run([os.path.join(HERE, "..", ".ci", "apt"), "faketime"], check=True)
            libraries = glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")
        self.path = os.path.join(folder, "clock")
        self.offset = None
        self.env = {
            "LD_PRELOAD": libraries[0],
            "FAKETIME_TIMESTAMP_FILE": self.path,
            "FAKETIME_NO_CACHE": "1",
        }

    def now(self):
        return datetime.fromtimestamp(time.time() + self.offset, UTC)

    def set(self, moment):
        offset = int(moment.timestamp() - time.time())
        if self.offset is not None and offset < self.offset:
            raise SystemExit(f"the clock is already past {moment}")
        self.offset = offset
        with open(self.path + ".new", "w", encoding="utf8") as file:
            file.write(f"{offset:+d}\n")
        os.replace(self.path + ".new", self.path)

    def advance(self, seconds):
        self.set(datetime.fromtimestamp(time.time() + self.offset + seconds + 0.999, UTC))


class ReplayServer(Server):
    """A server that can be killed and started again, and is signed in whenever a token expires."""

    def call(self, method, path, body=None, more=None):
        try:
            return super().call(method, path, body, more)
        except urllib.error.HTTPError as error:
            if error.code != 401 or path.startswith("/api/auth"):
                raise
        self.token = None
        self.token = super().call("POST", "/api/auth/login", SIGN_IN)["data"]["token"]
        return super().call(method, path, body, more)

    def kill(self):
        self.child.kill()
        self.child.wait()

    def restart(self):
        token = self.token
        self.__init__(self.env)
        self.token = token

    def poke(self):
        """Wakes the server, which then sees that time has passed."""
        try:
            urllib.request.urlopen(f"{self.base}/health/live", timeout=5).read()
        except OSError:
            pass


class Replay:
    """The run over all days."""

    def __init__(self, folder, postgres, plan):
        self.folder, self.postgres, self.plan = folder, postgres, plan
        self.problems = 0
        self.rng = random.Random(SEED + 1)
        self.mail, self.webhooks = MailServer(), WebhookReceiver()
        self.clock = FakeClock(folder)
        self.clock.set(datetime.combine(day_of(-1), datetime.min.time(), UTC))
        address = postgres.recreate_database(DATABASE) if postgres else None
        listen = {"SPROUT_LISTEN": f"127.0.0.1:{free_port()}", "SPROUT_LOG": "warn"}
        env = server_env(folder, address, "data") | self.clock.env | self.mail.env | listen
        self.source = os.path.join(folder, "warehouse")
        os.makedirs(self.source)
        self.lines = [",".join(COLUMNS) + "\n"]
        self.hits = Counter()
        self.resumed = Counter()
        # How long a phase takes, to kill in the middle of it.
        self.seconds = {"morning": 0.1, "sync": 0.3, "evaluation": 0.1, "delivery": 0.1}
        self.server = ReplayServer(env)

    def run(self):
        self.set_up()
        for day in range(DAYS):
            self.replay_day(day)
            if day % 50 == 49:
                print(f"day {day + 1}, load {load_average()}", file=sys.stderr, flush=True)
        self.drain()

    def set_up(self):
        server = self.server
        server.register()
        server.call("PUT", "/api/data-sync/source", {"kind": "files", "path": self.source})
        events = {"eventTypes": ["alert.started", "alert.ended"]}
        server.call("POST", "/api/webhooks", {"name": "ERP", "url": self.webhooks.url} | events)
        for day in range(-HISTORY, 0):
            self.lines += self.plan.lines_of(day)
        self.sync(None)
        self.rules = {}
        for name, rule in rules().items():
            body = {"name": name, "severity": "info", "recipients": "members"} | rule
            rule = server.call("POST", "/api/alert-rules", body)["data"]
            self.rules[rule["id"]] = name
        self.wait_for(lambda: self.has_evaluated(day_of(-1), rules()))

    def replay_day(self, day):
        kill = self.plan.kills.get(day)
        self.set_time(day, 6)
        self.phase("morning", kill, lambda: self.has_evaluated(day_of(day), FACTS))
        if day in self.plan.days_without_sync:
            self.lines += self.plan.lines_of(day)
            return
        self.set_time(day, 10)
        self.lines += self.plan.lines_of(day)
        self.sync(kill, has_rejects=day in self.plan.days_with_rejects)
        self.clock.advance(16)
        self.phase("evaluation", kill, lambda: self.has_evaluated(day_of(day), rules()))
        self.clock.advance(6)
        self.phase("delivery", kill, lambda: self.count_unfinished("delivery") == 0, is_last=True)

    def set_time(self, day, hour):
        midnight = datetime.combine(day_of(day), datetime.min.time(), UTC)
        self.clock.set(midnight.replace(hour=hour))

    def sync(self, kill, has_rejects=False):
        text = "".join(self.lines)
        if has_rejects:
            text += "bad,bad,sale,no day,c1,,base,1,ton,1,USD,,,Depot,\n" * REJECTED_ROWS
        with open(os.path.join(self.source, f"{TABLE}.csv"), "w", encoding="utf8") as file:
            file.write(text)
        run = self.server.call(
            "POST", "/api/data-sync/sync", {"options": {}}, {"prefer": "respond-async"}
        )["data"]["runId"]
        self.phase("sync", kill, lambda: self.has_finished(run))

    def phase(self, name, kill, is_done, is_last=False):
        """Waits for the end of a phase, and kills the server before if it is the day's turn."""
        began = time.monotonic()
        if kill == name:
            threading.Thread(target=self.server.poke).start()
            time.sleep(self.rng.uniform(0, 1.1 * self.seconds[name]))
            self.server.kill()
            unfinished = self.count_unfinished(name)
            self.hits[name] += 1
            self.resumed[name] += unfinished > 0
            self.server.restart()
        if is_last:
            # What a killed server attempted is due again after a minute or two: tomorrow.
            for _ in range(20):
                self.server.poke()
                if is_done():
                    break
                time.sleep(0.01)
        else:
            self.wait_for(is_done, step=2 if name == "sync" else 16)
        if kill != name:
            spent = time.monotonic() - began
            self.seconds[name] = 0.9 * self.seconds[name] + 0.1 * min(spent, 1)

    def wait_for(self, is_done, step=16):
        """Lets time pass until something is done, in steps of seconds."""
        for turn in range(1, 6_000):
            self.server.poke()
            if is_done():
                return
            time.sleep(0.01)
            if turn % 30 == 0:
                self.clock.advance(step)
        raise SystemExit(f"the server does not go on at {self.clock.now()}")

    def has_evaluated(self, day, names):
        listed = self.server.call("GET", "/api/alert-rules")["data"]["items"]
        paused = [rule for rule in listed if rule.get("pausedReason")]
        if paused:
            raise SystemExit(f"paused: {paused}")
        return all(rule.get("evaluatedOn") == str(day) for rule in listed if rule["name"] in names)

    def has_finished(self, run):
        state = self.server.call("GET", f"/api/data-sync/runs/{run}")["data"]["state"]
        if state in ("failed", "cancelled"):
            raise SystemExit(f"the sync {run} has {state}")
        return state in FINISHED

    def count_unfinished(self, phase):
        """The work of a phase that is not done, from the database."""
        today = self.clock.now().date()
        kinds = {"morning": "in", "evaluation": "not in"}.get(phase)
        if phase == "sync":
            return self.query("select count(*) from sync_run where state in ('queued', 'running')")
        if kinds:
            return self.query(
                f"select count(*) from alert_rule where kind {kinds} {FACTS} "
                f"and evaluated_on <> '{today}'"
            )
        return self.query(
            "select (select count(*) from webhook_delivery where state = 'pending') + "
            "(select count(*) from job where kind = 'email' and state in ('queued', 'running'))"
        )

    def query(self, sql):
        if self.postgres:
            return int(self.postgres.query(sql, DATABASE))
        file = os.path.join(self.folder, "data", "sprout.db")
        connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=60)
        try:
            return connection.execute(sql).fetchone()[0]
        finally:
            connection.close()

    def drain(self):
        """Waits until everything is delivered."""
        self.set_time(DAYS, 6)
        self.wait_for(lambda: self.count_unfinished("delivery") == 0)

    def notifications(self):
        """The notifications of rules, oldest first."""
        items, path = [], "/api/notifications?limit=200"
        while path:
            page = self.server.call("GET", path)["data"]
            items += page["items"]
            cursor = page.get("nextCursor")
            path = f"/api/notifications?limit=200&cursor={cursor}" if cursor else None
        return [item for item in reversed(items) if item["topic"].startswith("rule:")]

    def read_messages(self):
        """The notifications as (id, day, rule, kind, members, text)."""
        for item in self.notifications():
            rule = self.rules[item["topic"].removeprefix("rule:")]
            day = (date.fromisoformat(item["createdAt"][:10]) - FIRST_DAY).days
            kind = "start" if item["kind"] == "firing" else "end"
            names = [*LOCATIONS, *ITEMS, TABLE]
            members = [one for one in names if re.search(rf"\b{re.escape(one)}\b", item["body"])]
            yield item["id"], day, rule, kind, members, item["body"]


def report(plan, replay):
    messages = list(replay.read_messages())
    expected = plan.expected()
    found = Counter(
        (day, rule, kind, member)
        for _, day, rule, kind, members, _ in messages
        for member in members
    )
    emails = check_emails(messages, replay.mail.messages)
    webhooks = check_webhooks(messages, replay)
    rows = []
    for rule in rules():
        of_rule = {key: count for key, count in expected.items() if key[1] == rule}
        actual = Counter({key: count for key, count in found.items() if key[1] == rule})
        missing, other = Counter(of_rule) - actual, actual - Counter(of_rule)
        doubled = sum(count for key, count in other.items() if key in of_rule)
        rows.append(
            [
                rule,
                len(of_rule) // 2,
                *(
                    sum(n for key, n in actual.items() if key[2] == kind)
                    for kind in ("start", "end")
                ),
                missing.total(),
                doubled,
                other.total() - doubled,
            ]
        )
        replay.problems += missing.total() + other.total()
        for name, wrong in (("missing", missing), ("not expected", other)):
            for key in sorted(wrong):
                print(f"- {name}: {day_of(key[0])} (day {key[0]}), {key[1:]}")
    noise = ", ".join(f"{count} {name}" for name, count in plan.noise.items())
    print(f"Seed {SEED}. Noise: {noise}. {len(plan.days_without_sync)} days have no sync.\n")
    print(
        markdown_table(["Rule", "Events", "Starts", "Ends", "Missing", "Doubled", "On noise"], rows)
    )
    channels = [
        ("Notifications", len(messages), 0, 0),
        ("Emails", *emails),
        ("Webhooks", *webhooks),
    ]
    replay.problems += sum(wrong for *_, wrong in channels)
    print(markdown_table(["Channel", "Messages", "Repeats with the same id", "Wrong"], channels))
    kills = [[name, replay.hits[name], replay.resumed[name]] for name in replay.hits]
    print(markdown_table(["Killed during", "Kills", "With unfinished work"], kills))


def check_emails(messages, emails):
    """Distinct emails of rules, repeats, and how many are missing or wrong. The id of an email
    begins with that of its notification."""
    texts = {id: text for id, *_, text in messages}
    by_id, wrong = {}, 0
    for email in emails:
        id = str(email["Message-ID"]).strip("<>")
        if id.split(".")[0] in texts:
            by_id.setdefault(id, []).append(email)
    of_notification = Counter(id.split(".")[0] for id in by_id)
    wrong += sum(of_notification[id] != 1 for id in texts)
    for id, copies in by_id.items():
        bodies = {" ".join(copy.get_body(("plain",)).get_content().split()) for copy in copies}
        wrong += not all(texts[id.split(".")[0]] in body for body in bodies)
    repeats = sum(len(copies) for copies in by_id.values()) - len(by_id)
    return len(by_id), repeats, wrong


def check_webhooks(messages, replay):
    """Distinct webhooks, repeats, and how many are missing, wrong or differ between repeats."""
    names = {name: id for id, name in replay.rules.items()}
    expected = Counter(
        (f"alert.{kind}ed", names[rule], str(day_of(day)), len(members))
        for _, day, rule, kind, members, _ in messages
    )
    by_id = {}
    for request in replay.webhooks.requests:
        by_id.setdefault(request.id, set()).add(request.body)
    wrong = sum(len(bodies) != 1 for bodies in by_id.values())
    found = Counter()
    for bodies in by_id.values():
        event = json.loads(next(iter(bodies)))
        data = event["data"]
        found[event["type"], data["ruleId"], event["timestamp"][:10], data["memberCount"]] += 1
    wrong += (expected - found).total() + (found - expected).total()
    return len(by_id), len(replay.webhooks.requests) - len(by_id), wrong


if __name__ == "__main__":
    sys.exit(main())
