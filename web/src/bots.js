// Proofs and simulations, in workers that can be stopped.
import { fixName } from "./fixes.js";
import { heatMaps } from "./heat.js";
import PROVE from "./prove.html";
import SIMULATE from "./simulate.html";
import { made, percent, tableOf, task } from "./task.js";
import { tuning } from "./tuning.js";
import { words } from "./words.js";

const by = (id) => document.getElementById(id);

/** Time between two tables of a simulation, in milliseconds. */
const REPORT = 150;

export function bots(page) {
  by("prove").innerHTML = PROVE;
  by("simulate").innerHTML = SIMULATE;
  const prove = task(page, by("prove-form"), by("proof"), async ({ ask, show }, question) => {
    show(...proof(page, await ask("prove", question)));
  });
  by("prove-form").onsubmit = (event) => {
    event.preventDefault();
    prove({ scope: by("prove-scope").value, steps: Number(by("prove-steps").value) });
  };
  page.shown.prove = () => { by("prove-seed").value ||= page.play.state()?.seed ?? "0"; };

  const simulate = task(page, by("simulate-form"), by("numbers"), simulation);
  by("simulate-form").onsubmit = (event) => {
    event.preventDefault();
    const chosen = [...document.querySelectorAll("[name=bot]:checked")].map((box) => box.value);
    if (chosen.length === 0) return page.say("Choose a bot first.", "wrong");
    simulate({ bots: chosen, games: Number(by("simulate-games").value), most: 3000 });
  };
  tuning(page);
}

/** Plays the games of a simulation one by one, and shows the results from time to time. */
async function simulation({ ask, show, progress }, { games, ...question }) {
  await ask("simulate", question);
  let shown = performance.now();
  let table;
  for (let played = 1; played <= games; played += 1) {
    const { bots: rows } = await ask("play-games", { games: 1 });
    if (played < games && performance.now() - shown < REPORT) continue;
    shown = performance.now();
    progress.textContent = `Played ${played} of ${games} games per bot`;
    table = numbers(rows);
    show(table);
  }
  show(table, ...heatMaps(await ask("heat-maps")));
}

/** The parts of a proof's answer. */
function proof(page, { verdict, sentence, steps, keys, recording, findings }) {
  const parts = [made("p", words(sentence), `verdict ${verdict}`), made("p", `Searched ${steps.toLocaleString("en")} steps`, "quiet")];
  if (keys !== null) {
    parts.push(made("pre", keys, "keys"));
    const watch = made("button", "Watch");
    watch.onclick = () => page.replay.open(recording);
    parts.push(watch);
  }
  for (const found of findings) {
    const item = made("article", undefined, found.severity);
    item.append(made("h2", words(found.message)));
    for (const label of found.labels) item.append(made("p", words(`${label.line}:${label.column} ${label.text}`), "label"));
    if (found.help) item.append(made("p", words(found.help), "help"));
    const go = made("button", `Go to ${found.line}:${found.column}`);
    go.onclick = () => page.pane.reveal(found.from, found.to);
    item.append(go);
    if (found.fix) {
      const fix = made("button", fixName(found), "fix");
      fix.onclick = () => page.pane.applyFix(found.fix);
      item.append(" ", fix);
    }
    parts.push(item);
  }
  return parts;
}

/** The table of a simulation. */
function numbers(rows) {
  const titles = ["bot", "games", "won", "95 % interval", "lost", "unfinished", "turns (10 %, median, 90 %)", "lost to"];
  return tableOf("Results", titles, rows.map((row) => {
    const turns = row.turns.every((one) => one !== null) ? row.turns.join(", ") : "–";
    const causes = row.lost_to.map(([name, count]) => `${name} ${count}`).join(", ");
    return [row.bot, row.games, percent(row.rate), `${percent(row.from)}–${percent(row.to)}`, row.lost, row.open, turns, causes || "–"];
  }));
}
