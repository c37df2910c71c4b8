"""What the result files of test runs say beside passed and failed: build/test-results.py <folder> [options]

Fails if no test ran, or if xunit left one out because another has its ID: theories with equal arguments.
  --prefix NAME      only the files whose names begin with it
  --longest N        prints the N tests that took longest
  --failed           prints the tests that did not pass, with the file and what they said; a folder without a test is no failure here
  --limit SECONDS    prints the tests that took longer than that, each as <assembly> <class.method>, and fails if there are any
"""
import argparse
import pathlib
import re
import sys
import xml.etree.ElementTree as xml

NAMESPACE = "{http://microsoft.com/schemas/VisualStudio/TeamTest/2010}"
SKIPPED = re.compile(r"Skipping test case with duplicate ID '\w+' \((.*)\)", re.DOTALL)


def seconds(duration):
    hours, minutes, rest = duration.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(rest)


def read(file):
    """The test cases of a file as (seconds, name of the case, assembly, class and method), and the warnings of its run."""
    root = xml.parse(file).getroot()
    methods = {}
    for test in root.iter(NAMESPACE + "UnitTest"):
        method = test.find(NAMESPACE + "TestMethod")
        name = f"{method.get('className')}.{method.get('name').split('(')[0].rsplit('.', 1)[-1]}"
        methods[test.get("id")] = pathlib.PurePath(method.get("codeBase")).stem, name
    cases = [(seconds(result.get("duration", "0:0:0")), result.get("testName"), *methods[result.get("testId")])
             for result in root.iter(NAMESPACE + "UnitTestResult") if result.get("testId") in methods]
    return cases, [text.text or "" for text in root.iter(NAMESPACE + "Text")]


def failures(file):
    """The test cases of a file that failed, each with the beginning of its message."""
    for result in xml.parse(file).getroot().iter(NAMESPACE + "UnitTestResult"):
        if result.get("outcome") in ("Passed", "NotExecuted"):
            continue
        message = result.findtext(f".//{NAMESPACE}Message", "").strip()
        yield result.get("testName"), message[:1000]


def print_failures(files):
    for file in files:
        for name, message in failures(file):
            print(f"failed in {file.name}: {name[:300]}")
            print("".join(f"    {line}\n" for line in message.splitlines()), end="")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--prefix", default="")
    parser.add_argument("--longest", type=int, default=0)
    parser.add_argument("--failed", action="store_true")
    parser.add_argument("--limit", type=float)
    arguments = parser.parse_args()
    files = sorted(arguments.folder.rglob(arguments.prefix + "*.trx"))
    if arguments.failed:
        return print_failures(files)

    cases, skipped = [], []
    for file in files:
        found, warnings = read(file)
        cases += found
        skipped += [match[1] for match in map(SKIPPED.search, warnings) if match]
    if not cases:
        sys.exit("no test ran")

    for time, name, *_ in sorted(cases, reverse=True)[:arguments.longest]:
        print(f"{time:7.2f} s  {name[:150]}")
    if arguments.limit is not None:
        over = sorted({(assembly, method) for time, _, assembly, method in cases if time > arguments.limit})
        for assembly, method in over:
            print(assembly, method)
        if over:
            sys.exit(1)
    for names in skipped:
        print(f"left out, because another test case has its ID: {names}", file=sys.stderr)
    if skipped:
        sys.exit("give the cases of a theory different arguments")


main()
