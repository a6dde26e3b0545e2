// Links with a game: text, seed and keys, compressed into the fragment, which browsers do not send.
import { Fault } from "./faults.js";

const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** Most bytes that a link may unpack to; a short link can expand enormously. */
const LARGEST = 8 << 20;

/** The fault of a damaged link. */
const damaged = (why) => new Fault(`The link is damaged: ${why}. Copy it again.`);

const CHANGED = "it was cut off or changed on its way";

/** Length of the checksum before the compressed bytes. */
const SUM = 4;

/** Returns the CRC-32 of bytes, as in gzip: every change of a single bit changes it. */
function checksum(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  const made = new DataView(new ArrayBuffer(SUM));
  made.setUint32(0, ~sum);
  return new Uint8Array(made.buffer);
}

function encode(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

const decode = (packed) => Uint8Array.from(atob(packed.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

/** Returns the fragment for a game. */
export async function packLink(shared) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream("deflate-raw"));
  return `#g=${encode(new Uint8Array([...checksum(bytes), ...bytes]))}`;
}

/** Returns the compressed bytes of a fragment. The older form `#d=` has no checksum. */
function bytesOf(fragment) {
  const [, form, packed] = /^#([dg])=([\w-]+)$/.exec(fragment) ?? [];
  // Base64 never has one letter more than a multiple of four.
  if (!form || packed.length % 4 === 1) throw damaged(CHANGED);
  const bytes = decode(packed);
  if (form === "d") return bytes;
  const rest = bytes.subarray(SUM);
  // Several texts can stand for the same bytes; a link is made with only one of them.
  if (encode(bytes) !== packed || encode(checksum(rest)) !== encode(bytes.subarray(0, SUM))) throw damaged(CHANGED);
  return rest;
}

/** Returns the game of a link, or `null` without a fragment. That of a frame has its compiled dungeon, too. Throws a `Fault` if the link is damaged. */
export async function unpackLink(fragment) {
  if (fragment.length <= 1) return null;
  const reader = new Blob([bytesOf(fragment)]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const pieces = [];
  for (let length = 0; ;) {
    const { done, value } = await reader.read().catch(() => { throw damaged(CHANGED); });
    if (done) break;
    length += value.length;
    if (length > LARGEST) throw damaged("its content is too large");
    pieces.push(value);
  }
  return gameOf(await new Blob(pieces).text());
}

function gameOf(json) {
  try {
    const { name, text, seed, keys, size, dungeon } = JSON.parse(json);
    const isSound = [name, text, seed, keys].every((one) => typeof one === "string") && Array.isArray(size);
    if (isSound) return { name, text, seed, keys, size, ...(typeof dungeon === "string" && { dungeon }) };
  } catch {
    // Not JSON: the same fault.
  }
  throw damaged("it contains no game");
}
