"""Cost of answers: sequential or over many connections, with CPU time and memory of all processes involved."""
import http.client
import json
import os
import re
import subprocess
import time
import urllib.parse
from dataclasses import dataclass, field

from measuring import TICKS

SECONDS = int(os.environ.get("SPROUT_BENCH_SECONDS", "5"))
CONNECTIONS = (1, 32)


@dataclass(frozen=True)
class Question:
    """A request whose response `figures` parses."""

    url: str
    figures: callable
    headers: dict = field(default_factory=dict)
    body: dict = None

    def parts(self):
        method = "GET" if self.body is None else "POST"
        more = {} if self.body is None else {"content-type": "application/json"}
        return method, {**more, **self.headers}, None if self.body is None else json.dumps(self.body)


def asked(question):
    """Milliseconds until the complete response, and its figures."""
    address = urllib.parse.urlsplit(question.url)
    path = address.path + (f"?{address.query}" if address.query else "")
    method, headers, body = question.parts()
    line = http.client.HTTPConnection(address.hostname, address.port, timeout=120)
    line.connect()
    try:
        began = time.perf_counter()
        line.request(method, path, body, headers)
        answer = line.getresponse()
        text = answer.read()
        ms = (time.perf_counter() - began) * 1000
    finally:
        line.close()
    if answer.status != 200:
        raise SystemExit(f"{question.url} answered {answer.status}: {text[:500]}")
    return ms, question.figures(json.loads(text))


def family(pids):
    """These processes and all their children."""
    parents = {}
    for name in os.listdir("/proc"):
        if name.isdigit() and (stat := of_process(name)):
            parents[int(name)] = int(stat[1])
    found = {pid for pid in pids if pid in parents}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def of_process(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf8") as stat:
            return stat.read().rsplit(")", 1)[1].split()
    except OSError:
        return None


def spent(pids):
    """CPU seconds of a process family so far, including children that have exited."""
    stats = (of_process(pid) for pid in family(pids))
    return sum(sum(map(int, stat[11:15])) for stat in stats if stat) / TICKS


def resident_mb(pids):
    total = 0
    for pid in family(pids):
        try:
            with open(f"/proc/{pid}/status", encoding="utf8") as lines:
                total += next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0)
        except OSError:
            continue
    return total / 1024


@dataclass
class Rush:
    """What wrk measured, and the cost of the responses."""

    per_second: float
    p50_ms: float
    p99_ms: float
    server: float
    postgres: float


def rush(question, connections, folder, pids, postgres):
    """Sends requests over this many connections for a while; `server` and `postgres` are CPU seconds per 1,000 responses."""
    method, headers, body = question.parts()
    script = os.path.join(folder, "ask.lua")
    with open(script, "w", encoding="utf8") as out:
        out.write(f"wrk.method = {json.dumps(method)}\n")
        if body is not None:
            out.write(f"wrk.body = [==[{body}]==]\n")
        for name, value in headers.items():
            out.write(f"wrk.headers[{json.dumps(name)}] = {json.dumps(value)}\n")
        out.write(SAY)
    before = spent(pids), spent([postgres])
    command = ["wrk", f"-t{min(connections, 2)}", f"-c{connections}", f"-d{SECONDS}s", "--timeout", "60s", "-s", script, question.url]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    after = spent(pids), spent([postgres])
    found = re.search(r"^SAID (\d+) (\d+) (\d+) (\d+) (\d+)$", said, re.MULTILINE)
    answers, took, p50, p99, bad = map(int, found.groups()) if found else (0, 0, 0, 0, 0)
    if not answers or bad:
        raise SystemExit(f"{question.url} did not answer as it should:\n{said}")
    server, database = ((b - a) / answers * 1000 for a, b in zip(before, after))
    return Rush(answers / took * 1e6, p50 / 1000, p99 / 1000, server, database)


SAY = """
done = function(summary, latency, _)
  local errors = summary.errors
  local bad = errors.status + errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format("SAID %d %d %d %d %d\\n", summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), bad))
end
"""
