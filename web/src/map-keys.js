// Keys inside drawn maps: overwrite mode, and selecting, filling, moving, copying and pasting blocks of cells.
import { EditorSelection, EditorState, Prec, StateEffect, StateField } from "@codemirror/state";
import { EditorView, keymap, rectangularSelection } from "@codemirror/view";
import { clamped, copy, gridOf, leftBehind, paint, put, rectangle, rowsOf, widthOf } from "./grid.js";
import { blockOf, cellAt, draw, gridOfMap, groundOf, isSame, positionOf, select } from "./map-state.js";
import { moved } from "./stroke.js";

const setOverwrite = StateEffect.define();

export const overwrite = StateField.define({
  create: () => false,
  update: (isOn, transaction) => transaction.effects.find((effect) => effect.is(setOverwrite))?.value ?? isOn,
  provide: (field) => EditorView.editorAttributes.from(field, (isOn) => (isOn ? { class: "overwriting" } : {})),
});

export function toggleOverwrite(view) {
  view.dispatch({ effects: setOverwrite.of(!view.state.field(overwrite)) });
  return true;
}

/** Returns the block that typing fills: one of several rows, or any while rows must stay straight. */
function filled(state, brush) {
  const isBlock = state.selection.ranges.length > 1 || state.field(overwrite) || brush.isOn;
  return isBlock ? blockOf(state) : null;
}

/** Fills a region with a glyph. */
function fill(view, map, [x0, y0, x1, y1], glyph) {
  const grid = gridOfMap(view.state, map);
  draw(view, map, paint(grid, rectangle([x0, y0], [x1, y1]), glyph));
}

/** Typing over cells: rows stay straight, so that the last column takes no more than one glyph. */
const typing = (brush) => EditorView.inputHandler.of((view, from, to, text) => {
  const { state } = view;
  const block = filled(state, brush);
  if (block && [...text].length === 1) {
    fill(view, block.map, block.region, text);
    return true;
  }
  const at = cellAt(state, from);
  if (!state.field(overwrite) || !at || from !== to || text.includes("\n")) return false;
  const typed = [...text];
  if (at.cell[0] + typed.length > widthOf(gridOfMap(state, at.map))) return true;
  const end = positionOf(state, at.map, [at.cell[0] + typed.length, at.cell[1]]);
  view.dispatch({ changes: { from, to: end, insert: text }, selection: { anchor: from + text.length }, userEvent: "input.type", scrollIntoView: true });
  return true;
});

/** Empties the block, or in overwrite mode the cell before or after the cursor: things leave the floor. */
const erase = (brush, by) => (view) => {
  const { state } = view;
  const block = filled(state, brush);
  if (block) {
    fill(view, block.map, block.region, leftBehind(gridOfMap(state, block.map), block.region, groundOf(block.map)));
    return true;
  }
  const at = state.field(overwrite) && state.selection.main.empty && cellAt(state, state.selection.main.head);
  if (!at) return false;
  const [x, y] = [at.cell[0] + by, at.cell[1]];
  const grid = gridOfMap(state, at.map);
  if (x < 0 || x >= grid[y].length) return true;
  const cell = [x, y, x, y];
  draw(view, at.map, paint(grid, [[x, y]], leftBehind(grid, cell, groundOf(at.map))), { selection: { anchor: positionOf(state, at.map, [x, y]) } });
  return true;
};

/** In overwrite mode, Enter goes to the next row. */
function nextRow(view) {
  const at = view.state.field(overwrite) && cellAt(view.state, view.state.selection.main.head);
  const row = at && at.map.rows[at.cell[1] + 1];
  if (!row) return false;
  view.dispatch({ selection: { anchor: row.from }, scrollIntoView: true });
  return true;
}

/** Extends the block from its fixed corner by one cell. */
const extend = (dx, dy) => (view) => {
  const { state } = view;
  const { main } = state.selection;
  const [first, last] = [state.selection.ranges[0], state.selection.ranges.at(-1)];
  const isDown = main.eq(last);
  const [anchor, head] = [cellAt(state, (isDown ? first : last).anchor), cellAt(state, main.head)];
  if (!anchor || !head || !isSame(anchor.map, head.map)) return false;
  const { map } = head;
  const y = Math.max(0, Math.min(map.rows.length - 1, head.cell[1] + dy));
  const x = Math.max(0, Math.min(widthOf(gridOfMap(state, map)), head.cell[0] + dx));
  const step = y < anchor.cell[1] ? -1 : 1;
  const rows = Array.from({ length: Math.abs(y - anchor.cell[1]) + 1 }, (_, nth) => anchor.cell[1] + nth * step);
  const ranges = rows.map((row) => EditorSelection.range(positionOf(state, map, [anchor.cell[0], row]), positionOf(state, map, [x, row])));
  view.dispatch({ selection: EditorSelection.create(ranges, ranges.length - 1), scrollIntoView: true, userEvent: "select" });
  return true;
};

/** Moves the block by one cell. */
const shift = (brush, dx, dy) => (view) => {
  const block = blockOf(view.state);
  if (!block) return false;
  moveBlock(view, brush, [dx, dy]);
  return true;
};

function moveBlock(view, brush, by) {
  const { map, region } = blockOf(view.state);
  const grid = gridOfMap(view.state, map);
  const [dx, dy] = clamped(grid, region, by);
  const { grid: drawn, shift: follow } = moved(grid, region, [dx, dy], brush.isCopy, groundOf(map));
  draw(view, map, drawn, { shift: brush.follows ? follow : null });
  select(view, map, [region[0] + dx, region[1] + dy, region[2] + dx, region[3] + dy]);
}

/** A block is copied as its rows, and pasted over cells. */
const clipboard = (brush) => EditorView.domEventHandlers({
  copy: (event, view) => carry(brush, event, view),
  cut(event, view) { return carry(brush, event, view) && erase(brush, 0)(view); },
  paste(event, view) {
    const at = cellAt(view.state, view.state.selection.main.from);
    const rows = event.clipboardData?.getData("text/plain").replace(/\n$/, "").split("\n") ?? [];
    const isBlock = rows.length > 1 && new Set(rows.map((row) => [...row].length)).size === 1;
    if (!at || !(isBlock || view.state.field(overwrite))) return false;
    event.preventDefault();
    draw(view, at.map, put(gridOfMap(view.state, at.map), at.cell, gridOf(rows)));
    return true;
  },
});

function carry(brush, event, view) {
  const block = filled(view.state, brush);
  if (!block) return false;
  event.preventDefault();
  event.clipboardData.setData("text/plain", rowsOf(copy(gridOfMap(view.state, block.map), block.region)).join("\n"));
  return true;
}

export function mapKeys(brush) {
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  return [
    overwrite, typing(brush), clipboard(brush), EditorState.allowMultipleSelections.of(true), rectangularSelection(),
    Prec.highest(keymap.of([
      { key: "Insert", run: toggleOverwrite },
      { key: "Backspace", run: erase(brush, -1) }, { key: "Delete", run: erase(brush, 0) }, { key: "Enter", run: nextRow },
      ...Object.entries(ways).flatMap(([key, way]) => [
        { key: `Shift-Alt-${key}`, run: extend(...way) }, { key: `Alt-${key}`, run: shift(brush, ...way) },
      ]),
    ])),
  ];
}
