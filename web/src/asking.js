// Requests of a page, whose errors it reports.
import { Crash, Stopped } from "./engine.js";

/** Returns the functions by which a page asks its engines. The page has `engine`, and `fail`, which reports an error. */
export function asking(page) {
  const own = {
    /** Reports an error of a request; crashes are reported by `recover`, and the user knows what was stopped. */
    report(error) {
      if (!(error instanceof Crash || error instanceof Stopped)) page.fail(error);
    },

    /** Returns a promise of the engine's answer; of `null` after an error, which is reported, or if a newer request
        replaced this one. */
    async ask(what, details) {
      try {
        return await page.engine.ask(what, details);
      } catch (error) {
        own.report(error);
        return null;
      }
    },
  };
  return own;
}
