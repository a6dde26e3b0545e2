// A stroke: the cells that a tool changes during one drag, in the text or on the board.
import { clamped, flood, frame, isInside, line, move, paint, rectangle, regionOf } from "./grid.js";

/** The tools that paint: cells from the first cell of the drag to the current one. */
const SHAPES = { line, box: rectangle, frame };

/** Begins a stroke. `to(cell, isShift)` returns the grid so far, and `end()` the result: a grid, a region to select, and the
    shift of moved cells. `block` is the selected region or `null`, and `ground` that of the map. */
export function stroke({ tool, glyph, isCopy }, grid, block, start, ground) {
  if (tool === "select") return block && isInside(block, start) ? moving(grid, block, start, isCopy, ground) : selecting(grid, start);
  if (tool === "fill") {
    const drawn = paint(grid, flood(grid, start), glyph);
    return { to: () => drawn, end: () => ({ grid: drawn }) };
  }
  let path = [start];
  let drawn = grid;
  return {
    to(cell, isShift) {
      path = [...path, ...line(path.at(-1), cell).slice(1)];
      const cells = isShift && tool === "paint" ? rectangle(start, cell) : SHAPES[tool]?.(start, cell) ?? path;
      drawn = paint(grid, cells, glyph);
      return drawn;
    },
    end: () => ({ grid: drawn }),
  };
}

function selecting(grid, start) {
  let last = start;
  return {
    to(cell) { last = cell; return grid; },
    region: () => regionOf(start, last),
    end: () => ({ region: regionOf(start, last) }),
  };
}

function moving(grid, block, start, isCopy, ground) {
  let by = [0, 0];
  const shifted = () => [block[0] + by[0], block[1] + by[1], block[2] + by[0], block[3] + by[1]];
  return {
    to(cell) {
      by = clamped(grid, block, [cell[0] - start[0], cell[1] - start[1]]);
      return move(grid, block, by, isCopy, ground);
    },
    region: shifted,
    end: () => ({ ...moved(grid, block, by, isCopy, ground), region: shifted() }),
  };
}

/** Returns the grid after a block has moved, and where its cells are now. */
export function moved(grid, block, [dx, dy], isCopy, ground) {
  const shift = ([x, y]) => (isInside(block, [x, y]) ? [x + dx, y + dy] : null);
  return { grid: move(grid, block, [dx, dy], isCopy, ground), shift: isCopy ? null : shift };
}
