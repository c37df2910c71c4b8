// The same query in all ways, in turns: what disturbs one round disturbs all of them.

import { readBody } from "./stream.js";

const ROUNDS = 5;

const WAYS = {
  database: [
    { path: "rowjson-reader", name: "RowJson, DbDataReader", kind: "ours" },
    { path: "rowjson-objects", name: "RowJson, IAsyncEnumerable<Flight>", kind: "ours" },
    { path: "async-enumerable", name: "IAsyncEnumerable<Flight>", kind: "framework" },
    { path: "results-json", name: "Results.Json(list)", kind: "framework" },
    { path: "reading", name: "reading by getters, no JSON", kind: "floor" },
  ],
  memory: [
    { path: "memory/rowjson-list", name: "RowJson, list", kind: "ours" },
    { path: "memory/rowjson-stream", name: "RowJson, IAsyncEnumerable<Flight>", kind: "ours" },
    { path: "memory/async-enumerable", name: "IAsyncEnumerable<Flight>", kind: "framework" },
    { path: "memory/results-json", name: "Results.Json(list)", kind: "framework" },
  ],
};

/** What the chart shows until the first comparison: one that was made on two processors, which other programs used as well. */
export const RECORDED = [
  { name: "RowJson, list", kind: "ours", time: 53, spread: 0.33, firstByte: 6.3 },
  { name: "RowJson, IAsyncEnumerable<Flight>", kind: "ours", time: 53, spread: 0.22, firstByte: 5.2 },
  { name: "IAsyncEnumerable<Flight>", kind: "framework", time: 169, spread: 0.11, firstByte: 4.8 },
  { name: "Results.Json(list)", kind: "framework", time: 159, spread: 0.25, firstByte: 6.3 },
];

/**
 * @param {"database" | "memory"} from where the rows are
 * @param {URLSearchParams} parameters rows and filter
 * @param {AbortSignal} signal
 * @param {(done: number, total: number) => void} onProgress
 */
export async function compare(from, parameters, signal, onProgress) {
  const results = WAYS[from].map(way => ({ ...way, times: [], firstBytes: [], bytes: 0 }));
  const total = (ROUNDS + 1) * results.length;
  let done = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    for (const result of results) {
      const body = await readBody(`/api/compare/${result.path}?${parameters}`, { accept: "application/json", signal });
      onProgress(++done, total);
      if (round === 0) continue; // warms up
      result.times.push(body.time);
      result.firstBytes.push(body.firstByte);
      result.bytes = body.bytes;
    }
  }
  return results.map(({ name, kind, times, firstBytes, bytes }) =>
    ({ name, kind, time: median(times), spread: spread(times), firstByte: median(firstBytes), bytes }));
}

/** Half of the range of the rounds, as a share of their median. */
function spread(values) {
  return (Math.max(...values) - Math.min(...values)) / 2 / median(values);
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
