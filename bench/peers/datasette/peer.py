"""Datasette: an immutable SQLite copy of the rows, saved queries, no cache, no tenant isolation."""

import json
import os
import sqlite3
import subprocess
from decimal import Decimal

from http_load import Request
from peer_programs import Program, free_port, install_from_pypi, size_mb
from peers.peer import Peer
from purchases import Year, question_a, question_b

TABLES = """
create table items (item_id text primary key, name text, category text);
create table purchase_transactions (
  tenant_id integer, transaction_id text, order_id text, direction text, transaction_date text, customer_id text, supplier_id text, item_id text,
  quantity real, unit_price real, primary key (tenant_id, transaction_id));
"""


class Datasette(Peer):
    name = "Datasette 0.65.5"
    isolation = "none: the request names the organization"
    caching = "none"

    def __init__(self, postgres, database, windows, folder):
        self.home = install_from_pypi("datasette")
        self.mb = size_mb(self.home)
        self.file = os.path.join(folder, "bi.db")
        self.saved = os.path.join(folder, "datasette.json")
        connection = sqlite3.connect(self.file)
        connection.executescript(TABLES)
        for table, columns in (("items", 3), ("purchase_transactions", 10)):
            copy = [
                "psql",
                postgres.database_url(database),
                "-XqAt",
                "-c",
                f"copy (select * from {table}) to stdout",
            ]
            with subprocess.Popen(copy, stdout=subprocess.PIPE, text=True) as read:
                rows = (
                    [None if cell == "\\N" else cell for cell in row.rstrip("\n").split("\t")]
                    for row in read.stdout
                )
                connection.executemany(
                    f"insert into {table} values ({', '.join('?' * columns)})", rows
                )
        connection.executescript(
            "create index by_day on purchase_transactions (tenant_id, direction, transaction_date); analyze;"
        )
        connection.commit()
        connection.close()
        tenant = "cast(:tenant as integer)"
        months = question_b(windows, tenant, "substr(p.transaction_date, 1, 7)")
        saved = {"a": {"sql": question_a(windows, tenant)}, "b": {"sql": months}}
        with open(self.saved, "w", encoding="utf8") as out:
            json.dump({"databases": {"bi": {"queries": saved}}}, out)

    def start(self, log):
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        command = [
            f"{self.home}/bin/datasette",
            "serve",
            "-i",
            self.file,
            "-m",
            self.saved,
            "-h",
            "127.0.0.1",
            "-p",
            str(port),
            "--setting",
            "default_cache_ttl",
            "0",
        ]
        # Requests over many connections exceed its default limit of one second.
        command += ["--setting", "sql_time_limit_ms", "60000"]
        self.track(Program(command, dict(os.environ), f"{self.url}/-/versions.json", None, log))

    def build_request(self, which, tenant):
        return Request(
            f"{self.url}/bi/{which}.json?tenant={tenant}&_shape=array",
            parse_year if which == "a" else parse_months,
        )


def parse_year(answer):
    (row,) = answer
    return Year(Decimal(repr(row["spend"])), row["orders"], row["suppliers"])


def parse_months(answer):
    return {(row["month"], row["category"]): Decimal(repr(row["spend"])) for row in answer}
