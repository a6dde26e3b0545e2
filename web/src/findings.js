// The findings of a check in the console below the editor.
import { fixName } from "./fixes.js";
import { words } from "./words.js";

const by = (id) => document.getElementById(id);

export function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.append(text);
  return made;
}

export function findings(page) {
  /** The last answer of a check, with the name and version of its text. */
  let checked = null;

  /** Marks findings of an earlier text, whose buttons do nothing. */
  function mark() {
    const isEarlier = !checked || checked.version !== page.version() || checked.name !== page.name();
    for (const id of ["console", "check"]) by(id).classList.toggle("earlier", isEarlier);
    for (const id of ["findings", "check"]) by(id).inert = isEarlier;
  }

  function fixButton(found) {
    const button = element("button", "fix", fixName(found));
    button.onclick = async () => {
      await page.pane.applyFix(found.fix);
      page.check();
    };
    return button;
  }

  /** A finding as one line of the console. */
  function line(found) {
    const item = element("li", found.severity);
    const place = element("button", "place", `${found.line}:${found.column}`);
    place.onclick = () => {
      if (getComputedStyle(by("tab-text")).display !== "none") page.show("text");
      page.pane.reveal(found.from, found.to);
    };
    item.append(place, element("b", "", `${found.severity}[${found.code}]`), " ", words(found.message));
    if (found.fix) item.append(" ", fixButton(found));
    return item;
  }

  page.edits.push(mark);
  return {
    fixButton,

    /** Returns the last answer; `null` before the first one. */
    last: () => checked,

    /** Shows the answer of a check of the current text. */
    show(answer) {
      checked = answer;
      const { name, findings, summary } = answer;
      page.pane.underline(findings);
      by("summary").textContent = `${name}: ${summary}`;
      by("summary").dataset.worst = findings.some((found) => found.severity === "error") ? "error" : findings.length ? "warning" : "none";
      by("findings").replaceChildren(...findings.map(line));
      if (page.view === "check") page.shown.check();
      mark();
    },
  };
}
