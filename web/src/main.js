// The page: one text, one game, and the views of both.
import { bots } from "./bots.js";
import { applyFix, createEditor, fixName, reveal, underline } from "./editor.js";
import { Crash, Engine, compileEngine } from "./engine.js";
import { examples, format, explanation } from "./library.js";
import { player } from "./play.js";
import { replay } from "./replay.js";
import { followFile, servedFile } from "./served.js";
import { packLink, unpackLink } from "./share.js";
import { load, save } from "./store.js";

const by = (id) => document.getElementById(id);

/** The pause in typing before the text is checked, in milliseconds. */
const REST = 150;

const CELLAR = `title "The Cellar"
about "A first dungeon: change a letter and keep playing."
item k "brass key" opens=brass

map
##############
#@....#....$.#
#.....+..w...#
#..k..#....$.#
##############
end
+ 7 3 locked=brass
w 10 3 health=4
`;

const page = {
  /** Shows a message for six seconds. */
  say(text, kind = "") {
    const toast = by("toast");
    toast.textContent = text;
    toast.className = `shown ${kind}`;
    clearTimeout(page.toast);
    page.toast = setTimeout(() => { toast.className = kind; }, 6000);
  },

  /** Reports an error. After a crash, the game continues in a new engine. */
  fail(error) {
    if (error instanceof Crash) {
      console.error(error);
      page.replay?.close();
      const game = page.play?.recover(error.recording) ?? "";
      page.say(`The engine crashed: ${error.message}\nYour text is safe. ${game}`, "wrong");
    } else {
      page.say(error.message, "wrong");
    }
  },

  /** Returns the engine's answer, or `null` after it reports an error. */
  ask(what, details) {
    try {
      return page.engine.ask(what, details);
    } catch (error) {
      page.fail(error);
      return null;
    }
  },

  name: () => by("name").value.trim() || "untitled.dng",
  text: () => page.editor.state.doc.toString(),

  /** Opens another text and begins its game. */
  openText(name, text, game = {}) {
    page.isOpening = true;
    page.replaceText(name, text);
    page.isOpening = false;
    page.play.open(game);
  },

  /** Replaces the editor's text; undo restores the old one. */
  replaceText(name, text) {
    by("name").value = name;
    const { editor } = page;
    if (text !== page.text()) {
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true });
    }
    page.check();
  },

  /** Shows a view. On a narrow screen the text is a view, too. */
  show(id) {
    const isText = id === "text";
    document.body.dataset.narrow = isText ? "text" : "board";
    document.body.dataset.view = id;
    for (const tab of tabs) {
      const view = tab.id.slice(4);
      const isShown = view === id;
      tab.setAttribute("aria-selected", isShown);
      tab.tabIndex = isShown ? 0 : -1;
      if (view !== "text" && !isText) by(view).hidden = !isShown;
    }
    by(`tab-${id}`).scrollIntoView({ block: "nearest", inline: "nearest" });
    page.view = id;
    page.shown[id]?.();
  },

  shown: {},

  /** Checks the text and shows the findings in the editor, the console and the view "Check". */
  check() {
    clearTimeout(page.rest);
    let answer;
    try {
      answer = page.engine.ask("check", { name: page.name(), text: page.text() });
    } catch (error) {
      return page.fail(error);
    }
    page.checked = answer;
    underline(page.editor, answer.findings);
    by("summary").textContent = `${page.name()}: ${answer.summary}`;
    by("summary").dataset.worst = answer.findings.some((found) => found.severity === "error") ? "error" : answer.findings.length ? "warning" : "none";
    by("findings").replaceChildren(...answer.findings.map(line));
    if (page.view === "check") details();
    document.title = answer.title ? `${answer.title} – dungeon` : "dungeon";
    if (!page.isOpening) page.play?.follow(answer.playable);
    page.keep();
  },

  /** Stores the text and the game in this browser, after a short delay. */
  keep() {
    clearTimeout(page.keeping);
    page.keeping = setTimeout(page.keepNow, 400);
  },

  keepNow() {
    clearTimeout(page.keeping);
    const problem = save({ name: page.name(), text: page.text(), recording: page.play?.recording() ?? null });
    if (problem && !page.isWarned) {
      page.isWarned = true;
      page.say(problem, "wrong");
    }
  },

  download(name, text, type) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  },

  /** Opens a picked or dropped file: a recording is played, any other file is a text. */
  async openFile(file) {
    if (file.size > 64 << 20) return page.say(`${file.name} is too large: open a file of at most 64 MiB.`, "wrong");
    const text = await file.text();
    if (text.startsWith('{"recording":')) return page.replay.open(text);
    page.openText(file.name, text.replace(/\r\n?/g, "\n"));
    page.say(`Opened ${file.name}. Undo restores the previous text.`);
  },
};

