// What stands for the views and the dialog of `views.js` until one of them is opened.
const by = (id) => document.getElementById(id);

/** The views that are loaded later. */
const VIEWS = ["check", "replay", "prove", "simulate", "format", "examples", "drafts"];

/** Sets the functions of the page that load the views and then do what they are asked for. */
export function later(page) {
  let filled = null;

  async function load() {
    const views = await import("./views.js");
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
  for (const form of ["prove-form", "simulate-form"]) {
    by(form).onsubmit = (event) => {
      event.preventDefault();
      after(() => by(form).requestSubmit());
    };
  }
}
