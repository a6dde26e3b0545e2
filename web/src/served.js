// The file of `dungeon web`: the page shows what another editor saved last.
import { fetched } from "./faults.js";

/** Whether `dungeon web FILE` serves the page, which sets this meta tag. Other hosts serve no file. */
const isServed = document.querySelector("meta[name=served]").content === "yes";

/** Returns the name and text of the file; `null` on any other host. */
export async function servedFile() {
  if (!isServed) return null;
  const { name, text } = await (await fetched("served.json")).json();
  return { name, text: text.replace(/\r\n?/g, "\n") };
}

/** Reloads the file after each save; the game continues as after an edit in the page. */
export function followFile(page) {
  if (!isServed) return;
  new EventSource("changes").addEventListener("change", async () => {
    try {
      await page.drafts.reload(await servedFile());
    } catch (error) {
      page.fail(error);
    }
  });
}
