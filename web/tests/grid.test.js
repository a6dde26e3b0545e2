// The geometry of the brush.
import assert from "node:assert/strict";
import { test } from "node:test";
import { clamped, copy, flood, frame, gridOf, leftBehind, line, mirror, mirrored, move, paint, put, rectangle, resize, rowsOf } from "../src/grid.js";

const ROOM = ["#####", "#...#", "#.w.#", "#####"];
const drawn = (grid) => rowsOf(grid).join("\n");
const room = (rows = ROOM) => gridOf(rows);

test("a line has one cell per step and both ends", () => {
  assert.deepEqual(line([1, 1], [4, 2]), [[1, 1], [2, 1], [3, 2], [4, 2]]);
  assert.deepEqual(line([2, 2], [2, 2]), [[2, 2]]);
  assert.deepEqual(line([0, 2], [0, 0]), [[0, 2], [0, 1], [0, 0]]);
});

test("rectangles and frames take their corners in any order", () => {
  assert.equal(drawn(paint(room(), rectangle([3, 2], [1, 1]), "~")), "#####\n#~~~#\n#~~~#\n#####");
  assert.equal(frame([0, 0], [4, 3]).length, 14);
  assert.deepEqual(frame([1, 1], [1, 1]), [[1, 1]]);
});

test("a fill stays inside its walls and passes no diagonal", () => {
  assert.equal(drawn(paint(room(), flood(room(), [1, 1]), ",")), "#####\n#,,,#\n#,w,#\n#####");
  const crossed = room(["..#", "..#", "##."]);
  assert.equal(drawn(paint(crossed, flood(crossed, [0, 0]), ",")), ",,#\n,,#\n##.");
  assert.deepEqual(flood(room(), [9, 9]), []);
});

test("painting keeps the size and fills short rows with blanks", () => {
  assert.equal(drawn(paint(room(["####", "#"]), [[3, 1], [9, 1], [0, -1]], "+")), "####\n#  +");
});

const GROUND = { floor: ".", stands: new Set(["w"]) };

test("a moved block leaves floor or its surroundings behind, and a copied one stays", () => {
  assert.equal(drawn(move(room(), [2, 2, 2, 2], [1, -1], false, GROUND)), "#####\n#..w#\n#...#\n#####");
  assert.equal(drawn(move(room(), [2, 2, 2, 2], [1, -1], true, GROUND)), "#####\n#..w#\n#.w.#\n#####");
  const corner = room(["####", "#w..", "#..."]);
  assert.equal(leftBehind(corner, [1, 1, 1, 1], GROUND), ".");
  assert.equal(leftBehind(corner, [0, 1, 1, 1], GROUND), "#");
  assert.equal(leftBehind(room(), [0, 0, 4, 3], GROUND), " ");
  assert.deepEqual(clamped(room(), [1, 1, 2, 2], [9, -9]), [2, -1]);
});

test("a mirrored block is mirrored with the places of its cells", () => {
  const block = copy(room(["ab.", "c.."]), [0, 0, 2, 1]);
  assert.equal(drawn(mirror(block, "x")), ".ba\n..c");
  assert.equal(drawn(mirror(block, "y")), "c..\nab.");
  assert.deepEqual(mirrored([1, 1, 3, 3], "x", [1, 2]), [3, 2]);
  assert.deepEqual(mirrored([1, 1, 3, 3], "y", [1, 1]), [1, 3]);
  assert.equal(drawn(put(room(), [3, 1], [["~", "~"]])), "#####\n#..~~\n#.w.#\n#####");
});

test("a new size keeps rows straight and continues each edge", () => {
  assert.equal(drawn(resize(room(["###", "#.", "###"]), { right: 1 })), "####\n#. #\n####");
  assert.equal(drawn(resize(room(), { left: 1, top: 1 })), "######\n######\n##...#\n##.w.#\n######");
  assert.equal(drawn(resize(room(), { right: -2, bottom: -1 })), "###\n#..\n#.w");
  assert.equal(drawn(resize(room(), { left: -9, top: -9 })), "#");
});
