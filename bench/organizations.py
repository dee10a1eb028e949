"""Sprout with the organizations of the benchmark, each synced from its own source and queried with its owner's token."""
import json
import re
import subprocess
import urllib.request
from dataclasses import dataclass
from decimal import Decimal

from asking import Question, asked
from peers.peer import Peer
from programs import Program, free_port, megabytes
from purchases import MEASURED, add_line
from sync import BINARY, settings

PASSWORD = "a benchmark, nobody else"
SUMMARY, INDEX = "/api/purchasing/summary", "/api/analytics/supply-price-index"
CHANGES, PRICE = 5, Decimal("1000.25")


@dataclass(frozen=True)
class Cards:
    """The dashboard cards that question A covers too."""

    spend: Decimal
    average: Decimal
    suppliers: int


@dataclass(frozen=True)
class Index:
    """Figures of the price index over the same lines, including those that it cannot compare."""

    lines: int
    categories: frozenset
    months: int
    last_month: str


class Sprout(Peer):
    apart = "the tenant in every query, and row security of PostgreSQL"
    keeps = "in memory, until a sync"

    def __init__(self, postgres, database, folder, warehouses):
        self.name = subprocess.run([BINARY, "--version"], capture_output=True, text=True, check=True).stdout.strip().capitalize()
        self.env = settings(folder, postgres.fresh(database), "data")
        self.mb = megabytes(BINARY)
        self.warehouses, self.organizations = warehouses, []
        self.start(None)
        try:
            for number in range(1, len(warehouses) + 1):
                body = {"organization": f"Bench {number}", "name": "Bench", "timeZone": "UTC", **sign_in(number)}
                self.organizations.append(self.call("POST", "/api/auth/register", body)["data"]["organization"]["id"])
        finally:
            self.stop()
        for number, warehouse in enumerate(warehouses, 1):
            subprocess.run([BINARY, "sync", "--tenant", f"bench-{number}", "--source", warehouse], env=self.env, check=True, capture_output=True)
        postgres.ask("vacuum analyze", database)

    def start(self, log):
        port = free_port()
        self.base = f"http://127.0.0.1:{port}"
        self.ran(Program([BINARY, "serve", "--migrate"], {**self.env, "SPROUT_LISTEN": f"127.0.0.1:{port}"}, f"{self.base}/health/ready", None, log))

    def enter(self):
        self.tokens = {number: self.call("POST", "/api/auth/login", sign_in(number))["data"]["token"] for number in range(1, len(self.warehouses) + 1)}

    def call(self, method, path, body=None, token=None):
        headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
        request = urllib.request.Request(self.base + path, method=method, headers=headers, data=json.dumps(body).encode() if body is not None else None)
        with urllib.request.urlopen(request, timeout=600) as answer:
            return json.load(answer)

    def ask(self, which, tenant):
        headers = {"authorization": f"Bearer {self.tokens[tenant]}"}
        return Question(self.base + (SUMMARY if which == "a" else INDEX), cards if which == "a" else index, headers)

    def after_changes(self, today, spend):
        """Milliseconds of the first requests after a sync with one new line each; the responses must include it."""
        found = {"a": [], "b": []}
        for number in range(1, CHANGES + 1):
            add_line(self.warehouses[MEASURED - 1], number, today, PRICE)
            self.call("POST", "/api/data-sync/sync", {"options": {"incrementalSync": False}}, self.tokens[MEASURED])
            for which, times in found.items():
                ms, said = asked(self.ask(which, MEASURED))
                times.append(ms)
                if which == "a" and said.spend != round(spend + number * PRICE, 2):
                    raise SystemExit(f"After {number} more lines of {PRICE} Sprout says {said.spend}, {spend} before.")
        return found

    def verified(self):
        """How many figures of the measured organization `sprout verify-figures` confirms; all must be."""
        run = [BINARY, "verify-figures", "--tenant", f"bench-{MEASURED}", "--only-differences"]
        said = subprocess.run(run, env=self.env, capture_output=True, text=True)
        counts = re.search(r"([\d,]+) figures, ([\d,]+) differ", said.stdout + said.stderr)
        if said.returncode != 0 or not counts:
            raise SystemExit(f"verify-figures ended with {said.returncode}:\n{said.stdout[-3000:]}{said.stderr[-2000:]}")
        return counts.group(1)


def sign_in(number):
    return {"email": f"bench-{number}@sprout.example", "password": PASSWORD}


def cards(answer):
    data = answer["data"]
    return Cards(Decimal(repr(data["totalSpend"]["value"])), Decimal(repr(data["avgOrderValue"]["value"])), data["activeSuppliers"]["value"])


def index(answer):
    overview = answer["data"]["overview"]
    shown = frozenset(row["category"] for row in answer["data"]["categories"]) | frozenset(overview.get("thinCategories", ()))
    return Index(answer["meta"]["n"] + answer["meta"]["excluded"], shown, overview["months"], overview["lastMonth"])
