// The open draft: saves what is typed and played, and follows other tabs and the browser's history.
import { newDraft, randomId } from "./store.js";

const by = (id) => document.getElementById(id);

/** How a file of exported drafts begins. */
export const EXPORT = '{"dungeon-drafts":';

/** Returns `crypt (copy).dng` for `copy` and either `crypt.dng` or `crypt (copy).dng`. */
export const renamed = (name, words) =>
  name.replace(new RegExp(`( \\(${words}\\))?(\\.[^.]*)?$`), (_, __, end = "") => ` (${words})${end}`);

/** `fallback` is the name and text of the first visit. */
export function drafts(page, store, fallback) {
  const channel = new BroadcastChannel("dungeon-drafts");
  /** The open draft as it was last read or written. It is stored when its text, name or game changes. */
  let current = null;
  let isPlayed = false;
  /** The text of the file of `dungeon web`. */
  let servedText = null;
  /** The end of the line of jobs: one draft is opened or saved at a time. */
  let line = Promise.resolve();
  let waiting = 0;

  const isChanged = () => Boolean(current) && (isPlayed || page.text() !== current.text || page.name() !== current.name);

  /** Returns the open draft as it is now, with the recording that needs no answer of the engine. */
  const now = () => {
    const text = page.text();
    const recording = (!page.play.isOpening() && page.play.kept()) || current.recording;
    return {
      ...current, ...page.pane.editing(), name: page.name(), text, recording, changed: Date.now(),
      isServed: current.isServed && text === servedText, game: undefined,
    };
  };

  /** Runs a job after the jobs before it, and reports its error. */
  function inLine(job) {
    waiting += 1;
    line = line.then(job).catch(page.fail).finally(() => { waiting -= 1; });
    return line;
  }

  async function write() {
    if (!isChanged()) return;
    isPlayed = false;
    if (!page.play.isOpening()) await page.play.recording();
    const draft = now();
    const put = await store.put(draft);
    settle(put ?? await keepBoth(draft));
  }

  /** Stores the open draft under another name, since another tab has changed it. */
  async function keepBoth(draft) {
    const put = await store.put({ ...draft, id: randomId(), name: renamed(draft.name, "from the other tab") }, null);
    if (page.name() === draft.name) by("name").value = put.draft.name;
    page.say(`Another tab changed ${draft.name} at the same time. Both versions are kept; this one is now ${put.draft.name}.`, "wrong");
    return put;
  }

  /** Takes over the written version of the open draft. */
  function settle({ draft, problem }) {
    // After Back, the entry is that of another draft.
    const isEntry = history.state?.draft === current.id;
    store.strike(current.id);
    current = draft;
    if (isEntry && address() !== location.hash) enter("replace");
    tell(draft);
    if (problem) page.warn(problem);
  }

  /** Tells other tabs and the list that a draft was written or deleted. */
  function tell({ id, writer = null }) {
    channel.postMessage({ id, writer });
    own.listed?.();
  }

  /** A link stays in the address until its fork is changed. */
  const address = () => (current.game?.isLinked && !current.writer ? location.hash : `#draft=${current.id}`);

  /** Makes the open draft and the view an entry of the browser's history: `push` or `replace`. */
  function enter(kind) {
    const { id, writer, name, text, game } = current;
    const fresh = writer || game?.isLinked ? undefined : { name, text, game };
    history[`${kind}State`]({ draft: id, view: page.view, fresh }, "", address());
  }

  /** Shows a draft. Its game is its recording, or begins as `draft.game` says, unless it continues the open one. The jobs
      in line do not wait for the game: `own.opened` is its promise. */
  function show(draft, isSameGame = false) {
    current = draft;
    isPlayed = false;
    by("name").value = draft.name;
    page.pane.show(draft);
    const { recording, game = {} } = draft;
    page.opening = isSameGame ? null : page.play.open(recording ? { recording } : game);
    own.opened = Promise.all([page.opening, page.check()]);
    own.listed?.();
  }

  /** Leaves the open draft, which is stored first, and shows another one. */
  async function change(draft, { entry = "push", isOwn = false } = {}) {
    while (isChanged()) await write();
    show(draft);
    if (isOwn) settle(await store.put(current));
    enter(entry);
  }

  /** Returns the draft of the address or of the entry of the history. `null` if there is none. */
  async function addressed() {
    const { draft: id = /^#draft=(\w+)$/.exec(location.hash)?.[1], fresh } = history.state ?? {};
    const stored = id && await store.get(id);
    if (stored) return stored;
    if (fresh) return { ...newDraft(fresh), game: fresh.game, id };
    try {
      const isLink = !id && location.hash.length > 1;
      // A link is rare, so a first visit does not load what reads it.
      const linked = isLink ? await (await import("./links.js")).unpackLink(location.hash) : null;
      if (linked) {
        if (await store.newest()) page.say("Opened a copy from the link. Your own dungeons are under Drafts.");
        return { ...newDraft(linked), ...(id && { id }), game: { ...linked, isLinked: true } };
      }
    } catch (error) {
      page.fail(error);
      return null;
    }
    if (id) page.say("That draft is not in this browser. To send a draft to someone, choose Share.", "wrong");
    return null;
  }

  /** Shows the draft and the view of the browser's entry after Back, Forward or a new address. */
  const arrive = () => inLine(async () => {
    const view = history.state?.view;
    if (history.state?.draft !== current.id) {
      const draft = await addressed();
      if (draft) await change(draft, { entry: "replace" });
      else enter("replace");
    }
    if (view && view !== page.view) page.show(view);
  });

  /** Shows the newest version of the open draft if another tab wrote it and this tab has nothing to save. */
  const lookAgain = () => inLine(async () => {
    const stored = current && await store.get(current.id);
    if (!stored || stored.writer === current.writer || isChanged()) return;
    const isOther = stored.text !== current.text;
    show(stored);
    if (isOther) page.say(`Another tab changed ${stored.name}. This tab shows that version now.`);
  });

  /** Writes at once what the database does not have, since the tab may close. */
  function jot() {
    for (const draft of store.held.values()) store.jot(draft);
    if (isChanged()) store.jot(now());
  }

  /** Returns the draft of the served file. A game in it continues. */
  async function servedDraft({ name, text }) {
    servedText = text;
    const played = (await store.list()).find((draft) => draft.isServed && draft.name === name);
    return { ...played ?? newDraft({ name, text }), ...(played?.text !== text && { text, history: null, selection: null }), isServed: true };
  }

  function wire() {
    channel.onmessage = ({ data }) => {
      own.listed?.();
      if (data.id === current?.id && data.writer && !document.hidden) lookAgain();
    };
    addEventListener("popstate", arrive);
    addEventListener("pageshow", ({ persisted }) => { if (persisted) lookAgain(); });
    addEventListener("pagehide", () => { jot(); own.save(); });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) return lookAgain();
      jot();
      own.save();
    });
    addEventListener("beforeunload", (event) => { if (store.held.size) event.preventDefault(); });
  }

  const own = {
    store,

    /** Opens a link, the served file, the draft of the address, the last changed one, or `fallback`. */
    async begin(served) {
      await store.foldJournal(async (draft) => store.put({ ...draft, id: randomId(), name: renamed(draft.name, "from the other tab") }, null));
      const isFile = served && !location.hash.startsWith("#d=");
      const first = isFile ? await servedDraft(served) : await addressed() ?? await store.newest() ?? newDraft(fallback);
      show(first);
      const { view } = history.state ?? {};
      if (view) page.show(view);
      enter("replace");
      wire();
      await own.opened;
    },

    /** Returns the open draft as it was last read or written. */
    current: () => current,

    /** Stores the open draft if it has changed. */
    save: () => inLine(write),

    /** Notes a key or a new game. */
    played() { isPlayed = true; },

    /** Opens a text as a new draft. It is stored at once if it is the user's own, otherwise at its first change. */
    async create({ name, text, game: { recording, ...game } }, isOwn = false) {
      await inLine(() => change({ ...newDraft({ name, text, recording }), game }, { isOwn }));
      await own.opened;
    },

    /** Opens a stored draft. */
    open: (id) => inLine(async () => {
      const draft = await store.get(id);
      if (draft) await change(draft);
    }),

    /** Deletes a draft and returns it. If it is open, the last changed one opens. */
    async remove(id) {
      let removed;
      await inLine(async () => {
        if (id === current.id) await write();
        removed = await store.get(id);
        await store.remove(id);
        tell({ id });
        if (id !== current.id) return;
        show(await store.newest() ?? newDraft(fallback));
        enter("push");
      });
      return removed;
    },

    /** Shows a new version of the served file; the game continues. Edits of the old version stay as a draft. */
    reload: (served) => inLine(async () => {
      const isOwn = page.text() !== servedText;
      servedText = served.text;
      if (isOwn) {
        const { name } = current;
        while (isChanged()) await write();
        show({ ...newDraft(served), isServed: true }, true);
        enter("push");
        return page.say(`The file has changed. Your edits are the draft ${name}.`);
      }
      current = { ...current, ...served };
      page.replaceText(served.name, served.text);
    }),

    /** Stores another draft than the open one, such as a copy, and returns what `Store.put` does. */
    async put(draft, seen) {
      const put = await store.put(draft, seen);
      if (put) tell(put.draft);
      if (put?.problem) page.warn(put.problem);
      return put;
    },

    /** Makes another view an entry of the browser's history. */
    viewed() {
      queueMicrotask(() => {
        const { draft, view } = history.state ?? {};
        if (!waiting && current && (draft !== current.id || view !== page.view)) enter("push");
      });
    },
  };
  return own;
}
