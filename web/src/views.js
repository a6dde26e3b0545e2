// The views and the dialog that a first visit does not show. The page loads them when one of them is opened.
import { bots } from "./bots.js";
import { checkView } from "./check.js";
import { draftList } from "./draftlist.js";
import { gallery } from "./gallery.js";
import { format } from "./library.js";
import { replay } from "./replay.js";
import { sharing } from "./share.js";

/** Takes the places of the functions of `later.js`. */
export function fill(page) {
  page.replay = replay(page);
  page.share = sharing(page);
  for (const wire of [checkView, draftList, bots, format, gallery]) wire(page);
}
