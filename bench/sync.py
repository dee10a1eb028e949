"""Data Sync compared with psql, Sling and dlt: the same order lines into the same PostgreSQL.

psql is the limit: COPY into a temporary table and one INSERT .. ON CONFLICT into a table with the same
columns. Sprout also checks every cell, stores rejects, writes only changes, and updates the rollups.
"""

import csv
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter

from process_cost import Postgres, describe_environment, load_average, markdown_table, run

HERE = os.path.dirname(os.path.abspath(__file__))
BINARY = os.environ["SPROUT_BIN"]
LINES = int(os.environ.get("SPROUT_BENCH_LINES", "1000000"))
NEW_LINES = 10_000
ROUNDS = int(os.environ.get("SPROUT_BENCH_ROUNDS", "2"))
PEERS = os.environ.get("SPROUT_BENCH_PEERS", "sling dlt").split()
SLING, DLT = "sling-linux-amd64==1.4.11", "dlt[postgres,parquet]==1.31.0"
SIGN_IN = {"email": "bench@sprout.example", "password": "a password for benchmarks"}

COLUMNS = {
    "transaction_id": "text not null",
    "order_id": "text not null",
    "direction": "text not null",
    "transaction_date": "date not null",
    "customer_id": "text",
    "supplier_id": "text",
    "item_id": "text not null",
    "quantity": "numeric(18,4) not null",
    "unit": "text not null",
    "unit_price": "numeric(18,4) not null",
    "currency": "text not null",
    "promised_date": "date",
    "delivered_date": "date",
    "location": "text",
    "updated_at": "timestamptz not null",
}


def main():
    postgres = Postgres(os.environ["SPROUT_TEST_POSTGRES"])
    folder = tempfile.mkdtemp(prefix="sprout-bench-")
    os.chmod(folder, 0o755)
    try:
        lines = os.path.join(folder, "warehouse")
        generate_demo(lines, LINES)
        sprout = sprout_version()
        print(f"# Data Sync and other tools: {LINES:,} order lines into PostgreSQL\n")
        print(
            describe_environment(
                sprout, f"PostgreSQL {postgres.version}", *(PEERS and [SLING, DLT])
            )
            + "\n",
            flush=True,
        )
        # Alternately, because the speed of the machine varies.
        rounds = [
            (run_psql(postgres, folder, lines), run_sprout(postgres, folder, lines))
            for _ in range(ROUNDS)
        ]
        limit, ours = (best_of(of_one) for of_one in zip(*rounds))
        report(limit, ours, [run_peer(name, postgres, folder, lines) for name in PEERS])
    finally:
        shutil.rmtree(folder)


def generate_demo(folder, lines):
    """A generated source."""
    subprocess.run(
        [BINARY, "demo", "--out", folder, "--transactions", str(lines)],
        check=True,
        stdout=subprocess.DEVNULL,
    )


def sprout_version():
    return subprocess.run(
        [BINARY, "--version"], capture_output=True, text=True, check=True
    ).stdout.strip()


def best_of(rounds):
    """The run with the least CPU time for the first load: other work on the machine only adds."""
    return min(rounds, key=lambda runs: runs["first"].cpu)


def sales_file(folder):
    return os.path.join(folder, "sales_transactions.csv")


