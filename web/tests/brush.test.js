// Draws maps with mouse, finger and keyboard, like a person.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { atRest, open, openText, pageOf, press } from "./browser.js";

let site;
before(async () => { site = await open(); });
after(async () => { await site.close(); });

const HALL = `item k "brass key" opens=brass colour=yellow

level "Hall"
map
##########
#@.......#
#...w....#
#........#
##########
end
w 5 3 health=9
scatter $ 2 in=2,2..4,4
`;
const ROWS = ["##########", "#@.......#", "#...w....#", "#........#", "##########"];

/** Opens the page with a text. Errors in the page fail the test. */
async function on(t, { text = HALL, ...options } = {}) {
  const window = await pageOf(t, site, options);
  await openText(window, "hall.dng", text);
  await window.waitForFunction(() => !document.querySelector("#map-size").disabled);
  return window;
}

/** Turns the brush on. */
async function brushOn(window, tool) {
  await window.click("#brush-on");
  await window.waitForSelector(".map-row");
  if (tool) await window.click(`#brush-${tool}`);
}

const text = (window) => window.evaluate(() => dungeonPage.text());
const rows = async (window) => /^map.*\n([^]*?)\nend/m.exec(await text(window))[1].split("\n");
const hasRows = (window, expected) => window.waitForFunction((rows) => dungeonPage.text().includes(`map\n${rows}\nend`), expected.join("\n"));
const undo = (window) => window.evaluate(() => dungeonPage.editor.focus()).then(() => window.keyboard.press("Control+z"));

/** Returns the middle of a cell on the screen. */
async function middle(window, [x, y]) {
  const row = await window.locator(".map-row").nth(y).boundingBox();
  const [cell, padding] = await window.evaluate(() => [dungeonPage.editor.defaultCharacterWidth, parseFloat(getComputedStyle(document.querySelector(".cm-line")).paddingLeft)]);
  return [row.x + padding + (x + 0.5) * cell, row.y + row.height / 2];
}

async function drag(window, from, to, { button = "left" } = {}) {
  await window.mouse.move(...await middle(window, from));
  await window.mouse.down({ button });
  await window.mouse.move(...await middle(window, to), { steps: 8 });
  await window.mouse.up({ button });
}

/** Returns a function to the middle of the board's cell that is some columns right of the hero. */
async function besideHero(window) {
  const [x, y, width] = await window.evaluate(() => {
    const { board } = dungeonPage.play;
    const y = board.frame.lines.findIndex((line) => line.includes("@"));
    const box = board.element.getBoundingClientRect();
    return [box.left + (board.frame.lines[y].indexOf("@") + 0.5) * board.cell.width, box.top + (y + 0.5) * board.cell.height, board.cell.width];
  });
  return (columns) => [x + columns * width, y];
}

const chip = (window, glyph) => window.locator(`#palette [data-glyph="${glyph}"]`);

test("the palette has the file's own glyphs with names and colors", async (t) => {
  const window = await on(t);
  await brushOn(window);
  assert.match(await chip(window, "k").textContent(), /^k brass key$/);
  assert.equal(await chip(window, "k").locator("b").getAttribute("class"), "ink-yellow");
  assert.match(await chip(window, "w").textContent(), /wanderer/);
  assert.match(await chip(window, "#").textContent(), /wall/);
  const used = await window.locator("#palette .glyph:not(.unused)").allTextContents();
  assert.ok(used.some((one) => one.includes("wanderer")) && !used.some((one) => one.includes("ghost")), used.join());
});

test("a drag paints each cell that it passes, and is one undo", async (t) => {
  const window = await on(t);
  await brushOn(window);
  await chip(window, "k").click();
  await drag(window, [2, 1], [7, 1]);
  await hasRows(window, [ROWS[0], "#@kkkkkk.#", ...ROWS.slice(2)]);
  await drag(window, [2, 3], [3, 3]);
  await hasRows(window, [ROWS[0], "#@kkkkkk.#", ROWS[2], "#.kk.....#", ROWS[4]]);
  await undo(window);
  await hasRows(window, [ROWS[0], "#@kkkkkk.#", ...ROWS.slice(2)]);
  await undo(window);
  assert.equal(await text(window), HALL);
});

