// Connects the page: the form makes a request, the rows of its body go to the table, what it takes to the figures above it.

import { BarChart } from "./chart.js";
import { compare, RECORDED } from "./compare.js";
import { bytes, count, milliseconds, rate } from "./format.js";
import { RowStore } from "./rows.js";
import { postTo, readBody } from "./stream.js";
import { RowTable } from "./table.js";

const COLUMNS = ["id", "departure", "carrier", "number", "origin", "destination", "tail", "delay", "distance", "fare"];
const CARRIERS = ["AZ", "BQ", "CX", "DV", "EK", "FW", "GY", "HJ", "KP", "LM", "NV", "QR"];
const FEED = "/api/feed";
const LINES = "application/jsonl";
const COMPACT = "application/json; rows=columns";

const $ = id => document.getElementById(id);
const form = $("query");
const table = new RowTable($("viewport"));
const chart = new BarChart($("chart"));
let underWay = null; // AbortController
let isComparing = false;
let shownRows = null; // RowStore

// --- The request -----------------------------------------------------------------------------------------------------------

const isFeed = () => form.source.value === FEED;
const takesColumns = () => form.source.value === "/api/flights" || form.source.value === "/api/dapper/flights";
const chosenColumns = () => COLUMNS.filter(column => $(`column-${column}`).checked);

function filterParameters() {
  const parameters = new URLSearchParams({ rows: form.rows.value });
  for (const name of ["carrier", "origin", "minDelay"])
    if (form[name].value !== "") parameters.set(name, form[name].value);
  return parameters;
}

function request() {
  if (isFeed()) return { url: `${FEED}?perSecond=20`, accept: LINES };
  const parameters = filterParameters();
  const columns = chosenColumns();
  if (takesColumns() && columns.length < COLUMNS.length) parameters.set("columns", columns.join(","));
  return { url: `${form.source.value}?${parameters.toString().replaceAll("%2C", ",")}`, accept: form.format.value };
}

function onFormChange() {
  $("formats").disabled = $("rows").disabled = $("filters").disabled = isFeed();
  for (const button of document.querySelectorAll("[data-rows]")) button.disabled = isFeed();
  $("columns").disabled = !takesColumns();
  const columns = takesColumns() ? chosenColumns() : COLUMNS;
  const reason = underWay !== null ? "" : columns.length === 0 ? "Choose a column." : form.checkValidity() ? "" : invalidField();
  $("reason").textContent = reason || (isFeed() ? "A live feed has no end: it can be streamed, not sent." : "");
  $("start").disabled = underWay !== null || reason !== "";
  $("send").disabled = $("start").disabled || isFeed();
  const compareReason = isComparing ? "" : underWay !== null ? "Another request is under way." : comparableReason();
  $("compare-reason").textContent = compareReason;
  $("compare").disabled = compareReason !== "";
  $("compare").textContent = isComparing ? "Cancel" : "Compare";
  for (const button of document.querySelectorAll("[data-rows]"))
    button.setAttribute("aria-pressed", String(button.dataset.rows === form.rows.value));
  const { url, accept } = request();
  const header = accept === "application/json" ? "" : `-H 'Accept: ${accept}' `;
  $("curl").textContent = `curl -N ${header}'${location.origin}${url}'`;
}

// --- One request after the other -------------------------------------------------------------------------------------------

async function run(work, onError) {
  underWay = new AbortController();
  $("cancel").disabled = false;
  $("error").hidden = true;
  onFormChange();
  try {
    await work(underWay.signal);
  } catch (error) {
    onError(error);
  } finally {
    underWay = null;
    isComparing = false;
    $("save").disabled = shownRows === null || shownRows.length === 0;
    $("cancel").disabled = true;
    onFormChange();
    refreshStatus();
  }
}

function streamRows() {
  const { url, accept } = request();
  const rows = new RowStore(accept === COMPACT ? "columns" : accept === "application/json" ? "array" : "lines");
  shownRows = rows;
  $("save").disabled = true;
  const expected = isFeed() ? 0 : Number(form.rows.value);
  const start = performance.now();
  let firstByte = 0;
  let isDone = false;
  const show = (time, isCancelled = false) => showFigures(rows, firstByte, time, expected, isDone, isCancelled);
  table.show(rows);
  $("results").scrollIntoView({ block: "start" });
  setStatus("Waiting for the first byte…");

  const tick = () => {
    if (isDone) return;
    show(performance.now() - start);
    requestAnimationFrame(tick);
  };
  run(async signal => {
    requestAnimationFrame(tick);
    const body = await readBody(url, {
      accept, signal,
      onPart(part, first) {
        if (firstByte === 0) {
          firstByte = first;
          setStatus("Streaming…");
        }
        rows.append(part);
        table.refresh();
      },
    });
    isDone = true;
    if (!rows.isComplete) throw new Error("The body ends in the middle.");
    show(body.time);
    setStatus(`${count(rows.length)} rows in ${milliseconds(body.time)}.`);
  }, error => {
    isDone = true;
    show(performance.now() - start, true);
    if (error.name === "AbortError") setStatus(`Cancelled after ${count(rows.length)} rows.`);
    else showError(error, rows);
  });
}

