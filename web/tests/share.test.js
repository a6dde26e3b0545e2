// What people share: links with a checksum, texts, pictures, films and frames of other pages.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { packLink, unpackLink } from "../src/links.js";
import { atRest, frame, open, openText, pageOf, press, program, root } from "./browser.js";

const dungeon = (name) => fs.readFileSync(path.join(root, "dungeons", name), "utf8");
const HALL = "title \"The <Hall>\"\nmap\n#########\n#@$...w$#\n#########\nend\n";

let site;
before(async () => { site = await open(); });
after(async () => { await site.close(); });

const on = (t, options, address) => pageOf(t, site, options, address);

/** Clicks a button that saves a file, and returns its name and bytes. */
async function saved(window, button) {
  const [download] = await Promise.all([window.waitForEvent("download"), window.click(button)]);
  return { name: download.suggestedFilename(), bytes: fs.readFileSync(await download.path()) };
}

test("a link with one changed bit is refused", async () => {
  const game = { name: "hall.dng", text: HALL, seed: "7", keys: "lll", size: [80, 24] };
  const link = await packLink(game);
  assert.deepEqual(await unpackLink(link), game);
  // A page with a changed `#` gets no fragment.
  for (let at = 1; at < link.length; at += 1) {
    for (let bit = 0; bit < 8; bit += 1) {
      const changed = link.slice(0, at) + String.fromCharCode(link.charCodeAt(at) ^ (1 << bit)) + link.slice(at + 1);
      await assert.rejects(unpackLink(changed), /cut off or changed/, changed);
    }
    await assert.rejects(unpackLink(link.slice(0, Math.max(at, 2))), /cut off or changed/, `cut at ${at}`);
  }
});

test("links of the older form open, and short links that expand enormously do not", async () => {
  const game = { name: "hall.dng", text: HALL, seed: "7", keys: "lll", size: [80, 24] };
  const older = (text) => `#d=${deflateRawSync(text).toString("base64url")}`;
  assert.deepEqual(await unpackLink(older(JSON.stringify(game))), game);
  await assert.rejects(unpackLink(older(" ".repeat(9 << 20))), /too large/);
  assert.equal(await unpackLink(""), null);
});

test("the page says that a link is damaged", async (t) => {
  const link = await packLink({ name: "hall.dng", text: HALL, seed: "7", keys: "", size: [80, 24] });
  const window = await on(t, {}, site.address + link.slice(0, -1));
  await window.locator("#toast.wrong", { hasText: "damaged" }).waitFor();
  await window.evaluate((link) => { location.hash = link; }, link.slice(0, -2));
  await window.locator("#toast.wrong", { hasText: "damaged" }).waitFor();
  await window.evaluate((link) => { location.hash = link; }, link);
  await window.waitForFunction(() => dungeonPage.name() === "hall.dng");
});

test("the board and the file are copied as text", async (t) => {
  const window = await on(t, { permissions: ["clipboard-read", "clipboard-write"] });
  await openText(window, "hall.dng", HALL);
  await press(window, "l");
  await window.click("#share");
  const copied = async (button, words) => {
    await window.click(button);
    await window.locator("#share-said", { hasText: words }).waitFor();
    return window.evaluate(() => navigator.clipboard.readText());
  };
  assert.equal(await copied("#copy-board", "Board copied."), await frame(window));
  assert.equal(await copied("#copy-file", "File copied."), HALL);
  assert.equal(await copied("#copy-link", "Link copied."), window.url());
  await window.keyboard.press("Escape");
  assert.equal(await window.evaluate(() => document.activeElement.id), "share");
});

test("a picture shows the board in the page's colors", async (t) => {
  const window = await on(t, { permissions: ["clipboard-read", "clipboard-write"] });
  await openText(window, "hall.dng", HALL);
  await window.click("#share");
  const { name, bytes } = await saved(window, "#save-picture");
  assert.equal(name, "hall.png");
  const seen = await window.evaluate(async (data) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))]));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    const pixels = canvas.getImageData(0, 0, image.width, image.height).data;
    const colours = new Set();
    for (let at = 0; at < pixels.length; at += 4) colours.add([...pixels.slice(at, at + 3)].map((part) => part.toString(16).padStart(2, "0")).join(""));
    const widths = dungeonPage.play.board.frame.lines.map((line) => line.trimEnd().length);
    const rows = widths.findLastIndex((width) => width > 0) + 1;
    const style = getComputedStyle(document.documentElement);
    return { ratio: (image.width - 32) / Math.max(...widths) / ((image.height - 32) / rows), corner: [...pixels.slice(0, 4)], colours: [...colours], board: style.getPropertyValue("--board"), ink: style.getPropertyValue("--ink") };
  }, bytes.toString("base64"));
  assert.ok(seen.ratio > 0.4 && seen.ratio < 0.7, `cells are taller than wide: ${seen.ratio}`);
  assert.equal(`#${seen.corner.slice(0, 3).map((part) => part.toString(16)).join("")}`, seen.board);
  assert.ok(seen.colours.length > 20, "letters in several colors");
  await window.click("#copy-picture");
  await window.locator("#share-said", { hasText: "Picture copied." }).waitFor();
  assert.deepEqual(await window.evaluate(async () => (await navigator.clipboard.read())[0].types), ["image/png"]);
});

