// The drafts in this browser: IndexedDB, and a journal in local storage for edits of the last moment before a tab closes.
import { openDB } from "idb";

/** The prefix of the journal's keys. */
const JOURNAL = "dungeon-unsaved-";

/** The key of the single text that earlier versions of the page stored. */
const SINGLE = "dungeon-page";

const FULL = "This browser's storage is full. Delete drafts that you no longer need, or choose Drafts, Export all before you close this tab.";
const DENIED = "This browser does not let the page store drafts. Download the text before you close this tab.";

/** Returns a random name for a draft or a tab. */
export const randomId = () => Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join("");

const isSame = (one, other) => ["name", "text", "recording"].every((key) => one[key] === other[key]);

const isFull = (error) => error?.name === "QuotaExceededError";

export class Store {
  /** Opens the database. Without one, drafts live in memory until the tab closes. */
  static async open() {
    const store = new Store();
    try {
      store.database = await openDB("dungeon", 1, {
        upgrade: (database) => database.createObjectStore("drafts", { keyPath: "id" }).createIndex("changed", "changed"),
      });
    } catch (error) {
      console.warn(error);
    }
    return store;
  }

  /** Drafts that only this tab has, since the browser did not store them. */
  held = new Map();

  tab = randomId();
  written = 0;

  async get(id) {
    return this.held.get(id) ?? await this.database?.get("drafts", id);
  }

  /** Returns all drafts, the last changed first. */
  async list() {
    const stored = await this.database?.getAll("drafts") ?? [];
    return [...stored.filter(({ id }) => !this.held.has(id)), ...this.held.values()].sort((one, other) => other.changed - one.changed);
  }

  /** Returns the last changed draft. */
  async newest() {
    if (this.held.size) return (await this.list())[0];
    return (await this.database?.transaction("drafts").store.index("changed").openCursor(null, "prev"))?.value;
  }

  /** Writes a draft that this tab read as the version `seen`. Returns the written draft with its new version as `writer`.
      Returns `null` and writes nothing if another tab wrote since. If the browser does not store the draft, this tab holds
      it, and `problem` tells why. */
  async put(draft, seen = draft.writer) {
    const written = { ...draft, writer: `${this.tab}-${this.written += 1}` };
    for (const kept of [written, { ...written, history: null }]) {
      try {
        if (!await this.write(kept, seen)) return null;
        this.held.delete(draft.id);
        return { draft: kept };
      } catch (error) {
        this.problem = isFull(error) ? FULL : DENIED;
        console.warn(error);
      }
    }
    const held = { ...draft, writer: seen };
    this.held.set(draft.id, held);
    return { draft: held, problem: this.problem };
  }

  /** Writes in one transaction with the comparison, so no other tab writes in between. Returns whether it wrote. */
  async write(draft, seen) {
    if (!this.database) throw new Error("no database");
    const transaction = this.database.transaction("drafts", "readwrite");
    const ended = transaction.done.catch((error) => error);
    const stored = await transaction.store.get(draft.id);
    const isFree = !stored || stored.writer === seen || isSame(stored, draft);
    if (isFree) await transaction.store.put(draft);
    const error = await ended;
    if (error) throw error;
    return isFree;
  }

  async remove(id) {
    this.held.delete(id);
    await this.database?.delete("drafts", id);
  }

  /** Writes a draft at once, for a tab that may close before the database answers. A long game is left out. */
  jot(draft) {
    for (const jotted of [draft, { ...draft, history: null, recording: undefined }]) {
      try {
        return localStorage.setItem(`${JOURNAL}${draft.id}-${this.tab}`, JSON.stringify(jotted));
      } catch (error) {
        console.warn(error);
      }
    }
  }

  /** Removes the journal's entry of a draft after the database has it. */
  strike(id) {
    try {
      localStorage.removeItem(`${JOURNAL}${id}-${this.tab}`);
    } catch {
      // A browser without local storage has no journal.
    }
  }

  /** Moves the journal and the single text of earlier versions into the database. `clash` stores a draft that another
      tab has changed since. */
  async foldJournal(clash) {
    for (const key of keysOf(localStorageOrNone())) {
      const jotted = parsed(localStorage.getItem(key));
      if (!jotted) continue;
      const stored = jotted.id && await this.get(jotted.id);
      const draft = { ...newDraft(jotted), ...jotted, recording: jotted.recording ?? stored?.recording ?? null };
      const put = await this.put(draft) ?? await clash(draft);
      localStorage.removeItem(key);
      if (put.problem) this.jot(put.draft);
    }
  }
}

/** Returns a draft that is not stored yet. */
export const newDraft = ({ name, text, recording = null }) => {
  const now = Date.now();
  return { id: randomId(), name, text, recording, created: now, changed: now, history: null, selection: null };
};

function localStorageOrNone() {
  try {
    return localStorage;
  } catch {
    return {};
  }
}

const keysOf = (storage) => Object.keys(storage).filter((key) => key === SINGLE || key.startsWith(JOURNAL));

function parsed(json) {
  try {
    const draft = JSON.parse(json);
    return typeof draft?.text === "string" && typeof draft?.name === "string" ? draft : null;
  } catch {
    return null;
  }
}
