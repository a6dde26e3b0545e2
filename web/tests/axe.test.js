// axe-core finds nothing to complain about: every view, empty and filled, in light and dark, on a phone and a wide screen.
import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { open, openText, press, visit } from "./browser.js";

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A text with an error, a warning and a fix, long enough to scroll. */
const FAULTY = `title "Faulty"\nabout 5\nitem k "key" opens=gone colour=blu\n${"# a comment\n".repeat(80)}map\n######\n#@.w.#\n#....#\n######\nend\nw 3 1 helth=4\n`;

const HALL = "map\n#########\n#@$...w$#\n#########\nend\n";

let site;
before(async () => { site = await open(); });
after(async () => { await site.close(); });

/** Returns the broken rules. Waits until nothing moves, since a fading color has another contrast. */
async function audit(window, place) {
  await window.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null))));
  if (!await window.evaluate(() => Boolean(window.axe))) await window.evaluate(axe);
  return window.evaluate(async (place) => (await window.axe.run(document)).violations
    .flatMap(({ id, nodes }) => nodes.map((node) => `${place}: ${id}: ${node.html.slice(0, 200)}\n${node.failureSummary}`)), place);
}

/** What the views that are loaded later show at first. */
const PARTS = {
  check: "#check .lead", replay: "#replay-empty", prove: "#prove-form", simulate: "#simulate-form", format: "#format article",
  examples: "#examples button",
};

const show = async (window, view) => {
  await window.click(`#tab-${view}`);
  if (PARTS[view]) await window.waitForSelector(PARTS[view], { state: "attached" });
};

for (const colorScheme of ["light", "dark"]) {
  for (const [screen, viewport] of [["wide", { width: 1600, height: 900 }], ["phone", { width: 390, height: 844 }]]) {
    test(`no rule of axe is broken (${colorScheme}, ${screen})`, async (t) => {
      const window = await site.window({ colorScheme, viewport });
      t.after(() => window.context().close());
      await visit(window, site.address);
      const broken = [];
      const check = async (place) => broken.push(...await audit(window, place));
      const views = ["play", "check", "replay", "prove", "simulate", "format", "examples", ...screen === "phone" ? ["text"] : []];
      for (const view of views) {
        await show(window, view);
        await check(view);
      }
      await show(window, "play");
      await openText(window, "faulty.dng", FAULTY);
      await check("play, with errors");
      await show(window, "check");
      for (const why of await window.locator("#check button", { hasText: "Why?" }).all()) await why.click();
      await window.waitForSelector("#check .prose");
      await check("check, with findings");
      if (screen === "phone") {
        await show(window, "text");
        await check("text, with findings");
        await show(window, "play");
      }
      await openText(window, "hall.dng", HALL);
      await show(window, "play");
      for (const key of ["l", "?"]) await press(window, key);
      await check("play, with the help");
      await window.click("#share");
      await window.locator("#share-dialog").waitFor();
      await check("share");
      const frame = await window.inputValue("#share-embed");
      await window.locator("#share-dialog").press("Escape");
      await window.locator("#board").press("Escape");
      await window.click("#watch");
      await window.waitForSelector("#film > div");
      await check("replay, with a film");
      await show(window, "prove");
      await window.click("#prove-form .chief");
      await window.waitForSelector("#proof .verdict");
      await check("prove, with a proof");
      await show(window, "simulate");
      await window.selectOption("#simulate-games", "20");
      await window.click("#simulate-form .chief");
      await window.waitForSelector("#numbers figure");
      await check("simulate, with numbers");
      await openText(window, "rats.dng", `hero health=20 strength=4\nkind r "rat" is=wanderer health=9 strength=6\n${HALL}scatter r 2\n`);
      await show(window, "simulate");
      await window.selectOption("#tune-bot", "greedy");
      await window.selectOption("#tune-games", "256");
      await window.fill("#tune-wins", "50");
      await window.fill("#tune-slack", "40");
      await window.click("#tune-form .chief");
      await window.waitForSelector("#tuned article .chief", { timeout: 120_000 });
      await check("simulate, with a search");
      const embedded = await site.window({ colorScheme, viewport });
      t.after(() => embedded.context().close());
      await visit(embedded, /src="([^"]*)"/.exec(frame)[1]);
      broken.push(...await audit(embedded, "embed"));
      assert.deepEqual(broken, []);
    });
  }
}
