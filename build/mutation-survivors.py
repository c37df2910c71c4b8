"""Prints what no test noticed in a report of Stryker, and the share that was noticed: mutation-survivors.py <mutation-report.json>."""
import json
import pathlib
import sys
from collections import Counter

NOTICED = ("Killed", "Timeout")
UNNOTICED = ("Survived", "NoCoverage")


def text_at(lines, location):
    """The source of a mutant; of several lines the first."""
    start, end = location["start"], location["end"]
    stop = end["column"] - 1 if start["line"] == end["line"] else None
    return lines[start["line"] - 1][start["column"] - 1 : stop]


with open(sys.argv[1], encoding="utf-8") as report:
    files = json.load(report)["files"]
totals = Counter()
for path, file in sorted(files.items()):
    counts = Counter(mutant["status"] for mutant in file["mutants"])
    totals += counts
    lines = file["source"].split("\n")
    unnoticed = [mutant for mutant in file["mutants"] if mutant["status"] in UNNOTICED]
    for mutant in sorted(unnoticed, key=lambda mutant: mutant["location"]["start"]["line"]):
        place = f"{pathlib.PurePath(path).name}:{mutant['location']['start']['line']}"
        print(f"{mutant['status']} {place}: {text_at(lines, mutant['location'])} -> {' '.join(mutant['replacement'].split())[:100]}")
noticed, valid = (sum(totals[status] for status in group) for group in (NOTICED, NOTICED + UNNOTICED))
print(f"{dict(totals)}: {noticed} of {valid} noticed, {100 * noticed / valid if valid else 0:.1f} %")
