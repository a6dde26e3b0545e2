// The engine and the bots: WebAssembly modules that take requests and return answers as JSON.
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Fetches and compiles a module; slower if the server sends another type than `application/wasm`. */
export async function compileEngine(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the server answers ${response.status} for ${url}`);
  const type = response.headers.get("content-type") ?? "";
  return type.startsWith("application/wasm")
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** An error for the user, such as an unplayable text or a recording of another program. */
export class Fault extends Error {}

/** A panic of the engine. `recording` is the rescued game, or an empty text. */
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

  /** Starts a fresh instance with empty memory. */
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

  /** Returns the answer to a request. Throws a `Fault` for a user error and a `Crash` after a panic. */
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

  /** Returns the recording from a crashed instance, or an empty text if that fails. */
  rescue() {
    try {
      return this.handedOut(this.exports.rescue());
    } catch {
      return "";
    }
  }

  /** Decodes a text from the module's memory. */
  handedOut(from) {
    const { memory, answer_length: length } = this.exports;
    return decoder.decode(new Uint8Array(memory.buffer, from, length()));
  }
}
