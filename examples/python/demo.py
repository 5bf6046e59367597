"""Shows the client of records.py. Needs RECORDS, the address of /api/v1, and TOKEN."""

import os

from records import Problem, Records

records = Records(os.environ["RECORDS"], os.environ["TOKEN"])

print("listed:", ", ".join(record["name"] for record in records.list("device", sort="name", limit=2)))

gate = records.create("device", {"name": "Gate 3", "site_id": None})
print("made:", gate["name"])

# Two programs have seen the same: of different fields both are kept.
records.change(gate, "device", lambda _: {"site_id": "1"})
merged = records.change(gate, "device", lambda _: {"name": "Gate 4"})
print("merged:", merged["name"], "at site", merged["site_id"])

# Of the same field, the second one decides again, by what the first has made of it.
decided = records.change(gate, "device", lambda now: {"name": now["name"] + ", north"})
print("decided:", decided["name"])

try:
    records.delete(gate, "device")
except Problem as problem:
    print("not deleted:", problem.code)
records.delete(decided, "device")
print("deleted:", decided["name"])
