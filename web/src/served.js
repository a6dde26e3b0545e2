// The file of `dungeon web`, which its author edits in another program: the page shows what was saved last.

/** Whether the page comes from `dungeon web FILE`, which says so in it; no other host is asked for a file. */
const isServed = document.querySelector("meta[name=served]").content === "yes";

/** The name and the text of the file; nothing on any other host. */
export async function servedFile() {
  if (!isServed) return null;
  const answer = await fetch("served.json");
  if (!answer.ok) throw new Error(`the program answers ${answer.status}`);
  const { name, text } = await answer.json();
  return { name, text: text.replace(/\r\n?/g, "\n") };
}

/** Shows the file anew each time it is saved; its game goes on as it does while the text is edited here. */
export function followFile(page) {
  if (!isServed) return;
  new EventSource("changes").addEventListener("change", async () => {
    try {
      const { name, text } = await servedFile();
      page.replaceText(name, text);
    } catch (error) {
      page.say(`The file cannot be shown anew: ${error.message}.`, "wrong");
    }
  });
}
