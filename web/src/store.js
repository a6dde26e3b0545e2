// What is kept in this browser between two visits: the text and the game.
const KEY = "dungeon-page";

export function load() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    return typeof kept?.text === "string" && typeof kept?.name === "string" ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps it; returns a sentence where that cannot be done. */
export function save(kept) {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
    return null;
  } catch {
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...kept, recording: null }));
      return "The game is too long to be kept in this browser: save it as .rec.";
    } catch {
      return "This browser keeps nothing: download the text before you leave.";
    }
  }
}
