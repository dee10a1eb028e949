"""Cost of a command: wall-clock time, CPU time (its own and PostgreSQL's) and peak memory."""

import os
import platform
import subprocess
import time
from dataclasses import dataclass

TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Cost:
    wall: float
    client: float
    postgres: float
    rss_mb: float
    out: str
    err: str

    @property
    def cpu(self):
        return self.client + self.postgres


class Postgres:
    """A PostgreSQL server on this machine. CPU time of a backend is known after it exits."""

    def __init__(self, address):
        self.address = address
        folder = self.query("show data_directory")
        with open(f"{folder}/postmaster.pid", encoding="utf8") as lines:
            self.pid = int(lines.readline())
        self.version = self.query("show server_version")

    def database_url(self, database):
        base, _, query = self.address.partition("?")
        return f"{base.rsplit('/', 1)[0]}/{database}" + (f"?{query}" if query else "")

    def query(self, sql, database=None):
        command = [
            "psql",
            self.database_url(database) if database else self.address,
            "-XqAt",
            "-v",
            "ON_ERROR_STOP=1",
            "-c",
            sql,
        ]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def recreate_database(self, database):
        """Creates an empty database and returns its URL."""
        self.query(f"drop database if exists {database} with (force)")
        self.query(f"create database {database}")
        self.query("checkpoint")
        return self.database_url(database)

    def exited_cpu_seconds(self):
        """CPU seconds of all backends that have exited: the postmaster has waited for them."""
        with open(f"/proc/{self.pid}/stat", encoding="utf8") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[13]) + int(fields[14])) / TICKS


def run(command, postgres=None, env=None, may_fail=False):
    """Runs a command to completion and returns its cost."""
    before = postgres.exited_cpu_seconds() if postgres else 0.0
    began = time.monotonic()
    with subprocess.Popen(
        command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        out, err = child.stdout.read(), child.stderr.read()
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - began
    if child.returncode != 0 and not may_fail:
        raise SystemExit(
            f"{' '.join(command)} exited with {child.returncode}\n{out[-2000:]}\n{err[-4000:]}"
        )
    time.sleep(0.3)
    spent = postgres.exited_cpu_seconds() - before if postgres else 0.0
    return Cost(wall, used.ru_utime + used.ru_stime, spent, used.ru_maxrss / 1024, out, err)


def describe_environment(*versions):
    """A Markdown list of the versions, the machine and its load."""
    with open("/proc/cpuinfo", encoding="utf8") as info:
        models = [line.split(":", 1)[1].strip() for line in info if line.startswith("model name")]
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True
    ).stdout.strip()
    load = " ".join(f"{mean:.1f}" for mean in os.getloadavg())
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    lines = [
        f"- {'; '.join(versions)}; commit {commit}",
        f"- {len(models)} x {models[0] if models else platform.processor()}, {memory:.0f} GiB, Linux {platform.release()}",
        f"- load at the start (1, 5, 15 min): {load}; {now}",
    ]
    return "\n".join(lines)


def markdown_table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines) + "\n"


def load_average():
    return f"{os.getloadavg()[0]:.1f}"
