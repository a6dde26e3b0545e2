// The first visit, the sizes of the board, the gallery, touch, heat maps, and small faults of the page.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { atRest, frame, open, openText, pageOf, press, program, root, visit } from "./browser.js";

let site;
before(async () => { site = await open(); });
after(async () => { await site.close(); });

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** 1280 by 1024 pixels at 400 %. */
const ZOOMED = { viewport: { width: 320, height: 256 } };
const VIEWS = ["play", "check", "replay", "prove", "simulate", "format", "examples", "drafts"];
const LOST = "rules arena lives=1 undo=yes\nmap\n.....\n.@%..\n.....\nend\n";
const HALL = "map\n########\n#@.....#\n#....$.#\n########\nend\n";

const dungeon = (name) => fs.readFileSync(path.join(root, "dungeons", name), "utf8");

const on = (t, options, address) => pageOf(t, site, options, address);

const box = (window, selector) => window.locator(selector).evaluate((element) => {
  const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
  return { left, top, right, bottom, width, height };
});

const fontSize = (window) => window.locator("#board").evaluate((board) => parseFloat(getComputedStyle(board).fontSize));

test("the first visit opens the crypt, ready to play, with one line about the page", async (t) => {
  const window = await on(t);
  assert.equal(await window.inputValue("#name"), "crypt.dng");
  assert.equal(await window.textContent("#hint"), "The text is the game: edit it and play on. Arrow keys walk, o explores, ? lists all keys.");
  await window.keyboard.press("ArrowRight");
  await window.waitForFunction(() => dungeonPage.play.state().turn === 1);
  await atRest(window);
  await window.evaluate(() => dungeonPage.keepNow());
  await window.reload();
  await window.waitForSelector("body[data-ready=yes]");
  assert.equal(await window.textContent("#hint"), "");
  await window.keyboard.press("ArrowRight");
  await window.waitForFunction(() => dungeonPage.play.state().turn === 2);
});

