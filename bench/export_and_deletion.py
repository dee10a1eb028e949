"""Export and deletion of a large organization, and their effect on another one of the server."""

import json
import os
import shutil
import socket
import sqlite3
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

from process_cost import Postgres, describe_environment, load_average, markdown_table
from sync import LINES, SIGN_IN, Server, generate_demo, server_env, sprout_version

READ, WRITE = "/api/purchasing/summary", "/api/account"
NEIGHBOR_LINES = 20_000
QUIET_S = 10
DATABASE = "bench_deletion"


def main():
    engine = sys.argv[1] if len(sys.argv) > 1 else "sqlite"
    postgres = Postgres(os.environ["SPROUT_TEST_POSTGRES"]) if engine == "postgres" else None
    folder = tempfile.mkdtemp(prefix="sprout-bench-")
    os.chmod(folder, 0o755)
    try:
        sprout = sprout_version()
        print(f"# Export and deletion of {LINES:,} order lines, on {engine}\n")
        print(
            describe_environment(sprout, f"PostgreSQL {postgres.version}" if postgres else "SQLite")
            + "\n",
            flush=True,
        )
        env = server_env(folder, postgres.recreate_database(DATABASE) if postgres else None, "data")
        env["SPROUT_LISTEN"] = f"127.0.0.1:{free_port()}"
        server = Server(env)
        large = create_organization(server, folder, "Large", LINES)
        small = create_organization(server, folder, "Small", NEIGHBOR_LINES)
        rows = [measure(server, small, "none (baseline)", lambda: time.sleep(QUIET_S))]
        exported = {}
        rows.append(
            measure(server, small, "export", lambda: exported.update(export(server, large)))
        )
        has_rows = row_check(large, env, postgres)
        rows.append(measure(server, small, "deletion", lambda: delete(large, has_rows)))
        server.stop()
        print(
            f"The export has {exported['bytes'] / 2**20:.0f} MiB; the first byte arrived after {exported['first']:.2f} s. The neighbor has {NEIGHBOR_LINES:,} lines.\n"
        )
        head = [
            "work",
            "duration, s",
            "server memory before, MiB",
            "peak, MiB",
            "neighbor: reads",
            "median, ms",
            "slowest, ms",
            "writes",
            "median, ms",
            "slowest, ms",
            "failed",
            "load",
        ]
        print(markdown_table(head, rows))
    finally:
        shutil.rmtree(folder)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Caller:
    """A user of one organization."""

    def __init__(self, server, organization):
        self.base, self.organization = server.base, organization
        body = {
            "organization": organization,
            "name": "Bench",
            "timeZone": "UTC",
            **SIGN_IN,
            "email": f"{organization.lower()}@sprout.example",
        }
        self.token = None
        data = self.call("POST", "/api/auth/register", body)["data"]
        self.token, self.tenant = data["token"], data["organization"]["id"]

    def call(self, method, path, body=None):
        headers = {
            "content-type": "application/json",
            **({"authorization": f"Bearer {self.token}"} if self.token else {}),
        }
        data = json.dumps(body).encode() if body is not None else None
        with urllib.request.urlopen(
            urllib.request.Request(self.base + path, method=method, headers=headers, data=data),
            timeout=900,
        ) as answer:
            return json.load(answer)

    def sign_in(self):
        """Renews the access token, which is valid for ten minutes."""
        body = {
            "email": f"{self.organization.lower()}@sprout.example",
            "password": SIGN_IN["password"],
        }
        self.token = self.call("POST", "/api/auth/login", body)["data"]["token"]


def create_organization(server, folder, name, lines):
    """Registers an organization and syncs demo data."""
    caller = Caller(server, name)
    source = os.path.join(folder, name.lower())
    generate_demo(source, lines)
    caller.call("PUT", "/api/data-sync/source", {"kind": "files", "path": source})
    caller.call("POST", "/api/data-sync/sync", {"options": {}})
    return caller


