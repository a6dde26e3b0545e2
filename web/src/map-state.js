// The drawn maps of the text in the editor, as the engine reports them, and the edits that change them.
import { isolateHistory } from "@codemirror/commands";
import { EditorSelection, StateEffect, StateField } from "@codemirror/state";
import { gridOf, rowsOf, widthOf } from "./grid.js";

export const setMaps = StateEffect.define();

/** The maps. Between two answers of the engine, their places follow the changes of the text. */
export const mapsField = StateField.define({
  create: () => [],
  update(maps, transaction) {
    const set = transaction.effects.find((effect) => effect.is(setMaps));
    if (set) return set.value;
    return transaction.docChanged ? moved(maps, transaction.changes) : maps;
  },
});

function moved(value, changes) {
  if (Array.isArray(value)) return value.map((one) => moved(one, changes));
  if (value === null || typeof value !== "object") return value;
  if ("from" in value) return { from: changes.mapPos(value.from, -1), to: changes.mapPos(value.to, 1) };
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, key === "palette" ? one : moved(one, changes)]));
}

/** Whether each row is a whole line. False after edits of lines, until the engine has answered. */
const isCurrent = (state, map) => map.rows.every(({ from, to }) => {
  const line = state.doc.lineAt(from);
  return line.from === from && line.to === to;
});

/** Returns the maps that can be drawn now. */
export const mapsOf = (state) => state.field(mapsField).filter((map) => isCurrent(state, map));

/** Whether two values describe the same map of the text. */
export const isSame = (one, other) => one.head.from === other.head.from;

/** Returns the ground of a map: its floor, and the glyphs that stand on floor. */
export const groundOf = (map) => ({ floor: map.floor, stands: new Set(map.palette.filter((one) => one.stands).map((one) => one.glyph)) });

export const gridOfMap = (state, map) => gridOf(map.rows.map(({ from, to }) => state.doc.sliceString(from, to)));

/** Returns the map and the cell at a position; the end of a row is the cell after its last one. */
export function cellAt(state, position) {
  for (const map of mapsOf(state)) {
    const y = map.rows.findIndex(({ from, to }) => from <= position && position <= to);
    if (y >= 0) return { map, cell: [[...state.doc.sliceString(map.rows[y].from, position)].length, y] };
  }
  return null;
}

/** Returns the position of a cell; for a cell after the end of its row, the end. */
export function positionOf(state, map, [x, y]) {
  const { from, to } = map.rows[y];
  return from + [...state.doc.sliceString(from, to)].slice(0, x).join("").length;
}

/** Returns the map and the region of the selection if it covers cells of one map: a block. */
export function blockOf(state) {
  const { ranges } = state.selection;
  if (ranges.every((range) => range.empty)) return null;
  const ends = ranges.flatMap((range) => [cellAt(state, range.from), cellAt(state, range.to)]);
  if (ends.some((end) => !end || !isSame(end.map, ends[0].map))) return null;
  if (ranges.length === 1 && ends[0].cell[1] !== ends[1].cell[1]) return null;
  const [xs, ys] = [0, 1].map((axis) => ends.map((end) => end.cell[axis]));
  return { map: ends[0].map, region: [Math.min(...xs), Math.min(...ys), Math.max(...xs) - 1, Math.max(...ys)] };
}

/** Selects a region as a block: one range in each row. */
export function blockSelection(state, map, [x0, y0, x1, y1]) {
  const rows = map.rows.slice(y0, y1 + 1);
  return EditorSelection.create(rows.map((_, y) => EditorSelection.range(positionOf(state, map, [x0, y0 + y]), positionOf(state, map, [x1 + 1, y0 + y]))));
}

/** Puts the cursor on a cell of a map that was just drawn, so that this map is the current one. */
export function goTo(view, map, [x, y]) {
  const now = mapsOf(view.state).find((one) => isSame(one, map));
  if (now) view.dispatch({ selection: { anchor: positionOf(view.state, now, [x, y]) } });
}

/** Selects a region of a map that was just drawn. */
export function select(view, map, region) {
  const now = mapsOf(view.state).find((one) => isSame(one, map));
  if (now) view.dispatch({ selection: blockSelection(view.state, now, region) });
}

/** Returns the changes from the rows of a map to those of a grid. `shift` returns the new place of a cell, or `null` if it
    stays; coordinates in records change with it. A region in a record moves only if all its corners move. */
export function changesTo(state, map, grid, shift) {
  const rows = map.rows.map(({ from, to }) => state.doc.sliceString(from, to));
  const drawn = rowsOf(grid);
  const changes = rows.length === drawn.length
    ? rows.flatMap((row, y) => difference(map.rows[y].from, row, drawn[y]))
    : [replaced(map, drawn)];
  const [width, height] = map.size ?? [];
  if (width && rows.length !== drawn.length) changes.push({ ...height, insert: `${drawn.length}` });
  if (width && widthOf(gridOf(rows)) !== widthOf(grid)) changes.push({ ...width, insert: `${widthOf(grid)}` });
  for (const group of shift ? map.named : []) {
    const named = group.map((cell) => cell.map(({ from, to }) => Number(state.doc.sliceString(from, to)) - 1));
    const now = named.map(shift);
    if (now.includes(null)) continue;
    group.forEach((cell, nth) => cell.forEach((place, axis) => {
      if (now[nth][axis] !== named[nth][axis]) changes.push({ ...place, insert: `${now[nth][axis] + 1}` });
    }));
  }
  return changes;
}

function replaced({ head, rows }, drawn) {
  if (rows.length === 0) return { from: head.to, insert: `\n${drawn.join("\n")}` };
  return { from: rows[0].from, to: rows.at(-1).to, insert: drawn.join("\n") };
}

/** Returns the smallest change from one row to another; an empty list if they are equal. */
function difference(from, before, after) {
  if (before === after) return [];
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [{ from: from + start, to: from + before.length - end, insert: after.slice(start, after.length - end) }];
}

/** Draws a grid as one step of the history. */
export function draw(view, map, grid, { shift = null, selection, effects } = {}) {
  const changes = changesTo(view.state, map, grid, shift);
  if (changes.length === 0 && !selection && !effects) return;
  view.dispatch({ changes, selection, effects, userEvent: "input.draw", annotations: isolateHistory.of("full") });
}
