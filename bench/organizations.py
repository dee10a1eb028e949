"""Sprout with the organizations of bi-peers, each synced from its own source and read by its owner."""

import json
import re
import subprocess
import urllib.request
from dataclasses import dataclass
from decimal import Decimal

from http_load import Request, send
from peer_programs import Program, free_port, size_mb
from peers.peer import Peer
from purchases import MEASURED, add_line
from sync import BINARY, server_env

PASSWORD = "a password for benchmarks"
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
    """Figures of the price index, including the lines that it cannot compare."""

    lines: int
    categories: frozenset
    months: int
    last_month: str


class Sprout(Peer):
    isolation = "tenant in every query, and row-level security"
    caching = "memory, until a sync"

    def __init__(self, postgres, database, folder, warehouses):
        self.name = (
            subprocess.run([BINARY, "--version"], capture_output=True, text=True, check=True)
            .stdout.strip()
            .capitalize()
        )
        self.env = server_env(folder, postgres.recreate_database(database), "data")
        self.mb = size_mb(BINARY)
        self.warehouses, self.organizations = warehouses, []
        self.start(None)
        try:
            for number in range(1, len(warehouses) + 1):
                body = {
                    "organization": f"Bench {number}",
                    "name": "Bench",
                    "timeZone": "UTC",
                    **credentials(number),
                }
                self.organizations.append(
                    self.call("POST", "/api/auth/register", body)["data"]["organization"]["id"]
                )
        finally:
            self.stop()
        for number, warehouse in enumerate(warehouses, 1):
            subprocess.run(
                [BINARY, "sync", "--tenant", f"bench-{number}", "--source", warehouse],
                env=self.env,
                check=True,
                capture_output=True,
            )
        postgres.query("vacuum analyze", database)

    def start(self, log):
        port = free_port()
        self.base = f"http://127.0.0.1:{port}"
        self.track(
            Program(
                [BINARY, "serve", "--migrate"],
                {**self.env, "SPROUT_LISTEN": f"127.0.0.1:{port}"},
                f"{self.base}/health/ready",
                None,
                log,
            )
        )

    def sign_in(self):
        self.tokens = {
            number: self.call("POST", "/api/auth/login", credentials(number))["data"]["token"]
            for number in range(1, len(self.warehouses) + 1)
        }

    def call(self, method, path, body=None, token=None):
        headers = {
            "content-type": "application/json",
            **({"authorization": f"Bearer {token}"} if token else {}),
        }
        request = urllib.request.Request(
            self.base + path,
            method=method,
            headers=headers,
            data=json.dumps(body).encode() if body is not None else None,
        )
        with urllib.request.urlopen(request, timeout=600) as answer:
            return json.load(answer)

    def build_request(self, which, tenant):
        headers = {"authorization": f"Bearer {self.tokens[tenant]}"}
        return Request(
            self.base + (SUMMARY if which == "a" else INDEX),
            parse_cards if which == "a" else parse_index,
            headers,
        )

    def time_after_syncs(self, today, spend):
        """Milliseconds of the first requests after syncs of one new line, which they must include."""
        times = {"a": [], "b": []}
        for number in range(1, CHANGES + 1):
            add_line(self.warehouses[MEASURED - 1], number, today, PRICE)
            self.call(
                "POST",
                "/api/data-sync/sync",
                {"options": {"incrementalSync": False}},
                self.tokens[MEASURED],
            )
            for which, measured in times.items():
                ms, figures = send(self.build_request(which, MEASURED))
                measured.append(ms)
                if which == "a" and figures.spend != round(spend + number * PRICE, 2):
                    raise SystemExit(
                        f"Sprout returned {figures.spend} after {number} new lines of {PRICE}; before, {spend}."
                    )
        return times

    def verify_figures(self):
        """Number of figures that `sprout verify-figures` confirms for the measured organization."""
        command = [BINARY, "verify-figures", "--tenant", f"bench-{MEASURED}", "--only-differences"]
        result = subprocess.run(command, env=self.env, capture_output=True, text=True)
        counts = re.search(r"([\d,]+) figures, ([\d,]+) differ", result.stdout + result.stderr)
        if result.returncode != 0 or not counts:
            raise SystemExit(
                f"verify-figures exited with {result.returncode}:\n{result.stdout[-3000:]}{result.stderr[-2000:]}"
            )
        return counts.group(1)


def credentials(number):
    return {"email": f"bench-{number}@sprout.example", "password": PASSWORD}


def parse_cards(answer):
    data = answer["data"]
    return Cards(
        Decimal(repr(data["totalSpend"]["value"])),
        Decimal(repr(data["avgOrderValue"]["value"])),
        data["activeSuppliers"]["value"],
    )


def parse_index(answer):
    overview = answer["data"]["overview"]
    shown = frozenset(row["category"] for row in answer["data"]["categories"]) | frozenset(
        overview.get("thinCategories", ())
    )
    return Index(
        answer["meta"]["n"] + answer["meta"]["excluded"],
        shown,
        overview["months"],
        overview["lastMonth"],
    )
