// The view "Drafts": open, rename, duplicate and delete drafts; export and import them as one file.
import { EXPORT, renamed } from "./drafts.js";
import { newDraft, randomId } from "./store.js";

const by = (id) => document.getElementById(id);

/** Returns the title of a dungeon, otherwise its first line. */
const titleOf = (text) => /^title\s+"(.*)"/m.exec(text)?.[1] ?? /\S.*/.exec(text)?.[0] ?? "empty";

const timeOf = (changed) => new Date(changed).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });

function made(tag, text, className = "") {
  const element = document.createElement(tag);
  element.textContent = text;
  element.className = className;
  return element;
}

function button(text, onclick, label = text) {
  const element = made("button", text);
  element.onclick = onclick;
  element.setAttribute("aria-label", label);
  return element;
}

/** Returns a draft of an exported file. Throws if it has no name or text. */
function imported({ id, name, text, recording, created, changed, history, selection }) {
  if (![name, text].every((part) => typeof part === "string")) throw new Error("no text");
  const fresh = newDraft({ name, text, recording: typeof recording === "string" ? recording : null });
  const times = [created, changed].every(Number.isFinite) ? { created, changed } : {};
  return { ...fresh, ...times, history, selection, id: /^\w+$/.test(id) ? id : fresh.id };
}

export function draftList(page) {
  const { store } = page.drafts;
  const panel = by("drafts");
  /** The last deleted draft, as long as the view offers to restore it. */
  let deleted = null;
  /** The number of times that the view was to be filled. */
  let asked = 0;

  async function exportAll() {
    await page.drafts.save();
    const all = (await store.list()).map(({ writer, ...draft }) => draft);
    page.download("dungeon-drafts.json", `${EXPORT}${JSON.stringify(all)}}`, "application/json");
  }

  async function rename(draft, name) {
    const isOpen = draft.id === page.drafts.current().id;
    if (isOpen) {
      by("name").value = name;
      page.check();
      return page.drafts.save();
    }
    if (!await page.drafts.put({ ...draft, name })) page.say(`Another tab changed ${draft.name}. Rename it again.`, "wrong");
  }

  /** Replaces the title of a draft with a field for its name. */
  function askName(draft, title) {
    const field = document.createElement("input");
    Object.assign(field, { value: draft.name, spellcheck: false, autocomplete: "off" });
    field.setAttribute("aria-label", `New name of ${draft.name}`);
    title.replaceWith(field);
    field.select();
    let isDone = false;
    const end = (name) => {
      if (isDone) return;
      isDone = true;
      field.replaceWith(title);
      if (name && name !== draft.name) rename(draft, name);
    };
    field.onblur = () => end(field.value.trim());
    field.onkeydown = (event) => {
      const { key } = event;
      if (key !== "Enter" && key !== "Escape") return;
      // Enter would also press the title, which gets the focus.
      event.preventDefault();
      end(key === "Enter" ? field.value.trim() : "");
      title.focus();
    };
  }

  function duplicate(draft) {
    const now = Date.now();
    return page.drafts.put({ ...draft, id: randomId(), name: renamed(draft.name, "copy"), created: now, changed: now }, null);
  }

  async function remove({ id }) {
    deleted = await page.drafts.remove(id);
    await show();
    panel.querySelector(".undo")?.focus();
  }

  async function restore() {
    const draft = deleted;
    deleted = null;
    await page.drafts.put(draft, null);
  }

  function entry(draft) {
    const item = document.createElement("li");
    const title = button(draft.name, () => { page.show("play"); page.drafts.open(draft.id); }, `Open ${draft.name}`);
    title.className = "title";
    const isOpen = draft.id === page.drafts.current().id;
    if (isOpen) item.setAttribute("aria-current", "true");
    const time = made("time", timeOf(draft.changed), "quiet");
    time.dateTime = new Date(draft.changed).toISOString();
    const actions = made("div", "", "bar");
    actions.append(
      button("Rename", () => askName(draft, title), `Rename ${draft.name}`),
      button("Duplicate", () => duplicate(draft), `Duplicate ${draft.name}`),
      button("Delete", () => remove(draft), `Delete ${draft.name}`),
    );
    item.append(title, time, made("p", titleOf(draft.text)), actions);
    if (isOpen) time.before(made("span", "open", "open"));
    return item;
  }

  /** Fills the view, which is busy until it shows what the store has. */
  async function show() {
    const nth = ++asked;
    panel.ariaBusy = "true";
    fill(await store.list());
    if (nth === asked) panel.ariaBusy = "false";
  }

  /** Fills the view, unless a name is being typed. The focus stays on the button of the same name. */
  function fill(all) {
    if (panel.querySelector("li input")) return;
    const bar = made("div", "", "bar");
    bar.append(button("Export all", exportAll), button("Import…", () => by("picker").click()));
    const lead = made("p", all.length
      ? "Your drafts live in this browser and save themselves. Export them to move them or to keep a backup."
      : "No drafts yet. A dungeon appears here as soon as you change it.", "lead");
    const list = document.createElement("ul");
    list.append(...all.map(entry));
    const parts = [bar, lead, list];
    if (store.held.size) parts.splice(2, 0, made("p", store.problem, "note"));
    if (deleted) {
      const note = made("p", `Deleted ${deleted.name}. `, "note");
      const undo = button("Undo", restore, `Undo: restore ${deleted.name}`);
      undo.classList.add("undo");
      note.append(undo);
      parts.splice(2, 0, note);
    }
    const label = panel.contains(document.activeElement) && document.activeElement.getAttribute("aria-label");
    panel.replaceChildren(...parts);
    if (label) panel.querySelector(`button[aria-label="${CSS.escape(label)}"]`)?.focus();
  }

  page.shown.drafts = show;
  page.drafts.listed = () => { if (page.view === "drafts") show(); };

  /** Adds exported drafts. A draft that is here in another version is added under another name. */
  page.importDrafts = async (text) => {
    await page.drafts.save();
    let all;
    try {
      all = JSON.parse(text)["dungeon-drafts"].map(imported);
    } catch {
      return page.say("This file of drafts is damaged: export it again.", "wrong");
    }
    const stored = await store.list();
    const isHere = ({ name, text, recording }) => stored.some((one) => one.text === text && one.recording === recording
      && [name, renamed(name, "imported")].includes(one.name));
    const added = all.filter((draft) => !isHere(draft));
    for (const draft of added) {
      const isOther = stored.some(({ id }) => id === draft.id);
      await page.drafts.put(isOther ? { ...draft, id: randomId(), name: renamed(draft.name, "imported") } : draft, null);
    }
    page.show("drafts");
    const others = added.length < all.length ? " The others are here already." : "";
    page.say(`Imported ${added.length} of ${all.length} drafts.${others}`);
  };
}
