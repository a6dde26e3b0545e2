// The dialog that asks what a new glyph is.

/** Asks for a sort, a glyph and a name until `declare` accepts them. Returns its answer with the glyph; `null` if cancelled. */
export function newGlyph(sorts, declare) {
  const dialog = document.getElementById("new-glyph-dialog");
  const form = dialog.querySelector("form");
  const { sort, glyph, called } = form.elements;
  sort.replaceChildren(...sorts.map((words, nth) => new Option(words, nth)));
  form.reset();
  dialog.showModal();
  return new Promise((resolve) => {
    form.onsubmit = async (event) => {
      event.preventDefault();
      const answer = await declare({ sort: Number(sort.value), glyph: glyph.value, called: called.value.trim() });
      if (!answer) return glyph.focus();
      resolve({ ...answer, glyph: glyph.value });
      dialog.close();
    };
    dialog.onclose = () => resolve(null);
    form.querySelector("[type=button]").onclick = () => dialog.close();
  });
}
