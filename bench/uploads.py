"""Exports of a million lines through the server: uploaded, read, loaded, and dropped a second time.

Two files with the same sales as an ERP exports them, under names of its own: CSV with semicolons and decimal
commas, and an XLSX workbook with a title above its header. The first time the questions of the layout are
answered; the second time none may be asked. SPROUT_BENCH_LINES changes the number of lines. Needs `xlsxwriter` from PyPI, installed by itself.
"""

import csv
import datetime
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

from connections import resident
from process_cost import Postgres, describe_environment, load_average, markdown_table
from sync import HERE, LINES, Server, server_env, sprout_version

TOOLS = os.path.join(HERE, "..", "target", "bench-uploads")
WRITER = "xlsxwriter==3.2.0"
HEADER = ["Invoice No", "Line", "Invoice Date", "Cust No", "Customer", "Product", "Description", "Branch", "Qty", "UOM", "Unit Price", "Currency"]
FIRST_DAY = datetime.date(2023, 1, 2)


def main():
    engine = sys.argv[1] if len(sys.argv) > 1 else "sqlite"
    folder = tempfile.mkdtemp(prefix="sprout-bench-")
    os.chmod(folder, 0o755)
    try:
        files = [write_csv(folder), write_workbook(folder)]
        print(f"# Uploads of {LINES:,} lines, on {engine}\n")
        print(describe_environment(sprout_version(), engine) + "\n", flush=True)
        rows = []
        for path in files:
            rows += measure(folder, engine, path)
        head = ["File", "MB", "Import", "Upload", "Read", "Questions", "Load", "Rows loaded", "Rejected cells", "Memory before, MB", "At most, MB", "Load of the machine"]
        print(markdown_table(head, rows))
    finally:
        shutil.rmtree(folder)


def list_lines():
    """Texts and numbers of the lines, from newest to oldest invoice."""
    for line in range(LINES):
        invoice = line // 4
        day = FIRST_DAY + datetime.timedelta(days=1_060 - invoice * 1_060 * 4 // LINES)
        customer, item = invoice * 7_919 % 20_000, line * 104_729 % 5_000
        yield (
            f"INV-{invoice:07}", line % 4 + 1, day, f"C{customer:05}", f"Customer {customer}", f"P{item:04}",
            f"Product {item}", f"Branch {item % 10}", 1 + line % 40, ("bag", "gal", "ton")[item % 3],
            10 + item % 400 + 0.25, "USD",
        )


def write_csv(folder):
    path = os.path.join(folder, "invoice_lines.csv")
    with open(path, "w", encoding="utf8", newline="") as file:
        out = csv.writer(file, delimiter=";")
        out.writerow(HEADER)
        for line in list_lines():
            out.writerow([*line[:2], f"{line[2]:%d.%m.%Y}", *line[3:10], f"{line[10]:.2f}".replace(".", ","), line[11]])
    return path


def write_workbook(folder):
    python = os.path.join(TOOLS, "venv", "bin", "python")
    if not os.path.exists(python):
        subprocess.run([sys.executable, "-m", "venv", os.path.join(TOOLS, "venv")], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", WRITER], check=True)
    path = os.path.join(folder, "invoice_lines.xlsx")
    environment = {**os.environ, "PYTHONPATH": HERE}
    program = "import sys, uploads; uploads.fill_workbook(sys.argv[1])"
    subprocess.run([python, "-c", program, path], env=environment, check=True)
    return path


def fill_workbook(path):
    """Runs where `xlsxwriter` is installed."""
    import xlsxwriter

    book = xlsxwriter.Workbook(path, {"constant_memory": True})
    sheet = book.add_worksheet("Sales")
    day = book.add_format({"num_format": "yyyy-mm-dd"})
    sheet.write_string(0, 0, "Invoice lines by date")
    sheet.write_row(2, 0, HEADER)
    for row, line in enumerate(list_lines(), start=3):
        sheet.write_row(row, 0, line[:2])
        sheet.write_datetime(row, 2, datetime.datetime.combine(line[2], datetime.time()), day)
        sheet.write_row(row, 3, line[3:])
    book.close()


def measure(folder, engine, path):
    """The first and the second time, in a new organization on a new server."""
    address = None
    if engine == "postgres":
        address = Postgres(os.environ["SPROUT_TEST_POSTGRES"]).recreate_database("bench_uploads")
    server = Server(server_env(folder, address, "data"))
    server.register()
    try:
        return [import_file(server, path, turn) for turn in ("first", "second")]
    finally:
        server.stop()


def import_file(server, path, turn):
    size, before = os.path.getsize(path), resident(server)
    load = load_average()
    upload = server.call("POST", "/api/uploads")["data"]["id"]
    began = time.monotonic()
    send_file(server, upload, path, size)
    sent = time.monotonic()
    reading = server.call("POST", f"/api/uploads/{upload}/inspect")["data"]
    read = time.monotonic()
    asked = reading["openQuestions"]
    if asked:
        answers = list(answer_questions(reading))
        server.call("PUT", f"/api/uploads/{upload}/answers", {"answers": answers, "corrections": []})
        reading = server.call("POST", f"/api/uploads/{upload}/inspect")["data"]
        if reading["openQuestions"]:
            raise SystemExit(json.dumps(reading)[:2000])
    ready = time.monotonic()
    server.call("POST", f"/api/uploads/{upload}/import")
    loaded = time.monotonic()
    rows = sum(table["rows"] for table in reading["tables"])
    return [
        os.path.basename(path), f"{size / 1e6:.0f}", turn, f"{sent - began:.1f} s", f"{read - sent:.1f} s", asked,
        f"{loaded - ready:.1f} s", f"{rows:,}", reading["rejectedCells"], f"{before:.0f}",
        f"{resident(server, 'VmHWM'):.0f}", load,
    ]


def send_file(server, upload, path, size):
    body = {"name": os.path.basename(path), "size": size}
    file = server.call("POST", f"/api/uploads/{upload}/files", body)["data"]
    file = file.get("files", [file])[-1]
    with open(path, "rb") as content:
        for part in range(1, file["parts"] + 1):
            request = urllib.request.Request(
                f"{server.base}/api/uploads/{upload}/files/{file['id']}/parts/{part}",
                method="PUT",
                data=content.read(file["partBytes"]),
                headers={"authorization": f"Bearer {server.token}", "content-type": "application/octet-stream"},
            )
            urllib.request.urlopen(request, timeout=600).read()


def answer_questions(reading):
    """The first option of each question."""
    for file in reading["files"]:
        for question in file.get("questions", []):
            answer = {"kind": question["kind"], "answer": question["options"][0]}
            for name in ("target", "value"):
                if question.get(name) is not None:
                    answer[name] = question[name]
            yield answer


if __name__ == "__main__":
    main()
