#!/usr/bin/env python3
"""Renames in C#, F# and Markdown files what RowJson 1.0 has renamed: the calls that make options, and the compact formats.

    build/rename-to-1.0.py FILE_OR_FOLDER...

Writes each changed file and prints its name. What it cannot see, such as a call without parentheses in F#, the compiler finds.
"""
import pathlib
import re
import sys

CALLS = {"CreateWriteOptions": "WithRowJson(writeOnly: true)", "CreateOptions": "WithRowJson()", "ConfigureOptions": "AddRowJson()"}
CALL = re.compile(r"\b(?:RowJson\.)?JsonRowSerializer\.(CreateWriteOptions|CreateOptions|ConfigureOptions)\b")
FORMATS = {"Arrays": "CompactRows", "ArrayLines": "CompactLines", "Columns": "CompactColumns"}
FORMAT = re.compile(r"\bJsonRowFormat\.(Arrays|ArrayLines|Columns)\b")
PRIMARY = re.compile(r"[A-Za-z_@][\w.]*(?:<[\w<>, .]*>)?$")
OPENING, CLOSING = "([{", ")]}"


def end_of(text, start):
    """Where the bracket at start is closed."""
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] in OPENING) - (text[i] in CLOSING)
        if depth == 0:
            return i
    return -1


def without_brackets(text):
    """An expression without what stands in its brackets."""
    kept, depth = [], 0
    for character in text:
        depth -= character in CLOSING
        if depth == 0 and character not in CLOSING + OPENING:
            kept.append(character)
        depth += character in OPENING
    return "".join(kept)


def receiver(argument):
    """The expression that a method is called on."""
    argument = re.sub(r"^new\s*\(", "new JsonSerializerOptions(", argument.strip())
    bare = without_brackets(argument).strip()
    is_primary = PRIMARY.match(bare) or (bare.startswith("new ") and PRIMARY.match(bare[4:].strip()))
    return argument if is_primary else f"({argument})"


def renamed(text):
    text = FORMAT.sub(lambda match: f"JsonRowFormat.{FORMATS[match[1]]}", text)
    position = 0
    while match := CALL.search(text, position):
        call = CALLS[match[1]]
        if text[match.end():match.end() + 1] == "(" and (end := end_of(text, match.end())) > 0 and end > match.end() + 1:
            new = f"{receiver(renamed(text[match.end() + 1:end]))}.{call}"
            text = text[:match.start()] + new + text[end + 1:]
        elif text[:match.start()].endswith('cref="'):
            new = "RowJsonOptionsExtensions." + call.split("(")[0]
            text = text[:match.start()] + new + text[match.end():]
        else:
            # A method that is passed on.
            new = call if text[:match.start()].endswith("`") else f"it => it.{call}"
            text = text[:match.start()] + new + text[match.end():]
        position = match.start() + len(new)
    return text


def main():
    for folder in sys.argv[1:] or sys.exit(__doc__):
        path = pathlib.Path(folder)
        for file in [path] if path.is_file() else sorted(path.rglob("*")):
            if file.suffix not in (".cs", ".fs", ".md") or {"bin", "obj"} & set(file.parts):
                continue
            before = file.read_text(encoding="utf-8")
            after = renamed(before)
            if after != before:
                file.write_text(after, encoding="utf-8")
                print(file)


main()