const tabs = [...document.querySelectorAll("[role=tab]")];

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function fixButton(found) {
  const button = element("button", "fix", fixName(found));
  button.onclick = () => {
    applyFix(page.editor, found.fix);
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
    reveal(page.editor, found.from, found.to);
  };
  item.append(place, element("b", "", `${found.severity}[${found.code}]`), ` ${found.message}`);
  if (found.fix) item.append(" ", fixButton(found));
  return item;
}

/** Fills the view "Check": findings with excerpt, labels, help and actions. */
function details() {
  const { findings, summary } = page.checked;
  const all = findings.map((found) => {
    const item = element("article", found.severity);
    const head = element("h3");
    head.append(element("span", "severity", found.severity), ` ${found.message}`);
    item.append(head);
    const row = page.editor.state.doc.line(Math.min(found.line, page.editor.state.doc.lines));
    const excerpt = element("pre", "excerpt");
    const from = Math.max(0, Math.min(found.from - row.from, row.length));
    const to = Math.max(from, Math.min(found.to - row.from, row.length));
    excerpt.append(`${found.line} │ `, row.text.slice(0, from), element("mark", "", row.text.slice(from, to) || " "), row.text.slice(to));
    item.append(excerpt);
    for (const label of found.labels) item.append(element("p", "label", `${label.line}:${label.column} ${label.text}`));
    if (found.help) item.append(element("p", "help", found.help));
    const actions = element("p", "bar");
    const go = element("button", "", "Go there");
    go.onclick = () => { page.show(getComputedStyle(by("tab-text")).display === "none" ? "check" : "text"); reveal(page.editor, found.from, found.to); };
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
  });
  const sure = findings.filter((found) => found.fix?.sure);
  const top = element("p", "lead", findings.length ? `${summary}.` : "No problems found.");
  if (sure.length > 1) {
    const apply = element("button", "fix", "Apply all safe fixes");
    apply.onclick = applySafeFixes;
    top.append(" ", apply);
  }
  by("check").replaceChildren(top, ...all);
}

/** Applies all safe fixes in up to 20 rounds, like `dungeon check --fix`. */
function applySafeFixes() {
  for (let round = 0; round < 20; round += 1) {
    const sure = page.checked.findings.map((found) => found.fix).filter((fix) => fix?.sure).sort((a, b) => a.from - b.from);
    let end = -1;
    const changes = sure.filter((fix) => {
      const fits = fix.from > end;
      if (fits) end = fix.to;
      return fits;
    });
    if (changes.length === 0) break;
    page.editor.dispatch({ changes, userEvent: "input.fix" });
    page.check();
  }
}

