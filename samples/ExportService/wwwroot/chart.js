// A bar chart, drawn as SVG for the width that there is, and the same numbers as a table for those who do not see it.

import { milliseconds } from "./format.js";

const BAR = 22, LABEL = 20, GAP = 16, VALUE_WIDTH = 215;
const SVG = "http://www.w3.org/2000/svg";

export class BarChart {
  #figure;
  #results = [];
  #width = 0;

  constructor(figure) {
    this.#figure = figure;
    new ResizeObserver(() => {
      if (figure.clientWidth !== this.#width) this.#draw();
    }).observe(figure);
  }

  show(results) {
    this.#results = results;
    this.#draw();
  }

  #draw() {
    this.#width = this.#figure.clientWidth;
    if (this.#results.length === 0 || this.#width === 0) return;
    const longest = slowest(this.#results);
    const scale = Math.max(40, this.#width - VALUE_WIDTH) / Math.max(...this.#results.map(result => result.time));
    const height = this.#results.length * (LABEL + BAR + GAP) - GAP;
    const svg = element("svg", { viewBox: `0 0 ${this.#width} ${height}`, width: this.#width, height, "aria-hidden": "true" });
    this.#results.forEach((result, i) => svg.append(...bar(result, i * (LABEL + BAR + GAP), scale, longest)));
    this.#figure.replaceChildren(svg, legend(this.#results), table(this.#results, longest));
  }
}

function bar(result, y, scale, longest) {
  const width = Math.max(2, result.time * scale);
  const firstByte = Math.min(width - 1, result.firstByte * scale);
  const top = y + LABEL;
  const nodes = [
    text(0, y + 13, "bar-label", result.name),
    element("rect", { x: 0, y: top, width, height: BAR, rx: 4, class: `bar ${result.kind}` }),
    text(width + 8, top + 16, "bar-value", `${time(result)} ${ratio(result, longest)}`),
  ];
  if (result.kind !== "floor")
    nodes.push(element("line", { x1: firstByte, x2: firstByte, y1: top - 3, y2: top + BAR + 3, class: "first-byte" }));
  return nodes;
}

/** What the ways are compared with; reading alone is no way. */
function slowest(results) {
  return Math.max(...results.filter(result => result.kind !== "floor").map(result => result.time));
}

function legend(results) {
  const caption = document.createElement("figcaption");
  const keys = { ours: "RowJson", framework: "the framework", floor: "reading alone", tick: "first byte" };
  for (const [kind, label] of Object.entries(keys)) {
    if (kind === "floor" && !results.some(result => result.kind === kind)) continue;
    const item = document.createElement("span");
    item.className = `key ${kind}`;
    item.textContent = label;
    caption.append(item);
  }
  return caption;
}

function table(results, longest) {
  const table = document.createElement("table");
  table.className = "visually-hidden";
  table.createCaption().textContent = "Time of the same query in four ways";
  const head = table.createTHead().insertRow();
  for (const name of ["Way", "Time", "First byte", "Compared with the slowest"]) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = name;
    head.append(cell);
  }
  const body = table.createTBody();
  for (const result of results) {
    const row = body.insertRow();
    for (const value of [result.name, time(result), milliseconds(result.firstByte), ratio(result, longest)])
      row.insertCell().textContent = value;
  }
  return table;
}

function time(result) {
  return `${milliseconds(result.time)} ± ${(result.spread * 100).toFixed(0)} %`;
}

function ratio(result, longest) {
  if (result.kind === "floor") return "";
  const times = longest / result.time;
  return times < 1.05 ? "" : `· ${times.toFixed(1)}× as fast`;
}

function text(x, y, className, content) {
  const node = element("text", { x, y, class: className });
  node.textContent = content;
  return node;
}

function element(name, attributes) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}
