// The game: sends keys to the engine, draws frames on the board, and runs the clock.
import { Board } from "./board.js";
import { Crash, Fault, Stopped } from "./engine.js";
import { wireInput } from "./input.js";
import { openingNote } from "./opening.js";

const by = (id) => document.getElementById(id);

/** The longest recording that is copied to the page after each key, in characters. */
const LONG = 200_000;

export function player(page) {
  const element = by("board");
  const board = new Board(element);
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let state = null;
  let timer;
  /** The columns and rows of the largest map of the game. */
  let map;
  let size = board.fit() ?? [80, 24];
  /** In real time: the round, the milliseconds waited in it, and the start of the current wait (`null`: not waiting). */
  const idle = { round: null, waited: 0, since: null };
  /** Whether time stops after a crash until the next key, since an idle round may be the cause. */
  let isHalted = false;

  /** Requests without an answer whose answer sets the clock: answers before the last one are only drawn. */
  let asked = 0;
  /** The latest recording that the engine gave, since a page that closes cannot wait for an answer. */
  let kept = null;
  let isCopying = false;
  const note = openingNote(() => { stop(); page.say("Stopped: a new game starts instead."); });

  const { ask } = page;
  /** Whether the page has no other views, to which the result of a game could lead. */
  const alone = () => !page.replay;

  /** Asks for the next state, and stops the clock until the answer. */
  async function request(what, details) {
    clearTimeout(timer);
    wait(null);
    asked += 1;
    const answer = await ask(what, details);
    asked -= 1;
    return answer;
  }

  /** Shows a new state: appends its log lines, draws it or its animation, and sets the clock. The promise ends with the first
      frame. */
  function take(next) {
    if (!next) return settle();
    clearTimeout(timer);
    wait(null);
    state = next;
    if (next.told.length) tell(next.told);
    by("standing").textContent = `turn ${next.turn}${next.outcome ? `, ${next.outcome}` : ""}`;
    if (document.activeElement !== by("seed")) by("seed").value = next.seed;
    if (next.leaving) return leave();
    if (next.watch) watch();
    page.keep();
    const drawn = show(next);
    copy();
    return drawn;
  }

  function show(next) {
    if (asked) return board.draw(next.frame);
    return calm.matches || document.hidden ? rest(next) : move();
  }

  /** Draws the next frame of an animation, and the final state after the last one. */
  async function move() {
    const answer = await request("animate");
    if (!answer) return settle();
    board.draw(answer.frame);
    if (asked) return;
    if (answer.moving) timer = setTimeout(move, answer.beat);
    else rest(answer);
  }

  function rest(next) {
    clearTimeout(timer);
    state = next;
    board.draw(next.frame);
    by("undo").hidden = !next.undo;
    if (next.journey) timer = setTimeout(async () => played(await request("go-on")), calm.matches ? 0 : next.stride);
    else wait(next.pace);
    element.dataset.turn = next.turn;
    element.dataset.rest = next.journey ? "no" : "yes";
  }

  /** Shows the state after a key of the player. */
  function played(next) {
    page.drafts.played();
    return take(next);
  }

  /** Sets the clock again, unless an answer is still to come. */
  function settle() {
    if (asked) return;
    if (state) rest(state);
    else element.dataset.rest = "yes";
  }

  /** Copies the recording to the page while it is short. */
  async function copy() {
    if (isCopying || kept?.length > LONG) return;
    isCopying = true;
    await own.recording();
    isCopying = false;
  }

  /** Whether real time runs: not in a hidden tab, in another view or while the text has the focus. */
  const runs = () => !isHalted && !document.hidden && page.view === "play" && !by("text")?.contains(document.activeElement);

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

  /** Presses keys, which the engine answers in their order. The promise ends when the first frame after them is drawn. */
  async function press(keys) {
    if (!state) return;
    if (keys !== "<idle>") isHalted = false;
    element.dataset.rest = "no";
    await played(await request("press", keys));
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
  async function leave() {
    page.keepNow();
    take(await request("stay"));
    page.show("examples");
    page.say("Your game is saved. Choose Play to continue it.");
  }

  /** Watches the recording of the game. */
  async function watch() {
    const recording = await own.recording();
    if (recording) page.replay.open(recording);
  }

  /** Stops a game that is being opened, and the current game with it. */
  function stop() {
    page.engine.game.stop();
    state = kept = null;
  }

  /** Opens a game in place of another one that is still being opened. Throws as `Engine.ask` does. */
  async function openGame(what, details) {
    if (note.isOpen()) stop();
    clearTimeout(timer);
    wait(null);
    element.dataset.rest = "no";
    const opening = note.begin();
    asked += 1;
    let answer = null;
    try {
      answer = await page.engine.ask(what, { ...details, size, alone: alone() }, opening.far);
    } finally {
      asked -= 1;
      opening.end();
      if (!answer) settle();
    }
    by("stale").hidden = true;
    kept = null;
    await take(await fitted(answer));
  }

  /** Sizes the letters for the map of a new state, and draws it on that screen. */
  async function fitted(next) {
    if (!next) return null;
    map = next.map;
    size = board.fit(map) ?? size;
    if (next.frame.columns === size[0] && next.frame.rows === size[1]) return next;
    const resized = await ask("resize", size);
    return resized ? { ...next, frame: resized.frame } : next;
  }

  /** Closes the game, which is that of another draft. */
  function close() {
    clearTimeout(timer);
    wait(null);
    state = kept = null;
    board.clear();
    by("standing").textContent = "";
  }

  async function begin({ seed, keys, size: keysSize }) {
    const details = { name: page.name(), text: page.text(), seed, keys, keys_size: keysSize };
    try {
      await openGame("play", details);
    } catch (error) {
      if (error instanceof Crash) return;
      if (!(error instanceof Fault || error instanceof Stopped)) return page.fail(error);
      // Without its keys, the game of a link begins at once.
      if (keys && !note.isOpen()) {
        if (error instanceof Fault) page.fail(error);
        return begin({ seed });
      }
      if (error instanceof Stopped) return;
      by("stale").textContent = error.message;
      by("stale").hidden = false;
    }
  }

  /** Continues a recorded game. Returns whether it could be opened. */
  async function resume(recording) {
    try {
      await openGame("resume", { recording });
      return true;
    } catch (error) {
      page.report(error);
      return false;
    }
  }

  /** Shows the answer to a request that changes only the picture. */
  function redraw(next) {
    if (!next?.frame) return;
    if (asked) board.draw(next.frame);
    else rest(next);
  }

  /** Whether all keys are answered, and nothing moves. */
  const isAtRest = () => state !== null && !state.journey && element.dataset.rest === "yes";

  const hover = async (cell) => redraw(await ask("hover-cell", cell));

  const resize = async () => redraw(await ask("resize", size));

  function fit() {
    const fitting = board.fit(map);
    if (!fitting || (fitting[0] === size[0] && fitting[1] === size[1])) return;
    size = fitting;
    if (state) resize();
  }

  wire();
  page.shown.play = () => {
    fit();
    settle();
  };

  function wire() {
    by("begin").onclick = async () => {
      const seed = by("seed").value.trim();
      element.focus();
      await begin({ seed });
      page.drafts.played();
    };
    by("seed").onkeydown = (event) => { if (event.key === "Enter") by("begin").click(); };
    by("save-rec")?.addEventListener("click", async () => {
      const recording = await own.recording();
      if (recording) page.download(page.name().replace(/(\.dng)?$/, ".rec"), recording, "application/json");
    });
    by("watch")?.addEventListener("click", watch);
    wireInput(board, { press, hover, scrolls: () => state?.scrolls, isAtRest });
    new ResizeObserver(fit).observe(element.parentElement);
    document.addEventListener("visibilitychange", settle);
    for (const turn of ["focusin", "focusout"]) by("text")?.addEventListener(turn, () => setTimeout(() => { if (element.dataset.rest === "yes") settle(); }));
    calm.addEventListener("change", settle);
  }

  const own = {
    board,
    press,
    begin,
    resume,
    state: () => state,
    shared: async () => (state ? ask("share") : null),

    /** Returns the recording of the game; `null` if there is no game. */
    async recording() {
      const answer = state && await ask("record");
      if (answer) kept = answer.recording;
      return answer?.recording ?? null;
    },

    isOpening: note.isOpen,

    /** Returns the latest recording that needs no answer of the engine. */
    kept: () => kept,

    /** Opens the game of a draft: a link with keys, a stored game or a new one. */
    async open({ recording, seed, keys, size: keysSize }) {
      close();
      if (recording && (await resume(recording) || note.isOpen())) return;
      await begin({ seed, keys, size: keysSize });
    },

    /** Continues in the changed text. The hero keeps the cell if it is free. */
    async follow({ name, text, playable }) {
      const stale = by("stale");
      if (!playable) {
        stale.textContent = state
          ? "The text has errors. The game continues with the last playable version."
          : "The text has errors. Fix them to start the game.";
        stale.hidden = false;
        return;
      }
      stale.hidden = true;
      if (!state) return begin({});
      const next = await ask("reload", { name, text });
      if (next && next.games !== state?.games) await take(await fitted(next));
    },

    /** Continues in a new engine and returns a sentence about the result. Tries each of these once: the game rescued from
        the crash, the same without its last turn, the last copy of the game, a new game. Time stays stopped. */
    async recover(rescued) {
      const seed = state?.seed;
      clearTimeout(timer);
      isHalted = true;
      state = null;
      const stored = page.drafts.current();
      const autosave = kept ?? (stored.text === page.text() && stored.recording);
      const resumed = (recording, shorter) => () => page.engine.askNow("resume", { recording, size, shorter, alone: alone() });
      const ways = [
        rescued && [resumed(rescued, false), "The game continues where it was."],
        rescued && [resumed(rescued, true), "The game is back one turn: the last turn crashes the engine."],
        autosave && [resumed(autosave, false), "The game continues from the last autosave."],
        [() => page.engine.askNow("play", { name: page.name(), text: page.text(), seed, size, alone: alone() }), "The game starts again."],
      ];
      for (const [way, words] of ways.filter(Boolean)) {
        try {
          rest(await way());
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