test("the stroke is shown while the button is down, and the text changes when it is up", async (t) => {
  const window = await on(t);
  await brushOn(window);
  await window.mouse.move(...await middle(window, [3, 3]));
  await window.mouse.down();
  await window.mouse.move(...await middle(window, [5, 3]), { steps: 4 });
  assert.equal((await window.locator(".cm-line .drawn").allTextContents()).join(""), "###");
  assert.equal(await text(window), HALL);
  await window.mouse.up();
  await hasRows(window, [...ROWS.slice(0, 3), "#..###...#", ROWS[4]]);
  assert.equal(await window.locator(".cm-line .drawn").count(), 0);
});

test("Shift paints a rectangle", async (t) => {
  const window = await on(t);
  await brushOn(window);
  await chip(window, "k").click();
  await window.keyboard.down("Shift");
  await drag(window, [6, 1], [8, 3]);
  await window.keyboard.up("Shift");
  await hasRows(window, [ROWS[0], "#@....kkk#", "#...w.kkk#", "#.....kkk#", ROWS[4]]);
});

test("box, frame, line and fill draw their shapes", async (t) => {
  const window = await on(t);
  await brushOn(window, "line");
  await drag(window, [3, 1], [6, 3]);
  await hasRows(window, [ROWS[0], "#@.#.....#", "#...##...#", "#.....#..#", ROWS[4]]);
  await undo(window);
  await window.click("#brush-frame");
  await drag(window, [2, 1], [4, 3]);
  await hasRows(window, [ROWS[0], "#@###....#", "#.#.#....#", "#.###....#", ROWS[4]]);
  await undo(window);
  await window.click("#brush-box");
  await drag(window, [7, 3], [6, 2]);
  await hasRows(window, [ROWS[0], ROWS[1], "#...w.##.#", "#.....##.#", ROWS[4]]);
  await undo(window);
  await window.click("#brush-fill");
  await chip(window, "k").click();
  await drag(window, [3, 3], [3, 3]);
  await hasRows(window, [ROWS[0], "#@kkkkkkk#", "#kkkwkkkk#", "#kkkkkkkk#", ROWS[4]]);
});

test("a right click picks the glyph of a cell", async (t) => {
  const window = await on(t);
  await brushOn(window);
  await drag(window, [4, 2], [4, 2], { button: "right" });
  assert.equal(await chip(window, "w").getAttribute("aria-pressed"), "true");
  assert.equal(await text(window), HALL);
  await drag(window, [7, 3], [7, 3]);
  await hasRows(window, [...ROWS.slice(0, 3), "#......w.#", ROWS[4]]);
});

test("a moved block takes its records along when asked", async (t) => {
  const window = await on(t);
  await brushOn(window, "select");
  await drag(window, [4, 2], [5, 2]);
  await drag(window, [4, 2], [6, 3]);
  await hasRows(window, [ROWS[0], ROWS[1], "#........#", "#.....w..#", ROWS[4]]);
  assert.match(await text(window), /^w 7 4 health=9$/m);
  assert.match(await text(window), /in=2,2\.\.4,4/);
  await undo(window);
  assert.equal(await text(window), HALL);
  await window.uncheck("#follows");
  await drag(window, [4, 2], [5, 2]);
  await drag(window, [4, 2], [6, 3]);
  await hasRows(window, [ROWS[0], ROWS[1], "#........#", "#.....w..#", ROWS[4]]);
  assert.match(await text(window), /^w 5 3 health=9$/m);
});

test("a block is copied and mirrored", async (t) => {
  const window = await on(t);
  await brushOn(window, "select");
  await window.check("#copying");
  await drag(window, [4, 2], [5, 2]);
  await drag(window, [4, 2], [6, 3]);
  await hasRows(window, [...ROWS.slice(0, 3), "#.....w..#", ROWS[4]]);
  assert.match(await text(window), /^w 5 3 health=9$/m);
  await window.click("#mirror-x");
  await hasRows(window, [...ROWS.slice(0, 3), "#......w.#", ROWS[4]]);
  await undo(window);
  await undo(window);
  assert.equal(await text(window), HALL);
  await drag(window, [4, 1], [4, 2]);
  await window.click("#mirror-y");
  await hasRows(window, [ROWS[0], "#@..w....#", "#........#", ROWS[3], ROWS[4]]);
  assert.match(await text(window), /^w 5 2 health=9$/m);
});