def run_psql(postgres, folder, lines):
    address = postgres.recreate_database("bench_limit")
    columns = ", ".join(COLUMNS)
    shape = ", ".join(f"{name} {kind}" for name, kind in COLUMNS.items())
    postgres.query(
        f"create table lines (tenant_id uuid not null, {shape}, primary key (tenant_id, transaction_id))",
        "bench_limit",
    )
    tenant = "'0190c3b4-0000-7000-8000-000000000001'"
    rest = [name for name in COLUMNS if name != "transaction_id"]
    differs = " or ".join(f"lines.{name} is distinct from excluded.{name}" for name in rest)
    sets = ", ".join(f"{name} = excluded.{name}" for name in rest)

    def upsert(where):
        path = os.path.join(folder, "limit.sql")
        with open(path, "w", encoding="utf8") as out:
            out.write(
                f"create temporary table staged ({shape});\n\\copy staged ({columns}) from '{sales_file(lines)}' with (format csv, header)\n"
            )
            out.write(
                f"insert into lines (tenant_id, {columns}) select {tenant}, {columns} from staged "
            )
            out.write(f"on conflict (tenant_id, transaction_id) do update set {sets} {where};\n")
        return run(["psql", address, "-Xq", "-v", "ON_ERROR_STOP=1", "-f", path], postgres)

    return {"load": load_average(), "first": upsert(""), "again": upsert(f"where {differs}")}


