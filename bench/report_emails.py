"""Checks emails of scheduled reports with Python's email module: no row of another recipient.

Usage: report_emails.py FOLDER, which two tests leave behind (see
api/tests/it/report_schedules/recipients.rs). A file is named WORD-SALESPERSON-NUMBER.eml. Emails about
call lists may name growers of that salesperson only, and every email only names of its organization.
"""

import io
import re
import sys
import zipfile
from email import message_from_bytes, policy
from pathlib import Path

WORDS = ("Prairie", "Delta")


def read_parts(message):
    """The texts of an email: subject, both forms of the body, and the cells of workbooks."""
    yield str(message["Subject"])
    for part in message.walk():
        if part.get_content_maintype() == "text":
            yield part.get_content()
        elif (part.get_filename() or "").endswith(".xlsx"):
            with zipfile.ZipFile(io.BytesIO(part.get_content())) as workbook:
                for name in workbook.namelist():
                    if name.endswith(".xml"):
                        yield workbook.read(name).decode()


def main():
    messages = names = foreign = defects = 0
    for path in sorted(Path(sys.argv[1]).glob("*.eml")):
        word, salesperson, _ = path.stem.split("-")
        message = message_from_bytes(path.read_bytes(), policy=policy.default)
        defects += len(message.defects)
        messages += 1
        is_call_list = "Calls" in str(message["Subject"])
        for text in read_parts(message):
            foreign += sum(text.count(other) for other in WORDS if other != word)
            growers = re.findall(rf"{word} grower (\d+)-", text)
            names += len(growers)
            if is_call_list:
                foreign += sum(grower != salesperson for grower in growers)
    print(f"{messages} emails, {names} names of growers, {foreign} foreign, {defects} defects")
    return 1 if foreign or defects or not messages else 0


if __name__ == "__main__":
    sys.exit(main())
