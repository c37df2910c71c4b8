// Finds the rows in a body while it arrives. Only their places are kept, beside the bytes: a row is parsed when it is shown, so a
// million rows cost little more than their text.

const LF = 10, CR = 13, SPACE = 32, TAB = 9, QUOTE = 34, COMMA = 44, OPEN = 91, BACKSLASH = 92, CLOSE = 93, BEGIN = 123, END = 125;
const RECORD_SEPARATOR = 30;

export class RowStore {
  #bytes = new Uint8Array(1 << 20);
  #ends = new Uint32Array(1 << 12); // [start, end] of each row
  #scan;
  #decoder = new TextDecoder();

  length = 0; // rows
  bytes = 0;

  /** @param {"array" | "columns" | "lines"} kind an array of objects, names first and arrays after them, or one document a line */
  constructor(kind) {
    this.extension = kind === "lines" ? "jsonl" : "json";
    this.#scan = kind === "array" ? new ArrayScanner() : kind === "columns" ? new ColumnsScanner() : new LineScanner();
  }

  /** Takes the next part of the body. */
  append(part) {
    const start = this.bytes;
    if (start + part.length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#bytes.length * 2, start + part.length));
      larger.set(this.#bytes.subarray(0, start));
      this.#bytes = larger;
    }
    this.#bytes.set(part, start);
    this.bytes += part.length;
    this.#scan.find(this.#bytes, start, this.bytes, (from, to) => this.#add(from, to));
  }

  /** The body, as far as it has come. */
  get content() {
    return this.#bytes.subarray(0, this.bytes);
  }

  /** The row's object. */
  row(index) {
    const text = this.#bytes.subarray(this.#ends[index * 2], this.#ends[index * 2 + 1]);
    const row = JSON.parse(this.#decoder.decode(text));
    const names = this.#scan.names;
    return names ? Object.fromEntries(names.map((name, i) => [name, row[i]])) : row;
  }

  /** Whether the body has ended where a body ends: an array is closed, the last line is complete. */
  get isComplete() {
    return this.#scan.isComplete;
  }

  #add(from, to) {
    if (this.length * 2 === this.#ends.length) {
      const larger = new Uint32Array(this.#ends.length * 2);
      larger.set(this.#ends);
      this.#ends = larger;
    }
    this.#ends[this.length * 2] = from;
    this.#ends[this.length * 2 + 1] = to;
    this.length++;
  }
}

/** JSON Lines and text sequences: a row ends with its line. */
class LineScanner {
  #from = 0;

  isComplete = true;

  find(bytes, start, end, add) {
    for (let i = bytes.indexOf(LF, start); i >= 0 && i < end; i = bytes.indexOf(LF, i + 1)) {
      const from = bytes[this.#from] === RECORD_SEPARATOR ? this.#from + 1 : this.#from;
      if (i > from) add(from, i);
      this.#from = i + 1;
    }
    this.isComplete = this.#from === end;
  }
}

/** An array: a row is what lies between its brackets and commas. */
class ArrayScanner {
  #depth = 0;
  #from = -1;
  #inString = false;
  #isEscaped = false;

  isComplete = false;

  find(bytes, start, end, add) {
    for (let i = start; i < end && !this.isComplete; i++) {
      const byte = bytes[i];
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#inString = false;
        continue;
      }
      if (byte === SPACE || byte === LF || byte === CR || byte === TAB) continue;
      if (this.#depth === 1 && (byte === COMMA || byte === CLOSE)) {
        if (this.#from >= 0) add(this.#from, i);
        this.#from = -1;
        if (byte === COMMA) continue;
      } else if (this.#depth === 1 && this.#from < 0) {
        this.#from = i;
      }
      if (byte === QUOTE) this.#inString = true;
      else if (byte === OPEN || byte === BEGIN) this.#depth++;
      else if (byte === CLOSE || byte === END) this.isComplete = --this.#depth === 0;
    }
  }
}

/** Names first: {"columns":[names],"rows":[arrays]}. */
class ColumnsScanner {
  #rows = new ArrayScanner();
  #from = 0;
  #isClosed = false;

  names = null;

  get isComplete() {
    return this.#rows.isComplete && this.#isClosed;
  }

  find(bytes, start, end, add) {
    if (this.names === null) {
      const bracket = bytes.subarray(0, end).indexOf(CLOSE); // no name of a column has one
      if (bracket < 0) return;
      this.names = JSON.parse(`${new TextDecoder().decode(bytes.subarray(0, bracket + 1))}}`).columns;
      this.#from = bracket + 1 + ',"rows":'.length;
    }
    this.#rows.find(bytes, Math.max(start, this.#from), end, add);
    this.#isClosed = bytes[end - 1] === END;
  }
}
