// `web/build` with stand-ins for the compilers: which way it builds, and what it prints if the code is wrong.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { web } from "./browser.js";

/** Runs the script with a `cargo` that builds no dungeon, in a copy without a site. Returns its exit code, its messages and the
    number of builds. `printed` is what `cargo` writes to its output with the standard library. */
function build(t, printed) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dungeon-build-"));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  const write = (name, script) => fs.writeFileSync(path.join(folder, name), `#!/usr/bin/env bash\n${script}\n`, { mode: 0o755 });
  for (const made of ["engine", "lib/rustlib/src/rust/library", "lib/rustlib/wasm32-unknown-unknown/lib"]) {
    fs.mkdirSync(path.join(folder, made), { recursive: true });
  }
  fs.writeFileSync(path.join(folder, "lib/rustlib/src/rust/library/Cargo.lock"), "");
  write("rustc", `[ "$*" = "--print sysroot" ] && echo "${folder}"; exit 0`);
  write("rustup", "exit 1");
  write("cargo", `echo build >>"${folder}/builds"; echo "error: wrong code" >&2; [[ $* = *build-std=* ]] && echo '${printed}'; exit 101`);
  fs.copyFileSync(path.join(web, "build"), path.join(folder, "build"));
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const { status, stderr } = spawnSync(path.join(folder, "build"), { env, encoding: "utf8" });
  return { status, stderr, builds: fs.readFileSync(path.join(folder, "builds"), "utf8").split("\n").length - 1 };
}

const artifact = (name) => JSON.stringify({ reason: "compiler-artifact", target: { kind: ["lib"], name } });

test("an error of the code is printed once, and ends the build", (t) => {
  const { status, stderr, builds } = build(t, `${artifact("core")}\n${artifact("std")}\n${artifact("dungeon_model")}`);
  assert.equal(status, 1);
  assert.equal(stderr, "error: wrong code\n");
  assert.equal(builds, 1);
});

test("a standard library that cannot be built is replaced by the precompiled one", (t) => {
  const { status, stderr, builds } = build(t, artifact("core"));
  assert.equal(status, 101);
  assert.match(stderr, /cannot build the standard library for size/);
  assert.equal(builds, 2);
});
