"""Makes a program run on one version of .NET and no other: require-runtime.py <its .runtimeconfig.json> <version>."""
import json
import sys

path, version = sys.argv[1:]
with open(path, encoding="utf-8-sig") as file:
    config = json.load(file)
options = config["runtimeOptions"]
options["rollForward"] = "Disable"
for framework in options["frameworks"]:
    framework["version"] = version
with open(path, "w", encoding="utf-8") as file:
    json.dump(config, file, indent=2)
