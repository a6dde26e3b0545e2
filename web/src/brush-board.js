// The brush on the board: strokes on the cells of the map that the board shows. The game goes on in the changed text.
import { classesOf, finish, strokeOn } from "./brush-editor.js";
import { glyphAt, isInside } from "./grid.js";
import { gridOfMap, mapsOf } from "./map-state.js";

export function drawOnBoard(page, brush) {
  const { board } = page.play;
  const stage = board.element.parentElement;
  let drag = null;

  /** Begins a stroke. Its moves wait until the engine has answered which cell of which map is under the pointer. */
  async function begin(event, cell) {
    const own = { moves: [[cell, event.shiftKey]], pointer: event.pointerId };
    drag = own;
    const shown = await page.ask("map-cell", cell);
    if (!shown) {
      if (drag === own) drag = null;
      if (event.button === 0) page.play.press(`<click ${cell}>`);
      return;
    }
    const map = mapsOf(page.editor.state).find((one) => one.level === shown.level);
    if (!map) {
      if (drag === own) drag = null;
      return page.say("This level is not drawn in the text.");
    }
    const grid = gridOfMap(page.editor.state, map);
    const [dx, dy] = [0, 1].map((axis) => shown.cell[axis] - 1 - cell[axis]);
    Object.assign(own, { map, grid, by: [dx, dy], area: shown.board, start: [cell[0] + dx, cell[1] + dy], before: board.frame, isPick: event.button === 2 || brush.tool === "pick" });
    if (own.isPick) brush.pick(glyphAt(grid, own.start));
    else own.stroke = strokeOn(page.editor.state, brush, map, grid, own.start);
    go(own);
  }

  /** Draws the moves so far, and ends the stroke if the pointer is up. */
  function go(own) {
    if (!own.stroke) {
      if (own.isPick && drag === own && own.isUp) drag = null;
      return;
    }
    const [[left, top], [right, bottom]] = own.area;
    for (const [[x, y], isShift] of own.moves.splice(0)) {
      const cell = [Math.max(left, Math.min(right, x)) + own.by[0], Math.max(top, Math.min(bottom, y)) + own.by[1]];
      own.drawn = own.stroke.to(cell, isShift);
    }
    preview(own);
    if (!own.isUp) return;
    drag = null;
    finish(page.editor, brush, own.map, own.start, own.stroke.end());
  }

  /** Shows the drawn cells and the selected block on the board until the next frame. */
  function preview({ map, grid, drawn, stroke, by, area: [[left, top], [right, bottom]], before }) {
    const looks = classesOf(map);
    const block = stroke.region?.();
    const lines = before.lines.map((line) => [...line]);
    const runs = before.runs.map((row) => row.flatMap(([count, look]) => Array(count).fill(look)));
    for (let y = top; y <= bottom; y += 1) {
      for (let x = left; x <= right; x += 1) {
        const cell = [x + by[0], y + by[1]];
        const glyph = glyphAt(drawn, cell);
        const isDrawn = glyph !== glyphAt(grid, cell);
        if (isDrawn) {
          lines[y - 1][x - 1] = glyph;
          runs[y - 1][x - 1] = looks.get(glyph) ?? "";
        }
        if (isDrawn || (block && isInside(block, cell))) runs[y - 1][x - 1] += " drawn";
      }
    }
    board.draw({ ...before, lines: lines.map((line) => line.join("")), runs: runs.map((row) => row.map((look) => [1, look])) });
  }

  const take = (event) => { event.preventDefault(); event.stopPropagation(); };
  const handlers = {
    pointerdown(event) {
      if (!brush.isOn) return;
      const cell = board.cellAt(event);
      if (!cell || (event.button !== 0 && event.button !== 2)) return;
      take(event);
      board.element.setPointerCapture(event.pointerId);
      begin(event, cell);
    },
    pointermove(event) {
      if (!brush.isOn) return;
      take(event);
      const cell = board.cellAt(event);
      if (drag?.pointer !== event.pointerId || !cell) return;
      drag.moves.push([cell, event.shiftKey]);
      go(drag);
    },
    pointerup(event) {
      if (!brush.isOn) return;
      take(event);
      if (drag?.pointer !== event.pointerId) return;
      drag.isUp = true;
      go(drag);
    },
    pointercancel() {
      if (drag?.before) board.draw(drag.before);
      drag = null;
    },
    contextmenu(event) { if (brush.isOn) take(event); },
  };
  for (const [name, handler] of Object.entries(handlers)) stage.addEventListener(name, handler, { capture: true });
}
