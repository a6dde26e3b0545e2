// Builds the site in dist/ around the modules of `web/build`: bundles the scripts with esbuild and converts docs/ and
// dungeons/ into pages, explanations and examples.
import { execFile } from "node:child_process";
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
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

/** The modules of the workers. */
const MODULES = ["engine", "reader", "replay", "players"];

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

/** Returns a text with what the reader tells about it, so that the page needs no reader until the text is touched. */
function compiled(reader, name, text) {
  const file = { name, text };
  const { dungeon } = reader.ask("compile", file);
  const paint = reader.ask("paint", { ...file, from: 0, to: text.length });
  return { text, dungeon, check: reader.ask("check", file), paint };
}

/** Returns highlighted pieces as main.js unpacks them: a letter for the kind and the length for each, and the distance from
    the piece before unless that is 1. 0.2 kB smaller. */
function packed(pieces) {
  const kinds = [...new Set(pieces.map(([, , kind]) => kind))];
  const letter = (kind) => String.fromCharCode(97 + kinds.indexOf(kind));
  const words = pieces.map(([gap, length, kind]) => `${letter(kind)}${length}${gap === 1 ? "" : `.${gap}`}`);
  return { kinds, pieces: words.join(" ") };
}

/** The columns and rows of the pictures of dungeons. */
const PICTURE = [46, 16];

/** Writes a bundled dungeon. Returns its entry in the list of examples, with a picture of its first turn. */
function example({ reader, engine }, name) {
  const text = read(root, "dungeons", name);
  const said = (key) => new RegExp(`^${key}\\s+"(.*)"`, "m").exec(text)?.[1];
  const game = /^rules\s+(\w+)/m.exec(text)?.[1] ?? "explore";
  const classic = name === "classic.dng";
  const file = compiled(reader, name, text);
  const { frame } = engine.ask("play", { name, text, dungeon: file.dungeon, size: PICTURE });
  return {
    name, game, frame, file: writeJson(name.replace(".dng", ".json"), file),
    title: said("title") ?? (classic ? "The Classic Dungeon" : name),
    about: said("about") ?? (classic ? "Wanderers, ghosts and patrols, in a file as the book's game reads it." : ""),
  };
}

/** The hash of a content in names of files, as esbuild writes it. */
const hash = (content) => crypto.createHash("sha256").update(content).digest("hex").slice(0, 8).toUpperCase();

/** Writes a file whose name contains the hash of its content, and returns the name. */
function write(name, content) {
  const { name: stem, ext } = path.parse(name);
  const hashed = `${stem}-${hash(content)}${ext}`;
  fs.writeFileSync(path.join(dist, hashed), content);
  return hashed;
}

const writeJson = (name, value) => write(name, JSON.stringify(value));

/** Bundles scripts and styles. Returns the written file of each entry, and the chunks that it imports at once. */
async function bundle(entryPoints, options = {}) {
  const { metafile } = await esbuild.build({
    absWorkingDir: here,
    entryPoints,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    outdir: dist,
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    format: "esm",
    target: ["chrome103", "firefox113", "safari16.4"],
    legalComments: "none",
    logLevel: "warning",
    ...options,
  });
  const entries = Object.entries(metafile.outputs).filter(([, { entryPoint }]) => entryPoint);
  const chunks = (imports) => imports.filter(({ kind }) => kind === "import-statement").map((one) => path.basename(one.path));
  return Object.fromEntries(entries.map(([file, { entryPoint, imports }]) =>
    [entryPoint, { file: path.basename(file), chunks: chunks(imports) }]));
}

/** Writes the service worker, which stores all other files. */
async function writeServiceWorker() {
  const site = fs.readdirSync(dist).sort();
  const version = hash(site.map((name) => name + hash(fs.readFileSync(path.join(dist, name)))).join());
  const define = { SITE: JSON.stringify(site), OWN: JSON.stringify(`dungeon-site-${version}`) };
  await bundle(["src/service-worker.js"], { define, entryNames: "[name]", splitting: false });
}

