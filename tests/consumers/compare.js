// compare.js <folder>...: the rows of original.json are in the three other files, with their names in order.
const fs = require("fs");
const { isDeepStrictEqual } = require("util");

let failures = 0;
for (const folder of process.argv.slice(2)) {
  const read = name => fs.readFileSync(`${folder}/${name}`, "utf8");
  const original = JSON.parse(read("original.json"));
  const names = rows => rows.map(row => (row !== null && typeof row === "object" ? Object.keys(row) : null));
  const outputs = {
    "array.json": JSON.parse(read("array.json")),
    "broken.json": JSON.parse(read("broken.json")),
    "lines.jsonl": read("lines.jsonl").split("\n").slice(0, -1).map(line => JSON.parse(line)),
  };
  for (const [name, rows] of Object.entries(outputs)) {
    if (isDeepStrictEqual(rows, original) && isDeepStrictEqual(names(rows), names(original))) continue;
    failures++;
    console.error(`Node: ${folder}/${name} differs`);
  }
}
process.exit(failures > 0 ? 1 : 0);
