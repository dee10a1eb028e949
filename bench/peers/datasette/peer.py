"""Datasette: the same rows once more in a SQLite file that must not change, a saved question each, nothing kept, nobody held apart."""
import json
import os
import sqlite3
import subprocess
from decimal import Decimal

from asking import Question
from peers.peer import Peer
from programs import Program, free_port, from_pypi, megabytes
from purchases import Year, question_a, question_b

TABLES = """
create table items (item_id text primary key, name text, category text);
create table purchase_transactions (
  tenant_id integer, transaction_id text, order_id text, direction text, transaction_date text, customer_id text, supplier_id text, item_id text,
  quantity real, unit_price real, primary key (tenant_id, transaction_id));
"""


class Datasette(Peer):
    name = "Datasette 0.65.5"
    apart = "nothing: who asks names the organization"
    keeps = "nothing"

    def __init__(self, postgres, database, windows, folder):
        self.home = from_pypi("datasette")
        self.mb = megabytes(self.home)
        self.file = os.path.join(folder, "bi.db")
        self.saved = os.path.join(folder, "datasette.json")
        line = sqlite3.connect(self.file)
        line.executescript(TABLES)
        for table, columns in (("items", 3), ("purchase_transactions", 10)):
            copy = ["psql", postgres.of(database), "-XqAt", "-c", f"copy (select * from {table}) to stdout"]
            with subprocess.Popen(copy, stdout=subprocess.PIPE, text=True) as read:
                rows = ([None if cell == "\\N" else cell for cell in row.rstrip("\n").split("\t")] for row in read.stdout)
                line.executemany(f"insert into {table} values ({', '.join('?' * columns)})", rows)
        line.executescript("create index by_day on purchase_transactions (tenant_id, direction, transaction_date); analyze;")
        line.commit()
        line.close()
        tenant = "cast(:tenant as integer)"
        months = question_b(windows, tenant, "substr(p.transaction_date, 1, 7)")
        saved = {"a": {"sql": question_a(windows, tenant)}, "b": {"sql": months}}
        with open(self.saved, "w", encoding="utf8") as out:
            json.dump({"databases": {"bi": {"queries": saved}}}, out)

    def start(self, log):
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        command = [f"{self.home}/bin/datasette", "serve", "-i", self.file, "-m", self.saved, "-h", "127.0.0.1", "-p", str(port), "--setting", "default_cache_ttl", "0"]
        # Over many connections its usual second runs out, and it refuses.
        command += ["--setting", "sql_time_limit_ms", "60000"]
        self.ran(Program(command, dict(os.environ), f"{self.url}/-/versions.json", None, log))

    def ask(self, which, tenant):
        return Question(f"{self.url}/bi/{which}.json?tenant={tenant}&_shape=array", year if which == "a" else months)


def year(answer):
    (row,) = answer
    return Year(Decimal(repr(row["spend"])), row["orders"], row["suppliers"])


def months(answer):
    return {(row["month"], row["category"]): Decimal(repr(row["spend"])) for row in answer}