test("dragging an edge changes the size, and rows stay straight", async (t) => {
  const window = await on(t);
  await brushOn(window);
  const pull = async (side, dx, dy) => {
    // A change draws the handles anew in the next frame.
    await window.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    const middle = await window.waitForFunction((side) => {
      const box = document.querySelector(`.map-edge.${side}`)?.getBoundingClientRect();
      return box?.width && [box.x + box.width / 2, box.y + box.height / 2];
    }, side);
    const [x, y] = await middle.jsonValue();
    const [cell, line] = await window.evaluate(() => [dungeonPage.editor.defaultCharacterWidth, dungeonPage.editor.defaultLineHeight]);
    await window.mouse.move(x, y);
    await window.mouse.down();
    await window.mouse.move(x + dx * cell, y + dy * line, { steps: 5 });
    await window.mouse.up();
  };
  const back = async () => {
    await undo(window);
    await hasRows(window, ROWS);
  };
  await pull("right", 2, 0);
  await hasRows(window, ROWS.map((row) => `${row}##`));
  await back();
  await pull("bottom", 0, 1);
  await hasRows(window, [...ROWS, ROWS[0]]);
  await back();
  await pull("left", -1, 0);
  await hasRows(window, ROWS.map((row) => `#${row}`));
  assert.match(await text(window), /^w 6 3 health=9$/m);
  assert.match(await text(window), /in=3,2\.\.5,4/);
  await back();
  assert.equal(await text(window), HALL);
  await pull("top", 0, 1);
  await hasRows(window, ROWS.slice(1));
  await back();
  await window.fill("#map-width", "12");
  await window.press("#map-width", "Enter");
  await hasRows(window, ROWS.map((row) => `${row}##`));
});

test("new… asks what a glyph is and writes its declaration", async (t) => {
  const window = await on(t);
  await brushOn(window);
  await window.click("#new-glyph");
  const dialog = window.locator("#new-glyph-dialog");
  await dialog.locator("[name=sort]").selectOption({ label: "terrain: water or a chasm" });
  await dialog.locator("[name=glyph]").fill("k");
  await dialog.locator("[name=called]").fill("deep \"water\"");
  await dialog.getByRole("button", { name: "Declare" }).click();
  await window.locator("#toast.shown", { hasText: "has a meaning already" }).waitFor();
  await dialog.locator("[name=glyph]").fill("~");
  await dialog.getByRole("button", { name: "Declare" }).click();
  await chip(window, "~").waitFor();
  assert.match(await text(window), /^item k .*\ntile ~ "deep \\"water\\"" walk=no see=yes\n/);
  assert.equal(await chip(window, "~").getAttribute("aria-pressed"), "true");
  await drag(window, [2, 1], [3, 1]);
  await hasRows(window, [ROWS[0], "#@~~.....#", ...ROWS.slice(2)]);
});

