// Shared by the tests: the site on localhost, and a Chromium that can reach nothing else.
import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import zlib from "node:zlib";
import { chromium } from "playwright-core";

export const web = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
export const root = path.dirname(web);
export const program = process.env.DUNGEON ?? path.join(root, "target/debug/dungeon");

const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", json: "application/json", wasm: "application/wasm", svg: "image/svg+xml", png: "image/png",
  webmanifest: "application/manifest+json" };

const compressed = new Map();

/** Returns a file as a web server compresses it. */
export function brotli(file) {
  if (!compressed.has(file)) compressed.set(file, zlib.brotliCompressSync(fs.readFileSync(file), { params: { [zlib.constants.BROTLI_PARAM_LGWIN]: 24 } }));
  return compressed.get(file);
}

/** Serves the site on a free port of localhost, like any static host. */
export async function serve(dist, isCompressed = false) {
  const server = http.createServer((request, response) => {
    const name = path.normalize(new URL(request.url, "http://localhost").pathname).replace(/\/$/, "/index.html");
    const file = path.join(dist, name);
    if (!file.startsWith(dist) || !fs.existsSync(file)) return response.writeHead(404).end();
    response.setHeader("content-type", TYPES[path.extname(file).slice(1)] ?? "application/octet-stream");
    if (isCompressed) return response.writeHead(200, { "content-encoding": "br" }).end(brotli(file));
    fs.createReadStream(file).pipe(response);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { server, address: `http://127.0.0.1:${server.address().port}/` };
}

/** Makes `waitForFunction` of a window wait for functions that are async, too: Playwright takes their promise for true. */
function waitForPromises(window) {
  const wait = window.waitForFunction.bind(window);
  window.waitForFunction = async (asked, detail) => {
    const end = Date.now() + 30_000;
    while (Date.now() < end) {
      const answer = await wait(asked, detail);
      if (await answer.evaluate((one) => Boolean(one))) return answer;
    }
    throw new Error(`after 30 seconds still not true: ${asked}`);
  };
}

/** A browser and the site. `close` ends both, and fails if the page tried to reach another host, which is blocked. */
export async function open(dist = path.join(web, "dist"), { isCompressed = false } = {}) {
  const { server, address } = await serve(dist, isCompressed);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dungeon-page-"));
  const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((one) => fs.existsSync(one));
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"];
  const browser = await chromium.launch({ executablePath, headless: true, args });
  const left = [];
  return {
    address, folder, dist,
    /** A window without saved data, and without a service worker, which would store the site each time. */
    async window(options = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block", ...options });
      await context.route("**", (route) => {
        const url = route.request().url();
        if (/^(http:\/\/127\.0\.0\.1:|blob:|data:)/.test(url)) return route.continue();
        left.push(url);
        return route.abort();
      });
      context.on("page", waitForPromises);
      const page = await context.newPage();
      page.faults = [];
      page.on("pageerror", (error) => page.faults.push(String(error)));
      page.on("console", (line) => { if (line.type() === "error") page.faults.push(line.text()); });
      return page;
    },
    async close() {
      await browser.close();
      server.close();
      fs.rmSync(folder, { recursive: true, force: true });
      assert.deepEqual(left, [], "no request leaves localhost");
    },
  };
}

/** Opens a window for one test. Errors in it fail the test. */
export async function windowOf(t, site, options) {
  const window = await site.window(options);
  t.after(async () => {
    assert.deepEqual(window.faults, []);
    await window.context().close();
  });
  return window;
}

/** Opens a window on the page for one test, and waits until the page answers. Errors in it fail the test. */
export async function pageOf(t, site, options, address = site.address) {
  const window = await windowOf(t, site, options);
  await visit(window, address);
  return window;
}

/** Opens the page, and waits until it answers. */
export async function visit(window, address) {
  await window.goto(address);
  await window.waitForSelector("body[data-ready=yes]");
}

/** Opens a text like a dropped file. */
export async function openText(window, name, text) {
  await window.evaluate(([name, text]) => window.dungeonPage.openFile(new File([text], name)), [name, text]);
}

/** Returns the worker of an engine: `reader` or `game`. */
export async function worker(window, name) {
  const names = await Promise.all(window.workers().map((one) => one.evaluate(() => self.name)));
  return window.workers()[names.indexOf(name)];
}

/** Presses a key of the keyboard on the board, and waits until the board is at rest. */
export async function press(window, key) {
  await window.locator("#board").press(key);
  await atRest(window);
}

export const atRest = (window) => window.waitForFunction(() => document.querySelector("#board").dataset.rest === "yes");

/** Returns the frame of the board as text, read from the drawn elements. */
export const frame = (window) => window.evaluate(() => {
  const rows = [...document.querySelectorAll("#board > div")].map((row) => `|${row.textContent}|`);
  const columns = [...rows[0]].length - 2;
  return [`${columns}x${rows.length} turn ${document.querySelector("#board").dataset.turn}`, ...rows].join("\n");
});
