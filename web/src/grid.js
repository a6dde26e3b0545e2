// Geometry on grids: lines, rectangles, fills, blocks and sizes. A grid is a list of rows of characters. A cell is [x, y],
// counted from 0. A region is [x0, y0, x1, y1], both corners included. No function changes its arguments.

/** The glyph of cells after the end of a short row. */
const BLANK = " ";

export const gridOf = (rows) => rows.map((row) => [...row]);
export const rowsOf = (grid) => grid.map((row) => row.join(""));
export const widthOf = (grid) => Math.max(0, ...grid.map((row) => row.length));
export const glyphAt = (grid, [x, y]) => grid[y]?.[x] ?? BLANK;
export const isInside = ([x0, y0, x1, y1], [x, y]) => x0 <= x && x <= x1 && y0 <= y && y <= y1;
export const regionOf = ([ax, ay], [bx, by]) => [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)];

/** Returns the cells of a straight line, both ends included. */
export function line([ax, ay], [bx, by]) {
  const steps = Math.max(Math.abs(bx - ax), Math.abs(by - ay));
  return Array.from({ length: steps + 1 }, (_, nth) => {
    const part = steps === 0 ? 0 : nth / steps;
    return [Math.round(ax + (bx - ax) * part), Math.round(ay + (by - ay) * part)];
  });
}

/** Returns all cells of the rectangle with two corners. */
export function rectangle(a, b) {
  const [x0, y0, x1, y1] = regionOf(a, b);
  const cells = [];
  for (let y = y0; y <= y1; y += 1) for (let x = x0; x <= x1; x += 1) cells.push([x, y]);
  return cells;
}

/** Returns the outermost cells of the rectangle with two corners. */
export function frame(a, b) {
  const [x0, y0, x1, y1] = regionOf(a, b);
  return rectangle(a, b).filter(([x, y]) => x === x0 || x === x1 || y === y0 || y === y1);
}

/** Returns the cells that show the same glyph as `from` and are connected to it by straight steps. */
export function flood(grid, from) {
  const all = [0, 0, widthOf(grid) - 1, grid.length - 1];
  if (!isInside(all, from)) return [];
  const glyph = glyphAt(grid, from);
  const seen = new Set([`${from}`]);
  const cells = [from];
  for (const [x, y] of cells) {
    for (const next of [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]]) {
      if (seen.has(`${next}`) || !isInside(all, next) || glyphAt(grid, next) !== glyph) continue;
      seen.add(`${next}`);
      cells.push(next);
    }
  }
  return cells;
}

/** Writes a glyph into cells. The grid keeps its size: other cells are ignored, and short rows are filled up with blanks. */
export function paint(grid, cells, glyph) {
  return write(grid, cells.map((cell) => [cell, glyph]));
}

function write(grid, glyphs) {
  const all = [0, 0, widthOf(grid) - 1, grid.length - 1];
  const painted = grid.map((row) => [...row]);
  for (const [[x, y], glyph] of glyphs) {
    if (!isInside(all, [x, y])) continue;
    while (painted[y].length < x) painted[y].push(BLANK);
    painted[y][x] = glyph;
  }
  return painted;
}

/** Returns the cells of a region as a grid. */
export function copy(grid, [x0, y0, x1, y1]) {
  return Array.from({ length: y1 - y0 + 1 }, (_, y) => Array.from({ length: x1 - x0 + 1 }, (_, x) => glyphAt(grid, [x0 + x, y0 + y])));
}

/** Writes a block with its top left corner at a cell. */
export function put(grid, [x0, y0], block) {
  return write(grid, block.flatMap((row, y) => row.map((glyph, x) => [[x0 + x, y0 + y], glyph])));
}

/** Mirrors a block left to right (`x`) or top to bottom (`y`). */
export function mirror(block, axis) {
  return axis === "x" ? block.map((row) => [...row].reverse()) : [...block].reverse();
}

/** Returns where a cell of a region is after the region was mirrored. */
export function mirrored([x0, y0, x1, y1], axis, [x, y]) {
  return axis === "x" ? [x0 + x1 - x, y] : [x, y0 + y1 - y];
}

/** Returns the most frequent glyph of some cells; of equally frequent ones, the first. */
function commonest(glyphs) {
  const counts = new Map();
  for (const glyph of glyphs) counts.set(glyph, (counts.get(glyph) ?? 0) + 1);
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [BLANK, 0])[0];
}

/** Returns the glyph that is left behind when a region is emptied. Things that stand on floor leave the floor; otherwise it is
    what most cells around the region show. */
export function leftBehind(grid, region, { floor, stands }) {
  if (copy(grid, region).flat().every((glyph) => glyph === floor || stands.has(glyph))) return floor;
  const [x0, y0, x1, y1] = region;
  const all = [0, 0, widthOf(grid) - 1, grid.length - 1];
  return commonest(frame([x0 - 1, y0 - 1], [x1 + 1, y1 + 1]).filter((cell) => isInside(all, cell)).map((cell) => glyphAt(grid, cell)));
}

/** Returns the steps that keep a region inside the grid. */
export function clamped(grid, [x0, y0, x1, y1], [dx, dy]) {
  const within = (step, least, most) => Math.max(least, Math.min(most, step));
  return [within(dx, -x0, widthOf(grid) - 1 - x1), within(dy, -y0, grid.length - 1 - y1)];
}

/** Moves the cells of a region. They leave a glyph behind, or stay if `isCopy`. `ground` is that of the map. */
export function move(grid, region, [dx, dy], isCopy, ground) {
  const block = copy(grid, region);
  const [x0, y0, x1, y1] = region;
  const rest = isCopy ? grid : paint(grid, rectangle([x0, y0], [x1, y1]), leftBehind(grid, region, ground));
  return put(rest, [x0 + dx, y0 + dy], block);
}

/** Adds rows and columns at the edges, or removes them if negative. All rows get the same length. A new cell shows the glyph
    that is most frequent at that edge. At least one cell remains. */
export function resize(grid, { left = 0, right = 0, top = 0, bottom = 0 }) {
  const width = widthOf(grid);
  const straight = grid.map((row) => [...row, ...Array(width - row.length).fill(BLANK)]);
  const column = (x) => commonest(straight.map((row) => row[x] ?? BLANK));
  const [first, last] = [column(0), column(width - 1)];
  const widened = straight.map((row) => grown(row, left, right, first, last));
  const fill = (row) => Array(widened[0]?.length ?? 1).fill(commonest(row ?? []));
  return grown(widened, top, bottom, fill(widened[0]), fill(widened.at(-1)));
}

/** Lengthens or shortens a list at both ends to at least one entry. */
function grown(list, before, after, first, last) {
  const from = Math.max(0, -before);
  const kept = list.slice(Math.min(from, list.length - 1), Math.max(list.length + Math.min(0, after), from + 1));
  return [...Array(Math.max(0, before)).fill(first), ...kept, ...Array(Math.max(0, after)).fill(last)];
}
