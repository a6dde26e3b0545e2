// Frames as pictures, on a canvas of the page or of a worker.

/** Names of the page's colors that a frame can use. */
const NAMES = ["board", "ink", "quiet", "accent", ...["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
  .flatMap((name) => [name, `bright-${name}`]), "grey"].filter((name) => name !== "bright-black");

/** Margin around the cells, in pixels. */
const MARGIN = 8;

/** Returns the page's current colors and font, and the size of the picture of a frame at a scale. */
export function lookOf({ columns, rows }, scale) {
  const style = getComputedStyle(document.documentElement);
  const colours = Object.fromEntries(NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
  const font = `16px ${style.getPropertyValue("--mono").trim()}`;
  const context = document.createElement("canvas").getContext("2d");
  context.font = font;
  const cell = { width: context.measureText("0".repeat(100)).width / 100, height: 20 };
  const [width, height] = [columns * cell.width, rows * cell.height].map((side) => Math.ceil((side + 2 * MARGIN) * scale));
  return { colours, font, cell, scale, width, height };
}

/** Returns a frame without the empty rows below and the empty columns to the right. */
export function trimmed(frame) {
  const widths = frame.lines.map((line) => [...line.trimEnd()].length);
  const rows = widths.findLastIndex((width) => width > 0) + 1;
  return { ...frame, columns: Math.max(1, ...widths), rows, lines: frame.lines.slice(0, rows) };
}

/** Returns the text color, the background (`null`: the board's) and the font of classes in the style sheet. */
function paint(classes, { colours, font }) {
  const all = classes.split(" ");
  const named = (prefix) => colours[all.find((one) => one.startsWith(prefix))?.slice(prefix.length)];
  const paper = named("paper-");
  const isReverse = all.includes("reverse");
  const ink = named("ink-") ?? (all.includes("dim") ? colours.quiet : colours.ink);
  return {
    ink: paper || isReverse ? colours.board : ink,
    paper: paper ?? (isReverse ? colours.ink : null),
    font: all.includes("bold") ? `bold ${font}` : font,
  };
}

/** Draws a frame. Skips the rows that equal those of `before`, the frame on the canvas. */
export function drawFrame(context, frame, look, before = null) {
  const { cell, colours, scale } = look;
  context.setTransform(scale, 0, 0, scale, MARGIN * scale, MARGIN * scale);
  context.textBaseline = "middle";
  const isSized = before?.columns === frame.columns && before.rows === frame.rows;
  if (!isSized) {
    context.fillStyle = colours.board;
    context.fillRect(-MARGIN, -MARGIN, look.width / scale, look.height / scale);
  }
  const row = (one, y) => one && JSON.stringify([one.lines[y], one.runs[y], one.cursor?.[1] === y ? one.cursor[0] : -1]);
  frame.lines.forEach((line, y) => {
    if (isSized && row(before, y) === row(frame, y)) return;
    const letters = [...line];
    const top = y * cell.height;
    context.fillStyle = colours.board;
    context.fillRect(-MARGIN, top, look.width / scale, cell.height);
    let x = 0;
    for (const [count, classes] of frame.runs[y]) {
      const { ink, paper, font } = paint(classes, look);
      if (paper) {
        context.fillStyle = paper;
        context.fillRect(x * cell.width, top, count * cell.width, cell.height);
      }
      context.fillStyle = ink;
      context.font = font;
      for (const letter of letters.slice(x, x + count)) {
        if (letter !== " ") context.fillText(letter, x * cell.width, top + cell.height / 2);
        x += 1;
      }
    }
    if (frame.cursor?.[1] !== y) return;
    context.strokeStyle = colours.accent;
    context.strokeRect(frame.cursor[0] * cell.width + 0.5, top + 0.5, cell.width - 1, cell.height - 1);
  });
}
