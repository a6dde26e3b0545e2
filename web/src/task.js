// A task of the bots: a form that starts it, a button that stops it, and a panel with its answers.
import { Crash, Engine, Stopped } from "./engine.js";
import { told } from "./faults.js";

export const percent = (share) => `${(100 * share).toFixed(1)} %`;

export function made(tag, text, className) {
  const element = document.createElement(tag);
  if (text !== undefined) element.append(text);
  if (className) element.className = className;
  return element;
}

/** One task at a time, in an engine of its own. The form has a button that stops it, and a field for the seed. `panel`
    shows the answers, below the name of the file and the seed that they are about. */
export function task(page, form, panel, run) {
  const stop = form.querySelector(".stop");
  const begin = form.querySelector(".chief");
  const seed = form.querySelector(".seed");
  const progress = form.nextElementSibling;
  const engine = new Engine("players", FILES.players);
  const about = made("p", undefined, "quiet");
  let subject = null;

  /** Marks an answer about an earlier text or seed, whose edits do nothing. */
  function mark() {
    if (!subject) return;
    const isSame = subject.name === page.name() && subject.version.eq(page.version());
    const isEarlier = !isSame || subject.seed !== seed.value;
    const why = isSame ? "For an earlier seed: " : "For an earlier text: ";
    about.textContent = `${isEarlier ? why : ""}${subject.name}, seed ${subject.seed || "0"}`;
    panel.classList.toggle("earlier", isEarlier);
    for (const article of panel.querySelectorAll("article")) article.inert = !isSame;
  }

  page.edits.push(mark);
  seed.addEventListener("input", mark);
  stop.onclick = () => engine.stop();

  async function start(details) {
    subject = { name: page.name(), version: page.version(), seed: seed.value };
    begin.disabled = true;
    stop.hidden = false;
    progress.textContent = "Thinking…";
    panel.replaceChildren(about);
    mark();
    const ask = (what, details, tell = searched) => engine.ask(what, details, (far) => { progress.textContent = tell(far); });
    const show = (...parts) => { panel.replaceChildren(about, ...parts); mark(); };
    const question = { name: subject.name, text: page.text(), seed: subject.seed || "0", ...details };
    let words = "";
    try {
      await run({ ask, show, progress }, question);
    } catch (error) {
      words = failure(error);
    }
    // Frees the memory.
    engine.stop();
    progress.textContent = words;
    begin.disabled = false;
    if (document.activeElement === stop) begin.focus();
    stop.hidden = true;
  }
  return start;
}

/** Returns how far a proof is. */
const searched = (steps) => `Searched ${steps.toLocaleString("en")} steps`;

/** Returns a sentence about a task that ended without an answer. */
function failure(error) {
  if (error instanceof Stopped) return "Stopped.";
  if (error instanceof Crash) return `The worker crashed: ${error.message}`;
  return told(error, "The bots cannot run in this browser.");
}

/** Returns a table in a frame that scrolls, with the keyboard, too. The first cell of each row names it, the last has words. */
export function tableOf(label, titles, rows) {
  const table = made("table");
  const head = table.createTHead().insertRow();
  head.append(...titles.map((title) => made("th", title)));
  const body = table.createTBody();
  for (const [name, ...cells] of rows) {
    const last = cells.pop();
    body.insertRow().append(made("th", name), ...cells.map((cell) => made("td", cell)), made("td", last, "words"));
  }
  const frame = made("div", undefined, "table");
  Object.assign(frame, { tabIndex: 0, role: "region", ariaLabel: label });
  frame.append(table);
  return frame;
}
