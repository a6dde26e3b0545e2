// The editor: highlighting, completion, hover and findings, all from the engine.
import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { lintKeymap, setDiagnostics } from "@codemirror/lint";
import { search, searchKeymap } from "@codemirror/search";
import { EditorState, StateEffect } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin, drawSelection, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers }
  from "@codemirror/view";
import { fixName } from "./fixes.js";
import { words } from "./words.js";

/** The longest text that is highlighted as a whole, in characters; of a longer one only the visible part. */
const SHORT = 10_000;

/** The characters of a longer text after which the rest of its visible lines is highlighted in another task. */
const PART = 4000;

const painted = StateEffect.define();

/** Returns the parts of the text that are highlighted one after the other: all of a short text, the visible lines of a longer one. */
function parts({ state: { doc }, viewport }) {
  if (doc.length <= SHORT) return [{ from: 0, to: doc.length }];
  const found = [];
  for (let { from } = viewport; from <= viewport.to;) {
    const to = Math.min(doc.lineAt(Math.min(from + PART, doc.length)).to, viewport.to);
    found.push({ from, to });
    from = to + 1;
  }
  return found;
}

/** The editor of one draft at a time: `extensions` make the state of another one. */
export function createEditor({ parent, ask: engine, name, changed, more }) {
  const ask = (what, state, details) => engine(what, { name: name(), text: state.doc.toString(), ...details });

  const marks = {};
  const ranges = (pieces) => {
    let end = 0;
    return pieces.flatMap(([gap, length, sort]) => {
      const from = end + gap;
      end = from + length;
      marks[sort] ??= Decoration.mark({ class: `sort-${sort}` });
      return length ? marks[sort].range(from, end) : [];
    });
  };

  /** The highlighting. Until the engine has answered, that of the earlier text moves along with its letters. */
  const highlighting = ViewPlugin.fromClass(class {
    constructor(view) {
      this.decorations = Decoration.none;
      this.paint(view);
    }

    update({ view, docChanged, viewportChanged, changes, transactions }) {
      if (docChanged) this.decorations = this.decorations.map(changes);
      for (const { effects } of transactions) {
        for (const effect of effects) if (effect.is(painted)) this.decorations = this.decorations.update(effect.value);
      }
      if (docChanged || (viewportChanged && view.state.doc.length > SHORT)) this.paint(view);
    }

    async paint(view) {
      const { doc } = view.state;
      const wanted = this.wanted = parts(view);
      for (const { from, to } of wanted) {
        const answer = await ask("paint", view.state, { from, to });
        if (!answer || view.state.doc !== doc || this.wanted !== wanted) return;
        const next = { filterFrom: from, filterTo: to, filter: () => false, add: ranges(answer.pieces), sort: true };
        view.dispatch({ effects: painted.of(next) });
      }
    }
  }, { decorations: (plugin) => plugin.decorations });

  const complete = async (context) => {
    const answer = await ask("complete", context.state, { at: context.pos });
    if (!answer) return null;
    const { from, suggestions } = answer;
    const typed = context.pos - from;
    if (suggestions.length === 0 || (!context.explicit && typed === 0)) return null;
    const options = suggestions.map(({ text: label, sort, detail, meaning }, nth) => ({
      label, detail, type: sort, boost: -nth / 100,
      info: meaning ? () => markdown(meaning) : undefined,
    }));
    return { from, options, validFor: /^[\w-]*=?$/ };
  };

  const hover = hoverTooltip(async (view, at) => {
    const { doc } = view.state;
    const told = await ask("hover", view.state, { at });
    if (!told || view.state.doc !== doc) return null;
    return { pos: told.from, end: told.to, above: true, create: () => ({ dom: markdown(told.markdown) }) };
  }, { hoverTime: 350 });

  const listener = EditorView.updateListener.of((update) => { if (update.docChanged) changed(); });

  const extensions = [
    lineNumbers(), highlightActiveLineGutter(), history(), drawSelection(), highlightActiveLine(), search({ top: true }),
    highlighting, autocompletion({ override: [complete], icons: false }), hover, listener, more,
    // Tab leaves the editor, so the keyboard focus is never trapped.
    keymap.of([...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
    EditorView.contentAttributes.of({ "aria-label": "The dungeon's text", spellcheck: "false", autocapitalize: "off", tabindex: "0" }),
  ];
  return Object.assign(new EditorView({ parent, state: EditorState.create({ extensions }) }), { extensions });
}

/** Underlines findings of the current text, and offers each fix as a button while the text stays the same. */
export function underline(view, findings) {
  const { doc } = view.state;
  const { length } = doc;
  const diagnostics = findings.map((found) => {
    const from = Math.min(found.from, length);
    // A missing part has an empty span: underline the letter next to it.
    const to = Math.min(Math.max(found.to, from + 1), length);
    return {
      from: from === to ? Math.max(0, from - 1) : from,
      to, severity: found.severity, source: found.code,
      message: found.message,
      renderMessage: () => words(found.help ? `${found.message}\n${found.help}` : found.message),
      actions: found.fix ? [{ name: fixName(found), apply: () => { if (view.state.doc === doc) applyFix(view, found.fix); } }] : [],
    };
  });
  view.dispatch(setDiagnostics(view.state, diagnostics));
}

export function applyFix(view, { from, to, insert }) {
  view.dispatch({ changes: { from, to, insert }, userEvent: "input.fix", scrollIntoView: true });
}

/** Selects a span and scrolls to it. */
export function reveal(view, from, to = from) {
  const length = view.state.doc.length;
  view.dispatch({
    selection: { anchor: Math.min(from, length), head: Math.min(to, length) },
    effects: EditorView.scrollIntoView(Math.min(from, length), { y: "center" }),
  });
  view.focus();
}

/** Renders the engine's Markdown: paragraphs, fenced blocks, code and bold. */
export function markdown(text) {
  const element = document.createElement("div");
  element.className = "told";
  text.split(/^```.*$/m).forEach((part, nth) => {
    if (nth % 2) {
      const fenced = document.createElement("pre");
      fenced.textContent = part.trim();
      return element.append(fenced);
    }
    for (const paragraph of part.split(/\n\s*\n/).filter((one) => one.trim())) {
      const line = document.createElement("p");
      for (const word of paragraph.trim().replace(/^#+ /gm, "").split(/(`[^`]+`|\*\*[^*]+\*\*)/)) {
        const tag = /^`./.test(word) ? "code" : /^\*\*./.test(word) ? "strong" : "";
        const node = tag ? document.createElement(tag) : document.createTextNode("");
        node.textContent = tag === "code" ? word.slice(1, -1) : tag ? word.slice(2, -2) : word.replace(/\\([\\`*_{}[\]<>#|!])/g, "$1");
        line.append(node);
      }
      element.append(line);
    }
  });
  return element;
}
