"""Cube: a data model, a tenant filter from the token, results cached in memory for an hour.

0.35 is the last version whose REST API works without a native part that only GitHub distributes.
"""

import os
import shutil
from decimal import Decimal
from urllib.parse import urlsplit

from http_load import Request
from peer_programs import Program, free_port, install_from_npm, peer_file, size_mb
from peers.peer import Peer
from peers.tokens import SECRET, create_token
from purchases import Year

VERSION = "0.35.81"


class Cube(Peer):
    name = f"Cube {VERSION}"
    isolation = "filter from a token claim"
    caching = "memory, one hour"

    def __init__(self, postgres, database, windows, _folder):
        self.windows = windows
        self.home = install_from_npm(
            "cube",
            [f"@cubejs-backend/server@{VERSION}", f"@cubejs-backend/postgres-driver@{VERSION}"],
        )
        self.mb = size_mb(self.home)
        shutil.copy(peer_file("cube", "index.js"), self.home)
        os.makedirs(os.path.join(self.home, "model"), exist_ok=True)
        shutil.copy(peer_file("cube", "purchases.js"), os.path.join(self.home, "model"))
        address = urlsplit(postgres.database_url(database))
        self.env = {
            **os.environ,
            "CUBEJS_API_SECRET": SECRET,
            "CUBEJS_DB_TYPE": "postgres",
            "CUBEJS_DB_HOST": address.hostname,
            "CUBEJS_DB_PORT": str(address.port),
            "CUBEJS_DB_NAME": database,
            "CUBEJS_DB_USER": address.username,
            "CUBEJS_DB_PASS": "none",
            "CUBEJS_CACHE_AND_QUEUE_DRIVER": "memory",
            "CUBEJS_DEV_MODE": "false",
            "NODE_ENV": "production",
            "CUBEJS_TELEMETRY": "false",
            "CUBEJS_SCHEMA_PATH": "model",
            "CUBEJS_SCHEDULED_REFRESH_TIMER": "false",
            "CUBEJS_LOG_LEVEL": "error",
            "CUBEJS_CONCURRENCY": "4",
        }

    def start(self, log):
        port = free_port()
        self.url = f"http://127.0.0.1:{port}/cubejs-api/v1/load"
        self.track(
            Program(
                ["node", "index.js"],
                {**self.env, "PORT": str(port)},
                f"http://127.0.0.1:{port}/readyz",
                self.home,
                log,
            )
        )

    def build_request(self, which, tenant):
        purchases = [
            {"member": "purchases.direction", "operator": "equals", "values": ["purchase"]}
        ]
        if which == "a":
            days = [self.windows.year_from.isoformat(), self.windows.today.isoformat()]
            query = {
                "measures": ["purchases.spend", "purchases.orders", "purchases.suppliers"],
                "timeDimensions": [{"dimension": "purchases.date", "dateRange": days}],
            }
        else:
            days = [self.windows.months_from.isoformat(), self.windows.today.isoformat()]
            query = {
                "measures": ["purchases.spend"],
                "dimensions": ["items.category"],
                "timeDimensions": [
                    {"dimension": "purchases.date", "granularity": "month", "dateRange": days}
                ],
                "order": [["purchases.date", "asc"], ["items.category", "asc"]],
            }
        headers = {"authorization": create_token(tenant_id=tenant)}
        return Request(
            self.url,
            parse_year if which == "a" else parse_months,
            headers,
            {"query": {**query, "filters": purchases}},
        )


def parse_year(answer):
    (row,) = answer["data"]
    return Year(
        Decimal(row["purchases.spend"]),
        int(row["purchases.orders"]),
        int(row["purchases.suppliers"]),
    )


def parse_months(answer):
    return {
        (row["purchases.date.month"][:7], row["items.category"]): Decimal(row["purchases.spend"])
        for row in answer["data"]
    }
