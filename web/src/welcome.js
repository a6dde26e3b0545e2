// The first visit: one line about the page and its keys.

/** Moves the focus to the game, and shows the line on the first visit. */
export function welcome(isFirstVisit) {
  document.getElementById("board").focus();
  if (!isFirstVisit) return;
  const keys = matchMedia("(pointer: coarse)").matches
    ? "Swipe to step, tap to walk there, o explores."
    : "Arrow keys walk, o explores, ? lists all keys.";
  document.getElementById("hint").textContent = `The text is the game: edit it and play on. ${keys}`;
}
