// The engines run in workers: nothing that they do stops the page, and no answer is about another text than it says.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { atRest, frame, open, openText, press, root, visit, windowOf, worker } from "./browser.js";
import { largeMap, longText } from "./large.js";

let site;
before(async () => { site = await open(); });
after(async () => { await site.close(); });

const HALL = "map\n############\n#@.........#\n#........$.#\n############\nend\n";
const dungeon = (name) => fs.readFileSync(path.join(root, "dungeons", name), "utf8");

const on = (t, options) => windowOf(t, site, options);

/** Makes a worker work without end at a request that matches these words. It first reports `far`. */
const hangAt = async (window, name, words, far) => (await worker(window, name)).evaluate(([words, far]) => {
  const { instance } = self;
  const { ask } = instance;
  instance.ask = (what, details) => {
    if (new RegExp(words).test(JSON.stringify({ [what]: details }))) {
      self.postMessage({ far });
      for (;;);
    }
    return ask.call(instance, what, details);
  };
}, [words, far]);

const check = (window) => window.locator("#console:not(.earlier)").waitFor();

async function type(window, line, text) {
  await window.evaluate(async (line) => {
    const editor = await dungeonPage.pane.edit();
    editor.dispatch({ selection: { anchor: editor.state.doc.line(line).to }, scrollIntoView: true });
    editor.focus();
  }, line);
  await window.keyboard.type(text);
}

test("no engine runs on the page's own thread, whatever is opened, typed and played", async (t) => {
  const window = await on(t);
  await window.addInitScript(() => {
    window.engines = 0;
    const { Instance, instantiate, instantiateStreaming } = WebAssembly;
    const counted = (make) => function (...parts) { window.engines += 1; return new.target ? new make(...parts) : make(...parts); };
    Object.assign(WebAssembly, { Instance: counted(Instance), instantiate: counted(instantiate), instantiateStreaming: counted(instantiateStreaming) });
  });
  await visit(window, site.address);
  for (const [name, text] of [["crypt.dng", dungeon("crypt.dng")], ["long.dng", longText()], ["map.dng", largeMap()]]) {
    await openText(window, name, text);
    await check(window);
    await type(window, 3, "// a wor");
    await check(window);
    await press(window, "l");
    await window.click("#tidy");
  }
  await window.click("#watch");
  await window.locator("#replay-title", { hasText: "map.dng" }).waitFor();
  await openText(window, "arena-10.dng", dungeon("arena-10.dng"));
  await window.click("#tab-prove");
  await window.getByRole("button", { name: "Prove", exact: true }).click();
  await window.locator(".verdict").waitFor({ timeout: 60_000 });
  assert.equal(await window.evaluate(() => window.engines), 0);
});

test("the text can be edited while the game works, and the game goes on while the text is read", async (t) => {
  const window = await on(t);
  await visit(window, site.address);
  await openText(window, "hall.dng", HALL);
  await hangAt(window, "game", '"press":"k"');
  await window.locator("#board").press("k");
  await type(window, 3, "x");
  await window.locator("#findings li").first().waitFor();
  const other = await on(t);
  await visit(other, site.address);
  await openText(other, "hall.dng", HALL);
  await hangAt(other, "reader", '"check":');
  await type(other, 3, " ");
  await press(other, "l");
  assert.match(await frame(other), / turn 1\n/);
  assert.equal(await other.evaluate(() => dungeonPage.text()), HALL.replace(".#", ".# "));
});

test("keys keep their order and none is lost, however fast they are pressed", async (t) => {
  const window = await on(t);
  await visit(window, site.address);
  // Bolts that fly: an animation is under way when the next key comes.
  await openText(window, "wizards.dng", dungeon("wizards.dng"));
  const keys = "lhjkljhklhjkljhk";
  await window.evaluate((keys) => { for (const key of keys) dungeonPage.play.press(key); }, keys);
  await atRest(window);
  const shared = await window.evaluate(() => dungeonPage.play.shared());
  assert.equal(shared.keys.replace(/<resize .*?>/g, ""), keys);
  const seen = await frame(window);
  await window.click("#begin");
  for (const key of keys) await press(window, key);
  assert.equal(await frame(window), seen);
});

