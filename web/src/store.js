// Local storage: keeps the text and the game between visits.
const KEY = "dungeon-page";

export function load() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    return typeof kept?.text === "string" && typeof kept?.name === "string" ? kept : null;
  } catch {
    return null;
  }
}

/** Stores the text and the game. Returns `null`, or a sentence if storage failed. */
export function save(kept) {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
    return null;
  } catch {
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...kept, recording: null }));
      return "The game is too long for this browser's storage: choose Save .rec.";
    } catch {
      return "This browser cannot store the text: download it before you leave.";
    }
  }
}
