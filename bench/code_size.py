#!/usr/bin/env python3
"""Counts the Rust code of a commit: `python3 bench/code_size.py [COMMIT]` (default: HEAD).

Prints files, lines, the median file, lines over 100 characters, and functions with names of one
word, for the table in `bench/results/`.
"""

import re
import statistics
import subprocess
import sys

FUNCTION = re.compile(r"\bfn\s+([a-z_][a-z0-9_]*)")
WIDTH = 100
SMALL_FILE = 30


def run(*command: str) -> str:
    return subprocess.run(["git", *command], check=True, capture_output=True, text=True).stdout


def main() -> None:
    commit = sys.argv[1] if len(sys.argv) > 1 else "HEAD"
    files = [name for name in run("ls-tree", "-r", "--name-only", commit).splitlines() if name.endswith(".rs")]
    texts = [run("show", f"{commit}:{name}") for name in files]
    lengths = [text.count("\n") for text in texts]
    lines = [line for text in texts for line in text.splitlines()]
    names = [name for text in texts for name in FUNCTION.findall(text)]
    for label, value in [
        ("Files", len(files)),
        ("Lines", len(lines)),
        ("Median file, lines", int(statistics.median(lengths))),
        (f"Lines over {WIDTH} characters", f"{share(lines, lambda line: len(line) > WIDTH):.2f} %"),
        ("Functions", len(names)),
        ("Function names of one word", f"{share(names, lambda name: '_' not in name.strip('_')):.1f} %"),
        (f"Files under {SMALL_FILE} lines", sum(length < SMALL_FILE for length in lengths)),
    ]:
        print(f"| {label} | {value} |")


def share(values: list, is_counted) -> float:
    return 100 * sum(map(is_counted, values)) / len(values)


main()
