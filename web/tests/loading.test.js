// The page loads what a visitor needs: a game without the editor and the reader, until the text is touched.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { atRest, brotli, frame, open, openText, press, root, visit, windowOf } from "./browser.js";

let site;
before(async () => { site = await open(); });
after(async () => { await site.close(); });

/** The most that a first visit may load, in bytes, compressed with brotli. */
const FIRST_VISIT = 380_000;

/** Visits the page in a window that notes the names of the requested files, without their hashes. */
async function on(t) {
  const window = await windowOf(t, site);
  window.loaded = [];
  window.on("request", (request) => window.loaded.push(path.basename(request.url()).replace(/-\w{8}\./, ".")));
  await visit(window, site.address);
  return window;
}

const EDITING = ["reader.wasm", "writing.js"];
const edits = ({ loaded }) => loaded.filter((name) => EDITING.includes(name)).sort();

/** The place of a highlighted word of the text. */
const place = (window, word) => window.locator("#editor [class^=sort-]", { hasText: word }).first().boundingBox();

test("a bundled dungeon is shown, played and watched without the editor and the reader", async (t) => {
  const window = await on(t);
  await window.click("#tab-examples");
  await window.locator("#examples").getByRole("button", { name: /Crypt/ }).click();
  await window.locator("#toast", { hasText: "Opened crypt.dng" }).waitFor();
  await atRest(window);
  await press(window, "l");
  assert.match(await frame(window), / turn 1\n/);
  const text = fs.readFileSync(path.join(root, "dungeons/crypt.dng"), "utf8");
  assert.equal(await window.textContent("#editor .content"), text);
  assert.match(await window.textContent("#summary"), /^crypt\.dng: /);
  assert.ok(!window.loaded.includes("replay.wasm"), "a game needs no module of recordings");
  await window.click("#watch");
  await window.locator("#film[data-position]").waitFor();
  assert.deepEqual(edits(window), []);
  assert.ok(window.loaded.includes("replay.wasm"));
});

test("a first visit loads at most 380 kB", async (t) => {
  const window = await windowOf(t, site);
  const files = new Set();
  window.on("request", (request) => files.add(path.basename(new URL(request.url()).pathname) || "index.html"));
  await visit(window, site.address);
  const bytes = [...files].map((name) => brotli(path.join(site.dist, name)).length).reduce((all, one) => all + one, 0);
  t.diagnostic(`${bytes} bytes in ${files.size} files`);
  assert.ok(bytes <= FIRST_VISIT, `a first visit loads ${bytes} bytes: ${[...files].join(", ")}`);
});

test("a touched text looks the same in the editor, which keeps the letters that were typed first", async (t) => {
  const window = await on(t);
  const before = await place(window, "title");
  await window.click("#editor .content", { position: { x: 60, y: 30 } });
  await window.keyboard.type("abc");
  await window.locator(".cm-content", { hasText: "abc" }).waitFor();
  assert.deepEqual(edits(window), EDITING);
  await window.waitForFunction(() => document.activeElement.className.includes("cm-content"));
  await window.locator("#console:not(.earlier)").waitFor();
  const after = await place(window, "title");
  for (const side of ["x", "y", "width", "height"]) assert.ok(Math.abs(before[side] - after[side]) < 1, `${side}: ${before[side]}, ${after[side]}`);
});

test("a visitor's own text is edited at once", async (t) => {
  const window = await on(t);
  await openText(window, "own.dng", "map\n#####\n#@.$#\n#####\nend\n");
  assert.ok(await window.locator(".cm-content").isVisible());
  assert.deepEqual(edits(window), EDITING);
});

for (const part of ["writing-*.js", "later-*.css"]) {
  test(`a text whose editor cannot be loaded stays, and another touch tries again (${part})`, async (t) => {
    const window = await on(t);
    await window.route(`**/${part}`, (route) => route.fulfill({ status: 404 }));
    await window.click("#editor .content");
    await window.locator("#toast.wrong").waitFor();
    assert.ok(await window.locator("#editor .content").isVisible());
    window.faults.length = 0;
    await window.unroute(`**/${part}`);
    await window.click("#editor .content");
    await window.locator(".cm-content").waitFor();
  });
}

test("the brush loads the editor and scrolls to the map", async (t) => {
  const window = await on(t);
  await window.click("#brush-on");
  await window.locator(".map-row").first().waitFor();
  assert.deepEqual(edits(window), EDITING);
});
