// By ear: the live region tells the words of `dungeon --narrate` for the same keys.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { atRest, open, openText, program, root, visit } from "./browser.js";

/** Walking, waiting, runs and bolts; the look and travel cursors; the tactics cursor. The page also asks before actions that
    are easy to regret, and its auto-explore avoids fire, as at a terminal: those keys lead to another game. */
const GAMES = {
  "crypt.dng": ["l", "l", "j", ".", "h", "<S-Right>", "x", ";", "l", "l", "j", "<Esc>", "_", "<Tab>", "<Enter>", "k", "k", "k"],
  "depths.dng": ["<S-Right>", ";", "<Tab>", "<Esc>", "l", "l", "<S-Down>", "j"],
  "wizards.dng": ["l", "l", "k", "<Enter>", "<Tab>", "<Enter>", "h", "j", "<Esc>", "x", "l", "<Esc>", "k", "<Enter>"],
  "battle.dng": ["k", "k", "l", "<Enter>", "<Tab>", "<Tab>", "<Enter>", "<Esc>", "x", "j", "<Esc>"],
  "siege-small.dng": ["l", "l", "j", "b", "l", "h", "."],
};

let site;
before(async () => { site = await open(); });
after(async () => { await site.close(); });

/** Returns the lines of `--narrate` for these keys, and then its farewell. */
function narrated(file, keys) {
  const state = fs.mkdtempSync(path.join(site.folder, "state-"));
  const env = { ...process.env, XDG_STATE_HOME: state, XDG_CONFIG_HOME: state };
  const lines = keys.map((key) => `keys ${key}`).join("\n");
  const told = execFileSync(program, ["play", file, "--seed", "3", "--narrate"], { input: `${lines}\n`, encoding: "utf8", env });
  return told.split("\n");
}

for (const [name, keys] of Object.entries(GAMES)) {
  test(`the live region tells the words of line mode in ${name}`, async (t) => {
    const window = await site.window({ reducedMotion: "reduce" });
    t.after(() => window.context().close());
    await visit(window, site.address);
    const file = path.join(root, "dungeons", name);
    await openText(window, name, fs.readFileSync(file, "utf8"));
    await window.evaluate(() => {
      window.heard = [];
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const told of addedNodes) window.heard.push(...[...told.children].map((line) => line.textContent));
      }).observe(document.querySelector("#told"), { childList: true });
    });
    await window.fill("#seed", "3");
    await window.press("#seed", "Enter");
    await window.waitForFunction(() => window.heard.length > 0);
    for (const key of keys) {
      await window.evaluate((key) => dungeonPage.play.press(key), key);
      await atRest(window);
    }
    const heard = await window.evaluate(() => window.heard);
    const [, ...lines] = narrated(file, keys);
    assert.deepEqual(heard, lines.slice(0, heard.length));
    assert.ok(heard.length > keys.length, `${heard.length} lines`);
  });
}
