// A text that is not edited: its picture, in the looks of the editor.

/** A text with the part of the editor's document that the page reads. */
export class Untouched {
  constructor(text) {
    this.text = text;
    this.length = text.length;
  }

  toString() {
    return this.text;
  }

  eq(other) {
    return this.text === other.toString();
  }
}

function column(className, ...parts) {
  const made = document.createElement("pre");
  made.className = className;
  made.append(...parts);
  return made;
}

/** Returns the picture of a text. `pieces` are its highlighted parts in order: the distance from the end of the last part, length
    and sort. */
export function pictureOf(text, pieces) {
  const numbers = column("numbers", text.split("\n").map((_, nth) => nth + 1).join("\n"));
  numbers.setAttribute("aria-hidden", "true");
  const content = column("content");
  Object.assign(content, { tabIndex: 0, role: "textbox", ariaMultiLine: "true", ariaLabel: "The dungeon's text" });
  let end = 0;
  for (const [gap, length, sort] of pieces) {
    const from = end + gap;
    const span = document.createElement("span");
    span.className = `sort-${sort}`;
    span.textContent = text.slice(from, from + length);
    content.append(text.slice(end, from), span);
    end = from + length;
  }
  content.append(text.slice(end));
  const made = document.createElement("div");
  made.className = "picture";
  made.append(numbers, content);
  return made;
}
