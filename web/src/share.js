// The dialog "Share": the game as a link, text, picture, film or frame of another page.
import { told } from "./faults.js";
import { Film } from "./film.js";
import { packLink } from "./links.js";
import { drawFrame, lookOf, trimmed } from "./picture.js";

/** Longest link that most chats accept. */
const LONG = 8000;

/** Pixels of the picture for each pixel of the board. */
const SHARP = 2;

const DIALOG = `
<form method="dialog"><h2>Share</h2><button aria-label="Close">✕</button></form>
<section><h3>Link</h3>
  <p id="share-link-about"></p>
  <p class="bar"><input id="share-link" readonly aria-label="Link"> <button id="copy-link" class="chief">Copy link</button></p></section>
<section><h3>Text</h3>
  <p class="bar"><button id="copy-board">Copy board</button> <button id="copy-file">Copy file</button></p></section>
<section><h3>Picture</h3>
  <p class="bar"><button id="save-picture">Save picture</button> <button id="copy-picture">Copy picture</button></p></section>
<section><h3>Film</h3>
  <p>Every key of this game, as a web page or an animated picture.</p>
  <p class="bar"><button id="save-film">Save HTML</button> <button id="save-gif">Save GIF</button>
    <button id="stop-film" hidden>Stop</button> <span id="film-progress" class="quiet" role="status"></span></p></section>
<section><h3>Embed</h3>
  <p>A frame for another page, which plays this dungeon from the start.</p>
  <p class="bar"><input id="share-embed" readonly aria-label="HTML of the frame"> <button id="copy-embed">Copy HTML</button></p></section>
<p id="share-said" role="status"></p>`;

const escaped = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Makes the dialog, and returns the function that opens it. */
export function sharing(page) {
  const dialog = document.createElement("dialog");
  dialog.id = "share-dialog";
  dialog.setAttribute("aria-label", "Share");
  dialog.innerHTML = DIALOG;
  document.body.append(dialog);
  const by = (id) => dialog.querySelector(`#${id}`);

  const fileName = (ending) => page.name().replace(/(\.dng)?$/, `.${ending}`);

  /** Returns what recreates the game, or the text alone if it has changed since. */
  async function shared() {
    const game = await page.play.shared() ?? { seed: "0", keys: "", size: [80, 24] };
    return game.text === page.text() ? game : { ...game, name: page.name(), text: page.text(), keys: "", whole: false };
  }

  /** Returns a game with its compiled dungeon, with which a frame needs no reader. A text with errors has none. */
  async function compiled(game) {
    try {
      return await page.engine.complete("play", game);
    } catch {
      return game;
    }
  }

  async function open() {
    await page.keepNow();
    const { whole, ...game } = await shared();
    const here = location.href.split("#")[0];
    const link = here + await packLink(game);
    history.replaceState(history.state, "", link);
    by("share-link").value = link;
    const kind = whole === false ? "the text and the seed" : "the text, the seed and every key so far";
    const length = link.length > LONG ? ` It has ${link.length} characters; some chats reject links of this length.` : "";
    by("share-link-about").textContent = `The link contains ${kind}.${length}`;
    const frame = new URL("embed.html", here) + await packLink(await compiled({ ...game, keys: "" }));
    by("share-embed").value = `<iframe src="${escaped(frame)}" title="${escaped(document.title)}" width="720" height="520" style="border:0" loading="lazy"></iframe>`;
    say("");
    dialog.showModal();
    by("copy-link").focus();
  }

  /** Says a result inside the dialog, which covers the page's messages. */
  const say = (text) => { by("share-said").textContent = text; };

  async function copy(text, name) {
    try {
      await navigator.clipboard.writeText(text);
      say(`${name} copied.`);
    } catch {
      say("This browser does not let the page copy.");
    }
  }

  function canvas() {
    const frame = trimmed(page.play.board.frame);
    const look = lookOf(frame, SHARP);
    const made = document.createElement("canvas");
    Object.assign(made, { width: look.width, height: look.height });
    drawFrame(made.getContext("2d"), frame, look);
    return made;
  }

  const picture = () => new Promise((done) => canvas().toBlob(done, "image/png"));

  async function copyPicture() {
    try {
      await navigator.clipboard.write([new ClipboardItem({ "image/png": picture() })]);
      say("Picture copied.");
    } catch {
      say("This browser does not let the page copy pictures: choose Save picture.");
    }
  }

  /** The film that is being made; `null` if there is none. */
  let film = null;

  function endFilm(words) {
    film?.stop();
    film = null;
    by("stop-film").hidden = true;
    for (const id of ["save-film", "save-gif"]) by(id).disabled = false;
    by("film-progress").textContent = words;
  }

  /** Makes a film and saves it. */
  async function saveFilm(kind, type) {
    const recording = await page.play.recording();
    if (!recording) return say("There is no game yet.");
    for (const id of ["save-film", "save-gif"]) by(id).disabled = true;
    by("stop-film").hidden = false;
    by("stop-film").focus();
    const { columns, rows } = page.play.board.frame;
    const name = fileName(kind);
    const made = film = new Film(page.engine);
    const progress = ({ position, length }) => { by("film-progress").textContent = `Key ${position} of ${length}`; };
    try {
      const { content, isCut } = await made.make(kind, { recording, size: [columns, rows] }, progress);
      if (film !== made) return;
      page.download(name, content, type);
      endFilm(isCut ? "Saved the beginning: the game is too long for this kind of film." : "Saved.");
    } catch (error) {
      if (film === made) endFilm(told(error, "The film cannot be made: reload the page to try again."));
    }
  }

  const wired = {
    "copy-link": () => copy(by("share-link").value, "Link"),
    "copy-embed": () => copy(by("share-embed").value, "HTML"),
    "copy-board": () => copy(page.play.board.text(), "Board"),
    "copy-file": () => copy(page.text(), "File"),
    "save-picture": async () => page.download(fileName("png"), await picture(), "image/png"),
    "copy-picture": copyPicture,
    "save-film": () => saveFilm("html", "text/html"),
    "save-gif": () => saveFilm("gif", "image/gif"),
    "stop-film": () => { endFilm("Stopped."); by("save-film").focus(); },
  };
  for (const [id, act] of Object.entries(wired)) by(id).onclick = act;
  for (const id of ["share-link", "share-embed"]) by(id).onfocus = ({ target }) => target.select();
  dialog.onclose = () => { if (film) endFilm(""); };
  // A click on the backdrop closes the dialog.
  dialog.onclick = (event) => { if (event.target === dialog) dialog.close(); };
  return open;
}
