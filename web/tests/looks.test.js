// Accessibility (contrast, keyboard, live regions, reduced motion) and speed.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { open, openText, press, root, visit } from "./browser.js";

let site;
before(async () => { site = await open(); });
after(async () => { await site.close(); });

for (const colorScheme of ["light", "dark"]) {
  test(`every text color has enough contrast (${colorScheme})`, async (t) => {
    const window = await site.window({ colorScheme });
    t.after(() => window.context().close());
    await visit(window, site.address);
    const low = await window.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      const light = (name) => {
        const hex = style.getPropertyValue(`--${name}`).trim();
        const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const contrast = (a, b) => { const [x, y] = [light(a), light(b)].sort((m, n) => n - m); return (x + 0.05) / (y + 0.05); };
      const inks = ["ink", "quiet", "accent", "error", "warning", "good"];
      const colours = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "grey"]
        .flatMap((name) => (name === "grey" ? [name] : [name, `bright-${name}`])).filter((name) => name !== "bright-black");
      const pairs = [...inks.flatMap((ink) => ["paper", "sheet"].map((on) => [ink, on])), ...colours.map((ink) => [ink, "board"]),
        ...["blue", "magenta", "cyan"].map((ink) => [ink, "sheet"]), ["on-accent", "accent"]];
      return pairs.map(([ink, on]) => [ink, on, contrast(ink, on)]).filter(([, , ratio]) => !(ratio >= 4.5));
    });
    assert.deepEqual(low, []);
  });
}

test("Tab reaches every control and is never trapped", async (t) => {
  const window = await site.window();
  t.after(() => window.context().close());
  await visit(window, site.address);
  const reached = new Set();
  await window.evaluate(() => document.activeElement?.blur());
  for (let presses = 0; presses < 60; presses += 1) {
    await window.keyboard.press("Tab");
    const id = await window.evaluate(() => document.activeElement.id || document.activeElement.className.split(" ")[0] || document.activeElement.textContent);
    reached.add(id);
    if (id === "" && presses > 30) break;
  }
  for (const id of ["name", "new", "open", "download", "tidy", "share", "content", "tab-play", "seed", "begin", "save-rec", "load-rec", "watch", "board"]) {
    assert.ok(reached.has(id), `${id} is not reached by Tab; ${[...reached].join(", ")}`);
  }
  await window.focus("#tab-play");
  await window.keyboard.press("ArrowRight");
  assert.equal(await window.getAttribute("#tab-check", "aria-selected"), "true");
});

test("screen readers announce events on the board", async (t) => {
  const window = await site.window();
  t.after(() => window.context().close());
  await visit(window, site.address);
  await openText(window, "hall.dng", "map\n#########\n#@$...w$#\n#########\nend\n");
  const log = window.locator("#told");
  assert.equal(await log.getAttribute("aria-live"), "polite");
  await press(window, "l");
  const told = await log.locator("div").last().textContent();
  assert.match(told, /You take the gold/);
  assert.match(told, /wanderer/);
});

for (const viewport of [{ width: 360, height: 700 }, { width: 390, height: 844 }, { width: 844, height: 390 }]) {
  test(`the page fits a phone of ${viewport.width} by ${viewport.height}`, async (t) => {
    const window = await site.window({ viewport, hasTouch: true, isMobile: true });
    t.after(() => window.context().close());
    await visit(window, site.address);
    const views = ["text", "play", "check", "replay", "prove", "simulate", "format", "examples", "drafts"];
    for (const view of views) {
      const { x, width, height } = await window.locator(`#tab-${view}`).boundingBox();
      assert.ok(x >= 0 && x + width <= viewport.width && height >= 36, `the tab ${view} is in sight, and large enough`);
      const isCut = await window.evaluate((view) => { const tab = document.querySelector(`#tab-${view}`); return tab.scrollWidth > tab.clientWidth; }, view);
      assert.ok(!isCut, `the word of the tab ${view} fits`);
    }
    for (const view of views) {
      await window.click(`#tab-${view}`);
      assert.ok(await window.evaluate(() => document.documentElement.scrollWidth <= innerWidth), view);
      const wide = await window.evaluate(() => [...document.querySelectorAll("[role=tabpanel]:not([hidden])")].map((panel) => panel.scrollWidth - panel.clientWidth));
      assert.ok(wide.every((more) => more <= 0), `${view} is too wide`);
    }
  });
}

test("reduced motion turns off animations", async (t) => {
  const window = await site.window({ reducedMotion: "reduce" });
  t.after(() => window.context().close());
  await visit(window, site.address);
  await openText(window, "crypt.dng", fs.readFileSync(path.join(root, "dungeons/crypt.dng"), "utf8"));
  await window.evaluate(() => {
    window.moved = 0;
    const { ask } = dungeonPage.engine;
    dungeonPage.engine.ask = (what, details) => { window.moved += what === "animate"; return ask.call(dungeonPage.engine, what, details); };
  });
  for (const key of "lljj") await press(window, key);
  assert.equal(await window.evaluate(() => window.moved), 0);
});
