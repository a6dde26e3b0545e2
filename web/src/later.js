// Stands for what a first visit does not show until it is needed: the views, the dialog of `views.js`, and the style sheet of both
// and of the editor.

/** The views that are loaded later. */
const VIEWS = ["check", "replay", "prove", "simulate", "format", "examples", "drafts"];

/** The promise of the style sheet of all that a first visit does not show. */
let dressed = null;

/** Loads that style sheet once. After a failure, the next call tries again. */
export function dress() {
  dressed ??= new Promise((resolve, reject) => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href: FILES.later, onload: resolve });
    link.onerror = () => {
      dressed = null;
      link.remove();
      reject(new Error("the style sheet cannot be loaded"));
    };
    document.head.append(link);
  });
  return dressed;
}

/** Sets the functions of the page that load the views and then do what they are asked for. */
export function later(page) {
  let filled = null;

  async function load() {
    const [views] = await Promise.all([import("./views.js"), dress()]);
    for (const view of VIEWS) delete page.shown[view];
    views.fill(page);
  }

  /** Loads the views once and calls `then`. After a failure, the next call tries again. */
  async function after(then) {
    try {
      filled ??= load();
      await filled;
    } catch (error) {
      filled = null;
      return page.fail(error);
    }
    return then();
  }

  for (const view of VIEWS) page.shown[view] = () => after(() => { if (page.view === view) page.shown[view]?.(); });
  page.share = () => after(() => page.share());
  page.importDrafts = (text) => after(() => page.importDrafts(text));
  page.replay = { open: (text) => after(() => page.replay.open(text)), close() {} };
}
