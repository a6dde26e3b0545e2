// The board: a grid of characters. Only changed rows are redrawn.

/** Returns a keyboard event as a script's key; an empty text for keys of the browser. */
export function keyName(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return "";
  const named = {
    ArrowUp: "Up", ArrowDown: "Down", ArrowLeft: "Left", ArrowRight: "Right", Home: "Home", End: "End",
    PageUp: "PgUp", PageDown: "PgDn",
  }[event.key];
  if (named) return event.shiftKey ? `<S-${named}>` : `<${named}>`;
  const plain = { Enter: "Enter", Escape: "Esc", Backspace: "BS", Delete: "Del", Insert: "Ins", " ": "Space", "<": "lt" }[event.key];
  if (plain) return `<${plain}>`;
  if (/^F([1-9]|10)$/.test(event.key) && event.key !== "F5") return `<${event.key}>`;
  return [...event.key].length === 1 ? event.key : "";
}

/** The fewest columns and rows on which sentences are easy to read. */
const LEAST = [40, 14];

/** The fewest columns and rows of letters above 16 px, on which the result of a game has its large letters. */
const AMPLE = [48, 16];

/** The rows of gauges and messages above and below a map. */
const BESIDE = 5;

/** The height of a row in font sizes. */
const LINE = 1.25;

/** The smallest font size that shows a whole map, in pixels. Smaller letters are hard to read, so the map scrolls. */
const SMALL = 12;

export class Board {
  /** Draws rows into `element`. */
  constructor(element) {
    this.element = element;
    this.rows = [];
    this.drawn = [];
    this.cursor = null;
  }

  /** Sets the font size to the largest one, up to 32 px, that shows a map of these columns and rows with gauges and log.
      Larger maps scroll. Returns columns and rows; `null` if there is no room. */
  fit([columns, rows] = [0, 0]) {
    const { element } = this;
    const box = element.parentElement;
    const style = getComputedStyle(box);
    const width = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const height = box.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
    if (width < 40 || height < 40) return null;
    const probe = document.createElement("span");
    probe.textContent = "0".repeat(100);
    probe.className = "probe";
    element.append(probe);
    const letter = (size) => { element.style.fontSize = `${size}px`; return probe.getBoundingClientRect().width / 100; };
    const widest = letter(100) / 100;
    const largest = (most, across, down) => Math.floor(2 * Math.min(most, width / across / widest, height / down / LINE)) / 2;
    const around = (most, least) => largest(most, Math.max(least[0], columns), Math.max(least[1], rows + BESIDE));
    let size = Math.max(around(32, AMPLE), around(16, LEAST));
    if (size < SMALL) size = Math.max(8, largest(16, ...LEAST));
    const line = size * LINE;
    this.cell = { width: letter(size), height: line };
    probe.remove();
    element.style.lineHeight = `${line}px`;
    return [Math.max(20, Math.min(120, Math.floor(width / this.cell.width))), Math.max(8, Math.min(50, Math.floor(height / line)))];
  }

  clear() {
    this.element.replaceChildren();
    Object.assign(this, { rows: [], drawn: [], frame: null });
  }

  draw(frame) {
    const { element } = this;
    while (this.rows.length < frame.rows) {
      const row = document.createElement("div");
      this.rows.push(row);
      element.append(row);
    }
    while (this.rows.length > frame.rows) this.rows.pop().remove();
    this.drawn.length = frame.rows;
    frame.lines.forEach((line, y) => {
      const cursor = frame.cursor?.[1] === y ? frame.cursor[0] : -1;
      const key = `${cursor} ${line} ${frame.runs[y].join(";")}`;
      if (this.drawn[y] === key) return;
      this.drawn[y] = key;
      this.rows[y].replaceChildren(...pieces(line, frame.runs[y], cursor));
    });
    this.frame = frame;
  }

  /** Returns the column and row under a pointer, from 1; `null` outside of the board. */
  cellAt(event) {
    const box = this.element.getBoundingClientRect();
    const x = Math.floor((event.clientX - box.left) / this.cell.width);
    const y = Math.floor((event.clientY - box.top) / this.cell.height);
    const { frame } = this;
    return frame && x >= 0 && y >= 0 && x < frame.columns && y < frame.rows ? [x + 1, y + 1] : null;
  }

  /** Returns the frame as text, like `dungeon render`. */
  text() {
    const { columns, rows, turn, lines } = this.frame;
    return [`${columns}x${rows} turn ${turn}`, ...lines.map((line) => `|${line}|`)].join("\n");
  }
}

function pieces(line, runs, cursor) {
  const letters = [...line];
  const made = [];
  let at = 0;
  for (const [count, classes] of runs) {
    const cut = cursor >= at && cursor < at + count ? [cursor - at, 1, count - (cursor - at) - 1] : [count];
    cut.forEach((length, nth) => {
      if (length === 0) return;
      const text = letters.slice(at, at + length).join("");
      at += length;
      const isCursor = cut.length > 1 && nth === 1;
      if (!classes && !isCursor) return made.push(document.createTextNode(text));
      const span = document.createElement("span");
      span.className = isCursor ? `${classes} cursor`.trim() : classes;
      span.textContent = text;
      made.push(span);
    });
  }
  return made;
}

/** Returns a board without input, such as a heat map. */
export function still(frame) {
  const element = document.createElement("pre");
  element.className = "board still";
  const board = new Board(element);
  board.draw(frame);
  return element;
}