test("the letters are as large as the board allows, up to 32 px, and the whole map is shown", async (t) => {
  const window = await on(t);
  const letters = await window.evaluate(() => dungeonPage.play.board.cell);
  const stage = await box(window, "#play .stage");
  const [nave, ...rows] = (await frame(window)).split("\n").slice(1);
  assert.match(nave, /^\|\+#.*-\+ *\|$/);
  assert.match(nave + rows.join(""), /The nave/);
  const gauges = rows.findIndex((row) => row.startsWith("|Health"));
  const filled = [nave.lastIndexOf("+") * letters.width / stage.width, (gauges + 5) * letters.height / stage.height];
  assert.ok(Math.max(...filled) > 0.9, `the crypt fills ${filled} of the board`);
  await openText(window, "hall.dng", HALL);
  assert.ok(await fontSize(window) > 20, "a small map has large letters");
  await window.setViewportSize({ width: 2400, height: 1500 });
  await window.waitForFunction(() => document.querySelector("#board").style.fontSize === "32px");
  const large = `map\n${"#".repeat(200)}\n#@${".".repeat(196)}$#\n${"#".repeat(200)}\nend\n`;
  await window.setViewportSize({ width: 1280, height: 800 });
  await openText(window, "long.dng", large);
  assert.equal(await fontSize(window), 16, "a map without room scrolls");
});

test("findings and messages move nothing", async (t) => {
  const window = await on(t);
  const before = [await box(window, "#play .stage"), await frame(window)];
  await window.evaluate(() => {
    const { editor } = dungeonPage;
    editor.dispatch({ changes: { from: editor.state.doc.length, insert: [..."abcdef"].map((key) => `w 3 3 ${key}=4\n`).join("") } });
    return dungeonPage.check();
  });
  await window.locator("#findings li").nth(4).waitFor({ state: "attached" });
  await window.locator("#stale", { hasText: "errors" }).waitFor();
  await window.evaluate(() => dungeonPage.say("A message. ".repeat(20)));
  assert.deepEqual([await box(window, "#play .stage"), await frame(window)], before);
});

test("the gallery shows every dungeon as the engine draws it, and opens it as the visitor's own", async (t) => {
  const window = await site.window();
  t.after(() => window.context().close());
  const fetched = [];
  window.on("request", (request) => fetched.push(path.basename(request.url())));
  await visit(window, site.address);
  assert.ok(!fetched.some((name) => name.startsWith("examples")), "pictures are loaded with the view");
  await window.click("#tab-examples");
  const cards = window.locator("#examples li");
  await cards.first().waitFor();
  assert.equal(await cards.count(), fs.readdirSync(path.join(root, "dungeons")).filter((name) => name.endsWith(".dng")).length);
  for (const card of await cards.all()) {
    assert.match(await card.locator(".board").textContent(), /[@A-Z]/);
    assert.notEqual(await card.locator("p").first().textContent(), "");
  }
  const tutorial = cards.filter({ hasText: "tutorial.dng" });
  const picture = await tutorial.locator(".board > div").allTextContents();
  await tutorial.getByRole("button", { name: "Open as mine" }).click();
  await window.waitForFunction((text) => dungeonPage.text() === text, dungeon("tutorial.dng"));
  await window.waitForFunction(() => dungeonPage.play.state()?.turn === 0 && document.activeElement.id === "board");
  const size = `${[...picture[0]].length}x${picture.length}`;
  const { stdout } = spawnSync(program, ["render", path.join(root, "dungeons/tutorial.dng"), "--size", size], { encoding: "utf8" });
  assert.equal(picture.map((row) => `|${row}|`).join("\n"), stdout.trimEnd().split("\n").slice(1).join("\n"));
});

test("a phone has a pad with eight directions and the frequent keys, and a hint about swipes", async (t) => {
  const window = await on(t, PHONE);
  assert.match(await window.textContent("#hint"), /Swipe to step, tap to walk there/);
  await openText(window, "hall.dng", HALL);
  for (const [title, row] of [["Southeast", 3], ["West", 3], ["North", 2], ["Wait", 2]]) {
    const button = window.locator("#pad").getByRole("button", { name: title, exact: true });
    const { width, height } = await button.boundingBox();
    assert.ok(width >= 44 && height >= 44, `${title} is large enough for a finger`);
    await button.tap();
    await atRest(window);
    assert.match((await frame(window)).split("\n")[row], /@/, title);
  }
  assert.equal(await window.evaluate(() => dungeonPage.play.state().turn), 4);
  for (const title of ["Show the keys", "Explore", "Look around", "Inventory", "Back"]) await window.locator("#pad").getByRole("button", { name: title }).waitFor();
  const mouse = await on(t);
  await mouse.locator("#pad").getByRole("button", { name: "Wait" }).waitFor();
  assert.equal(await mouse.locator("#pad").getByRole("button", { name: "North", exact: true }).isVisible(), false);
});

for (const [device, options] of [["a phone", PHONE], ["a wide window", undefined]]) {
  test(`${device} has a button that takes back commands where the game allows it, and after a loss`, async (t) => {
    const window = await on(t, options);
    const button = window.locator("#pad").getByRole("button", { name: "Take back the last command" });
    const turn = () => window.evaluate(() => dungeonPage.play.state().turn);
    const click = async () => {
      await button.click();
      await atRest(window);
    };
    await openText(window, "hall.dng", HALL);
    await atRest(window);
    assert.equal(await button.isVisible(), false, "a game without undo");
    await openText(window, "box.dng", `rules explore undo=yes\n${HALL}`);
    await atRest(window);
    await press(window, "l");
    await press(window, "j");
    const { height } = await button.boundingBox();
    assert.ok(height >= (options ? 44 : 24), "large enough for a finger");
    await click();
    assert.equal(await turn(), 1);
    assert.match(await frame(window), /#\.@\.\.\.\.#/);
    await click();
    assert.equal(await turn(), 0);
    for (const key of "jllll") await press(window, key);
    assert.equal(await window.evaluate(() => dungeonPage.play.state().outcome), "won");
    assert.equal(await button.isVisible(), false, "a win cannot be taken back");
    await openText(window, "lost.dng", LOST);
    await atRest(window);
    await press(window, ".");
    assert.equal(await window.evaluate(() => dungeonPage.play.state().outcome), "lost");
    await click();
    assert.equal(await turn(), 0);
    assert.equal(await window.evaluate(() => dungeonPage.play.state().outcome), null);
    assert.match(await frame(window), /@/, "the board instead of the result");
  });
}

for (const colorScheme of ["light", "dark"]) {
  test(`a heat map has a legend with numbers and an ordered scale (${colorScheme})`, async (t) => {
    const window = await on(t, { colorScheme });
    await openText(window, "crypt.dng", dungeon("crypt.dng"));
    await window.click("#tab-simulate");
    await window.uncheck("[value=careful]");
    await window.selectOption("#simulate-games", "20");
    await window.getByRole("button", { name: "Simulate", exact: true }).click();
    const legend = window.locator("#numbers figure:first-of-type .legend li");
    await legend.first().waitFor({ timeout: 60_000 });
    const entries = await legend.allTextContents();
    const visits = entries.filter((one) => /visits?$/.test(one)).map((one) => one.match(/[\d,]+/g).map((count) => Number(count.replace(",", ""))));
    assert.ok(visits.length >= 3, entries.join("; "));
    visits.slice(1).forEach(([least], nth) => assert.ok(least > visits[nth].at(-1), entries.join("; ")));
    assert.ok(entries.some((one) => /^\d \d+(–\d+)? deaths?$/.test(one)), entries.join("; "));
    const looks = await window.evaluate(() => {
      const light = (color) => {
        const [r, g, b] = color.match(/[\d.]+/g).slice(0, 3).map((one) => one / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const made = ["blue", "cyan", "green", "yellow"].map((name) => {
        const span = document.createElement("span");
        span.className = `paper-${name}`;
        document.querySelector(".heat .board").append(span);
        const { color, backgroundColor } = getComputedStyle(span);
        span.remove();
        return [light(color), light(backgroundColor)];
      });
      return { made, board: light(getComputedStyle(document.querySelector("#play .stage")).backgroundColor) };
    });
    const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const scale = [looks.board, ...looks.made.map(([, paper]) => paper)];
    const sign = Math.sign(scale[4] - scale[0]);
    scale.slice(1).forEach((paper, nth) => {
      assert.equal(Math.sign(paper - scale[nth]), sign, "one direction from few visits to many");
      assert.ok(contrast(paper, scale[nth]) > 1.3, "neighbors of the scale differ in lightness");
    });
    for (const [ink, paper] of looks.made) assert.ok(contrast(ink, paper) >= 4.5, "glyphs can be read");
  });
}

test("a finding is listed once, and its code has no backticks", async (t) => {
  const window = await on(t);
  await openText(window, "hall.dng", `${HALL}w 6 2 helth=4\n`);
  const finding = window.locator("#findings li");
  assert.equal(await finding.locator("code").first().textContent(), "helth=");
  assert.ok(!(await finding.textContent()).includes("`"));
  await window.locator(".cm-lintRange-error").hover();
  await window.locator(".cm-tooltip .cm-diagnostic code").first().waitFor();
  assert.ok(!(await window.textContent(".cm-tooltip .cm-diagnostic")).includes("`"));
  await window.click("#tab-check");
  await window.locator("#check article").first().waitFor();
  assert.equal(await window.locator("#check article").count(), 1);
  assert.equal(await finding.isVisible(), false, "the view lists it");
  assert.ok(!(await window.textContent("#check article :is(h2, .help)")).includes("`"));
  await window.evaluate(() => dungeonPage.say("expected `health`"));
  assert.equal(await window.textContent("#toast code"), "health");
});

test("errors have words for the user, not those of the browser", async (t) => {
  const packed = deflateRawSync("null").toString("base64url");
  const empty = await on(t, {}, `${site.address}#d=${packed}`);
  await empty.locator("#toast.wrong", { hasText: "The link is damaged: it contains no game." }).waitFor();
  const cut = await on(t, {}, `${site.address}#d=${packed.slice(0, 3)}`);
  await cut.locator("#toast.wrong", { hasText: "The link is damaged: it was cut off or changed on its way." }).waitFor();
  const window = await on(t);
  await window.route("**/examples-*.json", (route) => route.abort());
  await window.click("#tab-examples");
  await window.locator("#toast.wrong", { hasText: /examples-\w+\.json cannot be loaded: the server does not answer\./ }).waitFor();
  window.faults.length = 0;
  await window.evaluate(() => dungeonPage.fail(new TypeError("Cannot destructure property 'name'")));
  await window.locator("#toast.wrong", { hasText: "A part of the page failed. Your text is safe" }).waitFor();
  assert.match(window.faults.splice(0).join(), /Cannot destructure/, "developers see the cause");
});

for (const [screen, options] of Object.entries({ desktop: {}, phone: PHONE })) {
  test(`a message covers no control (${screen})`, async (t) => {
    const window = await on(t, options);
    await openText(window, "slips.dng", `titel "Slips"\n${HALL}w 6 2 helth=4\n`);
    await window.evaluate(() => dungeonPage.say("A message of the page. ".repeat(8)));
    const covered = await window.evaluate(() => {
      const toast = document.querySelector("#toast").getBoundingClientRect();
      const controls = [...document.querySelectorAll("button, input, select, a, #board")].filter((one) => one.checkVisibility() && one.id !== "type");
      return controls.filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top;
      }).map((one) => one.outerHTML);
    });
    assert.deepEqual(covered, []);
  });
}

test("the page's policy allows its own files, WebAssembly and workers, and no inline script", async (t) => {
  const window = await on(t);
  const policy = await window.getAttribute("meta[http-equiv=Content-Security-Policy]", "content");
  assert.match(policy, /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/);
  assert.match(policy, /worker-src 'self';/);
  for (const view of VIEWS) await window.click(`#tab-${view}`);
  await window.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.intruded = true";
    document.body.append(script);
  });
  assert.equal(await window.evaluate(() => window.intruded), undefined);
  const refused = window.faults.splice(0);
  assert.equal(refused.length, 1, refused.join("\n"));
  assert.match(refused[0], /Content Security Policy/);
});

