"""Response times and throughput of an HTTP server, with CPU time and memory of its processes."""

import http.client
import json
import os
import re
import subprocess
import time
import urllib.parse
from dataclasses import dataclass, field

from process_cost import TICKS

SECONDS = int(os.environ.get("SPROUT_BENCH_SECONDS", "5"))
CONNECTIONS = (1, 32)


@dataclass(frozen=True)
class Request:
    """An HTTP request. `parse` turns its JSON response into figures."""

    url: str
    parse: callable
    headers: dict = field(default_factory=dict)
    body: dict = None

    def parts(self):
        method = "GET" if self.body is None else "POST"
        more = {} if self.body is None else {"content-type": "application/json"}
        return (
            method,
            {**more, **self.headers},
            None if self.body is None else json.dumps(self.body),
        )


def send(request):
    """Sends a request over a new connection: milliseconds to the last byte, and the figures."""
    address = urllib.parse.urlsplit(request.url)
    path = address.path + (f"?{address.query}" if address.query else "")
    method, headers, body = request.parts()
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=120)
    connection.connect()
    try:
        start = time.perf_counter()
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        text = response.read()
        ms = (time.perf_counter() - start) * 1000
    finally:
        connection.close()
    if response.status != 200:
        raise SystemExit(f"{request.url} returned {response.status}: {text[:500]}")
    return ms, request.parse(json.loads(text))


def process_tree(pids):
    """These processes and all their descendants."""
    parents = {}
    for name in os.listdir("/proc"):
        if name.isdigit() and (stat := read_stat(name)):
            parents[int(name)] = int(stat[1])
    found = {pid for pid in pids if pid in parents}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def read_stat(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf8") as stat:
            return stat.read().rsplit(")", 1)[1].split()
    except OSError:
        return None


def cpu_seconds(pids):
    """CPU seconds of process trees so far, including children that have exited."""
    stats = (read_stat(pid) for pid in process_tree(pids))
    return sum(sum(map(int, stat[11:15])) for stat in stats if stat) / TICKS


def resident_mb(pids):
    total = 0
    for pid in process_tree(pids):
        try:
            with open(f"/proc/{pid}/status", encoding="utf8") as lines:
                total += next(
                    (int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0
                )
        except OSError:
            continue
    return total / 1024


@dataclass
class LoadResult:
    """What wrk measured, with CPU seconds per 1,000 responses."""

    per_second: float
    p50_ms: float
    p99_ms: float
    server_cpu: float
    postgres_cpu: float


def run_wrk(request, connections, folder, pids, postgres):
    """Repeats a request over several connections; `pids` are the server, `postgres` a postmaster."""
    method, headers, body = request.parts()
    script = os.path.join(folder, "request.lua")
    with open(script, "w", encoding="utf8") as out:
        out.write(f"wrk.method = {json.dumps(method)}\n")
        if body is not None:
            out.write(f"wrk.body = [==[{body}]==]\n")
        for name, value in headers.items():
            out.write(f"wrk.headers[{json.dumps(name)}] = {json.dumps(value)}\n")
        out.write(REPORT_LUA)
    before = cpu_seconds(pids), cpu_seconds([postgres])
    command = [
        "wrk",
        f"-t{min(connections, 2)}",
        f"-c{connections}",
        f"-d{SECONDS}s",
        "--timeout",
        "60s",
        "-s",
        script,
        request.url,
    ]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    after = cpu_seconds(pids), cpu_seconds([postgres])
    found = re.search(r"^RESULT (\d+) (\d+) (\d+) (\d+) (\d+)$", output, re.MULTILINE)
    responses, took, p50, p99, bad = map(int, found.groups()) if found else (0, 0, 0, 0, 0)
    if not responses or bad:
        raise SystemExit(f"{request.url} returned errors:\n{output}")
    server, database = ((b - a) / responses * 1000 for a, b in zip(before, after))
    return LoadResult(responses / took * 1e6, p50 / 1000, p99 / 1000, server, database)


REPORT_LUA = """
done = function(summary, latency, _)
  local errors = summary.errors
  local bad = errors.status + errors.connect + errors.read + errors.write + errors.timeout
  local p50, p99 = latency:percentile(50), latency:percentile(99)
  local format = "RESULT %d %d %d %d %d\\n"
  io.write(string.format(format, summary.requests, summary.duration, p50, p99, bad))
end
"""
