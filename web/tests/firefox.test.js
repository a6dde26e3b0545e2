// The main flows in Firefox, driven over WebDriver BiDi.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import puppeteer from "puppeteer-core";
import { serve, web } from "./browser.js";

const executablePath = ["/usr/bin/firefox", "/usr/bin/firefox-esr"].find((one) => fs.existsSync(one));
const skip = executablePath ? false : "Firefox is not installed";

let browser;
let site;
const faults = [];

before(async () => {
  if (skip) return;
  site = await serve(path.join(web, "dist"));
  browser = await puppeteer.launch({ browser: "firefox", executablePath });
});

after(async () => {
  await browser?.close();
  site?.server.close();
});

/** Opens an address in a new window without saved data, and waits until the page answers. */
async function visit(address) {
  const context = await browser.createBrowserContext();
  const window = await context.newPage();
  await window.setViewport({ width: 1280, height: 800 });
  window.on("pageerror", ({ message }) => faults.push(message));
  window.on("console", (line) => { if (line.type() === "error") faults.push(line.text()); });
  await window.goto(address);
  await window.waitForSelector("body[data-ready=yes]");
  return window;
}

const board = (window) => window.evaluate(() => window.dungeonPage.play.board.text());

test("the first visit plays, an edit shows its finding, and a link opens the same game elsewhere", { skip }, async () => {
  const window = await visit(site.address);
  for (let turn = 1; turn <= 3; turn += 1) {
    await window.keyboard.press("ArrowRight");
    await window.waitForFunction((turn) => document.querySelector("#board").dataset.turn === String(turn), {}, turn);
  }
  await window.waitForSelector("#board[data-rest=yes]");
  const played = await board(window);
  assert.match(played, /turn 3\n/);

  await window.click("#share");
  const link = await (await window.waitForFunction(() => document.querySelector("#share-link")?.value)).jsonValue();
  await window.keyboard.press("Escape");
  const other = await visit(link);
  assert.equal(await other.evaluate(() => window.dungeonPage.name()), "crypt.dng");
  assert.equal(await board(other), played);

  // The first letter of the text: `title` becomes `xtitle`, which is no keyword.
  await other.click("#editor .content");
  await other.waitForSelector(".cm-content");
  await other.evaluate(() => {
    const { editor } = window.dungeonPage;
    editor.dispatch({ selection: { anchor: editor.state.doc.toString().search(/^title/m) } });
    editor.focus();
  });
  await other.keyboard.type("x");
  const finding = await other.waitForSelector("#findings li.error");
  assert.match(await finding.evaluate((item) => item.textContent), /xtitle/);
  await other.waitForSelector("#stale:not([hidden])");
  await other.keyboard.press("Backspace");
  await other.waitForFunction(() => document.querySelectorAll("#findings li").length === 0 && document.querySelector("#stale").hidden);
  assert.deepEqual(faults, []);
});