/** The service sends the rows of the query on, each after a line that says what to do with it. */
function sendRows() {
  setStatus("Sending…");
  run(async signal => {
    const sent = await postTo(`/api/send?${filterParameters()}`, signal);
    setStatus(`Sent ${count(sent.rows)} rows, each after its action line: ${bytes(sent.bytes)}, ${bytes(sent.compressed)} compressed.`);
  }, error => {
    if (error.name === "AbortError") setStatus("Cancelled: the receiver never saw the end of the rows.");
    else showError(error, { length: 0 });
  });
}

function compareWays() {
  const setCompareStatus = text => { $("compare-status").textContent = text; };
  isComparing = true;
  run(async signal => {
    const results = await compare($("rows-from").value, filterParameters(), signal,
      (done, total) => setCompareStatus(`Comparing: request ${done} of ${total}…`));
    chart.show(results);
    const sizes = new Set(results.filter(result => result.kind !== "floor").map(result => result.bytes));
    setCompareStatus(sizes.size === 1 ? `${count(Number(form.rows.value))} rows asked for, ${bytes([...sizes][0])} in each way.` : "The bodies differ.");
  }, error => setCompareStatus(error.name === "AbortError" ? "Cancelled." : error.message));
}

/** What keeps the rows from being asked for. */
function invalidField() {
  const field = form.querySelector(":invalid:not(fieldset)");
  return field ? reasonOf(field) : "";
}

/** What keeps the ways from being compared: they ask for the rows and the filter, whatever the source is. */
function comparableReason() {
  const field = [form.rows, form.minDelay].find(it => !it.validity.valid);
  return field ? reasonOf(field) : "";
}

function reasonOf(field) {
  return `${form.querySelector(`label[for="${field.id}"]`).textContent}: ${field.validationMessage}`;
}

// --- What is shown ---------------------------------------------------------------------------------------------------------

function setStatus(text) {
  $("status").textContent = text;
}

function showFigures(rows, firstByte, time, expected, isDone, isCancelled) {
  $("m-rows").textContent = count(rows.length);
  $("m-bytes").textContent = bytes(rows.bytes);
  $("m-first").textContent = firstByte === 0 ? "–" : milliseconds(firstByte);
  $("m-time").textContent = milliseconds(time);
  $("m-rate").textContent = rate(rows.length, time);
  const progress = $("progress");
  // A feed has no end: when it is cancelled it is not finished.
  if (expected === 0 && !isDone) progress.removeAttribute("value");
  else progress.value = expected === 0 ? 0 : isDone && rows.isComplete && !isCancelled ? 1 : rows.length / expected;
}

function showError(error, rows) {
  setStatus("Failed.");
  const box = $("error");
  const title = rows.length === 0 ? error.message : `The result is incomplete after ${count(rows.length)} rows: ${error.message}`;
  box.replaceChildren(title, ...(error.details ?? []).map(detail => {
    const line = document.createElement("p");
    line.textContent = detail;
    return line;
  }));
  box.hidden = false;
}

async function refreshStatus() {
  try {
    const status = await (await fetch("/api/status", { cache: "no-store" })).json();
    $("database").textContent = status.database.split(",")[0];
    $("database").title = status.database;
    $("stored").textContent = count(status.rows);
    $("running").textContent = count(status.runningQueries);
    $("fill").hidden = status.rows >= status.target;
    $("fill-progress").value = status.rows / status.target;
  } catch {
    $("running").textContent = "no answer";
  }
}

// --- The beginning ---------------------------------------------------------------------------------------------------------

function addColumnChips() {
  $("column-chips").append(...COLUMNS.map(column => {
    const label = document.createElement("label");
    const box = Object.assign(document.createElement("input"), { type: "checkbox", id: `column-${column}`, checked: true });
    const name = document.createElement("span");
    name.textContent = column;
    label.append(box, name);
    return label;
  }));
}

async function addChoices() {
  form.carrier.append(...CARRIERS.map(carrier => new Option(carrier)));
  const airports = await (await fetch("/api/airports")).json();
  form.origin.append(...airports.map(airport => new Option(`${airport.code} – ${airport.name}`, airport.code)));
}

addColumnChips();
addChoices().catch(showError.bind(null, new Error("The airports could not be read."), { length: 0 }));
chart.show(RECORDED);
$("compare-status").textContent = "Recorded on another machine: 100,000 rows from memory. Compare measures on this one.";
onFormChange();
refreshStatus();
setInterval(refreshStatus, 1000);

form.addEventListener("input", onFormChange);
form.addEventListener("submit", event => {
  event.preventDefault();
  if (!$("start").disabled) streamRows();
});
for (const button of document.querySelectorAll("[data-rows]"))
  button.addEventListener("click", () => {
    form.rows.value = button.dataset.rows;
    onFormChange();
  });
$("save").addEventListener("click", () => {
  const address = URL.createObjectURL(new Blob([shownRows.content]));
  Object.assign(document.createElement("a"), { href: address, download: `flights.${shownRows.extension}` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
});
$("send").addEventListener("click", sendRows);
$("compare").addEventListener("click", () => isComparing ? underWay.abort() : compareWays());
$("cancel").addEventListener("click", () => underWay?.abort());
document.addEventListener("keydown", event => {
  if (event.key === "Escape") underWay?.abort();
});
$("copy").addEventListener("click", async () => {
  await navigator.clipboard.writeText($("curl").textContent);
  $("copy").textContent = "Copied";
  setTimeout(() => { $("copy").textContent = "Copy"; }, 1500);
});
