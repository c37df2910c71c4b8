"""Merges what test runs reached: build/coverage.py <folder with coverage.json files>

Prints lines and branches of each folder of src, and what no run reached. Fails below the gates.
A line or a branch counts once, however many methods are made of it. build/coverage-exclusions.txt lists what cannot run here.
"""
import collections
import json
import pathlib
import re
import sys

# The aim is 99 and 97: what is missing is printed.
LINE_GATE, BRANCH_GATE = 98.8, 96.8

root = pathlib.Path(__file__).resolve().parent.parent


def read(runs):
    """The hits of all lines and branches, by file and place."""
    lines, branches = collections.Counter(), collections.Counter()
    for run in runs:
        for module in json.loads(run.read_text(encoding="utf-8-sig")).values():
            for path, classes in module.items():
                file = path.replace("\\", "/")
                file = file[file.rindex("/src/") + 1:]
                if "/obj/" in file:
                    continue  # made by the build
                for methods in classes.values():
                    for method, hits in methods.items():
                        for line, count in hits["Lines"].items():
                            lines[file, int(line)] += count
                        for branch in hits["Branches"]:
                            place = branch["Offset"], branch["EndOffset"], branch["Path"], branch["Ordinal"]
                            branches[file, branch["Line"], method, *place] += branch["Hits"]
    return lines, branches


def exclusions():
    """Triples of a file, a pattern that a line of it has, and the reason why that cannot run here."""
    for line in (root / "build/coverage-exclusions.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            file, pattern, reason = (part.strip() for part in line.split(" | "))
            yield file, re.compile(pattern), reason


def excluded_lines():
    """What the exclusions name: the line with the pattern, or from it to the end of its block if it opens one."""
    excluded = set()
    for file, pattern, _ in exclusions():
        text = (root / file).read_text(encoding="utf-8-sig").splitlines()
        found = [i for i, line in enumerate(text) if pattern.search(line)]
        if not found:
            sys.exit(f"build/coverage-exclusions.txt: no line of {file} matches {pattern.pattern}")
        for first in found:
            last = first
            indentation = len(text[first]) - len(text[first].lstrip())
            if first + 1 < len(text) and text[first + 1].strip() == "{":
                last = next(i for i in range(first + 1, len(text)) if text[i].rstrip().rstrip(";") == " " * indentation + "}")
            else:
                while last + 1 < len(text) and len(text[last + 1]) - len(text[last + 1].lstrip()) > indentation:
                    last += 1
            excluded.update((file, i + 1) for i in range(first, last + 1))
    return excluded


def percent(reached, total):
    return 100 * reached / total if total else 100.0


def main():
    runs = sorted(pathlib.Path(sys.argv[1]).rglob("coverage.json"))
    if not runs:
        sys.exit(f"no coverage.json in {sys.argv[1]}")
    lines, branches = read(runs)
    excluded = excluded_lines()
    lines = {key: hits for key, hits in lines.items() if key not in excluded}
    branches = {key: hits for key, hits in branches.items() if key[:2] not in excluded}

    table = collections.defaultdict(lambda: [0, 0, 0, 0])
    for column, counted in ((0, lines), (2, branches)):
        for (file, *_), hits in counted.items():
            for name in (str(pathlib.PurePosixPath(file).parent), "all"):
                table[name][column] += hits > 0
                table[name][column + 1] += 1
    width = max(map(len, table))
    print(f"{'':{width}}  {'lines':>17}  {'branches':>17}")
    for name in sorted(table, key=lambda name: (name == "all", name)):
        reached, total, taken, ways = table[name]
        print(f"{name:{width}}  {reached:5}/{total:5} {percent(reached, total):5.1f}  {taken:5}/{ways:5} {percent(taken, ways):5.1f}")

    missed = collections.defaultdict(list)
    for file, line in sorted(key for key, hits in lines.items() if hits == 0):
        missed[file, line].append("line")
    for file, line, *_ in sorted(key for key, hits in branches.items() if hits == 0):
        missed[file, line].append("branch")
    print(f"\nnot reached by {len(runs)} runs:")
    for (file, line), what in sorted(missed.items()):
        code = (root / file).read_text(encoding="utf-8-sig").splitlines()[line - 1].strip()
        ways = f"{what.count('branch')} branches" if "line" not in what else "line"
        print(f"  {file}:{line} ({ways}): {code[:100]}")

    reached, total, taken, ways = table["all"]
    if percent(reached, total) < LINE_GATE or percent(taken, ways) < BRANCH_GATE:
        sys.exit(f"below {LINE_GATE} % of lines or {BRANCH_GATE} % of branches")


main()
