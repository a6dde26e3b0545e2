// Large dungeons for the tests: far more text than an author has, which the page must survive.

/** A dungeon of 64 levels, the most, and more than 2,000 lines. */
export function longText() {
  const lines = ['title "Two Thousand Lines"', 'kind r "rat" is=wanderer health=3 strength=1'];
  for (let level = 1; level <= 64; level += 1) {
    const rows = Array.from({ length: 24 }, (_, y) => [..."..w..#.$.r".repeat(5)].map((cell, x) => ((x + y) % 3 ? "." : cell)));
    rows[0][0] = level === 1 ? "@" : "<";
    if (level < 64) rows[23][49] = ">";
    const rim = "#".repeat(52);
    lines.push("", `level "Floor ${level}"`, "map", rim, ...rows.map((row) => `#${row.join("")}#`), rim, "end", "// A strong rat.", "r 9 9 health=4..6");
  }
  return `${lines.join("\n")}\n`;
}

/** A map of 200 times 200 cells, with many kinds of cells beside each other. */
export function largeMap() {
  const row = (y) => `#${Array.from({ length: 198 }, (_, x) => ((7 * x + 13 * y) % 17 === 0 ? "#" : (5 * x + 3 * y) % 29 === 0 ? "$" : ".")).join("")}#`;
  const rows = Array.from({ length: 198 }, (_, y) => row(y + 1));
  rows[0] = `#@${rows[0].slice(2)}`;
  return ["title \"Forty Thousand Cells\"", "map", "#".repeat(200), ...rows, "#".repeat(200), "end", ""].join("\n");
}
