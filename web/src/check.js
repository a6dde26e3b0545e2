// The view "Check": the findings with excerpts, reasons and fixes.
import { element } from "./findings.js";
import { explanation } from "./library.js";
import { words } from "./words.js";

const by = (id) => document.getElementById(id);

export function checkView(page) {
  /** A finding with excerpt, labels, help and actions. */
  function article(found, version) {
    const item = element("article", found.severity);
    const head = element("h2");
    head.append(element("span", "severity", found.severity), " ", words(found.message));
    item.append(head, excerpt(version.toString(), found));
    for (const label of found.labels) item.append(element("p", "label", words(`${label.line}:${label.column} ${label.text}`)));
    if (found.help) item.append(element("p", "help", words(found.help)));
    const actions = element("p", "bar");
    const go = element("button", "", "Go there");
    go.onclick = () => { page.show(getComputedStyle(by("tab-text")).display === "none" ? "check" : "text"); page.pane.reveal(found.from, found.to); };
    actions.append(go);
    if (found.fix) actions.append(page.findings.fixButton(found));
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

  /** Applies all safe fixes in up to 20 rounds, like `dungeon check --fix`. */
  async function applySafeFixes() {
    let answer = page.findings.last();
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

  page.shown.check = () => {
    const checked = page.findings.last();
    if (!checked) return;
    const { name, version, findings, summary } = checked;
    const sure = findings.filter((found) => found.fix?.sure);
    const top = element("p", "lead", findings.length ? `${name}: ${summary}.` : `No problems found in ${name}.`);
    if (sure.length > 1) {
      const apply = element("button", "fix", "Apply all safe fixes");
      apply.onclick = applySafeFixes;
      top.append(" ", apply);
    }
    by("check").replaceChildren(top, ...findings.map((found) => article(found, version)));
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