test("a film is the page that `dungeon render` makes", async (t) => {
  const window = await on(t);
  await openText(window, "crypt.dng", dungeon("crypt.dng"));
  for (const key of ["l", "l", "j", "o", "o"]) await press(window, key);
  await window.click("#share");
  const film = await saved(window, "#save-film");
  assert.equal(film.name, "crypt.html");
  await window.locator("#film-progress", { hasText: "Saved." }).waitFor();
  const recording = path.join(site.folder, "crypt.rec");
  fs.writeFileSync(recording, await window.evaluate(() => dungeonPage.play.recording()));
  const made = execFileSync(program, ["render", "--replay", recording, "--format", "html"], { encoding: "utf8" });
  assert.equal(film.bytes.toString(), made);
});

test("a GIF shows each picture of the game and can be stopped", async (t) => {
  const window = await on(t);
  await openText(window, "hall.dng", HALL);
  for (const key of "lll") await press(window, key);
  await window.click("#share");
  const { name, bytes } = await saved(window, "#save-gif");
  assert.equal(name, "hall.gif");
  const gif = await window.evaluate(async (data) => {
    const decoder = new ImageDecoder({ type: "image/gif", data: Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)) });
    await decoder.tracks.ready;
    const { frameCount } = decoder.tracks.selectedTrack;
    const { image } = await decoder.decode({ frameIndex: frameCount - 1 });
    return { frameCount, width: image.displayWidth, height: image.displayHeight };
  }, bytes.toString("base64"));
  assert.ok(gif.frameCount >= 4, `${gif.frameCount} pictures`);
  assert.ok(gif.width > gif.height / 2);
  await window.evaluate(() => { for (let key = 0; key < 40; key += 1) dungeonPage.play.press("."); });
  await atRest(window);
  // The film may end before a click of Playwright arrives.
  await window.evaluate(async () => {
    const [save, stop] = ["save-gif", "stop-film"].map((id) => document.getElementById(id));
    save.click();
    while (!stop.checkVisibility()) await new Promise(requestAnimationFrame);
    stop.click();
  });
  assert.equal(await window.textContent("#film-progress"), "Stopped.");
  assert.ok(await window.isEnabled("#save-gif"));
});

test("a frame of another page plays one dungeon and nothing else", async (t) => {
  const window = await on(t, { permissions: ["clipboard-read", "clipboard-write"] });
  await openText(window, "hall.dng", HALL);
  await window.click("#share");
  await window.click("#copy-embed");
  const html = await window.evaluate(() => navigator.clipboard.readText());
  const host = await site.window();
  t.after(() => host.context().close());
  const asked = [];
  host.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await host.setContent(`<button id="before">before</button>${html}<button id="after">after</button>`);
  const embedded = host.frameLocator("iframe");
  await embedded.locator("body[data-ready=yes]").waitFor();
  assert.equal(await host.getAttribute("iframe", "title"), "The <Hall> – dungeon");
  assert.equal(await embedded.locator("h1").textContent(), "The <Hall>");
  assert.equal(await embedded.locator(".cm-editor, [role=tab]").count(), 0);
  assert.ok(!asked.some((name) => /writing|main|reader/.test(name)), `neither editor nor reader is loaded: ${asked}`);
  await embedded.locator("#board").press("l");
  await embedded.locator("#standing", { hasText: "turn 1" }).waitFor();
  await embedded.locator("#told", { hasText: "You take the gold" }).waitFor({ state: "attached" });
  // Tab goes through the frame and out of it, in both directions.
  await host.focus("#before");
  const places = [];
  for (let presses = 0; presses < 30 && places.at(-1) !== "after"; presses += 1) {
    await host.keyboard.press("Tab");
    places.push(await host.evaluate(() => document.activeElement.id || document.activeElement.tagName));
  }
  assert.equal(places.at(-1), "after", places.join(", "));
  await host.keyboard.press("Shift+Tab");
  assert.equal(await host.evaluate(() => document.activeElement.tagName), "IFRAME");
  const whole = await embedded.locator("#whole").getAttribute("href");
  const other = await on(t, {}, whole);
  assert.equal(await other.evaluate(() => dungeonPage.text()), HALL);
  const alone = await on(t, {}, await host.getAttribute("iframe", "src"));
  await press(alone, "l");
  assert.equal(await alone.evaluate(() => localStorage.length), 0, "a frame stores nothing");
  const ended = () => alone.evaluate(() => dungeonPage.play.state().outcome);
  for (let presses = 0; presses < 30 && !await ended(); presses += 1) await press(alone, "l");
  const result = await frame(alone);
  assert.match(result, /R: again/);
  assert.doesNotMatch(result, /watch|menu/, "a frame has neither a replay nor examples");
});

test("a frame that another version of the page compiled, or none, plays with the reader", async (t) => {
  for (const dungeon of ["0:00", undefined]) {
    const link = await packLink({ name: "hall.dng", text: HALL, seed: "7", keys: "", size: [80, 24], dungeon });
    const window = await on(t, {}, `${site.address}embed.html${link}`);
    await press(window, "l");
    assert.equal(await window.textContent("#standing"), "turn 1");
  }
});

test("a frame says what is wrong with its address", async (t) => {
  const window = await site.window();
  t.after(() => window.context().close());
  await window.goto(`${site.address}embed.html#g=AAAA`);
  await window.locator("[role=alert]", { hasText: "cut off" }).waitFor();
  await window.goto(`${site.address}embed.html`);
  await window.reload();
  await window.locator("[role=alert]", { hasText: "no dungeon" }).waitFor();
});
