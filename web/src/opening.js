// The note about a game that takes long to open: its progress, and a button that stops it.
const by = (id) => document.getElementById(id);

/** The time after which the note appears, in milliseconds. */
const SOON = 300;

/** Makes the note. Its button calls `stop`. */
export function openingNote(stop) {
  const note = by("opening");
  const words = note.querySelector("[role=status]");
  let current = null;
  note.querySelector("button").onclick = stop;
  return {
    isOpen: () => current !== null,

    /** Begins with a game. `far` takes the percentage of its keys that are pressed; `end` closes the note. */
    begin() {
      const timer = setTimeout(() => { note.hidden = false; }, SOON);
      words.textContent = "Opening the game…";
      const opening = current = {
        far: (percent) => { words.textContent = `Opening the game: ${percent} % of the keys are pressed.`; },
        end() {
          clearTimeout(timer);
          if (current !== opening) return;
          note.hidden = true;
          current = null;
        },
      };
      return opening;
    },
  };
}
