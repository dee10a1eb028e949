"""A server under many connections: start, memory at rest and with idle connections, and the dashboard's
requests over busy ones, alone and during a sync of a million lines with sign-ins.

wrk sends the dashboard's requests in turn over SPROUT_BENCH_CONNECTIONS connections (default: 200) as fast as it
can, from the same two cores that the server has: the latency is that of a saturated machine.
"""

import json
import os
import re
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

from process_cost import Postgres, describe_environment, load_average, markdown_table
from sync import HERE, LINES, SIGN_IN, Server, generate_demo, server_env, sprout_version

BUSY = int(os.environ.get("SPROUT_BENCH_CONNECTIONS", "200"))
IDLE = int(os.environ.get("SPROUT_BENCH_IDLE", "10000"))
SECONDS = int(os.environ.get("SPROUT_BENCH_SECONDS", "20"))
SIGN_INS_PER_SECOND = 20
IDLE_SECONDS = 5
STARTS = 5
# What a visit of the dashboard asks for: paths, and queries of measures.
PURCHASES = {"dataset": "purchases", "measures": ["spend", "avg_order_value", "on_time_rate", "suppliers"]}
LATE = {"dataset": "purchases", "measures": ["overdue_amount", "overdue_lines"], "limit": 1}
DASHBOARD = [
    ("/api/account", None),
    ("/api/analytics/crop-yield-forecast", None),
    ("/api/analytics/supply-price-index", None),
    ("/api/purchasing/summary", None),
    ("/api/purchasing/recommendations?limit=200", None),
    ("/api/data-sync/status", None),
    ("/api/metrics/query", PURCHASES | {"dimensions": ["month"], "period": {"preset": "last_12_months"}, "limit": 200}),
    ("/api/customers?overdue=true&sort=-average_spend&limit=3", None),
    (
        "/api/metrics/query",
        LATE
        | {
            "dimensions": ["supplier_id", "supplier"],
            "period": {"preset": "last_12_months"},
            "having": [{"measure": "overdue_lines", "op": ">", "value": 0}],
        },
    ),
    ("/api/views?pinned=true", None),
]
MIX = """
local calls = {%s}
local turn = 0
request = function()
  turn = turn %% #calls + 1
  local call = calls[turn]
  if call[2] == "" then
    return wrk.format("GET", call[1])
  end
  wrk.headers["Content-Type"] = "application/json"
  return wrk.format("POST", call[1], nil, call[2])
end
"""


def main():
    engine = sys.argv[1] if len(sys.argv) > 1 else "sqlite"
    if not shutil.which("wrk"):
        subprocess.run([os.path.join(HERE, "..", ".ci", "apt"), "wrk"], check=True)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    folder = tempfile.mkdtemp(prefix="sprout-bench-")
    os.chmod(folder, 0o755)
    try:
        demo, lines = os.path.join(folder, "demo"), os.path.join(folder, "lines")
        generate_demo(demo, 100_000)
        generate_demo(lines, LINES)
        print(f"# Connections, on {engine}\n")
        print(describe_environment(sprout_version(), "wrk", engine) + "\n", flush=True)
        address = None
        if engine == "postgres":
            address = Postgres(os.environ["SPROUT_TEST_POSTGRES"]).recreate_database("bench_connections")
        env = server_env(folder, address, "data")
        env["SPROUT_MAX_CONNECTIONS"] = env["SPROUT_MAX_CONNECTIONS_PER_ADDRESS"] = "20000"
        server = Server(env)
        server.register()
        server.call("PUT", "/api/data-sync/source", {"kind": "files", "path": demo})
        server.call("POST", "/api/data-sync/sync", {"options": {}})
        for path, query in DASHBOARD:
            server.call("POST" if query else "GET", path, query)
        server = measure_starts(server, env)
        measure_idle(server)
        script = os.path.join(folder, "mix.lua")
        with open(script, "w", encoding="utf8") as out:
            calls = (f"{{'{path}', '{json.dumps(query) if query else ''}'}}" for path, query in DASHBOARD)
            out.write(MIX % ", ".join(calls))
        rows = [["alone", *run_wrk(server, script, SECONDS), "", load_average()]]
        rows.append(["20 sign-ins a second", *with_sign_ins(server, script, lambda: time.sleep(SECONDS))])
        server.call("PUT", "/api/data-sync/source", {"kind": "files", "path": lines})
        sync = lambda: server.call("POST", "/api/data-sync/sync", {"options": {}})
        rows.append([f"sync of {LINES:,} lines, 20 sign-ins a second", *with_sign_ins(server, script, sync)])
        head = ["Meanwhile", "Responses/s", "Median", "p99", "Slowest", "Errors", "Sign-ins, p99", "Load"]
        print(f"The dashboard's requests over {BUSY} connections:\n")
        print(markdown_table(head, rows))
        print(f"Memory of the server at most {resident(server, 'VmHWM'):.0f} MB.")
        server.stop()
    finally:
        shutil.rmtree(folder)