test("a finger draws and resizes on a phone", async (t) => {
  const window = await on(t, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await window.tap("#tab-text");
  await window.tap("#brush-on");
  await window.waitForSelector(".map-row");
  await chip(window, "k").tap();
  const touch = await window.context().newCDPSession(window);
  const finger = async (from, to) => {
    const send = (type, points) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
    await send("touchStart", [from]);
    for (const part of [0.3, 0.6, 1]) await send("touchMove", [[from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]]);
    await send("touchEnd", []);
  };
  const scroll = await window.evaluate(() => dungeonPage.editor.scrollDOM.scrollTop);
  await finger(await middle(window, [2, 1]), await middle(window, [2, 3]));
  await hasRows(window, [ROWS[0], "#@k......#", "#.k.w....#", "#.k......#", ROWS[4]]);
  assert.equal(await window.evaluate(() => dungeonPage.editor.scrollDOM.scrollTop), scroll);
  assert.equal(await window.evaluate(() => document.activeElement.className.includes("cm-content")), false, "the keyboard stays closed");
  const edge = await window.locator(".map-edge.right").boundingBox();
  const cell = await window.evaluate(() => dungeonPage.editor.defaultCharacterWidth);
  const from = [edge.x + edge.width / 2, edge.y + edge.height / 2];
  await finger(from, [from[0] + cell, from[1]]);
  assert.deepEqual((await rows(window)).map((row) => row.length), [11, 11, 11, 11, 11]);
  const small = await window.locator("#palette button").evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 40).length);
  assert.equal(small, 0, "buttons are large enough for a finger");
  assert.ok(await window.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await window.evaluate(() => { dungeonPage.editor.dispatch({ changes: { from: dungeonPage.editor.state.doc.length, insert: `// ${"wide ".repeat(80)}` } }); });
  const drawn = await text(window);
  const [one, two] = [await middle(window, [2, 2]), await middle(window, [6, 2])];
  const send = (type, points) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  await send("touchStart", [one]);
  await send("touchStart", [one, two]);
  await send("touchMove", [one, [two[0] - 30, two[1]]]);
  await send("touchEnd", []);
  assert.equal(await window.evaluate(() => dungeonPage.editor.scrollDOM.scrollLeft), 30, "a second finger scrolls");
  assert.equal(await text(window), drawn);
  await window.tap("#tab-play");
  assert.ok(await window.isVisible("#palette"), "the palette is above the board, too");
  await chip(window, "#").tap();
  const spot = await besideHero(window);
  await finger(spot(2), spot(4));
  await window.waitForFunction(() => /^#@k###/m.test(dungeonPage.text()));
});

test("a block that is selected on the board can be moved, copied and mirrored", async (t) => {
  const window = await on(t);
  await brushOn(window);
  await window.click("#brush-select");
  const spot = await besideHero(window);
  const row = await window.evaluate(() => dungeonPage.play.board.cell.height);
  const dragOnBoard = async ([x, y], to, rows = 0) => {
    await window.mouse.move(x, y);
    await window.mouse.down();
    await window.mouse.move(to[0], to[1] + rows * row, { steps: 4 });
    await window.mouse.up();
  };
  await dragOnBoard(spot(1), spot(3), 1);
  await window.waitForFunction(() => document.querySelectorAll("#board .drawn").length > 0);
  await window.waitForFunction(() => !document.querySelector("#mirror-x").disabled);
  await dragOnBoard(spot(2), spot(4));
  await hasRows(window, [...ROWS.slice(0, 2), "#.....w..#", ...ROWS.slice(3)]);
  assert.match(await text(window), /^w 7 3 health=9$/m);
  await window.waitForFunction(() => dungeonPage.play.board.frame.lines.some((line) => line.includes("w..#")));
  await window.click("#mirror-x");
  await window.waitForFunction((text) => dungeonPage.text() === text, HALL);
  await window.check("#copying");
  await dragOnBoard(spot(4), spot(6));
  await hasRows(window, [...ROWS.slice(0, 2), "#...w.w..#", ...ROWS.slice(3)]);
  assert.match(await text(window), /^w 5 3 health=9$/m);
});

test("painting on the board changes the text, and the game goes on", async (t) => {
  const window = await on(t);
  await press(window, "l");
  await brushOn(window);
  await chip(window, "#").click();
  const spot = await besideHero(window);
  await window.mouse.move(...spot(2));
  await window.mouse.down();
  await window.mouse.move(...spot(4), { steps: 4 });
  await window.mouse.up();
  await hasRows(window, [ROWS[0], "#@..###..#", ...ROWS.slice(2)]);
  await window.waitForFunction(() => dungeonPage.play.board.frame.lines.some((line) => line.includes(".@.###")));
  await undo(window);
  assert.equal(await text(window), HALL);
  await window.click("#brush-on");
  await window.waitForFunction(() => dungeonPage.play.board.frame.lines.some((line) => line.includes(".@......")));
  await press(window, "l");
  await atRest(window);
});

test("a stroke on another level shows the palette of that level", async (t) => {
  const window = await on(t, { text: `${HALL}\nlevel "Below"\nmap\n####\n#.X#\n####\nend\nmark X + name="iron gate"\n` });
  await brushOn(window);
  assert.equal(await chip(window, "X").count(), 0);
  await drag(window, [1, 6], [1, 6]);
  await chip(window, "X").waitFor();
  assert.match(await chip(window, "X").textContent(), /door|gate/);
  assert.equal(await window.inputValue("#map-width"), "4");
});

test("a broken file can be drawn on", async (t) => {
  const window = await on(t, { text: "kind\nmap\n#####\n#@.o#\n#####\nend\nw 99 99 bad=\n" });
  await brushOn(window);
  await drag(window, [3, 1], [3, 1]);
  await hasRows(window, ["#####", "#@.##", "#####"]);
});

/** Puts the cursor on a cell. */
const cursor = (window, [x, y]) => window.evaluate(([x, y]) => {
  const { editor } = dungeonPage;
  const line = dungeonPage.text().split("\n").indexOf("map") + 2 + y;
  editor.dispatch({ selection: { anchor: editor.state.doc.line(line).from + x } });
  editor.focus();
}, [x, y]);

test("Insert toggles overwrite mode, and typing keeps rows straight", async (t) => {
  const window = await on(t);
  await cursor(window, [2, 1]);
  await window.keyboard.press("Insert");
  assert.equal(await window.getAttribute("#overwrite", "aria-pressed"), "true");
  await window.keyboard.type("##k");
  await hasRows(window, [ROWS[0], "#@##k....#", ...ROWS.slice(2)]);
  await window.keyboard.press("Backspace");
  await hasRows(window, [ROWS[0], "#@##.....#", ...ROWS.slice(2)]);
  await cursor(window, [9, 1]);
  await window.keyboard.type("#x");
  await window.keyboard.press("Enter");
  await window.keyboard.type("+");
  await hasRows(window, [ROWS[0], "#@##.....#", "+...w....#", ...ROWS.slice(3)]);
  await window.keyboard.press("Insert");
  await cursor(window, [2, 3]);
  await window.keyboard.type("#");
  await hasRows(window, [ROWS[0], "#@##.....#", "+...w....#", "#.#.......#", ROWS[4]]);
});

test("Alt+Shift+arrows select a block, which is filled, moved, copied and pasted", async (t) => {
  const window = await on(t);
  await window.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await cursor(window, [4, 2]);
  for (const key of ["ArrowRight", "ArrowRight", "ArrowDown"]) await window.keyboard.press(`Alt+Shift+${key}`);
  assert.deepEqual(await window.evaluate(() => dungeonPage.editor.state.selection.ranges.map(({ from, to }) => dungeonPage.editor.state.sliceDoc(from, to))), ["w.", ".."]);
  await window.keyboard.press("Alt+ArrowRight");
  await hasRows(window, [ROWS[0], ROWS[1], "#....w...#", ROWS[3], ROWS[4]]);
  assert.match(await text(window), /^w 6 3 health=9$/m);
  await window.keyboard.press("Control+c");
  await window.keyboard.type("#");
  await hasRows(window, [ROWS[0], ROWS[1], "#....##..#", "#....##..#", ROWS[4]]);
  await window.keyboard.press("Delete");
  await hasRows(window, [ROWS[0], ROWS[1], "#........#", "#........#", ROWS[4]]);
  await cursor(window, [7, 1]);
  await window.keyboard.press("Control+v");
  await hasRows(window, [ROWS[0], "#@.....w.#", "#........#", ...ROWS.slice(3)]);
});

test("Tab reaches the whole toolbar, and every control has a name", async (t) => {
  const window = await on(t);
  await brushOn(window, "select");
  await window.focus("#brush-on");
  const reached = new Set();
  for (let presses = 0; presses < 60; presses += 1) {
    reached.add(await window.evaluate(() => document.activeElement.id || document.activeElement.dataset.glyph));
    await window.keyboard.press("Tab");
  }
  const controls = await window.locator("#brush :is(button, input):enabled").evaluateAll((all) => all.map((one) => one.id || one.dataset.glyph));
  assert.deepEqual(controls.filter((id) => !reached.has(id)), []);
  const names = await window.locator("#brush :is(button, input)").evaluateAll((all) => all.map((one) => (one.getAttribute("aria-label") || one.labels?.[0]?.textContent || one.textContent).trim()));
  assert.ok(names.every((name) => /\w/.test(name)), names.join("|"));
});
