// The text: a picture of it until it is touched, then the editor, which is loaded with the reader.
import { dress } from "./later.js";
import { Untouched, pictureOf } from "./untouched.js";

const by = (id) => document.getElementById(id);

/** Sets `page.editor` to the editor, and before it is loaded to an object with an untouched `state.doc`. `changed` runs after
    each edit. */
export function textPane(page, changed) {
  const parent = by("editor");
  let draft = null;
  let picture = null;
  /** The module with the editor, and the promise of the editor. */
  let writing = null;
  let editor = null;
  /** The letters that are typed, and the point that is clicked, before the editor is there. */
  let typed = "";
  let clicked = null;

  function touch(event) {
    if (event.key === "Tab") return;
    if (event.type === "click") clicked = { x: event.clientX, y: event.clientY };
    const letter = event.key === "Enter" ? "\n" : event.key ?? "";
    if (letter.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      typed += letter;
      event.preventDefault();
    }
    own.edit().catch(page.fail);
  }

  async function load() {
    page.engine.loadReader();
    [writing] = await Promise.all([import("./writing.js"), dress()]);
    const brush = writing.brush(page);
    const made = writing.createEditor({ parent, ask: page.ask, name: page.name, changed, more: brush.extensions });
    made.setState(writing.stateOf(draft, made.extensions));
    page.editor = made;
    brush.start();
    takeOver(made);
    // The findings that came with the text are about the untouched one.
    if (page.engine.known(draft.text)) page.check();
    return made;
  }

  /** Replaces the picture by the editor, with what the user did meanwhile. */
  function takeOver(made) {
    const isFocused = picture.contains(document.activeElement);
    const { scrollTop } = picture;
    picture.remove();
    made.scrollDOM.scrollTop = scrollTop;
    const anchor = clicked && made.posAtCoords(clicked);
    if (anchor !== null) made.dispatch({ selection: { anchor } });
    if (isFocused) made.focus();
    if (typed) made.dispatch(made.state.replaceSelection(typed));
  }

  const isUntouched = () => picture.isConnected;

  // The brush comes with the editor, and takes over its buttons.
  for (const id of ["brush-on", "overwrite"]) by(id).onclick = () => own.edit().then(() => by(id).click(), page.fail);

  const own = {
    /** Returns the promise of the editor. It takes the place of the picture. */
    edit() {
      editor ??= load().catch((error) => { editor = null; throw error; });
      return editor;
    },

    /** Waits for the editor if it is being loaded. */
    loaded: () => editor?.catch(() => {}),

    /** Shows the text of a draft. One that comes with its findings is a picture until it is touched. */
    show(next) {
      draft = next;
      if (picture && !isUntouched()) return page.editor.setState(writing.stateOf(draft, page.editor.extensions));
      const known = page.engine.known(draft.text);
      picture?.remove();
      picture = pictureOf(draft.text, known?.paint.pieces ?? []);
      for (const kind of ["focusin", "click", "keydown"]) picture.addEventListener(kind, touch);
      parent.append(picture);
      page.editor = {
        state: { doc: new Untouched(draft.text) },
        dispatch: async (...changes) => (await own.edit()).dispatch(...changes),
        focus: async () => (await own.edit()).focus(),
      };
      if (!known) own.edit().catch(page.fail);
    },

    /** Returns the undo history and the selection of the text. */
    editing: () => (isUntouched() ? { history: draft.history, selection: draft.selection } : writing.editingOf(page.editor.state)),

    /** Underlines findings. Those that come with a text are not underlined. */
    underline(findings) {
      if (!isUntouched()) writing.underline(page.editor, findings);
    },

    async applyFix(fix) {
      const view = await own.edit();
      writing.applyFix(view, fix);
    },

    /** Selects a span and scrolls to it. */
    async reveal(from, to) {
      const view = await own.edit();
      writing.reveal(view, from, to);
    },
  };
  return own;
}
