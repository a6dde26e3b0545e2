// The brush in the editor: pointers on cells and edges of maps, the preview of a stroke, and the handles of the edges.
import { Prec, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, RectangleMarker, ViewPlugin, WidgetType, layer } from "@codemirror/view";
import { glyphAt, resize, widthOf } from "./grid.js";
import { blockOf, blockSelection, draw, goTo, gridOfMap, groundOf, isSame, mapsField, mapsOf, positionOf, select } from "./map-state.js";
import { stroke } from "./stroke.js";

/** Shows a grid instead of a map's rows; `null` ends the preview. */
const setPreview = StateEffect.define();

/** Marks transactions that turn the brush on or off, or drag an edge. */
export const changed = StateEffect.define();

class Drawn extends WidgetType {
  constructor(text, className) { super(); Object.assign(this, { text, className }); }
  eq(other) { return other.text === this.text && other.className === this.className; }
  toDOM() {
    const span = document.createElement("span");
    span.className = `drawn ${this.className}`;
    span.textContent = this.text;
    return span;
  }
}

const preview = StateField.define({
  create: () => Decoration.none,
  update(shown, transaction) {
    const set = transaction.effects.find((effect) => effect.is(setPreview));
    if (set) return set.value ? previewOf(transaction.state, set.value) : Decoration.none;
    return transaction.docChanged ? Decoration.none : shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function previewOf(state, { map, grid }) {
  const before = gridOfMap(state, map);
  const classes = classesOf(map);
  const shown = [];
  grid.forEach((row, y) => row.forEach((glyph, x) => {
    if (x < before[y].length && before[y][x] === glyph) return;
    const widget = new Drawn(glyph, classes.get(glyph) ?? "");
    const from = positionOf(state, map, [x, y]);
    shown.push(x < before[y].length
      ? Decoration.replace({ widget }).range(from, positionOf(state, map, [x + 1, y]))
      : Decoration.widget({ widget, side: 1 }).range(from));
  }));
  return Decoration.set(shown, true);
}

export const classesOf = (map) => new Map(map.palette.map((one) => [one.glyph, one.class]));

/** Returns the place and the measures of the first row of a map, in pixels of the window. */
function placeOf(view, map) {
  const row = view.contentDOM.querySelector(".cm-line");
  const padding = row ? parseFloat(getComputedStyle(row).paddingLeft) : 0;
  return {
    left: view.contentDOM.getBoundingClientRect().left + padding,
    top: view.documentTop + view.lineBlockAt(map.rows[0]?.from ?? map.head.to).top,
    cell: view.defaultCharacterWidth, line: view.defaultLineHeight,
  };
}

const near = ({ left, top, cell, line }, event) => [Math.floor((event.clientX - left) / cell), Math.floor((event.clientY - top) / line)];

/** Returns the map under a pointer and the cell; `null` beside the cells of all maps. */
function mapUnder(view, event) {
  for (const map of mapsOf(view.state)) {
    const cell = near(placeOf(view, map), event);
    const width = Math.max(1, widthOf(gridOfMap(view.state, map)));
    if (cell[0] >= 0 && cell[0] < width && cell[1] >= 0 && cell[1] < map.rows.length) return { map, cell };
  }
  return null;
}

/** The handles at the four edges of each map, with the number of added rows and columns while one is dragged. */
const edges = (brush) => layer({
  above: true, class: "map-edges",
  update: (update) => update.docChanged || update.geometryChanged || update.transactions.some((one) => one.effects.length > 0),
  markers(view) {
    if (!brush.isOn) return [];
    const box = view.scrollDOM.getBoundingClientRect();
    return mapsOf(view.state).filter((map) => map.rows.length > 0).flatMap((map, nth) => {
      const { left, top, cell, line } = placeOf(view, map);
      const by = brush.dragged?.nth === nth ? brush.dragged.by : {};
      const grid = gridOfMap(view.state, map);
      const x0 = left - box.left + view.scrollDOM.scrollLeft - (by.left ?? 0) * cell;
      const y0 = top - box.top + view.scrollDOM.scrollTop - (by.top ?? 0) * line;
      const width = (widthOf(grid) + (by.left ?? 0) + (by.right ?? 0)) * cell;
      const height = (grid.length + (by.top ?? 0) + (by.bottom ?? 0)) * line;
      const thick = matchMedia("(pointer: coarse)").matches ? 18 : 8;
      const handle = (side, ...place) => new RectangleMarker(`map-edge ${side} nth-${nth}`, ...place);
      return [
        handle("left", x0 - thick, y0, thick, height), handle("right", x0 + width, y0, thick, height),
        handle("top", x0, y0 - thick, width, thick), handle("bottom", x0, y0 + height, width, thick),
      ];
    });
  },
});

/** Begins a stroke at a cell of a map, whose selected block the stroke may move. */
export function strokeOn(state, brush, map, grid, cell) {
  const block = blockOf(state);
  return stroke(brush, grid, block && isSame(block.map, map) ? block.region : null, cell, groundOf(map));
}

/** Writes the result of a stroke that began at `cell`, and selects its region. */
export function finish(view, brush, map, cell, { grid, shift, region }) {
  if (grid) draw(view, map, grid, { shift: brush.follows ? shift : null });
  if (region) select(view, map, region);
  else goTo(view, map, cell);
}

/** Returns the handlers of a drag: `to(event)` for each move, `end(event)` and `cancel()`. `null` beside cells and edges. */
function dragOf(view, brush, event) {
  const edge = /map-edge (\w+) nth-(\d+)/.exec(event.target.className ?? "");
  if (edge) return edgeDrag(view, brush, edge[1], Number(edge[2]), event);
  const under = mapUnder(view, event);
  if (!under) return null;
  const { map, cell } = under;
  const grid = gridOfMap(view.state, map);
  if (event.button === 2 || brush.tool === "pick") {
    goTo(view, map, cell);
    brush.pick(glyphAt(grid, cell));
    return { to() {}, end() {}, cancel() {} };
  }
  const own = strokeOn(view.state, brush, map, grid, cell);
  const place = placeOf(view, map);
  const inside = ([x, y]) => [Math.max(0, Math.min(widthOf(grid) - 1, x)), Math.max(0, Math.min(grid.length - 1, y))];
  const show = (drawn) => view.dispatch({
    effects: setPreview.of({ map, grid: drawn }),
    selection: own.region && blockSelection(view.state, map, own.region()),
  });
  show(own.to(cell, event.shiftKey));
  return {
    to(next) {
      const now = near(place, next);
      show(own.to(own.region ? inside(now) : now, next.shiftKey));
    },
    end() {
      view.dispatch({ effects: setPreview.of(null) });
      finish(view, brush, map, cell, own.end());
    },
    cancel: () => view.dispatch({ effects: setPreview.of(null) }),
  };
}

function edgeDrag(view, brush, side, nth, start) {
  const map = mapsOf(view.state).filter((one) => one.rows.length > 0)[nth];
  const { cell, line } = placeOf(view, map);
  const grid = gridOfMap(view.state, map);
  const show = (by) => {
    brush.drag(by && { nth, by }, by && resize(grid, by));
    view.dispatch({ effects: changed.of(null) });
  };
  const by = (event) => {
    const isAcross = side === "left" || side === "right";
    const steps = isAcross ? (event.clientX - start.clientX) / cell : (event.clientY - start.clientY) / line;
    const most = (isAcross ? widthOf(grid) : grid.length) - 1;
    return { [side]: Math.max(-most, Math.round(side === "left" || side === "top" ? -steps : steps)) };
  };
  return {
    to: (event) => show(by(event)),
    end(event) {
      show(null);
      resizeMap(view, brush, map, by(event));
    },
    cancel: () => show(null),
  };
}

/** Changes the size of a map. If the brush says so, coordinates in records follow new columns and rows at the left and top. */
export function resizeMap(view, brush, map, by) {
  const shift = ([x, y]) => [x + (by.left ?? 0), y + (by.top ?? 0)];
  draw(view, map, resize(gridOfMap(view.state, map), by), { shift: brush.follows ? shift : null });
}

/** Returns the handlers of a second finger, which scrolls. */
function panning(scrollDOM, event) {
  let last = event;
  return {
    pointer: event.pointerId,
    to(next) {
      scrollDOM.scrollBy(last.clientX - next.clientX, last.clientY - next.clientY);
      last = next;
    },
    end() {}, cancel() {},
  };
}

/** Handles the pointers of the editor while the brush is on. */
const pointers = (brush) => ViewPlugin.define((view) => {
  const { scrollDOM } = view;
  let drag = null;
  const take = (event) => { event.preventDefault(); event.stopPropagation(); };
  const handlers = {
    pointerdown(event) {
      if (!brush.isOn) return;
      if (drag && event.pointerId !== drag.pointer) {
        drag.cancel();
        drag = panning(scrollDOM, event);
        return take(event);
      }
      if (event.button !== 0 && event.button !== 2) return;
      const begun = dragOf(view, brush, event);
      if (!begun) return;
      drag = { ...begun, pointer: event.pointerId };
      take(event);
      scrollDOM.setPointerCapture(event.pointerId);
    },
    pointermove(event) {
      if (drag?.pointer !== event.pointerId) return;
      take(event);
      drag.to(event);
    },
    pointerup(event) {
      if (drag?.pointer !== event.pointerId) return;
      take(event);
      const { end } = drag;
      drag = null;
      end(event);
    },
    pointercancel() {
      drag?.cancel();
      drag = null;
    },
    contextmenu(event) { if (brush.isOn && mapUnder(view, event)) take(event); },
    // A stroke moves no cursor, selects no text, and opens no keyboard on a phone.
    mousedown(event) { if (drag) take(event); },
    touchstart(event) { if (drag) take(event); },
  };
  for (const [name, handler] of Object.entries(handlers)) scrollDOM.addEventListener(name, handler, { capture: true, passive: false });
  return { destroy() { for (const [name, handler] of Object.entries(handlers)) scrollDOM.removeEventListener(name, handler, { capture: true }); } };
});

/** Marks the rows of maps, whose touches draw instead of scrolling. */
const rowMarks = (brush) => EditorView.decorations.compute([mapsField, brush.field], (state) => {
  const rows = brush.isOn ? mapsOf(state).flatMap((map) => map.rows) : [];
  return Decoration.set(rows.map(({ from }) => Decoration.line({ class: "map-row" }).range(from)), true);
});

export function brushExtension(brush) {
  // Changes when the brush is turned on or off, so that decorations follow.
  brush.field = StateField.define({ create: () => 0, update: (count, transaction) => count + transaction.effects.some((effect) => effect.is(changed)) });
  const look = EditorView.editorAttributes.compute([brush.field], () => (brush.isOn ? { class: "brushing" } : {}));
  return [mapsField, brush.field, look, preview, edges(brush), rowMarks(brush), Prec.highest(pointers(brush))];
}
