// The page: one text, one game, and the views of both.
import { asking } from "./asking.js";
import CELLAR from "./cellar.dng";
import { EXPORT, drafts } from "./drafts.js";
import { Engines } from "./engine.js";
import { told } from "./faults.js";
import { findings } from "./findings.js";
import { later } from "./later.js";
import { keepOffline } from "./offline.js";
import { player } from "./play.js";
import { Store } from "./store.js";
import { textPane } from "./text.js";
import { welcome } from "./welcome.js";
import { words } from "./words.js";

const by = (id) => document.getElementById(id);

/** The pause in typing before the text is checked, in milliseconds. */
const REST = 150;

/** The part for `dungeon web FILE`, which sets this meta tag. Other hosts serve no file. */
const serving = document.querySelector("meta[name=served]").content === "yes" ? import("./served.js") : null;

const page = {
  /** Shows a message for six seconds. */
  say(text, kind = "") {
    const toast = by("toast");
    toast.replaceChildren(words(text));
    toast.className = `shown ${kind}`;
    clearTimeout(page.toast);
    page.toast = setTimeout(() => { toast.className = kind; }, 6000);
  },

  /** Reports an error. Only a `Fault` has words for the user. */
  fail(error) {
    page.say(told(error, "A part of the page failed. Your text is safe: reload the page to try again."), "wrong");
  },

  /** Continues the game in a new engine after a crash. */
  async recover(crash, engine) {
    console.error(crash);
    let game = "";
    if (engine === page.engine.replay) page.replay?.close();
    if (engine === page.engine.game) game = await page.play?.recover(crash.recording) ?? "";
    page.say(`The engine crashed: ${crash.message}\nYour text is safe. ${game}`, "wrong");
  },

  name: () => by("name").value.trim() || "untitled.dng",
  text: () => page.editor.state.doc.toString(),

  /** The version of the text in the editor, which each edit replaces. */
  version: () => page.editor.state.doc,

  /** Functions that run as soon as the text or its name changes, for answers about an earlier text. */
  edits: [],

  edited() {
    for (const edit of page.edits) edit();
  },

  /** Opens a text as a new draft and begins its game. The user's own texts are stored at once. */
  openText: (name, text, game = {}, isOwn = false) => page.drafts.create({ name, text, game }, isOwn),

  /** Replaces the editor's text; undo restores the old one. */
  replaceText(name, text) {
    by("name").value = name;
    const { editor } = page;
    if (text !== page.text()) {
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true });
    }
    return page.check();
  },

  /** Shows a view. On a narrow screen the text is a view, too. */
  show(id) {
    const isOther = page.view !== id;
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
    page.view = id;
    page.shown[id]?.();
    if (isOther) page.drafts?.viewed();
  },

  shown: {},

  /** Checks the text and shows its findings; then the game continues in it. Returns the answer; `null` if the text has changed
      meanwhile. */
  async check() {
    clearTimeout(page.rest);
    page.edited();
    await page.pane.loaded();
    const [name, text, version] = [page.name(), page.text(), page.version()];
    const answer = await page.ask("check", { name, text });
    if (!answer || version !== page.version() || name !== page.name()) return null;
    page.findings.show({ name, version, ...answer });
    document.title = answer.title ? `${answer.title} – dungeon` : "dungeon";
    page.keep();
    page.follow({ name, text, version, playable: answer.playable });
    return answer;
  },

  /** Continues the game in a checked text, after the game is open. */
  async follow({ version, ...checked }) {
    await page.opening;
    if (version === page.version()) await page.play.follow(checked);
  },

  /** Stores the open draft after a short delay. */
  keep() {
    clearTimeout(page.keeping);
    page.keeping = setTimeout(page.keepNow, 400);
  },

  keepNow() {
    clearTimeout(page.keeping);
    return page.drafts.save();
  },

  /** Shows a problem of the browser's storage once. */
  warn(problem) {
    if (problem !== page.warned) page.say(problem, "wrong");
    page.warned = problem;
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
    if (text.startsWith(EXPORT)) return page.importDrafts(text);
    page.say(`Opened ${file.name} as a new draft.`);
    await page.openText(file.name, text.replace(/\r\n?/g, "\n"), {}, true);
  },
};

Object.assign(page, asking(page));

const tabs = [...document.querySelectorAll("[role=tab]")];

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
    page.say("New dungeon. The previous one is under Drafts.");
  };
  by("open").onclick = by("load-rec").onclick = () => by("picker").click();
  by("picker").onchange = async ({ target }) => {
    const [file] = target.files;
    if (file) await page.openFile(file);
    target.value = "";
  };
  by("download").onclick = () => page.download(page.name(), page.text(), "text/plain");
  by("tidy").onclick = async () => {
    const version = page.version();
    const answer = await page.ask("format", { name: page.name(), text: page.text() });
    if (!answer || version !== page.version()) return;
    if (answer.text === page.text()) return page.say("Already tidy.");
    page.replaceText(page.name(), answer.text);
  };
  by("name").onchange = () => page.check();
  by("share").onclick = () => page.share();
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

/** Returns the file of `dungeon web`, `null` on other hosts. */
async function servedOrNone() {
  try {
    return await (await serving)?.servedFile() ?? null;
  } catch (error) {
    page.fail(error);
    return null;
  }
}

/** Returns the highlighted pieces that build.js has packed. */
function unpacked({ kinds, pieces }) {
  const piece = (word) => {
    const [length, gap = 1] = word.slice(1).split(".");
    return [+gap, +length, kinds[word.charCodeAt(0) - 97]];
  };
  return { pieces: pieces.split(" ").map(piece) };
}

async function start() {
  wireTabs();
  page.engine = new Engines(page.recover);
  page.engine.learn({ ...FIRST, paint: unpacked(FIRST.paint) });
  const loading = page.engine.load();
  // An error is thrown once all else has begun.
  loading.catch(() => {});
  const [store, served] = await Promise.all([Store.open(), servedOrNone()]);
  const isFirstVisit = !await store.newest();
  page.pane = textPane(page, () => {
    page.edited();
    clearTimeout(page.rest);
    page.rest = setTimeout(page.check, REST);
  });
  page.findings = findings(page);
  page.play = player(page);
  page.drafts = drafts(page, store, FIRST);
  later(page);
  wireHeader();
  wireDrops();
  page.show("play");
  await Promise.all([loading, page.drafts.begin(served)]);
  (await serving)?.followFile(page);
  welcome(isFirstVisit);
  document.body.dataset.ready = "yes";
  performance.mark("ready");
  keepOffline();
}

start().catch((error) => {
  by("summary").textContent = `The page cannot start. ${told(error, "Reload it, or try another browser.")}`;
});
// For the page's own tests and the browser's console.
window.dungeonPage = page;