function wireTabs() {
  for (const tab of tabs) tab.onclick = () => page.show(tab.id.slice(4));
  document.querySelector("[role=tablist]").onkeydown = (event) => {
    const shown = tabs.filter((tab) => tab.offsetParent);
    const at = shown.indexOf(document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    const next = shown.at(to % shown.length);
    next.focus();
    next.click();
  };
}

function wireHeader() {
  by("new").onclick = () => {
    page.openText("untitled.dng", CELLAR);
    page.say("New dungeon. Undo restores the previous text.");
  };
  by("open").onclick = by("load-rec").onclick = () => by("picker").click();
  by("picker").onchange = async ({ target }) => {
    const [file] = target.files;
    if (file) await page.openFile(file);
    target.value = "";
  };
  by("download").onclick = () => page.download(page.name(), page.text(), "text/plain");
  by("tidy").onclick = () => {
    try {
      const { text } = page.engine.ask("format", { name: page.name(), text: page.text() });
      if (text === page.text()) return page.say("Already tidy.");
      page.replaceText(page.name(), text);
    } catch (error) {
      page.fail(error);
    }
  };
  by("name").onchange = () => page.check();
  by("share").onclick = share;
}

/** Puts a link with the text and the game into the address bar and the clipboard. */
async function share() {
  const shared = page.play.shared() ?? { name: page.name(), text: page.text(), seed: "0", keys: "", size: [80, 24] };
  if (shared.text !== page.text()) Object.assign(shared, { name: page.name(), text: page.text(), keys: "", whole: false });
  const { whole, ...packed } = shared;
  const link = await packLink(packed);
  history.replaceState(null, "", link);
  const kind = whole === false ? "the text and the seed" : "the text, the seed and every key so far";
  const length = link.length > 8000 ? ` It has ${link.length} characters; some chats reject links of this length.` : "";
  try {
    await navigator.clipboard.writeText(link);
    page.say(`Link copied. It contains ${kind}.${length}`);
  } catch {
    page.say(`The link is in the address bar. It contains ${kind}.${length}`);
  }
}

function wireDrops() {
  let depth = 0;
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
  const toggle = (change) => { depth += change; by("drop").hidden = depth <= 0; };
  addEventListener("dragenter", (event) => { if (hasFiles(event)) toggle(1); });
  addEventListener("dragleave", (event) => { if (hasFiles(event)) toggle(-1); });
  addEventListener("dragover", (event) => { if (hasFiles(event)) event.preventDefault(); });
  addEventListener("drop", async (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    toggle(-depth);
    const [file] = event.dataTransfer.files;
    if (file) await page.openFile(file);
  }, true);
}

/** The first text: from a link, from `dungeon web`, from the last visit, or the cellar. */
async function beginning() {
  try {
    const linked = await unpackLink(location.hash);
    if (linked) return linked;
  } catch (error) {
    page.say(`The link is damaged: ${error.message}.`, "wrong");
  }
  try {
    const served = await servedFile();
    if (served) return served;
  } catch (error) {
    page.say(`The file cannot be shown: ${error.message}.`, "wrong");
  }
  return load() ?? { name: "cellar.dng", text: CELLAR };
}

async function start() {
  wireTabs();
  const [module, first] = await Promise.all([compileEngine("engine.wasm"), beginning()]);
  page.engine = new Engine(module);
  by("name").value = first.name;
  page.editor = createEditor({
    parent: by("editor"), text: first.text, ask: page.ask, name: page.name,
    changed: () => {
      clearTimeout(page.rest);
      page.rest = setTimeout(page.check, REST);
    },
  });
  page.play = player(page);
  page.replay = replay(page);
  page.shown.check = details;
  bots(page);
  format(page);
  examples(page);
  wireHeader();
  wireDrops();
  page.show("play");
  page.play.open(first);
  page.check();
  followFile(page);
  addEventListener("pagehide", page.keepNow);
  addEventListener("hashchange", async () => {
    const linked = await unpackLink(location.hash).catch(() => null);
    if (!linked) return;
    page.openText(linked.name, linked.text, linked);
  });
  document.body.dataset.ready = "yes";
  performance.mark("ready");
}

start().catch((error) => {
  by("summary").textContent = `The page cannot start: ${error.message}`;
  console.error(error);
});
// For the page's own tests and the browser's console.
window.dungeonPage = page;
