// Numbers with which a bot wins as often as the user wants: the same as `dungeon tune`, in a worker that can be stopped.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { open, openText, pageOf, program, root } from "./browser.js";

let site;
before(async () => { site = await open(); });
after(async () => { await site.close(); });

/** Rats that are too strong for a greedy bot. */
const RATS = `hero health=20 strength=4
kind r "rat" is=wanderer   health=9 strength=6 // fierce
map
########
#@.....#
#.....$#
########
end
scatter r 2
`;

/** Opens a text in the view Simulate. */
async function on(t, text) {
  const window = await pageOf(t, site);
  await openText(window, "rats.dng", text);
  await window.click("#tab-simulate");
  await window.locator("#tune-form").waitFor();
  return window;
}

/** Starts a search for a range of wins in percent. */
async function tune(window, bot, from, to, games = "256") {
  await window.selectOption("#tune-bot", bot);
  await window.selectOption("#tune-games", games);
  await window.fill("#tune-wins", `${(from + to) / 2}`);
  await window.fill("#tune-slack", `${(to - from) / 2}`);
  await window.click("#tune-form .chief");
}

const answered = (window) => window.locator("#tuned .verdict").waitFor({ timeout: 120_000 });
const told = (window) => window.locator("#tune-form + .progress").textContent();
const textOf = (window) => window.evaluate(() => dungeonPage.text());

/** Returns the answer of the program about a text. */
function tuned(text, ...parts) {
  const file = path.join(site.folder, "rats.dng");
  fs.writeFileSync(file, text);
  const { stdout } = spawnSync(program, ["tune", file, "--games", "256", "--format", "json", ...parts], { encoding: "utf8" });
  return JSON.parse(stdout.replaceAll(file, "rats.dng"));
}

test("the trials, the curve and the diff are those of the program", async (t) => {
  const window = await on(t, RATS);
  await tune(window, "greedy", 50, 90);
  await answered(window);
  const { end, trials, diff } = tuned(RATS, "--bot", "greedy", "--expect", "50%..90%");
  assert.equal(end, "reached");
  assert.match(await window.textContent("#tuned .verdict"), /^Reached with 1 changed number: greedy /);
  assert.equal(await window.textContent("#tuned pre"), diff);
  const rows = await window.locator("#tuned tbody tr").evaluateAll((all) => all.map((row) => [...row.cells].slice(0, 3).map((cell) => cell.textContent)));
  assert.deepEqual(rows, trials.map(({ step, wins: [{ games, won }] }) => [step, `${games}`, `${(100 * won / games).toFixed(1)} %`]));
  const heights = await window.locator("#tuned circle").evaluateAll((all) => all.map((one) => Number(one.getAttribute("cy"))));
  assert.deepEqual(heights, trials.map(({ wins: [{ games, won }] }) => 100 - 100 * (won / games)));
  const band = await window.locator("#tuned .wanted").evaluate((one) => ["y", "height"].map((name) => Math.round(one.getAttribute(name))));
  assert.deepEqual(band, [10, 40]);
});

test("Apply replaces the text, after which the answer is about an earlier one; one undo restores it", async (t) => {
  const window = await on(t, RATS);
  await tune(window, "greedy", 50, 90);
  await answered(window);
  const about = window.locator("#tuned > p").first();
  assert.equal(await about.textContent(), "rats.dng, seed 0");
  await window.getByRole("button", { name: "Apply", exact: true }).click();
  await window.locator("#toast", { hasText: "Changed the numbers." }).waitFor();
  const changed = await textOf(window);
  assert.equal(changed, RATS.replace("health=9", "health=8"));
  assert.equal(await about.textContent(), "For an earlier text: rats.dng, seed 0");
  assert.ok(await window.locator("#tuned article").evaluate((one) => one.inert));
  await window.evaluate(() => dungeonPage.editor.focus());
  await window.keyboard.press("Control+z");
  assert.equal(await textOf(window), RATS);
  assert.equal(await about.textContent(), "rats.dng, seed 0");
  await window.fill("#tune-seed", "7");
  assert.equal(await about.textContent(), "For an earlier seed: rats.dng, seed 0");
});

test("a slider says how often the bot is to win, and ends at none and at all", async (t) => {
  const window = await on(t, RATS);
  const slider = window.getByRole("slider", { name: "Wins" });
  const range = () => window.textContent("#tune-range");
  assert.equal(await range(), "10–20 %");
  await slider.focus();
  await slider.press("ArrowRight");
  assert.equal(await range(), "11–21 %");
  await slider.press("Home");
  assert.deepEqual([await range(), await slider.getAttribute("aria-valuetext")], ["0–5 %", "0 to 5 %"]);
  await slider.press("End");
  await window.fill("#tune-slack", "20");
  assert.equal(await range(), "80–100 %");
});

test("a search tells its progress and can be stopped", async (t) => {
  const window = await on(t, fs.readFileSync(path.join(root, "dungeons/crypt.dng"), "utf8"));
  await tune(window, "careful", 10, 20, "4000");
  await window.locator("#tune-form + .progress", { hasText: /^Played [\d,]+ games$/ }).waitFor({ timeout: 60_000 });
  await window.click("#tune-form .stop");
  await window.locator("#tune-form + .progress", { hasText: "Stopped." }).waitFor();
  assert.ok(await window.isEnabled("#tune-form .chief"));
  assert.equal(await window.locator("#tuned .verdict").count(), 0);
});

test("a range out of reach, a file in which nothing varies and faults are told in words", async (t) => {
  const strong = RATS.replace("health=9 strength=6", "health=30 strength=12");
  const window = await on(t, strong);
  await tune(window, "greedy", 90, 100);
  await answered(window);
  assert.match(await window.textContent("#tuned .verdict"), /^Out of reach: the easiest values/);
  await window.getByRole("button", { name: "Apply the nearest values" }).waitFor();
  for (const [text, words] of [
    [RATS.replace(/^kind.*\n|scatter.*\n/gm, ""), "Nothing varies: the file has no number of a monster, and no scatter of food."],
    [RATS.replace("is=wanderer", "is=wandrer"), "The text cannot be played yet: 1 error."],
  ]) {
    await openText(window, "rats.dng", text);
    await window.click("#tab-simulate");
    await tune(window, "greedy", 50, 90);
    await window.locator("#tune-form + .progress", { hasText: words }).waitFor({ timeout: 60_000 });
    assert.equal(await told(window), words);
  }
});
