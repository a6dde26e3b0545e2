// Proofs and simulations, in a worker that can be stopped.
import { still } from "./board.js";
import { fixName, applyFix, reveal } from "./editor.js";
import { compileEngine } from "./engine.js";

const by = (id) => document.getElementById(id);
const percent = (share) => `${(100 * share).toFixed(1)} %`;

function made(tag, text, className) {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  return element;
}

/** A promise of the bots' module; `undefined` before the first task. */
let players;

/** Runs one task at a time in a worker. The form has a button that stops it. */
function task(page, form, tell) {
  const stop = form.querySelector(".stop");
  const begin = form.querySelector(".chief");
  const progress = form.nextElementSibling;
  let worker;
  const end = (words) => {
    worker?.terminate();
    worker = null;
    stop.hidden = true;
    begin.disabled = false;
    progress.textContent = words;
  };
  stop.onclick = () => { end("Stopped."); begin.focus(); };
  return (name, details) => {
    end("");
    begin.disabled = true;
    stop.hidden = false;
    progress.textContent = "Thinking…";
    worker = new Worker(new URL("worker.js", document.baseURI), { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data.fault !== undefined) return end(data.fault);
      if (data.steps !== undefined) progress.textContent = `Searched ${data.steps.toLocaleString("en")} steps`;
      if (data.played !== undefined) progress.textContent = `Played ${data.played} of ${details.games} games per bot`;
      if (data.done !== undefined) end("");
      tell(data);
    };
    worker.onerror = (event) => end(`The worker crashed: ${event.message}`);
    const asked = worker;
    const question = { task: name, details: { name: page.name(), text: page.text(), ...details } };
    players ??= compileEngine("players.wasm");
    players.then((module) => asked.postMessage({ module, ...question }), (error) => {
      players = undefined;
      if (worker === asked) end(`The bots cannot be loaded: ${error.message}.`);
    });
  };
}

export function bots(page) {
  const prove = task(page, by("prove-form"), ({ done }) => { if (done) proof(page, done); });
  by("prove-form").onsubmit = (event) => {
    event.preventDefault();
    by("proof").replaceChildren();
    prove("prove", { seed: by("prove-seed").value || "0", scope: by("prove-scope").value, steps: Number(by("prove-steps").value) });
  };
  page.shown.prove = () => { by("prove-seed").value ||= page.play.state()?.seed ?? "0"; };

  const simulate = task(page, by("simulate-form"), ({ bots: rows, done }) => {
    if (rows) numbers(rows);
    if (done) maps(done);
  });
  by("simulate-form").onsubmit = (event) => {
    event.preventDefault();
    const chosen = [...document.querySelectorAll("[name=bot]:checked")].map((box) => box.value);
    if (chosen.length === 0) return page.say("Choose a bot first.", "wrong");
    by("numbers").replaceChildren();
    simulate("simulate", { seed: by("simulate-seed").value || "0", bots: chosen, games: Number(by("simulate-games").value), most: 3000 });
  };
}

function proof(page, { verdict, sentence, steps, keys, recording, findings }) {
  const parts = [made("p", sentence, `verdict ${verdict}`), made("p", `Searched ${steps.toLocaleString("en")} steps`, "quiet")];
  if (keys !== null) {
    parts.push(made("pre", keys, "keys"));
    const watch = made("button", "Watch");
    watch.onclick = () => page.replay.open(recording);
    parts.push(watch);
  }
  for (const found of findings) {
    const item = made("article", undefined, found.severity);
    item.append(made("h3", found.message));
    for (const label of found.labels) item.append(made("p", `${label.line}:${label.column} ${label.text}`, "label"));
    if (found.help) item.append(made("p", found.help, "help"));
    const go = made("button", `Go to ${found.line}:${found.column}`);
    go.onclick = () => reveal(page.editor, found.from, found.to);
    item.append(go);
    if (found.fix) {
      const fix = made("button", fixName(found), "fix");
      fix.onclick = () => applyFix(page.editor, found.fix);
      item.append(" ", fix);
    }
    parts.push(item);
  }
  by("proof").replaceChildren(...parts);
}

function numbers(rows) {
  const table = made("table");
  const head = table.createTHead().insertRow();
  for (const title of ["bot", "games", "won", "95 % interval", "lost", "unfinished", "turns (10 %, median, 90 %)", "lost to"]) head.append(made("th", title));
  const body = table.createTBody();
  for (const row of rows) {
    const cells = body.insertRow();
    const turns = row.turns.every((one) => one !== null) ? row.turns.join(", ") : "–";
    const causes = row.lost_to.map(([name, count]) => `${name} ${count}`).join(", ");
    cells.append(made("th", row.bot), made("td", row.games), made("td", percent(row.rate)), made("td", `${percent(row.from)}–${percent(row.to)}`),
      made("td", row.lost), made("td", row.open), made("td", turns), made("td", causes || "–", "words"));
  }
  let frame = by("numbers").querySelector(".table");
  if (!frame) by("numbers").append(frame = made("div", undefined, "table"));
  frame.replaceChildren(table);
}

function maps({ bot, maps: levels }) {
  for (const { level, unvisited, cells, frame } of levels) {
    const figure = made("figure");
    figure.append(still(frame), made("figcaption", `${level}, ${bot}: ${unvisited} of ${cells} cells were never visited. Colors show visits, digits deaths.`));
    by("numbers").append(figure);
  }
}
