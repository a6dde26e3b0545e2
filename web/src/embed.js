// The page inside another page's frame: plays the dungeon of its link and nothing else.
import { asking } from "./asking.js";
import { Engines } from "./engine.js";
import { Fault, told } from "./faults.js";
import { unpackLink } from "./links.js";
import { player } from "./play.js";

const by = (id) => document.getElementById(id);

/** The part of the page that a game needs. Nothing is stored, since the visitor may have a dungeon of their own. */
const page = {
  view: "play",
  shown: {},
  show() {},
  keep() {},
  keepNow() {},
  drafts: { played() {}, current: () => ({}) },
  name: () => page.game.name,
  text: () => page.game.text,

  say(text, kind) {
    if (kind !== "wrong") return;
    by("stale").textContent = text;
    by("stale").hidden = false;
  },

  fail(error) {
    page.say(told(error, "A part of this frame failed: reload the page."), "wrong");
  },

  async recover(crash) {
    console.error(crash);
    page.say(`The engine crashed: ${crash.message} ${await page.play?.recover(crash.recording) ?? ""}`, "wrong");
  },
};

Object.assign(page, asking(page));

async function start() {
  const game = await unpackLink(location.hash);
  if (!game) throw new Fault("The address of this frame has no dungeon: copy its HTML again.");
  page.game = game;
  page.engine = new Engines(page.recover);
  // The reader compiles the text of a frame that another version of the page made.
  if (game.dungeon?.startsWith(WIRE)) page.engine.learn(game);
  page.play = player(page);
  await page.play.open(game);
  const title = /^title\s+"(.*)"/m.exec(game.text)?.[1] || game.name;
  by("title").textContent = document.title = title;
  by("whole").href = new URL(`./${location.hash}`, document.baseURI.replace(/embed\.html.*$/, ""));
  document.body.dataset.ready = "yes";
}

start().catch(page.fail);
// For the page's own tests and the browser's console.
window.dungeonPage = page;
