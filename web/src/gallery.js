// The bundled dungeons as pictures of their first turns, drawn by the engine when the site was built.
import { still } from "./board.js";
import { bundled } from "./library.js";

const by = (id) => document.getElementById(id);

export function gallery(page) {
  let isFilled = false;
  page.shown.examples = async () => {
    if (isFilled) return;
    isFilled = true;
    try {
      const all = await bundled(FILES.examples);
      const list = document.createElement("ul");
      list.className = "gallery";
      list.append(...all.map((one) => card(page, one)));
      by("examples").replaceChildren(list);
    } catch (error) {
      isFilled = false;
      page.fail(error);
    }
  };
}

/** The picture, title and line of a dungeon, and the button that opens it. The button covers the whole card. */
function card(page, { name, file, title, about, game, frame }) {
  const item = document.createElement("li");
  const picture = still(frame);
  picture.setAttribute("aria-hidden", "true");
  const heading = document.createElement("h2");
  heading.textContent = title;
  const line = document.createElement("p");
  line.textContent = about;
  const kind = document.createElement("p");
  kind.className = "quiet";
  kind.textContent = `${name}, ${game}`;
  const open = document.createElement("button");
  open.textContent = "Open as mine";
  open.setAttribute("aria-label", `Open as mine: ${title}`);
  open.onclick = async () => {
    const compiled = await bundled(file).catch(page.fail);
    if (!compiled) return;
    page.engine.learn(compiled);
    page.show("play");
    await page.openText(name, compiled.text);
    by("board").focus();
    page.say(`Opened ${name}. The previous dungeon is under Drafts.`);
  };
  item.append(picture, heading, line, kind, open);
  return item;
}
