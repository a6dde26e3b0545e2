// The engine, and machine players: modules of WebAssembly that take a request as JSON and give an answer as JSON.
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Fetches and compiles a module; a server that does not know its type only costs time. */
export async function compileEngine(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the server answers ${response.status} for ${url}`);
  const type = response.headers.get("content-type") ?? "";
  return type.startsWith("application/wasm")
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** Something that the engine says to the person: a text that cannot be played, a recording of another program. */
export class Fault extends Error {}

/** A fault of the engine itself, after which this instance answers nothing; `recording` is the game that was rescued. */
export class Crash extends Error {
  constructor(message, recording) {
    super(message);
    this.recording = recording;
  }
}

export class Engine {
  constructor(module, progress = () => {}) {
    this.module = module;
    this.progress = progress;
    this.begin();
  }

  /** Begins anew, with nothing in memory. */
  begin() {
    this.last = undefined;
    let memory;
    const text = (from, bytes) => decoder.decode(new Uint8Array(memory.buffer, from, bytes));
    const page = {
      progress: (steps) => this.progress(steps),
      panicked: (from, bytes) => { this.last = text(from, bytes); },
    };
    const { exports } = new WebAssembly.Instance(this.module, { page });
    memory = exports.memory;
    this.exports = exports;
  }

  /** Answers a request; throws a `Fault` where there is no answer, a `Crash` where there never will be. */
  ask(ask, details = null) {
    const request = encoder.encode(JSON.stringify({ [ask]: details }));
    const { exports } = this;
    let text;
    try {
      const to = exports.request(request.length);
      new Uint8Array(exports.memory.buffer, to, request.length).set(request);
      text = this.handedOut(exports.answer());
    } catch (error) {
      const crash = new Crash(this.last ?? String(error), this.rescue());
      this.begin();
      throw crash;
    }
    const answer = JSON.parse(text);
    if (answer?.fault !== undefined) throw new Fault(answer.fault);
    return answer;
  }

  /** The recording of the game in an instance that has crashed; an empty text where even that cannot be had. */
  rescue() {
    try {
      return this.handedOut(this.exports.rescue());
    } catch {
      return "";
    }
  }

  /** A text that the module hands out. */
  handedOut(from) {
    const { memory, answer_length: length } = this.exports;
    return decoder.decode(new Uint8Array(memory.buffer, from, length()));
  }
}