def measure_starts(server, env):
    """Milliseconds from the start of the process until it is ready, and its memory at rest."""
    token = server.token
    times = []
    for _ in range(STARTS):
        server.stop()
        began = time.monotonic()
        server = Server(env)
        times.append((time.monotonic() - began) * 1000)
    server.token = token
    time.sleep(10)
    times.sort()
    print(f"- ready after {times[STARTS // 2]:.0f} ms (median of {STARTS}, polled every 50 ms)")
    print(
        f"- memory after 10 s without requests: {resident(server):.0f} MB, of which "
        f"{resident(server, 'RssFile'):.0f} MB are pages of the program, which the system can drop"
    )
    return server


def measure_idle(server):
    """Memory with many connections that were used once, at once and after they have been idle for a while."""
    before = resident(server)
    host, port = server.env["SPROUT_LISTEN"].split(":")
    request = f"GET /health/live HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()
    connections = []
    for _ in range(IDLE):
        connection = socket.create_connection((host, int(port)), timeout=10)
        connection.sendall(request)
        connections.append(connection)
    answered = sum(connection.recv(4096).startswith(b"HTTP/1.1 200") for connection in connections)
    at_once = resident(server)
    time.sleep(IDLE_SECONDS)
    during = resident(server)
    began = time.monotonic()
    server.call("GET", "/api/purchasing/summary")
    answer = (time.monotonic() - began) * 1000
    for connection in connections:
        connection.close()
    print(
        f"- {answered:,} of {IDLE:,} idle connections: {at_once - before:.0f} MB more at once, {during - before:.0f} MB after "
        f"{IDLE_SECONDS} s; "
        f"another request takes {answer:.0f} ms\n",
        flush=True,
    )


def with_sign_ins(server, script, work):
    """The requests while something works, and people sign in."""
    times, refused, stopped = [], [], threading.Event()

    def sign_in():
        began = time.monotonic()
        try:
            server.call("POST", "/api/auth/login", SIGN_IN)
            times.append((time.monotonic() - began) * 1000)
        except OSError as error:
            refused.append(error)

    def sign_in_steadily():
        due = time.monotonic()
        while not stopped.is_set():
            threading.Thread(target=sign_in).start()
            due += 1 / SIGN_INS_PER_SECOND
            time.sleep(max(0, due - time.monotonic()))

    process = start_wrk(server, script, 3600)
    people = threading.Thread(target=sign_in_steadily)
    people.start()
    work()
    load = load_average()
    process.send_signal(2)
    found = read_wrk(process)
    stopped.set()
    people.join()
    times.sort()
    signed_in = f"{len(times):,}, {times[int(len(times) * 0.99)]:.0f} ms" if times else "none"
    return [*found, f"{signed_in}; {len(refused)} refused", load]


def run_wrk(server, script, seconds):
    return read_wrk(start_wrk(server, script, seconds))


def start_wrk(server, script, seconds):
    command = ["wrk", "-t1", f"-c{BUSY}", f"-d{seconds}s", "--timeout", "30s", "--latency", "-s", script]
    bearer = f"Authorization: Bearer {server.token}"
    return subprocess.Popen(
        [*command, "-H", bearer, server.base], stdout=subprocess.PIPE, text=True
    )


def read_wrk(process):
    output, _ = process.communicate(timeout=3700)
    one = lambda pattern: (re.search(pattern, output) or [None, "?"])[1]
    slowest = re.search(r"Latency\s+\S+\s+\S+\s+(\S+)", output)[1]
    per_second = float(one(r"Requests/sec:\s+([\d.]+)"))
    errors = one(r"Non-2xx or 3xx responses: (\d+)").replace("?", "0")
    socket_errors = re.search(r"Socket errors: (.+)", output)
    return [
        f"{per_second:,.0f}",
        one(r"\n\s+50%\s+(\S+)"),
        one(r"\n\s+99%\s+(\S+)"),
        slowest,
        errors + (f" and {socket_errors[1]}" if socket_errors else ""),
    ]


def resident(server, name="VmRSS"):
    with open(f"/proc/{server.child.pid}/status", encoding="utf8") as status:
        line = next(line for line in status if line.startswith(name))
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    main()