class Server:
    """A running Sprout server, with the token of one owner."""

    def __init__(self, env):
        self.env = env
        self.child = subprocess.Popen(
            [BINARY, "serve", "--migrate"],
            env=env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.base = f"http://{env['SPROUT_LISTEN']}"
        self.token = None
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{self.base}/health/ready").read()
                return
            except OSError:
                time.sleep(0.05)
        raise SystemExit("the server did not start")

    def call(self, method, path, body=None, more=None):
        headers = {"content-type": "application/json", **(more or {})}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        request = urllib.request.Request(
            self.base + path,
            method=method,
            headers=headers,
            data=json.dumps(body).encode() if body is not None else None,
        )
        with urllib.request.urlopen(request, timeout=600) as answer:
            return json.load(answer)

    def register(self):
        body = {"organization": "Bench", "name": "Bench", "timeZone": "UTC", **SIGN_IN}
        self.token = self.call("POST", "/api/auth/register", body)["data"]["token"]

    def stop(self):
        self.child.terminate()
        self.child.wait()


def server_env(folder, address, data):
    """An environment with a new data folder."""
    data = os.path.join(folder, data)
    shutil.rmtree(data, ignore_errors=True)
    env = {
        "PATH": os.environ["PATH"],
        "SPROUT_LISTEN": "127.0.0.1:18734",
        "SPROUT_DATA_DIR": data,
        "SPROUT_WAREHOUSE_ROOT": folder,
        "SPROUT_SIGN_UP": "open",
        "SPROUT_DRAIN_SECONDS": "0",
        "SPROUT_MAX_CONNECTIONS_PER_ADDRESS": "10000",
        "SPROUT_ALLOWED_NETWORKS": "127.0.0.0/8,::1",
        "SPROUT_LOG_FORMAT": "json",
        "SPROUT_REQUESTS_PER_SECOND": "0",
    }
    return {**env, "DATABASE_URL": address} if address else env


def sync(env, source, *more, postgres=None):
    which = more or ["--table", "sales_transactions"]
    cost = run(
        [BINARY, "sync", "--tenant", "bench", "--source", source, "--json", *which], postgres, env
    )
    tables = json.loads(cost.out)["tables"]
    cost.counts = next(one for one in tables if one["table"] == "sales_transactions")
    cost.rollups = logged_seconds(cost.err, "updated rollups", "ms")
    cost.counting = logged_seconds(cost.err, "counted lines while staging", "cpu_ms")
    return cost


def logged_seconds(log, words, field):
    """Seconds in a field of the last log line with this text, or 0."""
    found = [json.loads(line) for line in log.splitlines() if words in line]
    return int((found[-1].get("fields") or found[-1])[field]) / 1000 if found else 0.0


def run_sprout(postgres, folder, lines):
    env = server_env(folder, postgres.recreate_database("bench_sprout"), "data")
    server = Server(env)
    server.register()
    server.stop()
    few = os.path.join(folder, "few")
    copy_head(sales_file(lines), os.path.join(few, "sales_transactions.csv"), 1)
    idle = sync(env, few)
    postgres.query("checkpoint")
    env = server_env(folder, postgres.recreate_database("bench_sprout"), "data")
    server = Server(env)
    server.register()
    server.stop()
    parts = os.path.join(folder, "parts")
    shutil.rmtree(parts, ignore_errors=True)
    split_newest(sales_file(lines), os.path.join(parts, "sales_transactions"))
    first_part = os.path.join(parts, "sales_transactions", "1.csv")
    second_part = os.path.join(parts, "sales_transactions", "2.csv")
    held_back = os.path.join(folder, "2.csv")
    runs = {
        "load": load_average(),
        "idle": idle,
        "first": sync(env, lines, postgres=postgres),
        "again": sync(env, lines, postgres=postgres),
    }
    # All lines but the newest are loaded; a new file has the newest.
    env = server_env(folder, postgres.recreate_database("bench_parts"), "data-parts")
    server = Server(env)
    server.register()
    server.stop()
    os.rename(second_part, held_back)
    sync(env, parts)
    postgres.query("vacuum analyze", "bench_parts")
    os.rename(held_back, second_part)
    assert os.path.exists(first_part)
    runs["new file"] = sync(env, parts, "--incremental", postgres=postgres)
    runs["nothing new"] = sync(env, parts, "--incremental", postgres=postgres)
    return runs


def copy_head(path, to, lines):
    os.makedirs(os.path.dirname(to), exist_ok=True)
    with open(path, encoding="utf8") as source, open(to, "w", encoding="utf8") as out:
        for _ in range(lines + 1):
            out.write(source.readline())


def split_newest(path, folder):
    """All lines but the newest in one file, the newest in another."""
    os.makedirs(folder)
    with open(path, encoding="utf8") as source:
        lines_of_day = Counter(row["transaction_date"] for row in csv.DictReader(source))
    newest, left, taken = "", NEW_LINES, 0
    for newest in sorted(lines_of_day, reverse=True):
        left -= lines_of_day[newest]
        if left <= 0:
            break
    with (
        open(path, encoding="utf8") as source,
        open(f"{folder}/1.csv", "w", encoding="utf8") as old,
        open(f"{folder}/2.csv", "w", encoding="utf8") as new,
    ):
        header = source.readline()
        old.write(header)
        new.write(header)
        for line in source:
            if taken < NEW_LINES and line.split(",", 4)[3] >= newest:
                new.write(line)
                taken += 1
            else:
                old.write(line)


def run_peer(name, postgres, folder, lines):
    tools = os.environ.get("SPROUT_BENCH_TOOLS") or os.path.join(
        HERE, "..", "target", "bench-peers"
    )
    os.makedirs(tools, exist_ok=True)
    address = postgres.recreate_database(f"bench_{name}")
    if name == "sling":
        binary = glob.glob(f"{tools}/sling/*/bin/sling-linux-amd64")
        if not binary:
            subprocess.run(
                [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", tools, SLING],
                check=True,
            )
            shutil.unpack_archive(
                glob.glob(f"{tools}/sling_linux*.whl")[0], f"{tools}/sling", "zip"
            )
            binary = glob.glob(f"{tools}/sling/*/bin/sling-linux-amd64")
        os.chmod(binary[0], 0o755)
        postgres.query("create schema sl", "bench_sling")
        connection = address + ("&" if "?" in address else "?") + "sslmode=disable"
        env = {
            **os.environ,
            "PGT": connection,
            "SLING_DISABLE_TELEMETRY": "TRUE",
            "SLING_LOADED_AT_COLUMN": "FALSE",
        }
        command = [
            binary[0],
            "run",
            "--src-stream",
            f"file://{sales_file(lines)}",
            "--tgt-conn",
            "PGT",
            "--tgt-object",
            "sl.purchase_transactions",
        ]
        command += ["--mode", "incremental", "--primary-key", "transaction_id"]
        rows = "select count(*) from sl.purchase_transactions"
    else:
        python = f"{tools}/dlt/bin/python"
        if not os.path.exists(python):
            subprocess.run([sys.executable, "-m", "venv", f"{tools}/dlt"], check=True)
            subprocess.run([python, "-m", "pip", "install", "-q", DLT, "pyarrow"], check=True)
        env = dict(os.environ)
        # dlt requires a password even if the server does not.
        with_password = address.replace("postgres://postgres@", "postgresql://postgres:none@")
        command = [
            python,
            os.path.join(HERE, "peers", "dlt_load.py"),
            with_password,
            "bench",
            os.path.join(folder, "dlt"),
            sales_file(lines),
        ]
        rows = "select count(*) from bench.purchase_transactions"
    runs = {
        "name": name,
        "load": load_average(),
        "first": run(command, postgres, env),
        "again": run(command, postgres, env),
    }
    runs["rows"] = int(postgres.query(rows, f"bench_{name}"))
    return runs


def report(limit, ours, peers):
    base, first, again = limit["first"], ours["first"], ours["again"]
    assert first.rollups > 0 and first.counting > 0, (
        "the log of the first load has no rollup timings"
    )
    rows = []

    def row(what, cost, under, rollups=0.0, counting=0.0):
        wall, client, server = cost.wall - rollups, cost.client - counting, cost.postgres - rollups
        rows.append(
            [
                what,
                f"{wall:.2f}",
                f"{client:.1f} + {server:.1f}",
                f"{wall / base.wall:.2f}",
                f"{(client + server) / base.cpu:.2f}",
                f"{cost.rss_mb:.0f}",
                under,
            ]
        )

    row("psql: COPY, upsert", base, limit["load"])
    row("psql repeat, changed rows only", limit["again"], limit["load"])
    row("Sprout without rollups (1)", first, ours["load"], first.rollups, first.counting)
    row("Sprout, complete", first, ours["load"])
    row("Sprout repeat", again, ours["load"])
    for name in ("new file", "nothing new"):
        row(f"Sprout, {name} (2)", ours[name], ours["load"])
    for one in peers:
        row(one["name"], one["first"], one["load"])
        row(f"{one['name']} repeat", one["again"], one["load"])
    print(
        markdown_table(
            [
                "",
                "wall, s",
                "CPU, s: client + PostgreSQL",
                "wall / psql",
                "CPU / psql",
                "client peak, MB",
                "load",
            ],
            rows,
        )
    )
    print(
        "All use the PostgreSQL of the tests: no fsync, 128 MB of shared buffers. Sprout returns memory as configured in deploy/."
    )
    print(
        f"(1) Without the {first.rollups:.2f} s in which PostgreSQL wrote the rollups and the {first.counting:.2f} s of CPU time in which Sprout counted lines for them."
    )
    print(f"(2) The newest {NEW_LINES:,} lines in a second file; then the same files again.\n")
    counts_by_run = {name: ours[name].counts for name in ("first", "again", "new file")}
    counts = ("read", "inserted", "updated", "unchanged", "deleted", "rejected")
    print(
        markdown_table(
            ["Sprout", *counts],
            [[name, *(one[count] for count in counts)] for name, one in counts_by_run.items()],
        )
    )
    print(
        f"A sync of all lines uses {first.rss_mb - ours['idle'].rss_mb:.0f} MB more than the {ours['idle'].rss_mb:.0f} MB of a sync of one line."
    )
    print(
        f"Repeat / first: wall time {again.wall / first.wall:.2f}, CPU {again.cpu / first.cpu:.2f}."
    )
    for one in peers:
        like, whole = (
            one["first"].cpu / (first.cpu - first.rollups - first.counting),
            one["first"].cpu / first.cpu,
        )
        print(
            f"{one['name']} (no rollups): {like:.1f} times the CPU of Sprout without rollups, {whole:.1f} times that of the complete run; {one['rows']:,} rows written."
        )


if __name__ == "__main__":
    main()
