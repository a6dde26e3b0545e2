// `dungeon web`: the program serves the page and the file that its author edits.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { after, before, test } from "node:test";
import { atRest, frame, open, press, program, visit } from "./browser.js";

const HALL = 'title "The Hall"\nmap\n########\n#@.....#\n#....$.#\n########\nend\n';

let site, served, address, file;
before(async () => {
  site = await open();
  file = path.join(site.folder, "hall.dng");
  fs.writeFileSync(file, HALL);
  served = spawn(program, ["web", "--port", "0", file]);
  let told = "";
  address = await new Promise((found, failed) => {
    served.stdout.on("data", (bytes) => {
      told += bytes;
      const line = told.match(/^Serving (http:\/\/127\.0\.0\.1:\d+\/) until Ctrl-C\n/);
      if (line) found(line[1]);
    });
    served.stderr.on("data", (bytes) => failed(new Error(String(bytes))));
    served.on("exit", () => failed(new Error("it ended")));
  });
});
after(async () => {
  served.removeAllListeners("exit");
  served.kill();
  await site.close();
});

/** Returns the answer to a request. */
const answer = (options, way = "/") => new Promise((found, failed) => {
  const { hostname, port } = new URL(address);
  const request = http.request({ hostname, port, path: way, ...options }, (answer) => {
    answer.resume();
    found(answer);
  });
  request.on("error", failed);
  request.end();
});

const status = async (options, way) => (await answer(options, way)).statusCode;

test("the page shows the file, and reloads it when it is saved", async () => {
  const window = await site.window();
  await visit(window, address);
  await window.waitForFunction((text) => dungeonPage.text() === text, HALL);
  assert.equal(await window.locator("#name").inputValue(), "hall.dng");
  await press(window, "l");
  assert.match(await frame(window), /turn 1\n/);
  // Editors save a file by renaming another one.
  const next = HALL.replace("$.#", ".$#");
  fs.writeFileSync(`${file}.new`, next);
  fs.renameSync(`${file}.new`, file);
  await window.waitForFunction((text) => dungeonPage.text() === text, next);
  await window.waitForFunction(() => document.querySelector("#board").textContent.includes("....$#"));
  await atRest(window);
  // The hero is still on the same cell.
  assert.match(await frame(window), /#\.@\.\.\.\.#/);
  assert.deepEqual(window.faults, []);
});

test("edits in the page stay as a draft beside the file, which is what a visit shows", async () => {
  const window = await site.window({ serviceWorkers: "allow" });
  await visit(window, address);
  await window.evaluate(() => {
    dungeonPage.editor.dispatch({ changes: { from: 0, insert: "// edited in the page\n" } });
    return dungeonPage.keepNow();
  });
  const next = `// saved elsewhere\n${HALL}`;
  fs.writeFileSync(file, next);
  await window.waitForFunction((text) => dungeonPage.text() === text, next);
  await window.locator("#toast", { hasText: "Your edits are the draft hall.dng." }).waitFor();
  const drafts = () => window.evaluate(async () => (await dungeonPage.drafts.store.list()).map(({ text }) => text.split("\n")[0]));
  assert.deepEqual(await drafts(), ["// edited in the page"]);
  await press(window, "l");
  await window.evaluate(() => dungeonPage.keepNow());
  assert.deepEqual(await drafts(), ["// saved elsewhere", "// edited in the page"]);
  fs.writeFileSync(file, HALL);
  await window.waitForFunction((text) => dungeonPage.text() === text, HALL);
  await visit(window, address);
  assert.equal(await window.evaluate(() => dungeonPage.text()), HALL);
  await atRest(window);
  assert.match(await frame(window), /#\.@\.\.\.\.#/, "the hero is still on the same cell");
  assert.equal((await drafts()).length, 2);
  assert.equal(fs.readFileSync(file, "utf8"), HALL);
  assert.deepEqual(await window.evaluate(() => navigator.serviceWorker?.getRegistrations() ?? []), [], "no page is kept for other files");
  assert.deepEqual(window.faults, []);
});

test("the server sends the policy of the page, which its files and workers obey", async () => {
  const sent = await fetch(address);
  const [, declared] = (await sent.text()).match(/http-equiv="Content-Security-Policy" content="([^"]+)"/);
  assert.equal(sent.headers.get("content-security-policy"), declared);
  const worker = await fetch(new URL("worker.js", address));
  assert.equal(worker.headers.get("content-security-policy"), declared);
});

test("other sites are refused, and other files are not served", async () => {
  assert.equal(await status({}), 200);
  assert.equal(await status({}, "/served.json"), 200);
  assert.equal(await status({ method: "HEAD" }), 200);
  assert.equal(await status({ method: "POST" }), 405);
  assert.equal(await status({ headers: { host: "dungeon.example" } }), 403);
  assert.equal(await status({ headers: { origin: "http://dungeon.example" } }, "/served.json"), 403);
  const { headers } = await answer({}, "/manifest.webmanifest");
  assert.equal(headers["content-type"], "application/manifest+json");
  for (const way of ["/../Cargo.toml", "/%2e%2e/Cargo.toml", `/${file}`, "//etc/passwd", "/served.json/..", "/none"]) {
    assert.equal(await status({}, way), 404, way);
  }
});

test("a taken port and a missing file are reported", () => {
  const { port } = new URL(address);
  const taken = spawnSync(program, ["web", "--port", port], { encoding: "utf8" });
  assert.equal(taken.status, 2);
  assert.match(taken.stderr, new RegExp(`cannot serve on port ${port}: .*choose another with \`--port\``));
  const missing = spawnSync(program, ["web", "--port", "0", "none.dng"], { encoding: "utf8" });
  assert.equal(missing.status, 2);
  assert.match(missing.stderr, /cannot read none\.dng/);
});