def export(server, caller):
    """Exports the organization and downloads the file."""
    caller.sign_in()
    token = caller.call(
        "POST", f"/api/organizations/{caller.tenant}/export", {"password": SIGN_IN["password"]}
    )["data"]["token"]
    began, size = time.monotonic(), 0
    with urllib.request.urlopen(
        server.base + "/api/organization-exports/download",
        data=urllib.parse.urlencode({"token": token}).encode(),
        timeout=900,
    ) as answer:
        first = None
        while chunk := answer.read1(1 << 20):
            first = first or time.monotonic() - began
            size += len(chunk)
    return {"bytes": size, "first": first}


def delete(caller, has_rows):
    """Deletes the organization and waits until no table has its rows."""
    caller.sign_in()
    if not has_rows():
        raise SystemExit("the organization has no rows")
    caller.call(
        "DELETE",
        f"/api/organizations/{caller.tenant}",
        {"name": caller.organization, "password": SIGN_IN["password"]},
    )
    while has_rows():
        time.sleep(0.5)


def row_check(caller, env, postgres):
    """A function that returns whether any table has rows of the organization."""
    if postgres:
        tables = postgres.query(
            "select table_name from information_schema.columns where column_name = 'tenant_id' and table_schema = 'public'",
            DATABASE,
        ).split()
        return lambda: postgres.query(any_row_sql(tables, f"'{caller.tenant}'"), DATABASE) == "t"
    folder = env["SPROUT_DATA_DIR"]
    file = next(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".db"))

    def query(sql):
        connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=60)
        try:
            return connection.execute(sql).fetchall()
        finally:
            connection.close()

    tables = [
        name
        for (name,) in query(
            "select m.name from sqlite_schema m join pragma_table_info(m.name) c where m.type = 'table' and c.name = 'tenant_id'"
        )
    ]
    own = caller.tenant.replace("-", "")
    return lambda: query(any_row_sql(tables, f"x'{own}'"))[0][0] == 1


def any_row_sql(tables, tenant):
    return "select " + " or ".join(
        f"exists (select 1 from {name} where tenant_id = {tenant})" for name in tables
    )


def measure(server, caller, name, work):
    """Runs the work while the other organization reads and writes ten times a second each."""
    caller.sign_in()
    over, reads, writes, failed = threading.Event(), [], [], []

    def repeat(times, send):
        turn = 0
        while not over.is_set():
            turn += 1
            began = time.monotonic()
            try:
                send(turn)
                times.append((time.monotonic() - began) * 1000)
            except urllib.error.HTTPError as refused:
                failed.append(f"{refused.code} {json.load(refused).get('code')}")
            if turn % 3000 == 0:
                caller.sign_in()
            time.sleep(0.1)

    threads = [
        threading.Thread(target=repeat, args=(reads, lambda turn: caller.call("GET", READ))),
        threading.Thread(
            target=repeat,
            args=(writes, lambda turn: caller.call("PATCH", WRITE, {"name": f"Bench {turn}"})),
        ),
    ]
    before = memory(server)
    # Measure the peak from here on.
    with open(f"/proc/{server.child.pid}/clear_refs", "w", encoding="utf8") as clear:
        clear.write("5")
    for thread in threads:
        thread.start()
    began = time.monotonic()
    try:
        work()
    finally:
        took = time.monotonic() - began
        over.set()
        for thread in threads:
            thread.join()
    cells = [
        cell
        for times in (reads, writes)
        for cell in (len(times), f"{sorted(times)[len(times) // 2]:.0f}", f"{max(times):.0f}")
    ]
    failures = ", ".join(f"{failed.count(one)} x {one}" for one in sorted(set(failed))) or "0"
    return [
        name,
        f"{took:.1f}",
        f"{before:.0f}",
        f"{memory(server, 'VmHWM'):.0f}",
        *cells,
        failures,
        load_average(),
    ]


def memory(server, field="VmRSS"):
    with open(f"/proc/{server.child.pid}/status", encoding="utf8") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith(field)) / 1024


if __name__ == "__main__":
    main()
