"""Superset: two gunicorn workers, results cached in Redis for an hour, a row filter by role."""

import json
import os
import subprocess
import urllib.request
from datetime import datetime, timezone
from decimal import Decimal
from urllib.parse import urlsplit

from http_load import Request
from peer_programs import Program, free_port, install_from_pypi, peer_file, size_mb
from peers.peer import Peer
from peers.tokens import SECRET
from purchases import MEASURED, Year

ROWS = (
    "select p.tenant_id, p.direction, p.transaction_date, p.order_id, p.supplier_id, p.quantity, p.unit_price, i.category "
    "from purchase_transactions p join items i using (item_id)"
)
PASSWORD = "a password for benchmarks"


class Superset(Peer):
    name = "Superset 6.1.0"
    isolation = "row filter by role"
    caching = "Redis, one hour"
    one_organization = True

    def __init__(self, postgres, database, windows, folder):
        self.windows, self.folder = windows, folder
        self.home = install_from_pypi("superset")
        self.mb = size_mb(self.home)
        own, rows = (
            urlsplit(address)
            for address in (
                postgres.recreate_database("bench_superset"),
                postgres.database_url(database),
            )
        )
        self.rows = f"postgresql+psycopg2://{rows.username}@{rows.hostname}:{rows.port}{rows.path}"
        self.redis_port = free_port()
        self.env = {
            **os.environ,
            "HOME": folder,
            "SUPERSET_HOME": folder,
            "SUPERSET_CONFIG_PATH": peer_file("superset", "superset_config.py"),
            "FLASK_APP": "superset.app:create_app()",
            "METADATA": f"postgresql+psycopg2://{own.username}@{own.hostname}:{own.port}{own.path}",
            "REDIS": f"redis://127.0.0.1:{self.redis_port}",
            "SECRET": SECRET,
        }
        person = [
            "--username",
            "bench",
            "--firstname",
            "b",
            "--lastname",
            "b",
            "--email",
            "bench@sprout.example",
            "--password",
            PASSWORD,
        ]
        self.redis = self.start_redis()
        try:
            for command in (["db", "upgrade"], ["fab", "create-admin", *person], ["init"]):
                subprocess.run(
                    [f"{self.home}/bin/superset", *command],
                    env=self.env,
                    check=True,
                    capture_output=True,
                )
            self.start(None)
            self.configure()
            self.program.stop()
        except subprocess.CalledProcessError as failed:
            self.redis.terminate()
            raise SystemExit(
                f"superset {failed.cmd[1:]} ended with {failed.returncode}:\n{failed.stderr.decode()[-3000:]}"
            ) from failed
        except BaseException:
            self.redis.terminate()
            raise

    def start_redis(self):
        command = [
            f"{self.home}/bin/redis-server",
            "--port",
            str(self.redis_port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--appendonly",
            "no",
            "--dir",
            self.folder,
        ]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def start(self, log):
        port = free_port()
        self.base = f"http://127.0.0.1:{port}/api/v1"
        command = [
            f"{self.home}/bin/gunicorn",
            "-w",
            "2",
            "-k",
            "gthread",
            "--threads",
            "4",
            "--timeout",
            "120",
            "-b",
            f"127.0.0.1:{port}",
            "superset.app:create_app()",
        ]
        self.track(Program(command, self.env, f"http://127.0.0.1:{port}/health", self.folder, log))
        self.pids.append(self.redis.pid)

    def sign_in(self):
        self.token = self.log_in("tenant")

    def stop(self):
        super().stop()
        self.redis.terminate()
        self.redis.wait()

    def call(self, method, path, body=None):
        headers = {"content-type": "application/json"}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        request = urllib.request.Request(
            self.base + path,
            method=method,
            headers=headers,
            data=json.dumps(body).encode() if body is not None else None,
        )
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)

    def log_in(self, name):
        self.token = None
        return self.call(
            "POST",
            "/security/login",
            {"username": name, "password": PASSWORD, "provider": "db", "refresh": True},
        )["access_token"]

    def configure(self):
        """Creates the database, two data sets, and a user who sees one organization's rows."""
        self.token = self.log_in("bench")
        database = self.call(
            "POST", "/database/", {"database_name": "bi", "sqlalchemy_uri": self.rows}
        )["id"]
        names = {"purchase_transactions": {}, "purchases_by_category": {"sql": ROWS}}
        self.sets = [
            self.call(
                "POST",
                "/dataset/",
                {"database": database, "schema": "public", "table_name": name, **more},
            )["id"]
            for name, more in names.items()
        ]
        role = self.call("POST", "/security/roles/", {"name": "tenant"})["id"]
        rights, page = [], 0
        while found := self.call(
            "GET", f"/security/permissions-resources/?q=(page:{page},page_size:100)"
        )["result"]:
            rights += [
                one["id"]
                for one in found
                if one["permission"]["name"] == "datasource_access"
                and any(f"[{name}]" in one["view_menu"]["name"] for name in names)
            ]
            page += 1
        self.call(
            "POST", f"/security/roles/{role}/permissions", {"permission_view_menu_ids": rights}
        )
        gamma = next(
            one["id"]
            for one in self.call("GET", "/security/roles/?q=(page_size:100)")["result"]
            if one["name"] == "Gamma"
        )
        person = {
            "username": "tenant",
            "password": PASSWORD,
            "first_name": "t",
            "last_name": "t",
            "email": "tenant@sprout.example",
            "active": True,
        }
        self.call("POST", "/security/users/", {**person, "roles": [role, gamma]})
        row_filter = {
            "name": "tenant",
            "filter_type": "Regular",
            "tables": self.sets,
            "roles": [role],
            "group_key": "tenant",
            "clause": f"tenant_id = {MEASURED}",
        }
        self.call("POST", "/rowlevelsecurity/", {**row_filter, "description": ""})

    def build_request(self, which, _tenant, force=False):
        spend = metric("SUM(quantity * unit_price)", "spend")
        if which == "a":
            days = f"{self.windows.year_from} : {self.windows.tomorrow}"
            more = {
                "columns": [],
                "metrics": [
                    spend,
                    metric("COUNT(DISTINCT order_id)", "orders"),
                    metric("COUNT(DISTINCT supplier_id)", "suppliers"),
                ],
                "extras": {},
            }
        else:
            days = f"{self.windows.months_from} : {self.windows.months_before}"
            month = {
                "columnType": "BASE_AXIS",
                "sqlExpression": "transaction_date",
                "label": "month",
                "expressionType": "SQL",
                "timeGrain": "P1M",
            }
            more = {
                "columns": [month, "category"],
                "metrics": [spend],
                "orderby": [["month", True], ["category", True]],
                "extras": {"time_grain_sqla": "P1M"},
            }
        filters = [
            {"col": "transaction_date", "op": "TEMPORAL_RANGE", "val": days},
            {"col": "direction", "op": "==", "val": "purchase"},
        ]
        query = {"filters": filters, "orderby": [], "row_limit": 1000, **more}
        body = {
            "datasource": {"id": self.sets[which == "b"], "type": "table"},
            "force": force,
            "result_format": "json",
            "result_type": "full",
            "queries": [query],
        }
        return Request(
            f"{self.base}/chart/data",
            parse_year if which == "a" else parse_months,
            {"authorization": f"Bearer {self.token}"},
            body,
        )

    def build_uncached_request(self, which, _tenant):
        return self.build_request(which, MEASURED, force=True)


def metric(sql, label):
    return {"expressionType": "SQL", "sqlExpression": sql, "label": label}


def parse_year(answer):
    (row,) = answer["result"][0]["data"]
    return Year(Decimal(repr(row["spend"])), row["orders"], row["suppliers"])


def parse_months(answer):
    rows = answer["result"][0]["data"]
    return {
        (
            datetime.fromtimestamp(row["month"] / 1000, timezone.utc).strftime("%Y-%m"),
            row["category"],
        ): Decimal(repr(row["spend"]))
        for row in rows
    }
