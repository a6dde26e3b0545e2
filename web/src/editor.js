// The editor: highlighting, completion, hover and findings, all from the engine.
import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { lintKeymap, setDiagnostics } from "@codemirror/lint";
import { search, searchKeymap } from "@codemirror/search";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers }
  from "@codemirror/view";

/** Longest text that is highlighted after each key; longer ones wait for a pause. */
const SHORT = 50_000;

const painted = StateEffect.define();

export function createEditor({ parent, text, ask: engine, name, changed }) {
  const ask = (what, state, details) => engine(what, { name: name(), text: state.doc.toString(), ...details });

  const marks = {};
  const paint = (state) => {
    const pieces = ask("paint", state)?.pieces ?? [];
    return Decoration.set(pieces.filter(([from, to]) => from < to).map(([from, to, sort]) => {
      marks[sort] ??= Decoration.mark({ class: `sort-${sort}` });
      return marks[sort].range(from, to);
    }), true);
  };
  const colours = StateField.define({
    create: paint,
    update(value, transaction) {
      const asked = transaction.effects.some((effect) => effect.is(painted));
      if (!transaction.docChanged && !asked) return value;
      if (transaction.state.doc.length > SHORT && !asked) return value.map(transaction.changes);
      return paint(transaction.state);
    },
    provide: (field) => EditorView.decorations.from(field),
  });

  const complete = (context) => {
    const { from, suggestions } = ask("complete", context.state, { at: context.pos }) ?? { suggestions: [] };
    const typed = context.pos - from;
    if (suggestions.length === 0 || (!context.explicit && typed === 0)) return null;
    const options = suggestions.map(({ text: label, sort, detail, meaning }, nth) => ({
      label, detail, type: sort, boost: -nth / 100,
      info: meaning ? () => markdown(meaning) : undefined,
    }));
    return { from, options, validFor: /^[\w-]*=?$/ };
  };

  const hover = hoverTooltip((view, at) => {
    const told = ask("hover", view.state, { at });
    if (!told) return null;
    return { pos: told.from, end: told.to, above: true, create: () => ({ dom: markdown(told.markdown) }) };
  }, { hoverTime: 350 });

  let rest;
  const listener = EditorView.updateListener.of((update) => {
    if (!update.docChanged) return;
    changed();
    if (update.state.doc.length > SHORT) {
      clearTimeout(rest);
      rest = setTimeout(() => update.view.dispatch({ effects: painted.of(null) }), 200);
    }
  });

  return new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), highlightActiveLineGutter(), history(), drawSelection(), highlightActiveLine(), search({ top: true }),
        colours, autocompletion({ override: [complete], icons: false }), hover, listener,
        // Tab leaves the editor, so the keyboard focus is never trapped.
        keymap.of([...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorView.contentAttributes.of({ "aria-label": "The dungeon's text", spellcheck: "false", autocapitalize: "off" }),
      ],
    }),
  });
}

/** Underlines findings and offers each fix as a button. */
export function underline(view, findings) {
  const length = view.state.doc.length;
  const diagnostics = findings.map((found) => {
    const from = Math.min(found.from, length);
    // A missing part has an empty span: underline the letter next to it.
    const to = Math.min(Math.max(found.to, from + 1), length);
    return {
      from: from === to ? Math.max(0, from - 1) : from,
      to, severity: found.severity, source: found.code,
      message: found.help ? `${found.message}\n${found.help}` : found.message,
      actions: found.fix ? [{ name: fixName(found), apply: () => applyFix(view, found.fix) }] : [],
    };
  });
  view.dispatch(setDiagnostics(view.state, diagnostics));
}

/** Returns the label of a fix's button. */
export function fixName({ fix }) {
  const text = fix.insert.trim();
  if (fix.insert === "") return "Delete";
  return text && !text.includes("\n") && text.length < 30 ? `Change to ${text}` : "Apply fix";
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
