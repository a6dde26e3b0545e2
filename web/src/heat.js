// The heat maps of a simulation, with their legend.
import { still } from "./board.js";

/** The classes of the engine's colors for visits, from few visits to many. */
const HEAT = ["paper-blue", "paper-cyan", "paper-green", "paper-yellow"];

/** The maps of all levels. */
export function heatMaps({ bot, maps: levels }) {
  return levels.map(({ level, unvisited, cells, frame, visits, deaths }) => {
    const figure = document.createElement("figure");
    figure.className = "heat";
    const about = document.createElement("figcaption");
    about.textContent = `${level}, ${bot}: ${unvisited} of ${cells} cells were never visited.`;
    figure.append(still(frame), legend(visits, deaths), about);
    return figure;
  });
}

/** The meaning of each color and digit that a map uses: the least and the most visits or deaths of such cells. */
function legend(visits, deaths) {
  const list = document.createElement("ul");
  list.className = "legend board still";
  const entries = [
    [".", "dim", "never visited"],
    ...visits.map((range, nth) => range && [" ", HEAT[nth], told(range, "visit")]),
    ...deaths.map((range, nth) => range && [`${nth + 1}`, "ink-bright-white paper-red", told(range, "death")]),
  ];
  for (const [letter, look, meaning] of entries.filter(Boolean)) {
    const item = document.createElement("li");
    const swatch = document.createElement("span");
    swatch.className = `swatch ${look}`;
    swatch.textContent = letter;
    item.append(swatch, ` ${meaning}`);
    list.append(item);
  }
  return list;
}

/** Returns a range in words, such as `1 visit` or `2–5 visits`. */
function told([least, most], what) {
  const [from, to] = [least, most].map((count) => count.toLocaleString("en"));
  return least === most ? `${from} ${what}${least === 1 ? "" : "s"}` : `${from}–${to} ${what}s`;
}
