#!/usr/bin/env python3
"""Checks a package: the files that each has, its description, the links of its pages, that a debugger finds its sources where the repository
is named, and that no path of this machine is in it.

  build/check-package.py FILE.nupkg [FILE.snupkg]
"""
import pathlib
import posixpath
import re
import sys
import zipfile

ROOT = str(pathlib.Path(__file__).resolve().parent.parent)


def main(package: str, *symbols: str) -> int:
    name = re.sub(r"\.\d.*", "", pathlib.Path(package).name)
    files = {}
    for path in (*symbols, package):  # both have a description: the package's counts
        with zipfile.ZipFile(path) as archive:
            files.update({entry: archive.read(entry) for entry in archive.namelist()})
    nuspec = files.get(f"{name}.nuspec", b"").decode()
    readme = files.get("README.md", b"").decode()
    assemblies = [f"lib/net10.0/{name}.{kind}" for kind in ("dll", "xml", "pdb")]

    if name == "RowJson":
        assemblies += ["analyzers/dotnet/RowJson.Analyzers.dll", "analyzers/dotnet/cs/RowJson.CodeFixes.dll", "buildTransitive/RowJson.props"]

    faults = [f"lacks {file}" for file in ("README.md", "LICENSE", "icon.png", *assemblies) if file not in files]
    expected = ("<readme>README.md</readme>", "<icon>icon.png</icon>", '<license type="expression">MIT</license>', "<description>", "<tags>",
                "<copyright>", "<repository type=\"git\"")
    faults += [f"its description lacks {part}" for part in expected if part not in nuspec]
    notes = re.search(r"<releaseNotes>(.*?)</releaseNotes>", nuspec, re.S)
    if notes is None or not 3 <= len(notes[1].splitlines()) <= 25:
        faults.append("its release notes should have some 20 lines: they are what the first section of CHANGELOG.md begins with")
    if name == "RowJson.AspNetCore" and not re.search(r'<dependency id="RowJson" version="\[[^,\]]+\]"', nuspec):
        faults.append("it uses internals of RowJson, and does not depend on exactly its version")
    if name in ("RowJson.EntityFrameworkCore", "RowJson.Npgsql", "RowJson.Sqlite"):
        # An application that asks for an earlier patch could not be restored (NU1605).
        faults += [f"it depends on {id} {version}, not on the first of that version"
                   for id, version in re.findall(r'<dependency id="(?!RowJson")([^"]+)" version="([^"]+)"', nuspec) if not version.endswith(".0.0")]
    if 'url="https://github.com/' in nuspec and b"https://raw.githubusercontent.com/" not in files.get(assemblies[2], b""):
        faults.append("a debugger does not find its sources: the clone has no remote (SourceLink)")
    faults += [f"{file} holds a path of this machine: {ROOT}" for file, content in files.items() if ROOT.encode() in content]

    pages = {file: content.decode() for file, content in files.items() if file.endswith(".md")}
    for page, text in pages.items():
        for target in re.findall(r"\]\((?!https?:|#)([^)#\s]+)", text):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(page), target))
            if not any(file == path or file.startswith(path + "/") for file in files):
                faults.append(f"{page} links to {target}, which is not in the package")
    source = next(path for path in (f"{ROOT}/src/{name}/README.md", f"{ROOT}/README.md") if pathlib.Path(path).exists())
    faults += ["README.md has other code than in the repository: the build turns a backslash into a slash"
               for code in re.findall(r"^```.*?^```", pathlib.Path(source).read_text(), re.M | re.S) if code not in readme]
    faults += [f"README.md links to a heading of the repository: {link}" for link in re.findall(r"\]\((https?:[^)]*/#[^)]*)", readme)]
    print(f"{pathlib.Path(package).name}: {len(files)} files, {len(pages)} pages")
    for fault in faults:
        print(f"{package}: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
