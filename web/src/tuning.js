// Finds numbers with which a bot wins as often as the user wants, in a worker that can be stopped.
import { made, percent, tableOf, task } from "./task.js";
import { words } from "./words.js";

const by = (id) => document.getElementById(id);

/** The width of a trial in the picture of a search. Its height is one unit per percent. */
const WIDTH = 24;

export function tuning(page) {
  const tune = task(page, by("tune-form"), by("tuned"), async ({ ask, show }, question) => {
    const answer = await ask("tune", question, (games) => `Played ${games.toLocaleString("en")} games`);
    show(...result(page, answer, question));
  });
  const tell = () => {
    const [from, to] = wanted();
    by("tune-range").textContent = `${from}–${to} %`;
    by("tune-wins").setAttribute("aria-valuetext", `${from} to ${to} %`);
  };
  by("tune-wins").oninput = by("tune-slack").oninput = tell;
  tell();
  by("tune-form").onsubmit = (event) => {
    event.preventDefault();
    const range = wanted().map((percents) => percents / 100);
    tune({ bot: by("tune-bot").value, wanted: range, games: Number(by("tune-games").value), most: 3000 });
  };
}

/** The least and the largest wanted share of wins, in percent. */
function wanted() {
  const [wins, slack] = [by("tune-wins").valueAsNumber, by("tune-slack").valueAsNumber || 0];
  return [Math.max(wins - slack, 0), Math.min(wins + slack, 100)];
}

/** The parts of an answer: its sentence, the changes with a button that makes them, and the trials. */
function result(page, { sentence, reached, changed, diff, text, trials }, { wanted }) {
  const parts = [made("p", words(sentence), reached ? "verdict winnable" : "verdict unknown")];
  if (changed) {
    const change = made("article");
    const apply = made("button", reached ? "Apply" : "Apply the nearest values", "chief");
    apply.onclick = () => {
      page.replaceText(page.name(), text);
      page.say("Changed the numbers. Undo restores them.");
    };
    change.append(made("pre", diff, "keys"), apply);
    parts.push(change);
  }
  parts.push(curve(trials, wanted));
  const rows = trials.map(({ step, games, share, interval, note, refused }) => (refused
    ? [step, "–", "–", "–", words(`refused: ${refused}`)]
    : [step, games, percent(share), interval.map(percent).join("–"), words(note ?? "")]));
  parts.push(tableOf("Trials", ["trial", "games", "won", "95 % interval", "note"], rows));
  return parts;
}

/** The curve of a search: the share of wins of each trial in order, with its interval, over the wanted range. */
function curve(trials, [from, to]) {
  const played = trials.filter(({ refused }) => !refused);
  const width = WIDTH * Math.max(played.length, 8);
  const x = (nth) => WIDTH * (nth + 0.5);
  const y = (share) => 100 - 100 * share;
  const marks = played.map(({ share, interval: [least, most] }, nth) =>
    `<path d="M${x(nth)} ${y(most)}V${y(least)}"/><circle cx="${x(nth)}" cy="${y(share)}" r="3"/>`);
  const way = played.map(({ share }, nth) => `${x(nth)} ${y(share)}`);
  const picture = `<svg viewBox="-2 -4 ${width + 4} 108" height="162" role="img" aria-label="Wins in each trial">
    <rect width="${width}" height="100"/><rect class="wanted" y="${y(to)}" width="${width}" height="${100 * (to - from)}"/>
    <polyline points="${way.join(" ")}"/>${marks.join("")}</svg>`;
  const caption = "The share of wins in each trial, from 0 % to 100 %, with its 95 % interval. The band is the wanted range.";
  const shown = made("figure", undefined, "curve");
  shown.innerHTML = picture;
  shown.append(made("figcaption", caption));
  return shown;
}
