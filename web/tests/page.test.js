// Uses the page like a person, and compares it with the program.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { atRest, frame, open, openText, pageOf, press, program, root, visit, worker } from "./browser.js";

let site;
before(async () => { site = await open(); });
after(async () => { await site.close(); });

const dungeon = (name) => fs.readFileSync(path.join(root, "dungeons", name), "utf8");

/** Returns the output of the program. A failure includes its standard error. */
function run(...parts) {
  const { status, stdout, stderr } = spawnSync(program, parts, { encoding: "utf8", env: { ...process.env, XDG_STATE_HOME: site.folder } });
  assert.equal(status, 0, stderr);
  return stdout;
}

const on = (t, options, address) => pageOf(t, site, options, address);

const HALL = "map\n########\n#@.....#\n#....$.#\n########\nend\n";

/** Returns the words of a frame, whose sentences go on in the next row. */
const unwrapped = (text) => text.replace(/[\s|]+/g, " ");

/** Types at the end of a line of the editor, counted from 1. */
async function typeAt(window, line, text) {
  await window.evaluate(async (line) => {
    const editor = await dungeonPage.pane.edit();
    editor.dispatch({ selection: { anchor: editor.state.doc.line(line).to } });
    editor.focus();
  }, line);
  await window.keyboard.type(text);
}

test("an error is underlined, listed in the console, and fixed with a click", async (t) => {
  const window = await on(t);
  await openText(window, "hall.dng", `${HALL}\n`);
  await typeAt(window, 7, "w 6 2 helth=4");
  const underlined = window.locator(".cm-lintRange-error");
  await underlined.waitFor();
  assert.equal(await underlined.textContent(), "helth");
  const { stdout } = spawnSync(program, ["check", "--format", "json", "-"], { input: `${HALL}w 6 2 helth=4`, encoding: "utf8" });
  const checked = JSON.parse(stdout.trim());
  const finding = window.locator("#findings li");
  assert.equal(await finding.count(), 1);
  const told = await finding.textContent();
  assert.ok(told.includes(checked.message.replaceAll("`", "")) && told.includes(`${checked.line}:${checked.column}`), told);
  await finding.getByRole("button", { name: "Change to health" }).click();
  await underlined.waitFor({ state: "detached" });
  assert.match(await window.evaluate(() => dungeonPage.text()), /w 6 2 health=4\n$/);
  await window.locator("#summary", { hasText: "hall.dng: no problems" }).waitFor();
});

test("the editor completes words and describes cells", async (t) => {
  const window = await on(t);
  await openText(window, "hall.dng", `${HALL}\n`);
  await typeAt(window, 7, "w 6 2 heal");
  await window.locator(".cm-tooltip-autocomplete li", { hasText: "health=" }).waitFor();
  await window.keyboard.press("Escape");
  await window.locator(".cm-line .sort-body").first().hover();
  const told = window.locator(".cm-tooltip-hover");
  await told.waitFor();
  assert.match(await told.textContent(), /You, health 40/);
});

/** Records every frame of the board from now on, read from the drawn elements, in `window.seen`. */
const watchBoard = (window) => window.evaluate(() => {
  const { board } = dungeonPage.play;
  const { draw } = board;
  const shown = () => [...board.element.children].map((row) => `|${row.textContent}|`).join("\n");
  window.seen = [shown()];
  board.draw = (frame) => {
    draw.call(board, frame);
    if (shown() !== window.seen.at(-1)) window.seen.push(shown());
  };
});

/** Rebuilds the frames of a film from the changes that the program printed. */
function filmed(printed) {
  const [first, ...changes] = printed.trimEnd().split("\n\n");
  const rows = first.split("\n").slice(1);
  const changed = changes.map((change) => {
    for (const line of change.split("\n").slice(1)) rows[Number(line.slice(0, 3)) - 1] = line.slice(4);
    return rows.join("\n");
  });
  return [first.split("\n").slice(1).join("\n"), ...changed];
}

