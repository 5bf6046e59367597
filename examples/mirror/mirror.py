"""Keeps a copy of all records as CSV files, one for each kind. `python3 mirror.py FOLDER`, with RECORDS and TOKEN.

The copy is FOLDER/copy.db: records and the cursor that they stand for, always written in one transaction. It may be
stopped at any moment: the next run goes on from the last page. CSV files are written beside and put in place whole.
"""

import csv
import http.client
import json
import os
import sqlite3
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import urlencode

TRIES = 5
TIMEOUT_SECONDS = 120


class Expired(Exception):
    """The server does not know the cursor any more: the copy is to be made anew."""


def page_after(cursor):
    query = "" if cursor is None else "?" + urlencode({"after": cursor})
    headers = {"authorization": f"Bearer {os.environ['TOKEN']}"}
    request = urllib.request.Request(f"{os.environ['RECORDS']}/changes{query}", headers=headers)
    for tried in range(1, TRIES + 1):
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code == 410:
                raise Expired from None
            if error.code not in (429, 503) or tried == TRIES:
                sys.exit(f"The server answers {error.code}: {error.read().decode(errors='replace')}")
            time.sleep(int(error.headers.get("retry-after", "5")))
        except (OSError, http.client.HTTPException) as error:
            if tried == TRIES:
                sys.exit(f"The server could not be reached: {error}")
            time.sleep(tried)


def opened(folder):
    """For one run at a time: of two at one moment the second ends here."""
    copy = sqlite3.connect(folder / "copy.db", timeout=0)
    copy.execute("pragma locking_mode = exclusive")
    try:
        copy.execute("begin exclusive")
    except sqlite3.OperationalError as error:
        sys.exit(f"Another run is under way: {error}")
    copy.execute("create table if not exists record (kind text, uid text, body text, primary key (kind, uid))")
    copy.execute("create table if not exists place (one integer primary key check (one = 1), cursor text)")
    copy.commit()
    return copy


def cursor_of(copy):
    row = copy.execute("select cursor from place").fetchone()
    return row and row[0]


def take(copy, page, is_first):
    """A page and the cursor behind it, or neither. What was there before a copy that begins anew goes with its first page."""
    with copy:
        if is_first:
            copy.execute("delete from record")
        for uid in page["gone"]:
            copy.execute("delete from record where kind = ? and uid = ?", (page["kind"], uid))
        rows = [(page["kind"], record["uid"], json.dumps(record)) for record in page["records"]]
        copy.executemany("insert or replace into record values (?, ?, ?)", rows)
        copy.execute("insert or replace into place values (1, ?)", (page["next"],))


def bring_up_to_date(copy):
    cursor = cursor_of(copy)
    while True:
        try:
            page = page_after(cursor)
        except Expired:
            if cursor is None:
                sys.exit("The server does not know where a copy begins")
            cursor = None
            continue
        take(copy, page, cursor is None)
        cursor = page["next"]
        if not page["more"]:
            return


def write_files(copy, folder):
    """Each in place of the last one at once: whoever reads it sees all of the one or all of the other."""
    kinds = {path.stem for path in folder.glob("*.csv")}
    kinds.update(kind for (kind,) in copy.execute("select distinct kind from record"))
    for kind in sorted(kinds):
        bodies = copy.execute("select body from record where kind = ?", (kind,))
        records = sorted((json.loads(body) for (body,) in bodies), key=lambda record: int(record["id"]))
        target = folder / f"{kind}.csv"
        beside = folder / f"{kind}.csv.new"
        names = list(records[0]) if records else header_of(target)
        with open(beside, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, names)
            writer.writeheader()
            writer.writerows(records)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, target)
        print(f"{kind}: {len(records)}")


def header_of(path):
    with open(path, newline="", encoding="utf-8") as file:
        return next(csv.reader(file))


def main():
    if len(sys.argv) != 2:
        sys.exit("python3 mirror.py FOLDER")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    copy = opened(folder)
    bring_up_to_date(copy)
    write_files(copy, folder)
    copy.close()


if __name__ == "__main__":
    main()
