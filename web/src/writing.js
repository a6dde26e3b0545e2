// What the page loads when a text is touched.
export { brush } from "./brush.js";
export { applyFix, createEditor, reveal, underline } from "./editor.js";
export { editingOf, stateOf } from "./undo.js";