// The first dungeon animates arrows, the second one bolts.
for (const name of ["classic.dng", "wizards.dng"]) {
  test(`${name} is won with keys, and every frame, including animations, matches the terminal's`, async (t) => {
    const window = await on(t);
    await openText(window, name, dungeon(name));
    const { keys, seed } = JSON.parse(run("prove", path.join(root, "dungeons", name), "--format", "json"));
    const [size] = (await frame(window)).split(" ");
    await watchBoard(window);
    const pressed = keys.match(/<.*?>|./g);
    for (const key of pressed) await press(window, { "<Space>": " " }[key] ?? key.replace(/[<>]/g, ""));
    assert.equal(await window.evaluate(() => dungeonPage.play.state().outcome), "won");
    // The terminal's film ends with the board; the game ends with its result.
    await press(window, "Enter");
    const seen = await window.evaluate(() => window.seen);
    assert.match(seen.splice(-2, 1)[0], /██ ██/, "the result");
    const hint = /^\|Enter: show the result *\|$/;
    seen.push(seen.pop().replace(/.*$/, (row) => (hint.test(row) ? `|${" ".repeat(row.length - 2)}|` : row)));
    const printed = filmed(run("render", path.join(root, "dungeons", name), "--seed", `${seed}`, "--size", size, "--keys", keys, "--changes"));
    assert.ok(printed.length > pressed.length + 20, "a film with flights");
    seen.forEach((one, nth) => assert.equal(one, printed[nth], `frame ${nth}`));
    assert.equal(seen.length, printed.length);
  });
}

test("a game ends on the terminal's result page, which leads to the board, the replay, the examples and a new game", async (t) => {
  const window = await on(t);
  await openText(window, "hall.dng", HALL);
  for (const key of "llljl") await press(window, key);
  const result = await frame(window);
  assert.match(result, /██ ██/, "large letters");
  for (const fact of ["You won on turn 5.", "Turns 5. Seed 0.", "No enemies killed.", "Items taken: 1.", "w: watch the replay"]) assert.ok(unwrapped(result).includes(fact), result);
  const told = await window.locator("#told div").last().textContent();
  for (const fact of ["Turns 5. Seed 0.", "w: watch the replay", "m: menu"]) assert.ok(told.includes(fact), told);
  await press(window, "Enter");
  assert.match(await frame(window), /\.\.\.\.@\.#/, "the final board");
  assert.match(await frame(window), /Enter: show the result/);
  await press(window, "Enter");
  assert.equal(await frame(window), result);
  await press(window, "w");
  await window.waitForFunction(() => document.querySelector("#film")?.dataset.position === "5");
  assert.match(await window.textContent("#replay-title"), /^hall\.dng, seed 0: 5 turns, won$/);
  await window.click("#tab-play");
  assert.equal(await frame(window), result);
  // The words on the result page are also buttons.
  const menu = await window.evaluate(() => {
    const { board } = dungeonPage.play;
    const y = board.frame.lines.findIndex((line) => line.includes("m: menu"));
    const box = document.querySelector("#board").getBoundingClientRect();
    return { x: box.x + (board.frame.lines[y].indexOf("m: menu") + 1) * board.cell.width, y: box.y + (y + 0.5) * board.cell.height };
  });
  await window.mouse.click(menu.x, menu.y);
  await window.locator("#examples li").first().waitFor();
  await window.click("#tab-play");
  assert.equal(await frame(window), result, "the page is still there");
  await window.reload();
  await window.waitForSelector("body[data-ready=yes]");
  assert.match(await frame(window), /██ ██[^]*Turns 5\. Seed 0\./, "and after another visit");
  await press(window, "R");
  assert.match(await frame(window), / turn 0\n/);
});

test("an edit updates the running game, and an error leaves it unchanged", async (t) => {
  const window = await on(t);
  await openText(window, "hall.dng", HALL);
  await press(window, "l");
  await typeAt(window, 4, "x");
  await window.locator("#stale", { hasText: "errors" }).waitFor();
  await press(window, "l");
  assert.match(await frame(window), /turn 2\n/);
  await window.keyboard.press("Tab");
  await typeAt(window, 4, "");
  await window.keyboard.press("Backspace");
  await window.locator("#stale").waitFor({ state: "hidden" });
  assert.match(await frame(window), /turn 2\n/, "the text that is played is the same again");
  await window.evaluate(() => {
    const { editor } = dungeonPage;
    const at = editor.state.doc.toString().indexOf("$");
    editor.dispatch({ changes: { from: at - 1, to: at + 1, insert: "$." } });
  });
  await window.waitForFunction(() => dungeonPage.play.state().games === 2);
  assert.match(unwrapped(await frame(window)), /you are where you were/);
  assert.match(await frame(window), /\.\.@\.\./, "the hero is where he was");
});

test("a link holds the text, the seed and the keys", async (t) => {
  const window = await on(t, { permissions: ["clipboard-read", "clipboard-write"] });
  await openText(window, "crypt.dng", dungeon("crypt.dng"));
  await window.fill("#seed", "18446744073709551615");
  await window.press("#seed", "Enter");
  await atRest(window);
  for (const key of ["l", "l", ";", "Escape", "j", "ArrowLeft"]) await press(window, key);
  const seen = await frame(window);
  await window.click("#share");
  await window.locator("#share-link-about", { hasText: "every key" }).waitFor();
  await window.click("#copy-link");
  await window.locator("#share-said", { hasText: "Link copied." }).waitFor();
  const link = await window.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, window.url());
  const other = await on(t, {}, link);
  assert.equal(await frame(other), seen);
  assert.equal(await other.inputValue("#seed"), "18446744073709551615");
  assert.equal(await other.evaluate(() => dungeonPage.text()), dungeon("crypt.dng"));
  const damaged = await on(t, {}, `${site.address}#d=AAAA`);
  await damaged.locator("#toast.wrong", { hasText: "damaged" }).waitFor();
});