/** The features of WebAssembly that the compiler uses, which all browsers of `bundle` know. */
const FEATURES = ["bulk-memory", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext"];

/** Returns a built module, made smaller by Binaryen. The first bytes of its memory are the end of the stack, so no pointer to
    data is below 1024. Functions with a single caller stay functions, which compress better; so do locals as the compiler
    orders them, repeated expressions and data with its zeros, and `-O2 -Os` better than `-Oz`. */
async function optimized(name) {
  const file = path.join(here, "engine/target/wasm32-unknown-unknown/release", name);
  const skipped = ["simplify-locals", "local-cse", "memory-packing"].map((one) => `--skip-pass=${one}`);
  const features = FEATURES.map((one) => `--enable-${one}`);
  const options = ["-O2", "-Os", ...skipped, "--low-memory-unused", "--one-caller-inline-max-function-size=0", ...features];
  await promisify(execFile)(path.join(here, "node_modules/.bin/wasm-opt"), [...options, `${file}.wasm`, "-o", `${file}.small.wasm`]);
  return fs.readFileSync(`${file}.small.wasm`);
}

fs.rmSync(dist, { recursive: true, force: true });
fs.mkdirSync(dist);
// All at once: Binaryen uses one processor for each, and takes longest for the last.
const modules = Object.fromEntries(await Promise.all(MODULES.map(async (name) => [name, await optimized(name)])));
const [reader, engine] = [modules.reader, modules.engine].map((module) => new Instance(new WebAssembly.Module(module)));

/** The names of the files that scripts fetch. */
const FILES = Object.fromEntries(MODULES.map((name) => [name, write(`${name}.wasm`, modules[name])]));
FILES.format = writeJson("format.json", pages());
FILES.explanations = writeJson("explanations.json", explanations());
FILES.examples = writeJson("examples.json", DUNGEONS.map((name) => example({ reader, engine }, name)));

const { "src/worker.js": worker, "src/gif-worker.js": gif, "src/style.css": style, "src/later.css": later } =
  await bundle(["src/worker.js", "src/gif-worker.js", "src/style.css", "src/later.css"], { splitting: false });
const FIRST = { name: "crypt.dng", ...compiled(reader, "crypt.dng", read(root, "dungeons/crypt.dng")) };
FIRST.paint = packed(FIRST.paint.pieces);
const define = {
  FILES: JSON.stringify({ ...FILES, worker: worker.file, gif: gif.file, later: later.file }),
  FIRST: JSON.stringify(FIRST),
  // How the compiled dungeons of this version begin.
  WIRE: JSON.stringify(/^\d+:/.exec(FIRST.dungeon)[0]),
};
const text = { ".dng": "text", ".html": "text" };
const { "src/main.js": script } = await bundle(["src/main.js"], { define, loader: text });
const { "src/embed.js": embed } = await bundle(["src/embed.js"], { define, loader: text });

const COPIED = ["mark.svg", "icon-192.png", "icon-512.png", "manifest.webmanifest"];
for (const name of COPIED) fs.copyFileSync(path.join(here, "src", name), path.join(dist, name));
const names = { "engine.wasm": FILES.engine, "style.css": style.file, "page.js": script.file, "embed.js": embed.file };
for (const name of ["index.html", "embed.html"]) {
  const page = read(here, "src", name).replace(/engine\.wasm|style\.css|page\.js|embed\.js/g, (file) => names[file]);
  const { chunks } = name === "index.html" ? script : embed;
  const preloads = chunks.map((chunk) => `  <link rel="modulepreload" href="${chunk}">\n`).join("");
  fs.writeFileSync(path.join(dist, name), page.replace("</head>", `${preloads}</head>`));
}
await writeServiceWorker();
for (const name of fs.readdirSync(dist).sort()) {
  console.log(`${String(fs.statSync(path.join(dist, name)).size).padStart(9)}  dist/${name}`);
}