test("at 400 % everything is within reach, and the page scrolls in one direction only", async (t) => {
  const window = await on(t, ZOOMED);
  for (const view of [...VIEWS, "text"]) {
    await window.click(`#tab-${view}`);
    if (view === "examples") await window.locator("#examples li").first().waitFor();
    if (view === "format") await window.locator("#format h2").first().waitFor();
    assert.ok(await window.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${view} is as wide as the screen`);
    const hidden = await window.evaluate(() => {
      const controls = [...document.querySelectorAll("button, input, select, textarea, [tabindex='0'], .cm-content")];
      return controls.filter((one) => one.checkVisibility() && one.id !== "type" && !one.closest("[inert]")).filter((one) => {
        one.scrollIntoView({ block: "center", inline: "center" });
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const middle = (from, to, most) => (Math.max(0, from) + Math.min(most, to)) / 2;
        const found = document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight));
        return !found || !(one.contains(found) || found.contains(one) || found.closest("label")?.contains(one));
      }).map((one) => one.outerHTML.slice(0, 80));
    });
    assert.deepEqual(hidden, [], view);
  }
});

test("the wheel over the board scrolls the page, and a long text of the game while it is open", async (t) => {
  const window = await on(t, { viewport: { width: 900, height: 420 } });
  await openText(window, "crypt.dng", dungeon("crypt.dng"));
  const scroll = () => window.evaluate(() => scrollY);
  const over = async () => { const { left, top } = await box(window, "#board"); await window.mouse.move(left + 40, top + 40); };
  await over();
  await window.mouse.wheel(0, 60);
  await window.waitForFunction(() => scrollY > 0);
  await window.evaluate(() => scrollTo(0, 0));
  await press(window, "?");
  const page = await frame(window);
  const from = await scroll();
  await over();
  await window.mouse.wheel(0, 60);
  await window.waitForFunction((text) => !text.includes(document.querySelector("#board > :nth-child(2)").textContent), page.split("\n")[2]);
  assert.equal(await scroll(), from);
});