test("the browser saves the game", async (t) => {
  const window = await on(t);
  await openText(window, "gallery.dng", dungeon("crypt.dng"));
  for (const key of "lllj") await press(window, key);
  const seen = await frame(window);
  await window.reload();
  await window.waitForSelector("body[data-ready=yes]");
  // The message about the last key is not saved.
  const board = (text) => text.split("\n").slice(0, 12);
  assert.deepEqual(board(await frame(window)), board(seen));
});

test("a game whose text has errors continues after another visit", async (t) => {
  const window = await on(t);
  await openText(window, "hall.dng", HALL);
  await press(window, "l");
  await typeAt(window, 4, "x");
  const stale = window.locator("#stale", { hasText: "The game continues with the last playable version." });
  await stale.waitFor();
  await window.reload();
  await stale.waitFor();
  await press(window, "l");
  assert.match(await frame(window), /turn 2\n/);
});

/** Makes the game's engine really panic at each request that matches these words, and every later engine, too. */
const crashAt = async (window, words) => (await worker(window, "game")).evaluate((words) => {
  const { instance } = self;
  const brittle = () => {
    const whole = instance.exports;
    instance.exports = {
      ...whole,
      answer() {
        const bytes = new Uint8Array(whole.memory.buffer, instance.written.at, instance.written.bytes);
        // More bytes than memory can hold.
        return new RegExp(words).test(new TextDecoder().decode(bytes)) ? whole.request(-1) : whole.answer();
      },
      request(bytes) {
        instance.written = { bytes, at: whole.request(bytes) };
        return instance.written.at;
      },
    };
  };
  const { begin } = instance;
  instance.begin = () => { begin.call(instance); brittle(); };
  brittle();
}, words);

test("a crash of the engine does not lose the game", async (t) => {
  const window = await on(t);
  await openText(window, "crypt.dng", dungeon("crypt.dng"));
  await window.fill("#seed", "7");
  await window.press("#seed", "Enter");
  for (const key of "lllj") await press(window, key);
  const before = await frame(window);
  const board = (text) => text.split("\n").slice(0, 12);
  await crashAt(window, '"press":"k"');
  await window.locator("#board").press("k");
  await window.locator("#toast.wrong", { hasText: "The game continues where it was." }).waitFor();
  assert.match(await window.textContent("#toast"), /The engine crashed: press: /, "the failed request");
  assert.deepEqual(board(await frame(window)), board(before));
  assert.equal(await window.inputValue("#seed"), "7");
  await press(window, "h");
  assert.match(await frame(window), / turn 5\n/);
  assert.equal(await window.evaluate(() => dungeonPage.text()), dungeon("crypt.dng"));
  const crashes = window.faults.splice(0);
  assert.ok(crashes.length > 0 && crashes.every((one) => one.includes("press: ")), crashes.join());
});

test("a game that crashes the engine resumes one turn earlier, then starts again once", async (t) => {
  const window = await on(t);
  await openText(window, "hall.dng", HALL);
  for (const key of "lllh") await press(window, key);
  // Crashes at the fourth turn when it is replayed, and at the next key.
  await crashAt(window, '"turn.{0,4}:4.*"shorter":false|"press":"j"');
  await window.locator("#board").press("j");
  await window.locator("#toast.wrong", { hasText: "back one turn" }).waitFor();
  assert.match(await frame(window), / turn 3\n/);
  await crashAt(window, '"resume":|"press":"k"');
  await window.locator("#board").press("k");
  await window.locator("#toast.wrong", { hasText: "The game starts again" }).waitFor();
  assert.match(await frame(window), / turn 0\n/);
  await crashAt(window, '"(resume|play|press)":');
  await window.locator("#board").press("l");
  await window.locator("#toast.wrong", { hasText: "The game is lost" }).waitFor();
  assert.equal(await window.evaluate(() => dungeonPage.text()), HALL);
  window.faults.length = 0;
});

