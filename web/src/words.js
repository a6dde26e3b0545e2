// The engine's sentences, whose code is between backticks.

/** Returns a sentence as nodes: its words, and its code without backticks. */
export function words(text) {
  const parts = document.createDocumentFragment();
  text.split(/`([^`]+)`/).forEach((part, nth) => {
    if (nth % 2 === 0) return parts.append(part);
    const code = document.createElement("code");
    code.textContent = part;
    parts.append(code);
  });
  return parts;
}
