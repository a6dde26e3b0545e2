// A film in the page that holds it. `pieces` are rows as SVG, each written once; `rows` tell for each row of the screen
// from which frame on it shows which piece; a frame stands for milliseconds and has a turn.
"use strict";
const film = JSON.parse(document.getElementById("film").textContent);
const [play, place, told, text] = ["play", "place", "told", "text"].map((id) => document.getElementById(id));
const screen = document.querySelector("#screen g");
const begins = [];
const end = film.stands.reduce((time, stands) => (begins.push(time), time + stands), 0);
const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
let [now, shown, before] = [0, [], null];

// The number of the last pair whose first part is no more than `limit`.
function last(count, first, limit) {
  let [low, high] = [0, count];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (first(middle) <= limit) low = middle; else high = middle;
  }
  return low;
}

const frameAt = (time) => last(begins.length, (n) => begins[n], time);

function draw(frame) {
  film.rows.forEach((row, y) => {
    const piece = row[last(row.length, (n) => row[n][0], frame)][1];
    if (shown[y] !== piece) screen.children[y].innerHTML = film.pieces[piece];
    shown[y] = piece;
  });
  const seconds = (time) => (time / 1000).toFixed(1);
  told.textContent = `turn ${film.turns[frame]} · ${seconds(now)} / ${seconds(end)} s`;
  place.value = now;
  place.setAttribute("aria-valuetext", `turn ${film.turns[frame]}, ${seconds(now)} of ${seconds(end)} seconds`);
}

// The letters of the screen in rows, for who listens; while the film plays it says nothing.
function tell() {
  const rows = Array.from(screen.children, (row) => Array.from(row.querySelectorAll("text")).reduce((line, piece) => {
    const column = (piece.getAttribute("x") - film.margin) / film.width;
    return line.padEnd(column) + piece.textContent;
  }, ""));
  text.textContent = rows.filter((row) => row.trim()).join("\n");
}

function go(time) {
  now = Math.max(0, Math.min(time, end));
  draw(frameAt(now));
  if (before === null) tell();
}

function step(time) {
  if (before === null) return;
  go(now + time - before);
  before = time;
  if (now < end) requestAnimationFrame(step); else pause();
}

function pause() {
  before = null;
  play.textContent = "Play";
  tell();
}

function start() {
  if (now >= end) now = 0;
  play.textContent = "Pause";
  text.textContent = "";
  before = performance.now();
  requestAnimationFrame(step);
}

const toggle = () => (before === null ? start() : pause());
const moves = {
  " ": toggle,
  ArrowLeft: () => go(begins[Math.max(0, frameAt(now) - 1)]),
  ArrowRight: () => go(begins[Math.min(begins.length - 1, frameAt(now) + 1)]),
  Home: () => go(0),
  End: () => go(end),
};
play.addEventListener("click", toggle);
place.addEventListener("input", () => go(Number(place.value)));
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || (event.key === " " && event.target === play)) return;
  if (moves[event.key]) {
    event.preventDefault();
    moves[event.key]();
  }
});
screen.replaceChildren(...film.rows.map(() => document.createElementNS("http://www.w3.org/2000/svg", "g")));
place.max = end;
document.querySelectorAll("[hidden]").forEach((part) => (part.hidden = false));
go(0);
if (!still) start();
