// The buttons below the board, for touch screens: eight directions, frequent keys, and the on-screen keyboard.
import { keyName } from "./board.js";

const by = (id) => document.getElementById(id);

/** Three rows of directions: key, label, title. */
const WAYS = [
  ["<Home>", "↖", "Northwest"], ["<Up>", "↑", "North"], ["<PgUp>", "↗", "Northeast"],
  ["<Left>", "←", "West"], [".", ".", "Wait"], ["<Right>", "→", "East"],
  ["<End>", "↙", "Southwest"], ["<Down>", "↓", "South"], ["<PgDn>", "↘", "Southeast"],
];

const KEYS = [
  ["?", "?", "Show the keys"], ["o", "o", "Explore"], [".", ".", "Wait"], [";", ";", "Look around"], ["i", "i", "Inventory"],
  [">", ">", "Go down the stairs"], ["<lt>", "<", "Go up the stairs"], ["<Enter>", "↵", "Choose"], ["<Tab>", "⇥", "Next"],
  ["<Esc>", "Esc", "Esc: back"], ["y", "Yes", "Yes"], ["n", "No", "No"],
];

/** Fills the pad, whose buttons press keys. */
export function wirePad(press) {
  const group = (name, buttons) => {
    const made = document.createElement("div");
    made.className = name;
    made.append(...buttons.map(([key, label, title]) => keyButton(label, title, () => press(key))));
    return made;
  };
  const often = group("often", KEYS);
  often.append(undo(press), ...typing(press));
  by("pad").append(group("ways", WAYS), often);
}

/** A button that takes back the last command, shown while the game allows it. */
function undo(press) {
  const button = keyButton("Undo", "Take back the last command", () => press("<BS>"));
  Object.assign(button, { id: "undo", hidden: true });
  return button;
}

function keyButton(label, title, onclick) {
  const button = document.createElement("button");
  button.textContent = label;
  button.title = title;
  button.setAttribute("aria-label", title);
  button.onclick = onclick;
  return button;
}

/** A button that opens the on-screen keyboard through an invisible field, and presses what is typed there. */
function typing(press) {
  const field = document.createElement("input");
  Object.assign(field, { id: "type", tabIndex: -1, autocapitalize: "off", autocomplete: "off", spellcheck: false });
  field.setAttribute("aria-label", "Keys");
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
  const button = keyButton("abc", "Type a key", () => field.focus({ preventScroll: true }));
  button.id = "keyboard";
  return [button, field];
}