test("after a crash without rescue, the game resumes from the autosave", async (t) => {
  const window = await on(t);
  await openText(window, "hall.dng", HALL);
  for (const key of "lll") await press(window, key);
  await crashAt(window, '"press":"j"');
  await (await worker(window, "game")).evaluate(() => {
    const { request } = self.instance.exports;
    self.instance.exports.rescue = () => request(-1);
  });
  await window.locator("#board").press("j");
  await window.locator("#toast.wrong", { hasText: "continues from the last autosave" }).waitFor();
  assert.match(await frame(window), / turn 3\n/);
  window.faults.length = 0;
});

test("a recording can move to the terminal and back", async (t) => {
  const window = await on(t);
  await openText(window, "crypt.dng", dungeon("crypt.dng"));
  for (const key of ["l", "l", "o", "j", "?", "Escape", "h"]) await press(window, key);
  const [file] = await Promise.all([window.waitForEvent("download"), window.click("#save-rec")]);
  const saved = path.join(site.folder, file.suggestedFilename());
  await file.saveAs(saved);
  assert.equal(path.basename(saved), "crypt.rec");
  const text = await window.evaluate(() => dungeonPage.play.board.text());
  const printed = run("render", "--replay", saved, "--size", text.split(" ")[0]);
  assert.equal(printed.split("\n").slice(0, 12).join("\n"), text.split("\n").slice(0, 12).join("\n"));
  // The terminal continues the recording in lines, and the page continues the terminal's.
  const onward = path.join(site.folder, "onward.rec");
  const lines = spawnSync(program, ["resume", saved, "--narrate", "--record", onward], {
    input: "l\nl\n", encoding: "utf8", env: { ...process.env, XDG_STATE_HOME: site.folder },
  });
  assert.equal(lines.status, 0, lines.stderr);
  const other = await on(t);
  await openText(other, "onward.rec", fs.readFileSync(onward, "utf8"));
  await other.locator("#replay-take").click();
  const turns = Number(/turn (\d+)/.exec(text)[1]) + 2;
  await other.waitForFunction((turns) => Number(document.querySelector("#board").dataset.turn) === turns, turns);
  await press(other, "h");
  assert.equal(await other.evaluate(() => dungeonPage.text()), dungeon("crypt.dng"));
});

test("a dropped recording plays, and its slider seeks any key", async (t) => {
  const window = await on(t, { reducedMotion: "reduce" });
  const recording = fs.readFileSync(path.join(root, "fixtures/recordings/won.rec"), "utf8");
  const transfer = await window.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "won.rec"));
    return transfer;
  }, recording);
  await window.dispatchEvent("body", "drop", { dataTransfer: transfer });
  await window.locator("#film[data-position]").waitFor();
  const length = Number(await window.getAttribute("#replay-slider", "max"));
  assert.ok(length > 3);
  const film = () => window.evaluate(() => dungeonPage.replay.board.text());
  const at = (position) => window.waitForFunction((position) => document.querySelector("#film")?.dataset.position === `${position}`, position);
  const first = await film();
  await window.focus("#replay-slider");
  await window.keyboard.press("End");
  await at(length);
  const [size] = first.split(" ");
  assert.equal(await film(), run("render", "--replay", path.join(root, "fixtures/recordings/won.rec"), "--size", size).trimEnd());
  await window.keyboard.press("Home");
  await at(0);
  assert.equal(await film(), first);
  await window.click("#replay-next");
  await at(1);
  await window.click("#replay-play");
  await window.click("#replay-play");
  assert.equal(await window.textContent("#replay-play"), "Play");
  await window.selectOption("#replay-speed", "30");
  await window.click("#replay-play");
  await at(length);
  await openText(window, "torn.rec", recording.slice(0, -40));
  await window.locator("#toast.wrong").waitFor();
});

