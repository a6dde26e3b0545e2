// A film of a recording, as one web page or as a GIF, made in workers.
import { Engine } from "./engine.js";
import { lookOf } from "./picture.js";

/** Moments of a page between two progress reports. */
const SLICE = 200;

/** Most pictures of a GIF, whose size grows with each of them, and most moments of a page, which stores no row twice. */
const MOST = { gif: 1500, html: 20_000 };

/** Time of the last picture of a GIF, in milliseconds, before it starts again. */
const END = 2000;

/** Yields the pictures of a recording, each with its time in milliseconds and the state after it. */
async function* pictures(engine, opening) {
  const key = ({ frame: { lines, runs, cursor } }) => JSON.stringify([lines, runs, cursor]);
  for (let state = opening; ;) {
    const { frame } = state;
    const shown = key(state);
    let stands = 0;
    let isSame = true;
    do {
      stands += state.stands ?? END;
      if (state.over || state.drift) break;
      state = await engine.ask("advance");
      isSame = key(state) === shown;
    } while (isSame);
    yield { frame, stands, state };
    if (isSame) return;
  }
}

/** A film that is being made. */
export class Film {
  /** `engines` are those of the page, which compile the dungeon. */
  constructor(engines) {
    this.engines = engines;
    this.engine = new Engine("film", FILES.replay);
  }

  /** Returns the content of a film, and whether the recording was too long for all of it. Throws `Stopped` after `stop`.
      `progress` takes the position in the recording and its length. */
  async make(kind, { recording, size }, progress) {
    const opening = await this.engine.ask("watch", this.engines.complete("watch", { recording, size }));
    const film = await (kind === "gif" ? this.gif(opening, progress) : this.html(progress));
    this.stop();
    return film;
  }

  async html(progress) {
    let state;
    for (let moments = 0; moments < MOST.html && !state?.over; moments += SLICE) {
      state = await this.engine.ask("film", SLICE);
      progress(state);
    }
    const { html } = await this.engine.ask("film-page");
    return { content: html, isCut: !state.over };
  }

  async gif(opening, progress) {
    const look = lookOf(opening.frame, 1);
    let count = 0;
    let isCut = false;
    for await (const { frame, stands, state } of pictures(this.engine, opening)) {
      isCut = count === MOST.gif;
      if (isCut) break;
      await this.draw({ look, frame, stands });
      count += 1;
      progress(state);
    }
    return { content: await this.draw({ look }), isCut };
  }

  /** Sends one frame to the worker, or asks for the bytes. */
  draw(message) {
    this.worker ??= new Worker(new URL(FILES.gif, document.baseURI), { type: "module" });
    return new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }) => resolve(data);
      this.worker.onerror = ({ message: words }) => reject(new Error(`the worker cannot run: ${words}`));
      this.worker.postMessage(message);
    });
  }

  /** Ends the workers. */
  stop() {
    this.engine.stop();
    this.worker?.terminate();
  }
}
