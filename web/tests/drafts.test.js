// Nothing is lost: drafts, their undo history, links, tabs, and the browser's history.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { atRest, frame, open, openText, pageOf, press, visit } from "./browser.js";

let site;
before(async () => { site = await open(); });
after(async () => { await site.close(); });

const HALL = 'title "The Hall"\nmap\n########\n#@.....#\n#....$.#\n########\nend\n';
const YARD = HALL.replace("Hall", "Yard");

const on = (t, options, address) => pageOf(t, site, options, address);

/** Opens the page in another tab of the same browser. */
async function beside(window, address) {
  const tab = await window.context().newPage();
  tab.faults = window.faults;
  tab.on("pageerror", (error) => tab.faults.push(String(error)));
  await visit(tab, address);
  return tab;
}

async function reload(window) {
  await window.reload();
  await window.waitForSelector("body[data-ready=yes]");
}

const text = (window) => window.evaluate(() => dungeonPage.text());
const name = (window) => window.inputValue("#name");
const hasText = (window, words) => window.waitForFunction((words) => dungeonPage.text().includes(words), words);
const hasName = (window, wanted) => window.waitForFunction((wanted) => document.querySelector("#name").value === wanted, wanted);
const saved = (window) => window.evaluate(() => dungeonPage.keepNow());

/** Types at the start of the text. */
async function type(window, words) {
  await window.evaluate(async () => {
    const editor = await dungeonPage.pane.edit();
    editor.dispatch({ selection: { anchor: 0 } });
    editor.focus();
  });
  await window.keyboard.type(words);
}

/** Returns the names in the view "Drafts", the last changed first. */
async function listed(window) {
  await saved(window);
  await window.click("#tab-drafts");
  await window.locator("#drafts[aria-busy=false] .lead").waitFor();
  return window.locator("#drafts .title").allTextContents();
}

/** Fails every write of the database from now on with an error of this name. */
const breakStorage = (window, name) => window.evaluate((name) => {
  IDBObjectStore.prototype.put = () => { throw new DOMException("by the test", name); };
}, name);

/** Returns a link with this game, as Share makes it. */
async function linkTo(t, name, text) {
  const window = await on(t);
  await openText(window, name, text);
  await window.click("#share");
  await window.waitForFunction(() => location.hash.startsWith("#g="));
  return window.url();
}

test("several drafts each have a name, a title and a time", async (t) => {
  const window = await on(t);
  await openText(window, "hall.dng", HALL);
  await openText(window, "yard.dng", YARD);
  assert.deepEqual(await listed(window), ["yard.dng", "hall.dng"]);
  assert.deepEqual(await window.locator("#drafts li p").allTextContents(), ["The Yard", "The Hall"]);
  const times = await window.locator("#drafts time").evaluateAll((all) => all.map((one) => Date.parse(one.dateTime)));
  assert.ok(times.every((time) => Math.abs(Date.now() - time) < 60_000) && times[0] >= times[1], times.join());
  await window.getByRole("button", { name: "Open hall.dng" }).click();
  await hasName(window, "hall.dng");
  assert.equal(await text(window), HALL);
  await window.locator("#board:visible").waitFor();
});

test("a draft is stored while it is typed, with its name", async (t) => {
  const window = await on(t);
  await type(window, "// mine\n");
  await window.fill("#name", "mine.dng");
  await window.press("#name", "Enter");
  const other = await window.context().newPage();
  await other.goto(`${site.address}mark.svg`);
  await other.waitForFunction(() => new Promise((done) => {
    const opening = indexedDB.open("dungeon");
    opening.onsuccess = () => {
      const asked = opening.result.transaction("drafts").objectStore("drafts").getAll();
      asked.onsuccess = () => {
        opening.result.close();
        done(asked.result.some((draft) => draft.name === "mine.dng" && draft.text.startsWith("// mine\n")));
      };
    };
  }));
});

