"""Cost of exporting and deleting a large organization while another one of the same server works."""
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

from measuring import Postgres, circumstances, load, table
from sync import LINES, SIGN_IN, Server, demo, settings, version

READ, WRITE = "/api/purchasing/summary", "/api/account"
NEIGHBOR_LINES = 20_000
QUIET_S = 10
DATABASE = "bench_leaving"


def main():
    engine = sys.argv[1] if len(sys.argv) > 1 else "sqlite"
    postgres = Postgres(os.environ["SPROUT_TEST_POSTGRES"]) if engine == "postgres" else None
    folder = tempfile.mkdtemp(prefix="sprout-bench-")
    os.chmod(folder, 0o755)
    try:
        sprout = version()
        print(f"# An organization of {LINES:,} order lines goes, on {engine}\n")
        print(circumstances(sprout, f"PostgreSQL {postgres.version}" if postgres else "SQLite") + "\n", flush=True)
        env = settings(folder, postgres.fresh(DATABASE) if postgres else None, "data")
        env["SPROUT_LISTEN"] = f"127.0.0.1:{free_port()}"
        server = Server(env)
        large = arrive(server, folder, "Large", LINES)
        small = arrive(server, folder, "Small", NEIGHBOR_LINES)
        rows = [measured(server, small, "nothing else", lambda: time.sleep(QUIET_S))]
        exported = {}
        rows.append(measured(server, small, "its export", lambda: exported.update(export(server, large))))
        left = left_of(large, env, postgres)
        rows.append(measured(server, small, "its deletion", lambda: delete(large, left)))
        server.stop()
        print(f"The export had {exported['bytes'] / 2**20:.0f} MiB; its first byte came after {exported['first']:.2f} s. The neighbor has {NEIGHBOR_LINES:,} lines.\n")
        head = ["meanwhile", "took s", "server's memory before, MiB", "at most, MiB", "neighbor's reads", "median ms", "slowest ms", "writes", "median ms", "slowest ms", "failed", "load"]
        print(table(head, rows))
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
        body = {"organization": organization, "name": "Bench", "timeZone": "UTC", **SIGN_IN, "email": f"{organization.lower()}@sprout.example"}
        self.token = None
        data = self.ask("POST", "/api/auth/register", body)["data"]
        self.token, self.tenant = data["token"], data["organization"]["id"]

    def ask(self, method, path, body=None):
        headers = {"content-type": "application/json", **({"authorization": f"Bearer {self.token}"} if self.token else {})}
        data = json.dumps(body).encode() if body is not None else None
        with urllib.request.urlopen(urllib.request.Request(self.base + path, method=method, headers=headers, data=data), timeout=900) as answer:
            return json.load(answer)

    def sign_in(self):
        """Access tokens live ten minutes."""
        body = {"email": f"{self.organization.lower()}@sprout.example", "password": SIGN_IN["password"]}
        self.token = self.ask("POST", "/api/auth/login", body)["data"]["token"]


def arrive(server, folder, name, lines):
    caller = Caller(server, name)
    source = os.path.join(folder, name.lower())
    demo(source, lines)
    caller.ask("PUT", "/api/data-sync/source", {"kind": "files", "path": source})
    caller.ask("POST", "/api/data-sync/sync", {"options": {}})
    return caller


def export(server, caller):
    """Exports the organization and reads the file as fast as it comes."""
    caller.sign_in()
    token = caller.ask("POST", f"/api/organizations/{caller.tenant}/export", {"password": SIGN_IN["password"]})["data"]["token"]
    began, size = time.monotonic(), 0
    with urllib.request.urlopen(server.base + "/api/organization-exports/download", data=urllib.parse.urlencode({"token": token}).encode(), timeout=900) as answer:
        first = None
        while chunk := answer.read1(1 << 20):
            first = first or time.monotonic() - began
            size += len(chunk)
    return {"bytes": size, "first": first}


def delete(caller, left):
    """Deletes the organization and waits until no table has its rows."""
    caller.sign_in()
    if not left():
        raise SystemExit("there is nothing to remove")
    caller.ask("DELETE", f"/api/organizations/{caller.tenant}", {"name": caller.organization, "password": SIGN_IN["password"]})
    while left():
        time.sleep(0.5)


def left_of(caller, env, postgres):
    """Whether any table still has rows of the organization."""
    if postgres:
        tables = postgres.ask("select table_name from information_schema.columns where column_name = 'tenant_id' and table_schema = 'public'", DATABASE).split()
        return lambda: postgres.ask(any_of(tables, f"'{caller.tenant}'"), DATABASE) == "t"
    folder = env["SPROUT_DATA_DIR"]
    file = next(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".db"))

    def ask(sql):
        connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=60)
        try:
            return connection.execute(sql).fetchall()
        finally:
            connection.close()

    tables = [name for (name,) in ask("select m.name from sqlite_schema m join pragma_table_info(m.name) c where m.type = 'table' and c.name = 'tenant_id'")]
    own = caller.tenant.replace("-", "")
    return lambda: ask(any_of(tables, f"x'{own}'"))[0][0] == 1


def any_of(tables, tenant):
    return "select " + " or ".join(f"exists (select 1 from {name} where tenant_id = {tenant})" for name in tables)


def measured(server, caller, name, work):
    """Runs the work while the other organization reads and writes ten times a second each."""
    caller.sign_in()
    over, reads, writes, failed = threading.Event(), [], [], []

    def again(times, ask):
        turn = 0
        while not over.is_set():
            turn += 1
            began = time.monotonic()
            try:
                ask(turn)
                times.append((time.monotonic() - began) * 1000)
            except urllib.error.HTTPError as refused:
                failed.append(f"{refused.code} {json.load(refused).get('code')}")
            if turn % 3000 == 0:
                caller.sign_in()
            time.sleep(0.1)

    askers = [
        threading.Thread(target=again, args=(reads, lambda turn: caller.ask("GET", READ))),
        threading.Thread(target=again, args=(writes, lambda turn: caller.ask("PATCH", WRITE, {"name": f"Bench {turn}"}))),
    ]
    before = memory(server)
    # Measure the peak from here on.
    with open(f"/proc/{server.child.pid}/clear_refs", "w", encoding="utf8") as clear:
        clear.write("5")
    for asker in askers:
        asker.start()
    began = time.monotonic()
    try:
        work()
    finally:
        took = time.monotonic() - began
        over.set()
        for asker in askers:
            asker.join()
    cells = [cell for times in (reads, writes) for cell in (len(times), f"{sorted(times)[len(times) // 2]:.0f}", f"{max(times):.0f}")]
    told = ", ".join(f"{failed.count(one)} x {one}" for one in sorted(set(failed))) or "0"
    return [name, f"{took:.1f}", f"{before:.0f}", f"{memory(server, 'VmHWM'):.0f}", *cells, told, load()]


def memory(server, field="VmRSS"):
    with open(f"/proc/{server.child.pid}/status", encoding="utf8") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith(field)) / 1024


if __name__ == "__main__":
    main()
