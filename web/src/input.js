// The input of a game: keys, buttons, the mouse and touch, all as keys of scripts.
import { keyName } from "./board.js";
import { wirePad } from "./pad.js";

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
  wirePad(press);
  wirePointer(board, game);
}

function wirePointer(board, { press, hover, scrolls, isAtRest }) {
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
  // The wheel scrolls the browser's page unless the game shows a text that is longer than its screen.
  element.addEventListener("wheel", (event) => {
    if (!scrolls() || event.ctrlKey) return;
    event.preventDefault();
    press(event.deltaY < 0 ? "<wheel-up>" : "<wheel-down>");
  }, { passive: false });
}
