// The file of `dungeon web`: the page shows what another editor saved last. Other hosts serve no file, and load nothing of this.
import { fetched } from "./faults.js";

/** Returns the name and text of the file. */
export async function servedFile() {
  const { name, text } = await (await fetched("served.json")).json();
  return { name, text: text.replace(/\r\n?/g, "\n") };
}

/** Reloads the file after each save; the game continues as after an edit in the page. */
export function followFile(page) {
  new EventSource("changes").addEventListener("change", async () => {
    try {
      await page.drafts.reload(await servedFile());
    } catch (error) {
      page.fail(error);
    }
  });
}
