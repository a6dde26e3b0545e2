// Builds the site in dist/ around the modules of `web/build`: bundles the scripts with esbuild and converts docs/ and
// dungeons/ into pages, explanations and examples.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { Marked } from "marked";
import { Instance } from "./src/instance.js";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(here);
const dist = path.join(here, "dist");
const read = (...parts) => fs.readFileSync(path.join(...parts), "utf8");

/** The format's pages in reading order. */
const PAGES = ["README", "cheat-sheet", "first-dungeon", "levels", "monsters", "chance", "sharing", "play", "causes", "tests",
  "siege", "arena", "tactics", "reference", "GRAMMAR"];

/** The bundled dungeons in the order of the program's menu. */
const DUNGEONS = [...read(root, "src/cli/game/shipped.rs").matchAll(/"(?:\.\.\/)+dungeons\/([\w-]+\.dng)"/g)].map((found) => found[1]);

/** Modules of the page and its worker. */
const MODULES = ["engine.wasm", "players.wasm"];

/** Returns a heading's anchor, the same as on GitHub. */
const slug = (text) => text.toLowerCase().replace(/<[^>]*>|[^\p{L}\p{N}\s_-]/gu, "").trim().replace(/\s/g, "-");

/** Converts Markdown to HTML. Links to format pages work; other relative links become plain text. */
function html(markdown, page) {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const level = Math.min(depth + 1, 6);
        return `<h${level} id="${slug(text)}">${this.parser.parseInline(tokens)}</h${level}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const [, file, part] = /^(?:\.\.\/|format\/)?([\w-]*?)(?:\.md)?(?:#(.*))?$/.exec(href) ?? [];
        if (file === undefined || (file && !PAGES.includes(file))) return `<span class="elsewhere">${words}</span>`;
        return `<a href="#" data-page="${file || page}" data-part="${part ?? ""}">${words}</a>`;
      },
      image: ({ text }) => text,
      html: () => "",
    },
  });
  return marked.parse(markdown);
}

function pages() {
  return PAGES.map((id) => {
    const markdown = read(root, id === "GRAMMAR" ? "docs" : "docs/format", `${id}.md`);
    const title = /^# (.*)$/m.exec(markdown)[1].replace(/`/g, "");
    return { id, title, html: html(markdown, id) };
  });
}

function explanations() {
  const folder = path.join(root, "docs/diagnostics");
  const names = fs.readdirSync(folder).filter((name) => name.endsWith(".md")).sort();
  return Object.fromEntries(names.map((name) => [name.slice(0, -3), html(read(folder, name), "")]));
}

/** The columns and rows of the pictures of dungeons. */
const PICTURE = [46, 16];

/** Returns the bundled dungeons with pictures of their first turns, drawn by the engine of the page. */
function examples(engine) {
  return DUNGEONS.map((name) => {
    const text = read(root, "dungeons", name);
    const said = (key) => new RegExp(`^${key}\\s+"(.*)"`, "m").exec(text)?.[1];
    const game = /^rules\s+(\w+)/m.exec(text)?.[1] ?? "explore";
    const classic = name === "classic.dng";
    return {
      name, game, text, frame: engine.ask("play", { name, text, seed: null, size: PICTURE }).frame,
      title: said("title") ?? (classic ? "The Classic Dungeon" : name),
      about: said("about") ?? (classic ? "Wanderers, ghosts and patrols, in a file as the book's game reads it." : ""),
    };
  });
}

fs.rmSync(dist, { recursive: true, force: true });
fs.mkdirSync(dist);
for (const name of MODULES) {
  fs.copyFileSync(path.join(here, "engine/target/wasm32-unknown-unknown/release", name), path.join(dist, name));
}
await esbuild.build({
  absWorkingDir: here,
  entryPoints: { page: "src/main.js", embed: "src/embed.js", worker: "src/worker.js", gif: "src/gif-worker.js", style: "src/style.css" },
  outdir: dist,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["chrome103", "firefox113", "safari16.4"],
  legalComments: "none",
  loader: { ".dng": "text" },
  logLevel: "warning",
});
for (const name of ["index.html", "embed.html", "mark.svg"]) fs.copyFileSync(path.join(here, "src", name), path.join(dist, name));
const json = (name, value) => fs.writeFileSync(path.join(dist, name), JSON.stringify(value));
json("format.json", pages());
json("explanations.json", explanations());
json("examples.json", examples(new Instance(new WebAssembly.Module(fs.readFileSync(path.join(dist, "engine.wasm"))))));
for (const name of fs.readdirSync(dist).sort()) {
  console.log(`${String(fs.statSync(path.join(dist, name)).size).padStart(9)}  dist/${name}`);
}
