// Replays a recording: play, pause and seek.
import { Board } from "./board.js";
import PANEL from "./replay.html";

const by = (id) => document.getElementById(id);

export function replay(page) {
  by("replay").innerHTML = PANEL;
  const board = new Board(by("film"));
  const slider = by("replay-slider");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let recording = null;
  let state = null;
  let isPlaying = false;
  let timer;
  let size = [80, 24];

  /** The number of requests so far: only the answer to the last one is shown. */
  let asked = 0;

  /** Asks the engine. Returns `null` after an error, or if another request followed. */
  async function ask(what, details) {
    clearTimeout(timer);
    const mine = asked += 1;
    const answer = await page.ask(what, details);
    if (mine !== asked) return null;
    if (answer === null) pause();
    return answer;
  }

  /** Asks for another moment of the recording, and shows it. */
  async function go(what, details) {
    const next = await ask(what, details);
    if (!next) return;
    state = next;
    // Draw a long seek only at its end.
    if (next.seeking) go("go-on-seeking");
    else show();
  }

  function show() {
    board.draw(state.frame);
    slider.max = state.length;
    slider.value = state.position;
    slider.setAttribute("aria-valuetext", `key ${state.position} of ${state.length}, turn ${state.turn}`);
    by("replay-place").textContent = `key ${state.position} of ${state.length}${state.key ? `: ${state.key}` : ""} · turn ${state.turn} of ${state.turns}`;
    by("replay-drift").hidden = !state.drift;
    by("replay-drift").textContent = state.drift ?? "";
    by("film").dataset.position = state.position;
    if (!isPlaying) return;
    if (state.over || state.drift) return pause();
    const speed = Number(by("replay-speed").value);
    timer = setTimeout(() => go("advance"), (state.stands ?? 0) / speed);
  }

  function pause() {
    isPlaying = false;
    clearTimeout(timer);
    by("replay-play").textContent = "Play";
  }

  function play() {
    if (!state) return;
    isPlaying = true;
    by("replay-play").textContent = "Pause";
    if (state.over) go("seek", 0);
    else show();
  }

  /** Moves to a position. The next seek counts from there, even before the answer. */
  const seek = (position) => {
    if (!state) return;
    pause();
    state.position = Math.max(0, Math.min(position, state.length));
    go("seek", state.position);
  };

  async function open(text) {
    pause();
    page.show("replay");
    by("replay-empty").hidden = true;
    by("replay-film").hidden = false;
    size = board.fit() ?? size;
    const before = state;
    state = null;
    const next = await ask("watch", { recording: text, size });
    if (!next) {
      if (recording) state ??= before;
      by("replay-empty").hidden = Boolean(recording);
      by("replay-film").hidden = !recording;
      return;
    }
    recording = text;
    const end = next.outcome ? `, ${next.outcome}` : "";
    by("replay-title").textContent = `${next.name}, seed ${next.seed}: ${next.turns} turns${end}`;
    by("replay-take").hidden = Boolean(next.outcome);
    state = next;
    if (calm.matches) show();
    else play();
    page.shown.replay();
  }

  /** Closes the recording, since a crashed engine has lost it. */
  function close() {
    pause();
    asked += 1;
    recording = state = null;
    by("replay-empty").hidden = false;
    by("replay-film").hidden = true;
  }

  by("replay-own").onclick = () => by("watch").click();
  by("replay-play").onclick = () => (isPlaying ? pause() : play());
  by("replay-start").onclick = () => seek(0);
  by("replay-back").onclick = () => seek(state.position - 1);
  by("replay-next").onclick = () => seek(state.position + 1);
  slider.oninput = () => seek(Number(slider.value));
  by("replay-take").onclick = () => {
    pause();
    const { name, text } = JSON.parse(recording.split("\n", 1)[0]);
    page.show("play");
    page.openText(name, text, { recording }, true);
  };
  page.shown.replay = () => {
    const fitting = state && board.fit(state.map);
    if (!fitting || `${fitting}` === `${size}`) return;
    size = fitting;
    go("show-on", size);
  };
  new ResizeObserver(() => { if (page.view === "replay") page.shown.replay(); }).observe(by("replay"));
  return { open, close, board, state: () => state };
}
