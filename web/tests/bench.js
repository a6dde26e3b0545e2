// Prints how long the page keeps its user waiting: `npm run bench`. Nothing is asserted, since machines differ.
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { brotli, open, openText, root, visit } from "./browser.js";
import { largeMap, longText } from "./large.js";

const site = await open();
const window = await site.window();
const browser = window.context().browser();
await window.addInitScript(() => {
  window.long = [];
  new PerformanceObserver((list) => window.long.push(...list.getEntries())).observe({ type: "longtask", buffered: true });
});

const rows = [];

/** Notes the time of an action, its tasks over 50 ms as the page sees them, and its longest task in processor time, which does
    not count other programs of a busy machine. */
async function measure(what, act) {
  await window.evaluate(() => { if (window.long) window.long.length = 0; });
  await browser.startTracing(window, { categories: ["toplevel", "__metadata"] });
  const begun = performance.now();
  await act();
  const time = performance.now() - begun;
  const tasks = mainTasks(JSON.parse(await browser.stopTracing()).traceEvents);
  const long = await window.evaluate(() => window.long.length);
  rows.push({ what, ms: Math.round(time), "long tasks": long, "longest task, processor ms": Math.round(Math.max(0, ...tasks)) });
}

/** Returns the processor times of the tasks of the page's main thread, in milliseconds. */
function mainTasks(events) {
  const thread = ({ pid, tid }) => `${pid}:${tid}`;
  const main = new Set(events.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(thread));
  const tasks = events.filter((event) => event.name.endsWith("RunTask") && main.has(thread(event)));
  return tasks.map(({ tdur }) => (tdur ?? 0) / 1000);
}

const current = () => window.locator("#console:not(.earlier)").waitFor();

/** Types into a line of the text, one letter after the other. */
async function type(line) {
  await window.evaluate(async (line) => {
    const editor = await dungeonPage.pane.edit();
    editor.dispatch({ selection: { anchor: editor.state.doc.line(line).to }, scrollIntoView: true });
    editor.focus();
  }, line);
  await window.keyboard.type("// one two three", { delay: 60 });
  await current();
}

await measure("start", async () => { await visit(window, site.address); await current(); });
await window.click("#tab-examples");
const cards = window.locator("#examples li");
await cards.first().waitFor();
for (let nth = 0; nth < await cards.count(); nth += 1) {
  await window.click("#tab-examples");
  const [title] = (await cards.nth(nth).locator(".quiet").textContent()).split(",");
  const mine = cards.nth(nth).getByRole("button", { name: "Open as mine" });
  await measure(`open ${title}`, async () => { await mine.click(); await current(); });
  await measure(`type in ${title}`, () => type(3));
}
for (const [name, text] of [["long.dng", longText()], ["map.dng", largeMap()]]) {
  await measure(`open ${name}`, async () => { await openText(window, name, text); await current(); });
  for (const line of [3, 100]) await measure(`type in line ${line} of ${name}`, () => type(line));
  await measure(`scroll ${name}`, async () => {
    for (let line = 1; line < 200; line += 20) {
      await window.evaluate((line) => {
        const { editor } = dungeonPage;
        editor.dispatch({ selection: { anchor: editor.state.doc.line(line).to }, scrollIntoView: true });
      }, line);
    }
    await current();
  });
}
console.table(rows);

await openText(window, "crypt.dng", fs.readFileSync(path.join(root, "dungeons/crypt.dng"), "utf8"));
// The times of 200 keys until their frames are drawn, in ascending order.
const steps = await window.evaluate(async () => {
  const { press, board } = dungeonPage.play;
  const times = [];
  for (const key of "llhhjjkk".repeat(25)) {
    const begun = performance.now();
    await press(key);
    board.element.getBoundingClientRect();
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b);
});
console.log(`a key of the crypt until its frame is drawn: ${steps[100].toFixed(1)} ms (median of 200), ${steps[199].toFixed(1)} ms (most)`);

/** Returns the files of a first visit that the page needs to be ready, and the time until then in milliseconds. */
async function firstVisit(site, mbit) {
  const window = await site.window();
  const client = await window.context().newCDPSession(window);
  await client.send("Network.enable");
  const bytes = mbit ? (mbit * 1e6) / 8 : -1;
  await client.send("Network.emulateNetworkConditions", { offline: false, latency: mbit ? 20 : 0, downloadThroughput: bytes, uploadThroughput: bytes });
  const files = new Set();
  window.on("request", (request) => files.add(path.basename(new URL(request.url()).pathname) || "index.html"));
  await visit(window, site.address);
  const ready = await window.evaluate(() => performance.getEntriesByName("ready")[0].startTime);
  await window.context().close();
  return { ready, files: [...files].filter((name) => fs.existsSync(path.join(site.dist, name))) };
}

const fast = await open(undefined, { isCompressed: true });
const { files } = await firstVisit(fast);
for (const mbit of [null, 4]) {
  const times = [];
  for (let nth = 0; nth < 5; nth += 1) times.push((await firstVisit(fast, mbit)).ready);
  console.log(`a first visit is ready after ${Math.round(times.sort((a, b) => a - b)[2])} ms (median of 5) ${mbit ? `at ${mbit} Mbit/s` : "from localhost"}`);
}
await fast.close();

const kb = (bytes) => `${Math.round(bytes / 1000)} kB`;
console.table(fs.readdirSync(site.dist).map((name) => {
  const file = path.join(site.dist, name);
  const bytes = fs.readFileSync(file);
  return { file: name, first: files.includes(name), size: kb(bytes.length), gzip: kb(zlib.gzipSync(bytes, { level: 9 }).length), brotli: kb(brotli(file).length) };
}));
console.log(`a first visit loads ${kb(files.reduce((sum, name) => sum + brotli(path.join(site.dist, name)).length, 0))} (brotli)`);
await site.close();