test("a swipe takes a step, and a tap travels", async (t) => {
  const window = await on(t, { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
  await openText(window, "hall.dng", HALL);
  const box = await window.locator("#board").boundingBox();
  const client = await window.context().newCDPSession(window);
  const touch = (type, x, y) => client.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
  await touch("touchStart", box.x + 100, box.y + 100);
  await touch("touchMove", box.x + 140, box.y + 102);
  await touch("touchEnd");
  await window.waitForFunction(() => document.querySelector("#board").dataset.turn === "1");
  const gold = await window.evaluate(() => {
    const { board } = dungeonPage.play;
    const y = board.frame.lines.findIndex((line) => line.includes("$"));
    const x = board.frame.lines[y].indexOf("$");
    const box = document.querySelector("#board").getBoundingClientRect();
    return { x: box.x + (x + 0.5) * board.cell.width, y: box.y + (y + 0.5) * board.cell.height };
  });
  await window.touchscreen.tap(gold.x, gold.y);
  await window.waitForFunction(() => dungeonPage.play.state().outcome === "won");
});

test("a touch screen offers a keyboard for the game's letters", async (t) => {
  const window = await on(t, { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
  await openText(window, "hall.dng", HALL);
  await window.tap("#keyboard");
  await window.keyboard.type("lj");
  await window.keyboard.press("ArrowRight");
  await window.waitForFunction(() => document.querySelector("#board").dataset.turn === "3");
  assert.equal(await window.inputValue("#type"), "");
  assert.equal(await window.evaluate(() => document.activeElement.id), "type", "more can be typed");
});

test("a real-time game runs on the page's clock, and pauses while its text is edited", async (t) => {
  const window = await site.window();
  t.after(() => window.context().close());
  await window.clock.install({ time: 0 });
  await visit(window, site.address);
  await openText(window, "clock.dng", "rules explore tempo=1000\nmap\n##########\n#@.......#\n#......$w#\n##########\nend\n");
  // From here on the test controls the clock.
  await window.clock.pauseAt(600_000);
  await window.click("#begin");
  await atRest(window);
  const idles = () => window.evaluate(async () => {
    const { keys } = await dungeonPage.play.shared();
    const [, times] = /<idle(?: (\d+))?>/.exec(keys) ?? [];
    return keys.includes("<idle") ? Number(times ?? 1) : 0;
  });
  await window.clock.runFor(900);
  assert.equal(await idles(), 0);
  // Looking around does not restart the round.
  await window.mouse.move(900, 300);
  await window.mouse.move(910, 320);
  await window.clock.runFor(100);
  assert.equal(await idles(), 1);
  await atRest(window);
  await window.clock.runFor(1000);
  assert.equal(await idles(), 2);
  await atRest(window);
  await window.clock.runFor(500);
  assert.equal(await idles(), 2);
  await window.focus(".cm-content");
  await window.clock.runFor(5000);
  assert.equal(await idles(), 2);
  await window.focus("#board");
  await window.clock.runFor(499);
  assert.equal(await idles(), 2);
  await window.clock.runFor(1);
  assert.equal(await idles(), 3, "the half that was waited counts");
  await press(window, "?");
  await window.clock.runFor(5000);
  assert.equal(await idles(), 3, "nor while a page is read");
  const recording = path.join(site.folder, "clock.rec");
  fs.writeFileSync(recording, await window.evaluate(() => dungeonPage.play.recording()));
  run("render", "--replay", recording);
});

test("a text with includes gets a message with instructions", async (t) => {
  const window = await on(t);
  await openText(window, "hall.dng", `include "kinds.dng"\n${HALL}`);
  await window.click("#tab-check");
  assert.match(await window.textContent("#check .help"), /copy the declarations of that file here, or give dungeon the path of this file/);
});

test("a proof shows its verdict and its keys, and a button stops it", async (t) => {
  const window = await on(t);
  await openText(window, "arena-10.dng", dungeon("arena-10.dng"));
  await window.click("#tab-prove");
  await window.getByRole("button", { name: "Prove", exact: true }).click();
  await window.locator(".verdict.winnable").waitFor({ timeout: 60_000 });
  const { keys } = JSON.parse(run("prove", path.join(root, "dungeons/arena-10.dng"), "--format", "json"));
  assert.equal(await window.textContent("#proof .keys"), keys);
  await window.getByRole("button", { name: "Watch" }).click();
  await window.locator("#replay-title", { hasText: "won" }).waitFor();
  await openText(window, "horde.dng", dungeon("horde.dng"));
  await window.click("#tab-prove");
  await window.selectOption("#prove-steps", "20000000");
  await window.getByRole("button", { name: "Prove", exact: true }).click();
  await window.locator("#prove .progress", { hasText: /^Searched [0-9,]+ steps$/ }).waitFor();
  await window.locator("#prove .stop").click();
  await window.locator("#prove .progress", { hasText: "Stopped" }).waitFor();
  await openText(window, "arena.dng", dungeon("arena.dng"));
  await window.click("#tab-prove");
  await window.fill("#prove-seed", "10");
  await window.getByRole("button", { name: "Prove", exact: true }).click();
  await window.locator(".verdict.unwinnable").waitFor();
});

test("bots are loaded on demand, and again after a failure", async (t) => {
  const window = await site.window();
  t.after(() => window.context().close());
  const modules = [];
  window.on("request", (request) => { if (request.url().endsWith(".wasm")) modules.push(/(\w+)-\w+\.wasm$/.exec(request.url())[1]); });
  await visit(window, site.address);
  await openText(window, "arena-10.dng", dungeon("arena-10.dng"));
  await window.click("#tab-prove");
  assert.deepEqual(modules.sort(), ["engine", "reader"]);
  const prove = window.getByRole("button", { name: "Prove", exact: true });
  await window.route("**/players-*.wasm", (route) => route.fulfill({ status: 404 }));
  await prove.click();
  await window.locator("#prove .progress", { hasText: /players-\w+\.wasm cannot be loaded: the server answers 404\./ }).waitFor();
  await window.unroute("**/players-*.wasm");
  for (const seed of ["1", "2"]) {
    await window.fill("#prove-seed", seed);
    await prove.click();
    await window.locator(".verdict").waitFor({ timeout: 60_000 });
  }
  assert.deepEqual(modules.sort(), ["engine", "players", "players", "reader"]);
});

test("a simulation gives the same numbers as the program", async (t) => {
  const window = await on(t);
  await openText(window, "arena-10.dng", dungeon("arena-10.dng"));
  await window.click("#tab-simulate");
  await window.uncheck("[value=random]");
  await window.selectOption("#simulate-games", "20");
  await window.getByRole("button", { name: "Simulate", exact: true }).click();
  await window.locator("#numbers figure").first().waitFor({ timeout: 60_000 });
  const rows = await window.locator("#numbers tbody tr").evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
  const lines = run("simulate", "--games", "20", "--bot", "greedy,careful", "--format", "json", path.join(root, "dungeons/arena-10.dng"));
  const told = lines.trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(rows.map((row) => [row[0], row[2]]), told.map((one) => [one.bot, `${(100 * one.win_rate).toFixed(1)} %`]));
});

test("the format pages link to each other, and every example can be played", async (t) => {
  const window = await on(t);
  await window.click("#tab-format");
  await window.locator("#format a[data-page=levels]").first().click();
  await window.waitForFunction(() => document.querySelector("#format select").value === "levels");
  await window.click("#tab-examples");
  const titles = window.locator("#examples").getByRole("button", { name: "Open as mine" });
  await titles.first().waitFor();
  const count = fs.readdirSync(path.join(root, "dungeons")).filter((name) => name.endsWith(".dng")).length;
  assert.equal(await titles.count(), count);
  for (let nth = 0; nth < count; nth += 1) {
    await window.click("#tab-examples");
    await titles.nth(nth).click();
    await atRest(window);
    const [file] = (await window.locator("#examples li .quiet").nth(nth).textContent()).split(",");
    await window.locator("#console:not(.earlier) #summary", { hasText: `${file}: no problems` }).waitFor();
    // The engine has the new game before the page has its state.
    const state = await window.waitForFunction(async (file) => (await dungeonPage.play.shared())?.name === file && dungeonPage.play.state(), file);
    const { turn, games } = await state.jsonValue();
    // A siege starts on turn 1.
    assert.ok(turn <= 1 && games === 1, `${file}: turn ${turn} of game ${games}`);
  }
});

test("a check explains its findings and applies safe fixes", async (t) => {
  const window = await on(t);
  await openText(window, "slips.dng", `titel "Slips"\n${HALL}w 6 2 helth=4\n`);
  await window.click("#tab-check");
  await window.getByRole("button", { name: "Apply all safe fixes" }).click();
  await window.locator("#check .lead", { hasText: "No problems" }).waitFor();
  await openText(window, "shut.dng", "map\n########\n#@.#..$#\n########\nend\n");
  await window.click("#tab-check");
  await window.getByRole("button", { name: /^Why/ }).first().click();
  await window.locator("#check .prose pre").first().waitFor();
});
