// The engines: WebAssembly modules in workers. Each request goes to the worker that answers it; answers are promises.
import { Fault, fetched } from "./faults.js";

/** The requests about a text, of which only the newest of each name matters. Other requests are about a game or a recording. */
const READ = new Set(["check", "paint", "complete", "hover", "format", "maps", "declare"]);

/** The requests about the watched recording. */
const WATCHED = new Set(["watch", "seek", "go-on-seeking", "advance", "show-on"]);

/** The requests about a game or a recording that matter only if no newer one of the same name follows. */
const POINTS = new Set(["hover-cell", "resize", "seek", "show-on"]);

export { Fault };

/** The end of a request that the user stopped. */
export class Stopped extends Error {}

/** A panic of an engine at a request. `recording` is the rescued game, or an empty text. */
export class Crash extends Error {
  constructor(message, recording, engine) {
    super(message);
    Object.assign(this, { recording, engine });
  }
}

/** The promise of each compiled module. */
const modules = {};

/** Fetches and compiles a module; slower if the server sends another type than `application/wasm`. */
async function compile(url) {
  const response = await fetched(url);
  const type = response.headers.get("content-type") ?? "";
  return type.startsWith("application/wasm")
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** Returns a compiled module. After a failure, the next call tries again. */
function compiled(url) {
  modules[url] ??= compile(url).catch((error) => {
    delete modules[url];
    throw error;
  });
  return modules[url];
}

/** One module in a worker of its own. Requests are answered one by one, in their order. */
export class Engine {
  /** `crashed` runs after a panic, before the requests that wait; its own requests are those of `askNow`. */
  constructor(name, url, crashed = () => {}) {
    Object.assign(this, { name, url, crashed, waiting: [], isBusy: false, isLoaded: false });
  }

  /** Returns the answer to a request, or `null` if a newer request replaced it. `details` may be a promise: the request
      keeps its place. `progress` hears how far a long answer is. Throws a `Fault` for a user error, a `Crash` after a
      panic and `Stopped` after `stop`. */
  ask(what, details = null, progress = () => {}) {
    return new Promise((resolve, reject) => {
      this.drop(what);
      this.waiting.push({ what, details, progress, resolve, reject });
      if (!this.isBusy) this.work();
    });
  }

  /** Drops the request that a newer one replaces. */
  drop(what) {
    const at = this.waiting.findLastIndex((one) => one.what === what);
    // In a game, a key between the two requests may depend on the older one.
    const isReplaced = READ.has(what) || (POINTS.has(what) && at === this.waiting.length - 1);
    if (isReplaced && at >= 0) this.waiting.splice(at, 1)[0].resolve(null);
  }

  async work() {
    this.isBusy = true;
    while (this.waiting.length) {
      const { what, details, progress, resolve, reject } = this.waiting.shift();
      try {
        resolve(await this.askNow(what, details, progress));
      } catch (error) {
        if (error.engine === this) await this.crashed(error, this);
        reject(error);
      }
    }
    this.isBusy = false;
  }

  /** Asks before all requests that wait. */
  async askNow(what, details, progress) {
    const failed = new Promise((_, reject) => { this.fail = reject; });
    this.begin();
    const ready = Promise.all([compiled(this.url), details]);
    const [module, given] = await Promise.race([ready, failed]);
    if (!this.isLoaded) this.worker.postMessage({ module });
    this.isLoaded = true;
    const answered = new Promise((resolve) => {
      this.worker.onmessage = ({ data: { far, panic, recording, answer } }) => {
        if (far !== undefined) progress?.(far);
        else if (panic !== undefined) this.fail(new Crash(`${what}: ${panic}`, recording, this));
        else if (answer?.fault !== undefined) this.fail(new Fault(answer.fault));
        else resolve(answer);
      };
    });
    this.worker.postMessage({ what, details: given });
    return Promise.race([answered, failed]);
  }

  /** Starts the worker, unless it runs. */
  begin() {
    if (this.worker) return;
    const worker = new Worker(new URL(FILES.worker, document.baseURI), { type: "module", name: this.name });
    worker.onerror = (event) => {
      const { fail } = this;
      this.end();
      fail?.(new Error(`the worker cannot run: ${event.message}`));
    };
    this.worker = worker;
  }

  end() {
    this.worker?.terminate();
    this.worker = undefined;
    this.isLoaded = false;
  }

  /** Ends all requests, and the worker with its game. The next request starts another worker. */
  stop() {
    this.end();
    const stopped = new Stopped();
    for (const { reject } of this.waiting.splice(0)) reject(stopped);
    this.fail?.(stopped);
  }
}

/** The requests that need a compiled dungeon, and the requests of the reader that compile it. */
const COMPILED = { play: "compile", reload: "compile", resume: "compile-recording", watch: "compile-recording" };

/** Returns the text of a recording, which its first line contains; `undefined` if it is no recording. */
function recorded(recording) {
  try {
    return JSON.parse(recording.split("\n", 1)[0]).text;
  } catch {
    return undefined;
  }
}

/** The engines of the page: the reader for texts, which never waits for the one of the game. */
export class Engines {
  /** What came with bundled texts, by text. */
  bundled = new Map();

  constructor(crashed, { reader = FILES.reader, game = FILES.engine } = {}) {
    this.reader = new Engine("reader", reader, crashed);
    this.game = new Engine("game", game, crashed);
    this.replay = new Engine("replay", FILES.replay, crashed);
  }

  /** Starts the worker of the game and loads its module. Throws if it cannot be loaded. The reader is loaded with its first
      request. */
  load() {
    this.game.begin();
    return compiled(this.game.url);
  }

  /** Loads the module of the reader before its first request. */
  loadReader() {
    compiled(this.reader.url).catch(() => {});
  }

  /** Takes over a bundled text, whose game needs no reader. */
  learn({ text, ...compiled }) {
    this.bundled.set(text, compiled);
  }

  /** Returns what came with a text: its `dungeon`, and the answers to `check` and `paint`. */
  known(text) {
    return this.bundled.get(text);
  }

  of(what) {
    if (READ.has(what)) return this.reader;
    return WATCHED.has(what) ? this.replay : this.game;
  }

  /** Asks the engine that answers a request, as `Engine.ask` does. */
  async ask(what, details, progress) {
    const told = READ.has(what) && this.known(details.text)?.[what];
    return told || this.of(what).ask(what, this.complete(what, details), progress);
  }

  /** Asks before the requests that wait, which a game continues with after a crash. */
  askNow(what, details) {
    return this.of(what).askNow(what, this.complete(what, details));
  }

  /** Returns the details of a request with the compiled dungeon, if it needs one. */
  complete(what, details) {
    if (!COMPILED[what]) return details;
    const known = this.known(details.text ?? recorded(details.recording));
    if (known) return { ...details, dungeon: known.dungeon };
    const completed = this.reader.ask(COMPILED[what], details).then((answer) => ({ ...details, ...answer }));
    // A request that is stopped while it waits does not look at its details.
    completed.catch(() => {});
    return completed;
  }
}
