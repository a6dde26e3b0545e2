// The undo history and the selection of a draft, as JSON.
import { historyField } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";

/** Most letters of a stored undo history. The oldest edits are dropped first. */
const MOST = 200_000;

/** Returns the undo history and the selection of the editor. */
export function editingOf(state) {
  const { history, selection } = state.toJSON({ history: historyField });
  let room = MOST;
  const newest = (events) => {
    const from = events.findLastIndex((event) => (room -= JSON.stringify(event).length) < 0);
    return events.slice(from + 1);
  };
  return { history: { done: newest(history.done), undone: newest(history.undone) }, selection };
}

/** Returns the editor's state of a draft. A history that does not fit the text is dropped. */
export function stateOf({ text, history, selection }, extensions) {
  const start = { ranges: [{ anchor: 0, head: 0 }], main: 0 };
  try {
    const fields = history ? { history: historyField } : {};
    return EditorState.fromJSON({ doc: text, history, selection: selection ?? start }, { extensions }, fields);
  } catch (error) {
    console.warn(error);
    return EditorState.create({ doc: text, extensions });
  }
}
