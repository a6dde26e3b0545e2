// The input of a game: keys, buttons, the mouse and touch, all as keys of scripts.
import { keyName } from "./board.js";

const by = (id) => document.getElementById(id);

/** Buttons below the board, for touch screens: key, label, title. */
const PAD = [
  ["?", "?", "Show the keys"], ["o", "o", "Explore"], [".", ".", "Wait"], [">", "&gt;", "Go down the stairs"], ["<lt>", "&lt;", "Go up the stairs"],
  ["<Enter>", "↵", "Choose"], ["<Tab>", "⇥", "Next"], ["<Esc>", "Esc", "Esc: back"], ["y", "Yes", "Yes"], ["n", "No", "No"],
];

/** Shortest swipe that is a step, in pixels. */
const SWIPE = 24;

/** Keys for the eight directions of a swipe, clockwise from the east. */
const WAYS = ["<Right>", "<PgDn>", "<Down>", "<End>", "<Left>", "<Home>", "<Up>", "<PgUp>"];

/** Connects a board with its game, which takes keys and hovered cells. */
export function wireInput(board, game) {
  const { press } = game;
  board.element.addEventListener("keydown", (event) => {
    const key = keyName(event);
    if (!key) return;
    event.preventDefault();
    press(key);
  });
  for (const [key, label, title] of PAD) {
    const button = document.createElement("button");
    button.innerHTML = label;
    button.title = title;
    button.setAttribute("aria-label", title);
    button.onclick = () => press(key);
    by("pad").append(button);
  }
  wireTyping(press);
  wirePointer(board, game);
}

/** Opens the on-screen keyboard through an invisible field and presses what is typed there. */
function wireTyping(press) {
  const button = document.createElement("button");
  button.id = "keyboard";
  button.textContent = "abc";
  button.title = "Type a key";
  button.setAttribute("aria-label", "Type a key");
  const field = document.createElement("input");
  Object.assign(field, { id: "type", tabIndex: -1, autocapitalize: "off", autocomplete: "off", spellcheck: false });
  field.setAttribute("aria-label", "Keys");
  button.onclick = () => field.focus({ preventScroll: true });
  field.oninput = () => {
    const typed = field.value;
    field.value = "";
    for (const letter of typed) press({ " ": "<Space>", "<": "<lt>" }[letter] ?? letter);
  };
  field.onkeydown = (event) => {
    const key = keyName(event);
    if (!key.startsWith("<")) return;
    event.preventDefault();
    press(key);
  };
  by("pad").append(button, field);
}

function wirePointer(board, { press, hover, isOpen, isAtRest }) {
  const { element } = board;
  let down = null;
  let hovered = "";
  const click = (event) => {
    const cell = board.cellAt(event);
    if (cell) press(`<click ${cell}>`);
  };
  element.addEventListener("pointerdown", (event) => {
    down = { x: event.clientX, y: event.clientY, type: event.pointerType };
    element.focus({ preventScroll: true });
  });
  element.addEventListener("pointerup", (event) => {
    if (!down) return;
    const [x, y] = [event.clientX - down.x, event.clientY - down.y];
    const isTouch = down.type !== "mouse";
    down = null;
    if (isTouch && Math.hypot(x, y) >= SWIPE) {
      const way = (Math.round(Math.atan2(y, x) / (Math.PI / 4)) + 8) % 8;
      return press(WAYS[way]);
    }
    click(event);
  });
  element.addEventListener("pointercancel", () => { down = null; });
  element.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse" || !isAtRest()) return;
    const cell = board.cellAt(event);
    if (!cell || `${cell}` === hovered) return;
    hovered = `${cell}`;
    hover(cell);
  });
  element.addEventListener("wheel", (event) => {
    if (!isOpen() || event.ctrlKey) return;
    event.preventDefault();
    press(event.deltaY < 0 ? "<wheel-up>" : "<wheel-down>");
  }, { passive: false });
}
