// A table of which only the visible rows exist. The scroll bar belongs to a spacer as high as all rows would be; above a height that
// browsers can lay out, the spacer is shorter and each pixel of it means more.

const ROW_HEIGHT = 30;
const MAX_SPACER = 8_000_000;
const NUMBERS = new Set(["id", "number", "delay", "distance", "fare"]);

export class RowTable {
  #viewport;
  #spacer;
  #table;
  #head;
  #body;
  #empty;
  #rows = null;
  #columns = [];
  #isScheduled = false;

  constructor(viewport) {
    this.#viewport = viewport;
    this.#spacer = viewport.querySelector("#spacer");
    this.#table = viewport.querySelector("#table");
    this.#head = viewport.querySelector("#head");
    this.#body = viewport.querySelector("#body");
    this.#empty = viewport.querySelector("#empty");
    viewport.addEventListener("scroll", () => this.refresh(), { passive: true });
    viewport.addEventListener("keydown", event => this.#onKey(event));
    new ResizeObserver(() => this.refresh()).observe(viewport);
  }

  /** Shows another store of rows, from its beginning. */
  show(rows) {
    this.#rows = rows;
    this.#columns = [];
    this.#head.replaceChildren();
    this.#body.replaceChildren();
    this.#viewport.scrollTop = 0;
    this.refresh();
  }

  /** Draws what is visible, once per frame. */
  refresh() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    requestAnimationFrame(() => {
      this.#isScheduled = false;
      this.#draw();
    });
  }

  get #visible() {
    return Math.max(1, Math.floor((this.#viewport.clientHeight - ROW_HEIGHT) / ROW_HEIGHT));
  }

  get #lastFirst() {
    return Math.max(0, (this.#rows?.length ?? 0) - this.#visible);
  }

  get #first() {
    const scrollable = this.#spacer.clientHeight - this.#viewport.clientHeight;
    return scrollable <= 0 ? 0 : Math.round(this.#lastFirst * Math.min(1, this.#viewport.scrollTop / scrollable));
  }

  #draw() {
    const length = this.#rows?.length ?? 0;
    this.#empty.hidden = length > 0;
    this.#table.hidden = length === 0;
    const height = Math.min(MAX_SPACER, (length + 1) * ROW_HEIGHT);
    this.#spacer.style.height = `${length === 0 ? 0 : Math.max(height, this.#viewport.clientHeight)}px`;
    this.#table.setAttribute("aria-rowcount", String(length + 1));
    if (length === 0) return;
    if (this.#columns.length === 0) this.#setColumns(Object.keys(this.#rows.row(0)));
    const first = this.#first;
    const count = Math.min(this.#visible, length - first);
    while (this.#body.rows.length > count) this.#body.deleteRow(-1);
    while (this.#body.rows.length < count) this.#addRow();
    for (let i = 0; i < count; i++) this.#fill(this.#body.rows[i], first + i);
  }

  #setColumns(columns) {
    this.#columns = columns;
    this.#head.replaceChildren(...columns.map(column => {
      const cell = document.createElement("th");
      cell.scope = "col";
      cell.textContent = column;
      cell.className = `c-${column}${NUMBERS.has(column) ? " number" : ""}`;
      return cell;
    }));
    this.#body.replaceChildren();
  }

  #addRow() {
    const row = this.#body.insertRow();
    for (const column of this.#columns) row.insertCell().className = NUMBERS.has(column) ? "number" : "";
  }

  #fill(element, index) {
    if (element.dataset.index === String(index)) return;
    const row = this.#rows.row(index);
    element.dataset.index = String(index);
    element.setAttribute("aria-rowindex", String(index + 2));
    element.classList.toggle("odd", index % 2 === 1);
    this.#columns.forEach((column, i) => {
      const value = row[column];
      const cell = element.cells[i];
      cell.textContent = value === null || value === undefined ? "null" : format(column, value);
      cell.classList.toggle("null", value === null || value === undefined);
    });
  }

  #onKey(event) {
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: this.#visible, PageUp: -this.#visible, Home: -Infinity, End: Infinity };
    const step = steps[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const first = Math.min(this.#lastFirst, Math.max(0, this.#first + step));
    const scrollable = this.#spacer.clientHeight - this.#viewport.clientHeight;
    this.#viewport.scrollTop = this.#lastFirst === 0 ? 0 : scrollable * first / this.#lastFirst;
  }
}

function format(column, value) {
  if (column === "departure") return String(value).replace("T", " ");
  return column === "fare" ? Number(value).toFixed(2) : String(value);
}
