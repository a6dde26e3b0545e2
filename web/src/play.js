// The game: sends keys to the engine, draws frames on the board, and runs the clock.
import { Board, keyName } from "./board.js";
import { Fault } from "./engine.js";
import { load } from "./store.js";

const by = (id) => document.getElementById(id);

/** Buttons below the board, for touch screens: key, label, title. */
const PAD = [
  ["?", "?", "Show the keys"], ["o", "o", "Explore"], [".", ".", "Wait"], [">", "&gt;", "Go down the stairs"], ["<lt>", "&lt;", "Go up the stairs"],
  ["<Enter>", "↵", "Choose"], ["<Tab>", "⇥", "Next"], ["<Esc>", "Esc", "Back"], ["y", "Yes", "Yes"], ["n", "No", "No"],
];

/** Shortest swipe that is a step, in pixels. */
const SWIPE = 24;

/** Keys for the eight directions of a swipe, clockwise from the east. */
const WAYS = ["<Right>", "<PgDn>", "<Down>", "<End>", "<Left>", "<Home>", "<Up>", "<PgUp>"];

export function player(page) {
  const { engine } = page;
  const element = by("board");
  const board = new Board(element);
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let state = null;
  let timer;
  let size = board.fit() ?? [80, 24];
  /** In real time: the round, the milliseconds waited in it, and the start of the current wait (`null`: not waiting). */
  const idle = { round: null, waited: 0, since: null };
  /** Whether time stops after a crash until the next key, since an idle round may be the cause. */
  let isHalted = false;

  const { ask } = page;

  /** Shows a new state: appends its log lines, draws it or its animation, and sets the clock. */
  function take(next) {
    if (!next) return;
    clearTimeout(timer);
    wait(null);
    state = next;
    if (next.told.length) tell(next.told);
    by("standing").textContent = `turn ${next.turn}${next.outcome ? `, ${next.outcome}` : ""}`;
    if (document.activeElement !== by("seed")) by("seed").value = next.seed;
    if (next.leaving) return leave(next.leaving);
    page.keep();
    if (calm.matches || document.hidden) rest(next);
    else move();
  }

  /** Draws the next frame of an animation, and the final state after the last one. */
  function move() {
    const next = ask("animate");
    if (!next) return;
    board.draw(next.frame);
    if (next.moving) timer = setTimeout(move, next.beat);
    else rest(next);
  }

  function rest(next) {
    clearTimeout(timer);
    state = next;
    board.draw(next.frame);
    if (next.journey) timer = setTimeout(() => take(ask("go-on")), calm.matches ? 0 : next.stride);
    else wait(next.pace);
    element.dataset.turn = next.turn;
    element.dataset.rest = next.journey ? "no" : "yes";
  }

  /** Whether real time runs: not in a hidden tab, in another view or while the text has the focus. */
  const runs = () => !isHalted && !document.hidden && page.view === "play" && !by("text").contains(document.activeElement);

  /** Waits for the rest of a real-time round. Animations and other views do not count. */
  function wait(pace) {
    const now = performance.now();
    if (idle.since !== null) idle.waited += now - idle.since;
    idle.since = null;
    if (!pace || !runs()) return;
    if (pace.round !== idle.round) Object.assign(idle, { round: pace.round, waited: 0 });
    idle.since = now;
    timer = setTimeout(() => {
      Object.assign(idle, { waited: 0, since: null });
      if (runs()) press("<idle>");
    }, Math.max(0, pace.every - idle.waited));
  }

  function press(keys) {
    if (keys !== "<idle>") isHalted = false;
    element.dataset.rest = "no";
    const begun = performance.now();
    take(ask("press", { keys }));
    player.last = performance.now() - begun;
  }

  function tell(lines) {
    const log = by("told");
    const told = document.createElement("div");
    for (const line of lines) {
      const one = document.createElement("p");
      one.textContent = line;
      told.append(one);
    }
    log.append(told);
    while (log.childElementCount > 8) log.firstElementChild.remove();
  }

  /** Shows the examples when the player leaves the game, which stays open. */
  function leave() {
    page.keepNow();
    take(ask("stay"));
    page.show("examples");
    page.say("Your game is saved. Choose Play to continue it.");
  }

  function begin({ seed = null, keys = "", size: keysSize = null }) {
    const details = { name: page.name(), text: page.text(), seed, keys, size, keys_size: keysSize };
    try {
      take(engine.ask("play", details));
      by("stale").hidden = true;
    } catch (error) {
      if (!(error instanceof Fault)) return page.fail(error);
      by("stale").textContent = error.message;
      by("stale").hidden = false;
    }
  }

  function resume(recording) {
    const next = ask("resume", { recording, size });
    take(next);
    return Boolean(next);
  }

  function fit() {
    const fitting = board.fit();
    if (!fitting || (fitting[0] === size[0] && fitting[1] === size[1])) return;
    size = fitting;
    if (!state) return;
    const next = ask("resize", { size });
    if (next) rest(next);
  }

  wire();
  page.shown.play = () => {
    fit();
    if (state) rest(state);
  };

  function wire() {
    element.addEventListener("keydown", (event) => {
      const key = keyName(event);
      if (!key) return;
      event.preventDefault();
      press(key);
    });
    by("begin").onclick = () => {
      const seed = by("seed").value.trim();
      begin({ seed: seed || null });
      element.focus();
    };
    by("seed").onkeydown = (event) => { if (event.key === "Enter") by("begin").click(); };
    by("save-rec").onclick = () => {
      const recording = own.recording();
      if (recording) page.download(page.name().replace(/(\.dng)?$/, ".rec"), recording, "application/json");
    };
    by("watch").onclick = () => { const recording = own.recording(); if (recording) page.replay.open(recording); };
    for (const [key, label, title] of PAD) {
      const button = document.createElement("button");
      button.innerHTML = label;
      button.title = title;
      button.setAttribute("aria-label", title);
      button.onclick = () => press(key);
      by("pad").append(button);
    }
    wireTyping();
    wirePointer();
    new ResizeObserver(fit).observe(element.parentElement);
    document.addEventListener("visibilitychange", () => { if (state) rest(state); });
    for (const turn of ["focusin", "focusout"]) by("text").addEventListener(turn, () => setTimeout(() => { if (state && element.dataset.rest === "yes") rest(state); }));
    calm.addEventListener("change", () => { if (state) rest(state); });
  }

  /** Opens the on-screen keyboard through an invisible field and presses what is typed there. */
  function wireTyping() {
    const button = document.createElement("button");
    button.id = "keyboard";
    button.textContent = "abc";
    button.title = "Type a key";
    button.setAttribute("aria-label", "Type a key");
    const field = document.createElement("input");
    Object.assign(field, { id: "type", tabIndex: -1, autocapitalize: "off", autocomplete: "off", spellcheck: false });
    field.setAttribute("aria-label", "Keys");
    button.onclick = () => field.focus({ preventScroll: true });
    field.oninput = () => {
      const typed = field.value;
      field.value = "";
      for (const letter of typed) press({ " ": "<Space>", "<": "<lt>" }[letter] ?? letter);
    };
    field.onkeydown = (event) => {
      const key = keyName(event);
      if (!key.startsWith("<")) return;
      event.preventDefault();
      press(key);
    };
    by("pad").append(button, field);
  }

  function wirePointer() {
    let down = null;
    let hovered = "";
    const click = (event) => {
      const cell = board.cellAt(event);
      if (cell) press(`<click ${cell}>`);
    };
    element.addEventListener("pointerdown", (event) => {
      down = { x: event.clientX, y: event.clientY, type: event.pointerType };
      element.focus({ preventScroll: true });
    });
    element.addEventListener("pointerup", (event) => {
      if (!down) return;
      const [x, y] = [event.clientX - down.x, event.clientY - down.y];
      const isTouch = down.type !== "mouse";
      down = null;
      if (isTouch && Math.hypot(x, y) >= SWIPE) {
        const way = (Math.round(Math.atan2(y, x) / (Math.PI / 4)) + 8) % 8;
        return press(WAYS[way]);
      }
      click(event);
    });
    element.addEventListener("pointercancel", () => { down = null; });
    element.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "mouse" || !state || state.journey || element.dataset.rest === "no") return;
      const cell = board.cellAt(event);
      if (!cell || `${cell}` === hovered) return;
      hovered = `${cell}`;
      const next = ask("hover-cell", { cell });
      if (next?.frame) rest(next);
    });
    element.addEventListener("wheel", (event) => {
      if (!state || event.ctrlKey) return;
      event.preventDefault();
      press(event.deltaY < 0 ? "<wheel-up>" : "<wheel-down>");
    }, { passive: false });
  }

  const own = {
    board,
    press,
    begin,
    resume,
    state: () => state,
    recording: () => (state ? ask("record")?.recording ?? null : null),
    shared: () => (state ? ask("share") : null),

    /** Opens the first game: a link with keys, a stored game or a new one. */
    open({ recording, seed, keys, size: keysSize }) {
      if (recording && resume(recording)) return;
      begin({ seed: seed ?? null, keys: keys ?? "", size: keysSize ?? null });
    },

    /** Continues in the changed text. The hero keeps the cell if it is free. */
    follow(isPlayable) {
      const stale = by("stale");
      if (!isPlayable) {
        stale.textContent = state
          ? "The text has errors. The game continues with the last playable version."
          : "The text has errors. Fix them to start the game.";
        stale.hidden = false;
        return;
      }
      stale.hidden = true;
      if (!state) return begin({});
      const before = state.games;
      const next = ask("reload", { name: page.name(), text: page.text() });
      if (next && next.games !== before) take(next);
    },

    /** Continues in a new engine and returns a sentence about the result. Tries each of these once: the game rescued from
        the crash, the same without its last turn, the game stored in this browser, a new game. Time stays stopped. */
    recover(rescued) {
      const seed = state?.seed ?? null;
      clearTimeout(timer);
      isHalted = true;
      state = null;
      const stored = load();
      const kept = stored?.text === page.text() && stored.recording;
      const resumed = (recording, shorter) => () => engine.ask("resume", { recording, size, shorter });
      const ways = [
        rescued && [resumed(rescued, false), "The game continues where it was."],
        rescued && [resumed(rescued, true), "The game is back one turn: the last turn crashes the engine."],
        kept && [resumed(kept, false), "The game continues from the last autosave."],
        [() => engine.ask("play", { name: page.name(), text: page.text(), seed, size }), "The game starts again."],
      ];
      for (const [way, words] of ways.filter(Boolean)) {
        try {
          rest(way());
          return words;
        } catch (error) {
          console.error(error);
        }
      }
      return "The game is lost.";
    },
  };
  return own;
}
