// Numbers as people read them.

export function count(value) {
  return value.toLocaleString("en");
}

export function bytes(value) {
  if (value < 1000) return `${value} B`;
  return value < 1e6 ? `${(value / 1e3).toFixed(1)} kB` : `${(value / 1e6).toFixed(1)} MB`;
}

export function milliseconds(value) {
  if (value >= 10_000) return `${(value / 1000).toFixed(1)} s`;
  return value >= 1000 ? `${(value / 1000).toFixed(2)} s` : `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}

export function rate(rows, time) {
  return time <= 0 ? "–" : `${count(Math.round(rows / time * 1000))} rows/s`;
}
