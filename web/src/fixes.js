// The names of fixes.

/** Returns the label of a fix's button. */
export function fixName({ fix }) {
  const text = fix.insert.trim();
  if (fix.insert === "") return "Delete";
  return text && !text.includes("\n") && text.length < 30 ? `Change to ${text}` : "Apply fix";
}
