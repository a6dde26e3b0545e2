// Replays a recording: play, pause and seek.
import { Board } from "./board.js";

const by = (id) => document.getElementById(id);

export function replay(page) {
  const board = new Board(by("film"));
  const slider = by("replay-slider");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let recording = null;
  let state = null;
  let isPlaying = false;
  let timer;
  let size = [80, 24];

  const ask = (what, details) => {
    const answer = page.ask(what, details);
    if (answer === null) pause();
    return answer;
  };

  function take(next) {
    if (!next) return;
    clearTimeout(timer);
    state = next;
    // Draw a long seek only at its end.
    if (next.seeking) timer = setTimeout(() => take(ask("go-on-seeking")));
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
    timer = setTimeout(() => take(ask("advance")), (state.stands ?? 0) / speed);
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
    if (state.over) take(ask("seek", { position: 0 }));
    else show();
  }

  const seek = (position) => {
    pause();
    take(ask("seek", { position: Math.max(0, position) }));
  };

  function open(text) {
    pause();
    page.show("replay");
    by("replay-empty").hidden = true;
    by("replay-film").hidden = false;
    size = board.fit() ?? size;
    const next = ask("watch", { recording: text, size });
    if (!next) {
      by("replay-empty").hidden = Boolean(recording);
      by("replay-film").hidden = !recording;
      return;
    }
    recording = text;
    const end = next.outcome ? `, ${next.outcome}` : "";
    by("replay-title").textContent = `${next.name}, seed ${next.seed}: ${next.turns} turns${end}`;
    by("replay-take").hidden = Boolean(next.outcome);
    take(next);
    if (!calm.matches) play();
  }

  /** Closes the recording, since a crashed engine has lost it. */
  function close() {
    pause();
    recording = state = null;
    by("replay-empty").hidden = false;
    by("replay-film").hidden = true;
  }

  by("replay-play").onclick = () => (isPlaying ? pause() : play());
  by("replay-start").onclick = () => seek(0);
  by("replay-back").onclick = () => seek(state.position - 1);
  by("replay-next").onclick = () => seek(state.position + 1);
  slider.oninput = () => seek(Number(slider.value));
  by("replay-own").onclick = () => by("watch").click();
  by("replay-take").onclick = () => {
    pause();
    if (!page.play.resume(recording)) return;
    const { name, text } = page.play.shared();
    page.show("play");
    page.replaceText(name, text);
  };
  page.shown.replay = () => {
    const fitting = state && board.fit();
    if (fitting) take(ask("show-on", { size: fitting }));
  };
  new ResizeObserver(() => { if (page.view === "replay") page.shown.replay(); }).observe(by("replay"));
  return { open, close, board, state: () => state };
}