test("undo and redo reach back over a reload", async (t) => {
  const window = await on(t);
  await openText(window, "hall.dng", HALL);
  await type(window, "// one");
  await window.keyboard.press("Control+z");
  await window.keyboard.type("// two");
  await saved(window);
  await reload(window);
  await hasText(window, "// two");
  await window.focus(".cm-content");
  await window.keyboard.press("Control+z");
  assert.equal(await text(window), HALL);
  await window.keyboard.press("Control+y");
  assert.ok((await text(window)).startsWith("// two"));
});

test("a huge undo history drops its oldest edits", async (t) => {
  const window = await on(t);
  await openText(window, "hall.dng", HALL);
  await window.evaluate(() => {
    for (const letter of "abcdef") {
      const { editor } = dungeonPage;
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: `// ${letter.repeat(60_000)}` }, userEvent: `input.${letter}` });
    }
  });
  await saved(window);
  const { history } = await window.evaluate(() => dungeonPage.drafts.current());
  assert.ok(history.done.length >= 2 && history.done.length < 6, `${history.done.length} edits`);
  await reload(window);
  await window.focus(".cm-content");
  await window.keyboard.press("Control+z");
  await hasText(window, "// eeee");
});

test("the last letters before a tab closes are kept", async (t) => {
  const window = await on(t);
  await openText(window, "hall.dng", HALL);
  // The database never answers in time.
  await breakStorage(window, "AbortError");
  await type(window, "// the last words");
  await window.evaluate(() => { dungeonPage.drafts.store.held.clear(); });
  window.on("dialog", (dialog) => dialog.accept());
  await reload(window);
  await hasText(window, "// the last words");
  assert.deepEqual(await listed(window), ["hall.dng"]);
  assert.equal(await window.evaluate(() => localStorage.length), 0);
});

test("the last letters before a tab closes do not overwrite another tab's version", async (t) => {
  const window = await on(t);
  await openText(window, "hall.dng", HALL);
  const other = await beside(window, window.url());
  await breakStorage(window, "AbortError");
  await window.evaluate(() => { dungeonPage.keep = () => {}; });
  await type(window, "// closed\n");
  await type(other, "// still open\n");
  await saved(other);
  await reload(window);
  assert.deepEqual((await listed(window)).sort(), ["hall (from the other tab).dng", "hall.dng"]);
  const texts = await window.evaluate(async () => (await dungeonPage.drafts.store.list()).map(({ text }) => text));
  assert.deepEqual(texts.sort(), [`// closed\n${HALL}`, `// still open\n${HALL}`]);
});

