"""compare.py <folder>...: the rows of original.json are in the three other files, with their names in order."""
import json
import sys

failures = 0
for folder in sys.argv[1:]:
    def read(name):
        with open(f"{folder}/{name}", encoding="utf-8") as file:
            return file.read()

    def pairs(text):
        return json.loads(text, object_pairs_hook=lambda items: ("object", items))

    original = pairs(read("original.json"))
    outputs = {
        "array.json": pairs(read("array.json")),
        "broken.json": pairs(read("broken.json")),
        "lines.jsonl": [pairs(line) for line in read("lines.jsonl").split("\n")[:-1]],
    }
    for name, rows in outputs.items():
        if rows != original:
            failures += 1
            print(f"Python: {folder}/{name} differs", file=sys.stderr)
    # One row a line, whatever the text in it.
    if len(read("broken.json").split("\n")) < len(original):
        failures += 1
        print(f"Python: {folder}/broken.json has too few lines", file=sys.stderr)
sys.exit(failures > 0)
