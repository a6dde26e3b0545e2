// The worker in which machine players think. It is stopped by ending it.
import { Engine } from "./engine.js";

/** How long games are played between two reports, in milliseconds. */
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
