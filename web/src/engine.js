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

/** A fault of the engine itself, after which this instance answers nothing. */
export class Crash extends Error {}

export class Engine {
  constructor(module, progress = () => {}) {
    this.module = module;
    this.progress = progress;
    this.begin();
  }

  /** Begins anew, with nothing in memory. */
  begin() {
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
      const from = exports.answer();
      text = decoder.decode(new Uint8Array(exports.memory.buffer, from, exports.answer_length()));
    } catch (error) {
      this.begin();
      throw new Crash(this.last ?? String(error));
    }
    const answer = JSON.parse(text);
    if (answer?.fault !== undefined) throw new Fault(answer.fault);
    return answer;
  }
}
