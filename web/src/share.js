// Links with a game: text, seed and keys, compressed into the fragment, which browsers do not send.
const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** Most bytes that a link may unpack to; a short link can expand enormously. */
const LARGEST = 8 << 20;

export async function packLink(shared) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream("deflate-raw"));
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  const packed = btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  return `${location.href.split("#")[0]}#d=${packed}`;
}

/** Returns the game of a link, or `null` if it has none. Throws if the link is damaged. */
export async function unpackLink(fragment) {
  const packed = /^#d=([\w-]+)$/.exec(fragment)?.[1];
  if (!packed) return null;
  const text = atob(packed.replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const pieces = [];
  for (let length = 0; ;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > LARGEST) throw new Error("its content is too large");
    pieces.push(value);
  }
  const { name, text: dungeon, seed, keys, size } = JSON.parse(await new Blob(pieces).text());
  const sound = [name, dungeon, seed, keys].every((one) => typeof one === "string") && Array.isArray(size);
  if (!sound) throw new Error("it contains no game");
  return { name, text: dungeon, seed, keys, size };
}