test("keys pressed during a crash are pressed in the new engine", async (t) => {
  const window = await on(t);
  await visit(window, site.address);
  await openText(window, "hall.dng", HALL);
  await (await worker(window, "game")).evaluate(() => {
    const { instance } = self;
    const { ask, exports } = instance;
    instance.ask = (what, details) => {
      if (details === "j") instance.exports = { ...exports, answer: () => exports.request(-1) };
      return ask.call(instance, what, details);
    };
  });
  await window.evaluate(() => { for (const key of "ljll") dungeonPage.play.press(key); });
  await window.locator("#toast.wrong", { hasText: "The game continues where it was." }).waitFor();
  await atRest(window);
  assert.match(await frame(window), / turn 3\n/);
  window.faults.length = 0;
});

/** Opens a link with a game of the hall in the same window. */
const follow = (window, keys) => window.evaluate(async ([text, keys]) => {
  const bytes = new TextEncoder().encode(JSON.stringify({ name: "hall.dng", text, seed: "0", keys, size: [80, 24] }));
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  location.hash = `d=${btoa(String.fromCharCode(...packed)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
}, [HALL, keys]);

test("a link that takes long shows its progress, and a button stops it", async (t) => {
  const window = await on(t);
  await visit(window, site.address);
  await hangAt(window, "game", '"keys":"lll"', 34);
  await follow(window, "lll");
  const note = window.locator("#opening");
  await note.getByText("34 %").waitFor();
  await note.getByRole("button", { name: "Stop" }).click();
  await note.waitFor({ state: "hidden" });
  await atRest(window);
  assert.match(await frame(window), / turn 0\n/);
  await press(window, "l");
  assert.match(await frame(window), / turn 1\n/);
});

test("another text can be opened while a link takes long", async (t) => {
  const window = await on(t);
  await visit(window, site.address);
  await hangAt(window, "game", '"keys":"lll"', 34);
  await follow(window, "lll");
  await window.locator("#opening").getByText("34 %").waitFor();
  await openText(window, "crypt.dng", dungeon("crypt.dng"));
  await atRest(window);
  assert.equal((await window.evaluate(() => dungeonPage.play.shared())).name, "crypt.dng");
  assert.ok(await window.locator("#opening").isHidden());
});

test("a link with more keys than a page should press opens without them, and says so", async (t) => {
  const window = await on(t);
  await visit(window, site.address);
  await follow(window, "<idle 999>".repeat(1000));
  await window.locator("#toast.wrong", { hasText: "The link has 999000 keys" }).waitFor();
  await atRest(window);
  assert.match(await frame(window), / turn 0\n/);
  assert.equal(await window.evaluate(() => dungeonPage.text()), HALL);
});

test("findings, proofs and simulations say which text they are about, and when it is an earlier one", async (t) => {
  const window = await on(t);
  await visit(window, site.address);
  await openText(window, "late.dng", `lose turns=2\n${HALL}`);
  await window.locator("#console:not(.earlier) #summary", { hasText: "late.dng: " }).waitFor();
  await window.click("#tab-prove");
  await window.fill("#prove-seed", "7");
  await window.getByRole("button", { name: "Prove", exact: true }).click();
  await window.locator(".verdict.unwinnable").waitFor({ timeout: 60_000 });
  const about = window.locator("#proof > p").first();
  assert.equal(await about.textContent(), "late.dng, seed 7");
  await window.fill("#prove-seed", "8");
  assert.equal(await about.textContent(), "For an earlier seed: late.dng, seed 7");
  await window.fill("#prove-seed", "7");
  assert.equal(await about.textContent(), "late.dng, seed 7");
  await hangAt(window, "reader", '"check":');
  const marked = await window.evaluate(() => {
    const { editor } = dungeonPage;
    editor.dispatch({ changes: { from: 0, insert: " " } });
    const isInert = (id) => document.querySelector(id).inert;
    return [document.querySelector("#proof p").textContent, isInert("#proof article"), isInert("#findings"), document.querySelector("#console").className];
  });
  assert.deepEqual(marked, ["For an earlier text: late.dng, seed 7", true, true, "earlier"]);
});
