// The service worker: the page works without a network, and a new version waits for the next load.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { frame, open, pageOf, press, visit, web } from "./browser.js";

let site;
before(async () => {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), "dungeon-site-"));
  fs.cpSync(path.join(web, "dist"), copy, { recursive: true });
  site = await open(copy);
});
after(async () => {
  await site.close();
  fs.rmSync(site.dist, { recursive: true });
});

/** Visits the page in a window with a service worker, and waits until the worker keeps the site. */
async function on(t) {
  const window = await pageOf(t, site, { serviceWorkers: "allow" });
  await window.evaluate(() => navigator.serviceWorker.ready);
  await window.waitForFunction(() => navigator.serviceWorker.controller);
  return window;
}

/** Publishes another version, in which all scripts of the page have other names. */
function publish() {
  const names = fs.readdirSync(site.dist);
  const hashed = names.filter((name) => /-\w{8}\.js$/.test(name));
  assert.ok(hashed.length > 2, hashed.join());
  const renamed = (name) => name.replace(/-(\w{8})\.js$/, (_, hash) => `-${[...hash].reverse().join("")}.js`);
  const newer = (text) => hashed.reduce((changed, name) => changed.replaceAll(name, renamed(name)), text);
  for (const name of names.filter((name) => /\.(js|html)$/.test(name))) {
    const file = path.join(site.dist, name);
    const text = newer(fs.readFileSync(file, "utf8")).replace(/dungeon-site-\w{8}/g, "dungeon-site-NEWER");
    fs.rmSync(file);
    fs.writeFileSync(path.join(site.dist, renamed(name)), text);
  }
}

const script = (window) => window.getAttribute("script[type=module]", "src");

test("the page opens without a network, with recordings, films, its editor, its bots and its pages", async (t) => {
  const window = await on(t);
  await window.context().setOffline(true);
  await window.reload();
  await window.waitForSelector("body[data-ready=yes]");
  await press(window, "l");
  assert.match(await frame(window), / turn 1\n/);
  await window.click("#watch");
  await window.locator("#film[data-position]").waitFor();
  await window.click("#share");
  const film = window.waitForEvent("download");
  await window.click("#save-film");
  assert.equal((await film).suggestedFilename(), "crypt.html");
  await window.locator("#film-progress", { hasText: "Saved." }).waitFor();
  await window.keyboard.press("Escape");
  await window.click("#tab-play");
  // Before the first character: elsewhere a letter may be in a comment.
  await window.click("#editor .content", { position: { x: 1, y: 8 } });
  await window.keyboard.type("x");
  await window.locator("#findings li").first().waitFor();
  await window.keyboard.press("Backspace");
  await window.locator("#summary[data-worst=none]").waitFor();
  await window.click("#tab-prove");
  await window.getByRole("button", { name: "Prove", exact: true }).click();
  await window.locator(".verdict").waitFor({ timeout: 60_000 });
  await window.click("#tab-format");
  await window.locator("#format .prose h2").first().waitFor();
});

test("an open page goes on with its version, and the next load gets the new one with the draft", async (t) => {
  const window = await on(t);
  const before = await script(window);
  publish();
  await window.evaluate(async () => {
    window.isSame = true;
    await (await navigator.serviceWorker.getRegistration()).update();
  });
  await window.waitForFunction(async () => {
    const { active, installing, waiting } = await navigator.serviceWorker.getRegistration();
    return !installing && !waiting && active.state === "activated" && await caches.has("dungeon-site-NEWER");
  });
  // These files are no longer on the server.
  await window.click("#editor .content");
  await window.keyboard.type("// mine");
  // The letters wait for the editor.
  await window.waitForFunction(() => dungeonPage.text().includes("// mine"));
  await window.locator("#console:not(.earlier)").waitFor();
  assert.ok(await window.evaluate(() => window.isSame), "the open page is not loaded again");
  const text = await window.evaluate(() => dungeonPage.text());
  await window.reload();
  await window.waitForSelector("body[data-ready=yes]");
  assert.notEqual(await script(window), before);
  assert.equal(await window.evaluate(() => dungeonPage.text()), text);
  await window.goto("about:blank");
  await visit(window, site.address);
  await window.waitForFunction(async () => (await caches.keys()).join() === "dungeon-site-NEWER");
});
