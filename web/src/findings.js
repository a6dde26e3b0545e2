// The findings of a check: the console below the editor, and the view "Check".
import { fixName } from "./fixes.js";
import { explanation } from "./library.js";
import { words } from "./words.js";

const by = (id) => document.getElementById(id);

function element(tag, className, text) {
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

  /** A finding with excerpt, labels, help and actions. */
  function article(found) {
    const item = element("article", found.severity);
    const head = element("h2");
    head.append(element("span", "severity", found.severity), " ", words(found.message));
    item.append(head, excerpt(checked.version.toString(), found));
    for (const label of found.labels) item.append(element("p", "label", words(`${label.line}:${label.column} ${label.text}`)));
    if (found.help) item.append(element("p", "help", words(found.help)));
    const actions = element("p", "bar");
    const go = element("button", "", "Go there");
    go.onclick = () => { page.show(getComputedStyle(by("tab-text")).display === "none" ? "check" : "text"); page.pane.reveal(found.from, found.to); };
    actions.append(go);
    if (found.fix) actions.append(fixButton(found));
    const why = element("button", "", `Why? ${found.code}`);
    why.onclick = async () => {
      why.disabled = true;
      const told = element("div", "prose");
      told.innerHTML = await explanation(found.code);
      item.append(told);
    };
    actions.append(why);
    item.append(actions);
    return item;
  }

  /** Fills the view "Check". */
  function details() {
    if (!checked) return;
    const { name, findings, summary } = checked;
    const sure = findings.filter((found) => found.fix?.sure);
    const top = element("p", "lead", findings.length ? `${name}: ${summary}.` : `No problems found in ${name}.`);
    if (sure.length > 1) {
      const apply = element("button", "fix", "Apply all safe fixes");
      apply.onclick = applySafeFixes;
      top.append(" ", apply);
    }
    by("check").replaceChildren(top, ...findings.map(article));
  }

  /** Applies all safe fixes in up to 20 rounds, like `dungeon check --fix`. */
  async function applySafeFixes() {
    let answer = checked;
    for (let round = 0; answer && round < 20; round += 1) {
      const sure = answer.findings.map((found) => found.fix).filter((fix) => fix?.sure).sort((a, b) => a.from - b.from);
      let end = -1;
      const changes = sure.filter((fix) => {
        const fits = fix.from > end;
        if (fits) end = fix.to;
        return fits;
      });
      if (changes.length === 0) break;
      page.editor.dispatch({ changes, userEvent: "input.fix" });
      answer = await page.check();
    }
  }

  page.edits.push(mark);
  page.shown.check = details;
  return {
    /** Shows the answer of a check of the current text. */
    show(answer) {
      checked = answer;
      const { name, findings, summary } = answer;
      page.pane.underline(findings);
      by("summary").textContent = `${name}: ${summary}`;
      by("summary").dataset.worst = findings.some((found) => found.severity === "error") ? "error" : findings.length ? "warning" : "none";
      by("findings").replaceChildren(...findings.map(line));
      if (page.view === "check") details();
      mark();
    },
  };
}

/** The line of a finding, with its span marked. */
function excerpt(text, found) {
  const start = text.slice(0, found.from).lastIndexOf("\n") + 1;
  const [row] = text.slice(start).split("\n", 1);
  const from = found.from - start;
  const to = Math.min(found.to - start, row.length);
  const shown = element("pre", "excerpt");
  shown.append(`${found.line} │ `, row.slice(0, from), element("mark", "", row.slice(from, to) || " "), row.slice(Math.max(from, to)));
  return shown;
}
