// The worker that runs the bots. To stop it, terminate it.
import { Engine } from "./engine.js";

/** Time between two progress reports, in milliseconds. */
const REPORT = 150;

self.onmessage = ({ data }) => {
  const { module, task, details } = data;
  let told = 0;
  const engine = new Engine(module, (steps) => {
    const now = performance.now();
    if (now - told < REPORT) return;
    told = now;
    self.postMessage({ steps });
  });
  try {
    if (task === "prove") self.postMessage({ done: engine.ask("prove", details) });
    else simulate(engine, details);
  } catch (error) {
    self.postMessage({ fault: error.message });
  }
};

function simulate(engine, { games, ...details }) {
  engine.ask("simulate", details);
  let played = 0;
  while (played < games) {
    const begun = performance.now();
    let answer;
    do {
      answer = engine.ask("play-games", { games: 1 });
      played += 1;
    } while (played < games && performance.now() - begun < REPORT);
    self.postMessage({ played, bots: answer.bots });
  }
  self.postMessage({ done: engine.ask("heat-maps") });
}