test("a shared link opens as a fork beside the drafts", async (t) => {
  const link = await linkTo(t, "hall.dng", HALL);
  const window = await on(t);
  await openText(window, "hall.dng", YARD);
  await window.evaluate((link) => { location.href = link; }, link);
  await hasText(window, "The Hall");
  assert.deepEqual(await listed(window), ["hall.dng"], "an untouched fork is not listed");
  await window.click("#tab-play");
  await type(window, "// forked\n");
  assert.deepEqual(await listed(window), ["hall.dng", "hall.dng"]);
  assert.deepEqual(await window.locator("#drafts li p").allTextContents(), ["The Hall", "The Yard"]);
  assert.match(window.url(), /#draft=/);
  await reload(window);
  await hasText(window, "// forked");
});

test("a link that is opened twice makes two forks", async (t) => {
  const link = await linkTo(t, "hall.dng", HALL);
  const window = await on(t, {}, link);
  await type(window, "// first\n");
  await saved(window);
  const other = await beside(window, link);
  assert.equal(await text(other), HALL);
  await type(other, "// second\n");
  await saved(other);
  await hasText(window, "// first");
  assert.equal((await listed(window)).length, 2);
});

test("edits after Share survive a reload", async (t) => {
  const window = await on(t);
  await openText(window, "hall.dng", HALL);
  await window.click("#share");
  await window.waitForFunction(() => location.hash.startsWith("#g="));
  await reload(window);
  assert.deepEqual(await listed(window), ["hall.dng"], "the own link makes no fork");
  await type(window, "// later\n");
  await reload(window);
  await hasText(window, "// later");
  assert.match(window.url(), /#draft=/);
});

test("tabs with the same draft show the newest text and game", async (t) => {
  const window = await on(t);
  await openText(window, "hall.dng", HALL);
  const other = await beside(window, window.url());
  await type(window, "// from the first tab\n");
  await saved(window);
  await hasText(other, "// from the first tab");
  await press(other, "l");
  await saved(other);
  await window.waitForFunction(() => document.querySelector("#board").dataset.turn === "1");
  await type(other, "// and back\n");
  await saved(other);
  await hasText(window, "// and back");
  assert.deepEqual(await listed(window), ["hall.dng"]);
});

test("edits of two tabs at the same time are both kept", async (t) => {
  const window = await on(t);
  await openText(window, "hall.dng", HALL);
  const other = await beside(window, window.url());
  await type(window, "// A\n");
  await type(other, "// B\n");
  await saved(window);
  await saved(other);
  // Whichever tab wrote first, the other one continues under another name.
  const names = await listed(window);
  assert.deepEqual(names.sort(), ["hall (from the other tab).dng", "hall.dng"]);
  const [one, two] = [await text(window), await text(other)];
  assert.deepEqual([one, two].sort(), [`// A\n${HALL}`, `// B\n${HALL}`]);
  const later = await name(window) === "hall.dng" ? other : window;
  await later.locator("#toast", { hasText: "Both versions are kept" }).waitFor();
  await type(other, "// C");
  await saved(other);
  assert.equal(await text(window), one, "the tabs have parted");
  await reload(other);
  await hasText(other, "// C");
});

test("a tab that was asleep does not overwrite the newer version", async (t) => {
  const window = await on(t);
  await openText(window, "hall.dng", HALL);
  const asleep = await beside(window, window.url());
  await asleep.evaluate(() => { BroadcastChannel.prototype.postMessage = () => {}; });
  await window.evaluate(() => { BroadcastChannel.prototype.postMessage = () => {}; });
  await type(window, "// awake\n");
  await saved(window);
  await type(asleep, "// asleep\n");
  await saved(asleep);
  assert.equal(await name(asleep), "hall (from the other tab).dng");
  await reload(window);
  assert.equal(await text(window), `// awake\n${HALL}`);
});

test("Back and Forward move between drafts and views", async (t) => {
  const window = await on(t);
  await openText(window, "hall.dng", HALL);
  await window.click("#tab-examples");
  await window.locator("#examples").getByRole("button", { name: "Open as mine" }).first().click();
  await window.waitForFunction(() => document.querySelector("#name").value !== "hall.dng");
  await atRest(window);
  const example = await name(window);
  await window.goBack();
  await hasName(window, "hall.dng");
  await window.locator("#examples:visible").waitFor();
  await window.goBack();
  await window.locator("#play:visible").waitFor();
  assert.equal(await name(window), "hall.dng");
  await window.goForward();
  await window.goForward();
  await hasName(window, example);
  await window.locator("#play:visible").waitFor();
  await window.goBack();
  await hasName(window, "hall.dng");
  assert.equal(await text(window), HALL);
});

test("an untouched example is not stored, and a reload shows it again", async (t) => {
  const window = await on(t);
  await window.click("#tab-examples");
  await window.locator("#examples").getByRole("button", { name: "Open as mine" }).nth(1).click();
  await window.waitForFunction(() => document.querySelector("#name").value !== "crypt.dng");
  await atRest(window);
  const example = await name(window);
  await window.mouse.move(900, 400);
  await window.mouse.move(940, 430);
  assert.deepEqual(await listed(window), []);
  await reload(window);
  assert.equal(await name(window), example);
  await window.click("#tab-play");
  await press(window, "?");
  assert.deepEqual(await listed(window), [example], "a key is a change");
});

test("all drafts are exported and imported as one file, and an import overwrites nothing", async (t) => {
  const window = await on(t);
  await openText(window, "hall.dng", HALL);
  for (const key of "ll") await press(window, key);
  const seen = await frame(window);
  await openText(window, "yard.dng", YARD);
  await type(window, "// typed");
  await listed(window);
  const [file] = await Promise.all([window.waitForEvent("download"), window.getByRole("button", { name: "Export all" }).click()]);
  const exported = path.join(site.folder, file.suggestedFilename());
  await file.saveAs(exported);

  const other = await on(t);
  await other.setInputFiles("#picker", exported);
  await other.locator("#toast.shown", { hasText: "Imported 2 of 2 drafts." }).waitFor();
  assert.deepEqual(await listed(other), ["yard.dng", "hall.dng"]);
  await other.getByRole("button", { name: "Open hall.dng" }).click();
  await hasName(other, "hall.dng");
  await atRest(other);
  assert.deepEqual((await frame(other)).split("\n").slice(0, 6), seen.split("\n").slice(0, 6));
  await other.evaluate(() => history.back());
  await listed(other);
  await other.getByRole("button", { name: "Open yard.dng" }).click();
  await hasText(other, "// typed");
  await other.focus(".cm-content");
  await other.keyboard.press("Control+z");
  assert.equal(await text(other), YARD, "undo is exported, too");

  for (const count of [1, 0]) {
    await openText(other, "dungeon-drafts.json", fs.readFileSync(exported, "utf8"));
    await other.locator("#toast.shown", { hasText: `Imported ${count} of 2 drafts. The others are here already.` }).waitFor();
  }
  assert.equal((await listed(other)).length, 3);
  const texts = await other.evaluate(async () => (await dungeonPage.drafts.store.list()).map((draft) => [draft.name, draft.text]));
  for (const [wanted, content] of [["hall.dng", HALL], ["yard.dng", YARD], ["yard (imported).dng", `// typed${YARD}`]]) {
    assert.ok(texts.some(([one, text]) => one === wanted && text === content), JSON.stringify(texts));
  }
  await openText(other, "torn.json", fs.readFileSync(exported, "utf8").slice(0, -9));
  await other.locator("#toast.wrong", { hasText: "damaged" }).waitFor();
});

test("the text and the game that an earlier version of the page stored become a draft", async (t) => {
  const first = await on(t);
  await openText(first, "old.dng", HALL);
  for (const key of "lll") await press(first, key);
  const [recording, seen] = [await first.evaluate(() => dungeonPage.play.recording()), await frame(first)];
  const window = await site.window();
  t.after(() => window.context().close());
  await window.goto(`${site.address}mark.svg`);
  const old = JSON.stringify({ name: "old.dng", text: HALL, recording });
  await window.evaluate((old) => localStorage.setItem("dungeon-page", old), old);
  await visit(window, site.address);
  assert.equal(await name(window), "old.dng");
  assert.equal(await text(window), HALL);
  assert.deepEqual((await frame(window)).split("\n").slice(0, 6), seen.split("\n").slice(0, 6));
  assert.deepEqual(await listed(window), ["old.dng"]);
  assert.equal(await window.evaluate(() => localStorage.getItem("dungeon-page")), null);
});

test("a full storage is reported, and nothing is lost while the tab is open", async (t) => {
  const window = await on(t);
  await openText(window, "hall.dng", HALL);
  await breakStorage(window, "QuotaExceededError");
  await type(window, "// more\n");
  await window.locator("#toast.wrong", { hasText: "storage is full. Delete drafts" }).waitFor();
  await openText(window, "yard.dng", YARD);
  assert.deepEqual(await listed(window), ["yard.dng", "hall.dng"]);
  await window.getByRole("button", { name: "Open hall.dng" }).click();
  await hasText(window, "// more");
  const leaving = window.waitForEvent("dialog");
  const reloading = window.reload();
  const dialog = await leaving;
  assert.equal(dialog.type(), "beforeunload");
  await dialog.accept();
  await reloading;
  await window.waitForSelector("body[data-ready=yes]");
  await hasText(window, "// more");
  assert.deepEqual((await listed(window)).sort(), ["hall.dng", "yard.dng"]);
});

test("a browser without a database is reported, and its drafts last as long as the tab", async (t) => {
  const window = await site.window();
  t.after(() => window.context().close());
  await window.addInitScript(() => { IDBFactory.prototype.open = () => { throw new DOMException("by the test", "SecurityError"); }; });
  await visit(window, site.address);
  await openText(window, "hall.dng", HALL);
  await window.locator("#toast.wrong", { hasText: "does not let the page store drafts. Download" }).waitFor();
  await openText(window, "yard.dng", YARD);
  assert.deepEqual(await listed(window), ["yard.dng", "hall.dng"]);
  assert.match(await window.textContent("#drafts .note"), /Download the text/);
  await window.goBack();
  await window.goBack();
  await hasName(window, "hall.dng");
});

test("a deleted draft can be restored", async (t) => {
  const window = await on(t);
  await openText(window, "hall.dng", HALL);
  await openText(window, "yard.dng", YARD);
  await listed(window);
  await window.getByRole("button", { name: "Delete yard.dng" }).click();
  await hasName(window, "hall.dng");
  assert.deepEqual(await listed(window), ["hall.dng"]);
  await window.getByRole("button", { name: "Undo: restore yard.dng" }).click();
  await window.getByRole("button", { name: "Open yard.dng" }).click();
  await hasName(window, "yard.dng");
  assert.equal(await text(window), YARD);
});

test("a draft is renamed and duplicated in the list", async (t) => {
  const window = await on(t);
  await openText(window, "hall.dng", HALL);
  await openText(window, "yard.dng", YARD);
  await listed(window);
  for (const [before, later] of [["hall.dng", "great hall.dng"], ["yard.dng", "back yard.dng"]]) {
    await window.getByRole("button", { name: `Rename ${before}` }).click();
    await window.getByRole("textbox", { name: `New name of ${before}` }).fill(later);
    await window.keyboard.press("Enter");
    await window.getByRole("button", { name: `Open ${later}` }).waitFor();
  }
  assert.equal(await name(window), "back yard.dng", "the open draft");
  assert.equal(await window.evaluate(() => dungeonPage.view), "drafts");
  await window.getByRole("button", { name: "Duplicate great hall.dng" }).click();
  await window.getByRole("button", { name: "Open great hall (copy).dng" }).waitFor();
  assert.deepEqual((await listed(window)).sort(), ["back yard.dng", "great hall (copy).dng", "great hall.dng"]);
});

test("undo stays within a draft, so a text never gets the name of another one", async (t) => {
  const window = await on(t);
  await openText(window, "hall.dng", HALL);
  await openText(window, "yard.dng", YARD);
  await window.focus(".cm-content");
  await window.keyboard.press("Control+z");
  assert.deepEqual([await name(window), await text(window)], ["yard.dng", YARD]);
});

test("a broken file shows no game of another file", async (t) => {
  const window = await on(t);
  await openText(window, "hall.dng", HALL);
  await press(window, "l");
  await openText(window, "broken.dng", "map\n###\n");
  await window.locator("#stale", { hasText: "Fix them to start the game." }).waitFor();
  assert.equal(await window.textContent("#board"), "");
  assert.equal(await window.textContent("#standing"), "");
  await window.locator("#board").press("l");
  assert.equal(await window.textContent("#board"), "");
  await window.evaluate((text) => dungeonPage.replaceText("broken.dng", text), YARD);
  await window.waitForFunction(() => document.querySelector("#board").textContent.includes("@"));
  await window.goBack();
  await hasName(window, "hall.dng");
  await atRest(window);
  assert.match(await frame(window), / turn 1\n/, "the game of the first file continues");
});

test("a recording that is continued becomes a draft of its own", async (t) => {
  const window = await on(t);
  await openText(window, "hall.dng", HALL);
  for (const key of "ll") await press(window, key);
  const recording = await window.evaluate(() => dungeonPage.play.recording());
  const other = await on(t, { reducedMotion: "reduce" });
  await openText(other, "yard.dng", YARD);
  await openText(other, "hall.rec", recording);
  await other.click("#replay-take");
  await hasName(other, "hall.dng");
  assert.equal(await text(other), HALL);
  assert.deepEqual(await listed(other), ["hall.dng", "yard.dng"]);
});

test("an address of a draft that is not in this browser says so", async (t) => {
  const window = await on(t, {}, `${site.address}#draft=elsewhere`);
  await window.locator("#toast.wrong", { hasText: "not in this browser. To send a draft to someone, choose Share." }).waitFor();
  assert.equal(await name(window), "crypt.dng");
});
