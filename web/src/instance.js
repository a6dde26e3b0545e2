// An instance of a module, for the workers and the build.
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A panic of the module. `recording` is the rescued game, or an empty text. */
class Panic extends Error {
  constructor(message, recording) {
    super(message);
    this.recording = recording;
  }
}

/** An instance of a module, which takes requests and returns answers as JSON. */
export class Instance {
  constructor(module, progress = () => {}) {
    this.module = module;
    this.progress = progress;
    this.begin();
  }

  /** Starts with empty memory. */
  begin() {
    this.last = undefined;
    let memory;
    const text = (from, bytes) => decoder.decode(new Uint8Array(memory.buffer, from, bytes));
    const page = {
      progress: (far) => this.progress(far),
      panicked: (from, bytes) => { this.last = text(from, bytes); },
    };
    const { exports } = new WebAssembly.Instance(this.module, { page });
    memory = exports.memory;
    this.exports = exports;
  }

  /** Returns the answer to a request. Throws a `Panic`. */
  ask(what, details) {
    const request = encoder.encode(JSON.stringify({ [what]: details }));
    const { exports } = this;
    try {
      const to = exports.request(request.length);
      new Uint8Array(exports.memory.buffer, to, request.length).set(request);
      return JSON.parse(this.handedOut(exports.answer()));
    } catch (error) {
      const panic = new Panic(this.last ?? String(error), this.rescue());
      this.begin();
      throw panic;
    }
  }

  /** Returns the recording of the game after a panic, or an empty text if that fails. */
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
