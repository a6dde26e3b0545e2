// The dialog that asks what a new glyph is.

const DIALOG = `<dialog id="new-glyph-dialog" aria-label="New glyph">
<form method="dialog">
  <label>What is it? <select name="sort"></select></label>
  <label>Glyph <input name="glyph" size="2" maxlength="2" required autocomplete="off" autocapitalize="off"></label>
  <label>Name <input name="called" required autocomplete="off"></label>
  <p class="bar"><button class="chief">Declare</button> <button type="button">Cancel</button></p>
</form>
</dialog>`;

/** Asks for a sort, a glyph and a name until `declare` accepts them. Returns its answer with the glyph; `null` if cancelled. */
export function newGlyph(sorts, declare) {
  document.body.insertAdjacentHTML("beforeend", DIALOG);
  const dialog = document.body.lastElementChild;
  const form = dialog.querySelector("form");
  const { sort, glyph, called } = form.elements;
  sort.replaceChildren(...sorts.map((words, nth) => new Option(words, nth)));
  dialog.showModal();
  return new Promise((resolve) => {
    form.onsubmit = async (event) => {
      event.preventDefault();
      const answer = await declare({ sort: Number(sort.value), glyph: glyph.value, called: called.value.trim() });
      if (!answer) return glyph.focus();
      resolve({ ...answer, glyph: glyph.value });
      dialog.close();
    };
    dialog.onclose = () => {
      dialog.remove();
      resolve(null);
    };
    form.querySelector("[type=button]").onclick = () => dialog.close();
  });
}
