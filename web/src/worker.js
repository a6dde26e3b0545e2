// A worker with one module: answers each request, and begins again with empty memory after a panic.
import { Instance } from "./instance.js";

/** Time between two progress reports, in milliseconds. */
const REPORT = 150;

let compiled;
let told;

/** Reports how far a long answer is, from time to time. */
function progress(far) {
  const now = performance.now();
  if (now - told < REPORT) return;
  told = now;
  self.postMessage({ far });
}

self.onmessage = ({ data: { module, what, details } }) => {
  if (module) {
    compiled = module;
    return;
  }
  told = performance.now();
  try {
    // Tests reach the instance here.
    self.instance ??= new Instance(compiled, progress);
    self.postMessage({ answer: self.instance.ask(what, details) });
  } catch (error) {
    self.postMessage({ panic: error.message, recording: error.recording ?? "" });
  }
};
