// The brush: tools, palette, and requests for the maps of the text.
import { EditorView, ViewPlugin } from "@codemirror/view";
import { drawOnBoard } from "./brush-board.js";
import { brushExtension, changed, resizeMap } from "./brush-editor.js";
import { copy, isInside, mirror, mirrored, put, widthOf } from "./grid.js";
import { mapKeys, overwrite, toggleOverwrite } from "./map-keys.js";
import { blockOf, cellAt, draw, gridOfMap, mapsOf, select, setMaps } from "./map-state.js";
import { newGlyph } from "./new-glyph.js";

const by = (id) => document.getElementById(id);

/** The tools: name, label, title. */
const TOOLS = [
  ["paint", "Paint", "Paint cells; hold Shift for a rectangle"], ["line", "Line", "Draw a straight line"],
  ["box", "Box", "Fill a rectangle"], ["frame", "Frame", "Draw the outline of a rectangle"],
  ["fill", "Fill", "Fill connected cells of one glyph"], ["pick", "Pick", "Take the glyph of a cell; or click with the right button"],
  ["select", "Select", "Select a block; drag it to move it"],
];

/** The pause in typing before the maps are read again while nothing is drawn, in milliseconds. */
const REST = 150;

export function brush(page) {
  const own = {
    isOn: false, tool: "paint", glyph: "#", isCopy: false, follows: true,
    /** The edge of a map that is dragged now, with the number of added rows and columns. */
    dragged: null,
    pick(glyph) {
      own.glyph = glyph;
      if (own.tool === "pick") own.tool = "paint";
      show();
    },
    drag(dragged, grid) {
      own.dragged = dragged;
      if (grid) showSize(grid);
    },
  };
  const view = () => page.editor;
  let sorts = [];
  let asked;

  /** Asks the engine for the maps of the text, unless it has changed by the time of the answer. */
  async function ask() {
    const { doc } = view().state;
    const answer = await page.ask("maps", { name: page.name(), text: doc.toString() });
    if (!answer || view().state.doc !== doc) return;
    ({ sorts } = answer);
    view().dispatch({ effects: setMaps.of(answer.maps) });
    if (isSought) view().dispatch({ effects: toMap() });
    show();
  }

  /** Asks again after each change of the text, and for another text that the editor shows. */
  const listener = ViewPlugin.define(({ state }) => {
    const askSoon = (now) => {
      clearTimeout(asked);
      asked = setTimeout(ask, own.isOn || now.field(overwrite) ? 0 : REST);
    };
    by("map-size").disabled = true;
    askSoon(state);
    return {
      update(update) {
        if (update.docChanged) askSoon(update.state);
        if (update.selectionSet || update.transactions.some((one) => one.effects.length)) show();
      },
    };
  });

  /** The map at the cursor, or else the first one. */
  const map = () => cellAt(view().state, view().state.selection.main.head)?.map ?? mapsOf(view().state)[0] ?? null;

  /** Whether the text scrolls to the map as soon as the engine has told its place. */
  let isSought = false;

  /** Returns the effects that scroll to the map. */
  function toMap() {
    const row = map()?.rows[0];
    isSought = !row;
    return row ? [EditorView.scrollIntoView(row.from, { y: "start", yMargin: 30 })] : [];
  }

  function toggle(isOn) {
    own.isOn = isOn;
    isSought = false;
    view().dispatch({ effects: [changed.of(null), ...(isOn ? toMap() : [])] });
    by("board").classList.toggle("brushing", isOn);
    show();
  }

  /** Shows the palette, the tools and the size of the map. */
  function show() {
    by("brush-on").setAttribute("aria-pressed", own.isOn);
    by("brush").classList.toggle("on", own.isOn);
    if (own.isOn) showPalette();
    showState();
  }

  function showState() {
    for (const [tool] of TOOLS) by(`brush-${tool}`).setAttribute("aria-pressed", own.tool === tool);
    by("overwrite").setAttribute("aria-pressed", view().state.field(overwrite));
    by("block").hidden = own.tool !== "select" && !blockOf(view().state);
    for (const id of ["mirror-x", "mirror-y"]) by(id).disabled = !blockOf(view().state);
    const shown = map();
    by("map-size").disabled = !shown;
    if (shown && !own.dragged) showSize(gridOfMap(view().state, shown));
  }

  function showSize(grid) {
    const size = { "map-width": widthOf(grid), "map-height": grid.length };
    for (const [id, value] of Object.entries(size)) if (document.activeElement !== by(id)) by(id).value = value;
  }

  let shownPalette;
  function showPalette() {
    const glyphs = map()?.palette ?? [];
    const key = JSON.stringify([glyphs, own.glyph]);
    if (key === shownPalette) return;
    shownPalette = key;
    const focused = document.activeElement.dataset?.glyph;
    const chips = glyphs.map(({ glyph, name, class: look, used }) => {
      const button = document.createElement("button");
      const cell = document.createElement("b");
      cell.className = look;
      cell.textContent = glyph === " " ? "\u00a0" : glyph;
      button.append(cell, ` ${name}`);
      button.className = used ? "glyph" : "glyph unused";
      button.dataset.glyph = glyph;
      button.setAttribute("aria-pressed", glyph === own.glyph);
      button.setAttribute("aria-label", name ? `${name} ${glyph}` : glyph);
      button.onclick = () => own.pick(glyph);
      return button;
    });
    by("palette").replaceChildren(...chips, by("new-glyph"));
    if (focused !== undefined) chips.find((chip) => chip.dataset.glyph === focused)?.focus();
  }

  function mirrorBlock(axis) {
    const block = blockOf(view().state);
    if (!block) return;
    const { region } = block;
    const grid = gridOfMap(view().state, block.map);
    const drawn = put(grid, region, mirror(copy(grid, region), axis));
    const shift = (cell) => (isInside(region, cell) ? mirrored(region, axis, cell) : null);
    draw(view(), block.map, drawn, { shift: own.follows ? shift : null });
    select(view(), block.map, region);
  }

  /** Declares a new glyph and selects it in the palette. */
  async function declare() {
    const made = await newGlyph(sorts, ({ sort, glyph, called }) =>
      page.ask("declare", { name: page.name(), text: page.text(), sort, glyph, called }));
    if (!made) return;
    view().dispatch({ changes: { from: made.from, insert: made.insert }, userEvent: "input.declare" });
    own.pick(made.glyph);
  }

  function wire() {
    by("brush-on").onclick = () => toggle(!own.isOn);
    by("overwrite").onclick = () => { toggleOverwrite(view()); view().focus(); };
    const tools = TOOLS.map(([tool, label, title]) => {
      const button = document.createElement("button");
      Object.assign(button, { id: `brush-${tool}`, className: "tool", textContent: label, title });
      button.onclick = () => { own.tool = tool; show(); };
      return button;
    });
    by("tools").append(...tools);
    by("new-glyph").onclick = declare;
    by("mirror-x").onclick = () => mirrorBlock("x");
    by("mirror-y").onclick = () => mirrorBlock("y");
    by("copying").onchange = ({ target }) => { own.isCopy = target.checked; };
    by("follows").onchange = ({ target }) => { own.follows = target.checked; };
    for (const [id, side] of [["map-width", "right"], ["map-height", "bottom"]]) {
      by(id).onchange = ({ target }) => {
        const shown = map();
        const grid = gridOfMap(view().state, shown);
        const more = Math.round(Number(target.value)) - (side === "right" ? widthOf(grid) : grid.length);
        if (target.value >= 1) resizeMap(view(), own, shown, { [side]: more });
        target.blur();
      };
    }
  }

  /** Puts the toolbar above the text. On a narrow screen that shows the board, puts it above the board. */
  function settle() {
    const isNarrow = getComputedStyle(by("tab-text")).display !== "none";
    const host = isNarrow && document.body.dataset.view === "play" ? by("play") : by("text");
    if (by("brush").parentElement !== host) host.prepend(by("brush"));
  }

  return {
    extensions: [brushExtension(own), mapKeys(own), listener],
    start() {
      wire();
      settle();
      new MutationObserver(settle).observe(document.body, { attributeFilter: ["data-view"] });
      addEventListener("resize", settle);
      drawOnBoard(page, own);
    },
  };
}
