"""Installs the tools of bi-peers in target/bench-peers, starts them and times their start."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
TOOLS = os.environ.get("SPROUT_BENCH_TOOLS") or os.path.join(HERE, "..", "target", "bench-peers")
# npm resolves indirect dependencies to versions of before this day.
RELEASED_BEFORE = "2026-11-22"


def tool_folder(name):
    return os.path.abspath(os.path.join(TOOLS, name))


def peer_file(*parts):
    """A file in bench/peers."""
    return os.path.join(HERE, "peers", *parts)


def install_from_pypi(name):
    """A virtual environment of bench/peers/NAME/requirements.txt, created once."""
    folder, wanted = tool_folder(name), peer_file(name, "requirements.txt")
    if not same_contents(os.path.join(folder, "installed.txt"), wanted):
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run(
            [f"{folder}/bin/python", "-m", "pip", "install", "-q", "--no-deps", "-r", wanted],
            check=True,
            stdout=sys.stderr,
        )
        shutil.copy(wanted, os.path.join(folder, "installed.txt"))
    return folder


def install_from_npm(name, packages):
    """A folder with these packages, created once."""
    folder = tool_folder(name)
    ready = os.path.join(folder, "installed.txt")
    wanted = "\n".join(packages)
    if not os.path.exists(ready) or open(ready, encoding="utf8").read() != wanted:
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        with open(os.path.join(folder, "package.json"), "w", encoding="utf8") as out:
            out.write('{"private": true}\n')
        command = [
            "npm",
            "install",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--silent",
            "--before",
            RELEASED_BEFORE,
            *packages,
        ]
        subprocess.run(command, cwd=folder, check=True, stdout=sys.stderr)
        with open(ready, "w", encoding="utf8") as out:
            out.write(wanted)
    return folder


def same_contents(one, other):
    if not os.path.exists(one):
        return False
    with open(one, encoding="utf8") as a, open(other, encoding="utf8") as b:
        return a.read() == b.read()


def size_mb(path):
    """Megabytes of a file, or of all files in a folder."""
    if os.path.isfile(path):
        return os.path.getsize(path) / 1e6
    below = (os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names)
    return sum(os.lstat(file).st_blocks * 512 for file in below) / 1e6


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


class Program:
    """A running program that responds at a URL; `seconds` is its start-up time."""

    def __init__(self, command, env, ready, folder=None, log=None):
        self.log = log
        with open(log or os.devnull, "w", encoding="utf8") as out:
            began = time.monotonic()
            self.child = subprocess.Popen(command, env=env, cwd=folder, stdout=out, stderr=out)
        while not responds(ready):
            if self.child.poll() is not None or time.monotonic() - began > 120:
                self.stop()
                raise SystemExit(f"{command[0]} did not start:\n{self.read_log()}")
            time.sleep(0.02)
        self.seconds = time.monotonic() - began

    def read_log(self):
        if not self.log:
            return ""
        with open(self.log, encoding="utf8") as text:
            return text.read()[-3000:]

    def stop(self):
        if self.child.poll() is None:
            self.child.terminate()
        self.child.wait()


def responds(address):
    try:
        with urllib.request.urlopen(address, timeout=5):
            return True
    except urllib.error.HTTPError as refused:
        # The server is up and expects another request.
        return refused.code in (400, 405, 406)
    except OSError:
        return False
