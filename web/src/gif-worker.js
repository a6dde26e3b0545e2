// The worker that draws frames and makes a GIF of them. To stop it, terminate it.
import { GIFEncoder, applyPalette } from "gifenc";
import { drawFrame } from "./picture.js";

/** Shortest time of a picture, in milliseconds; browsers slow down shorter ones. */
const SHORTEST = 20;

/** Returns up to 255 colors: the board's, and each other color in steps toward it, as at the edges of letters. */
function palette({ colours }) {
  const parts = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  const board = parts(colours.board);
  const others = [...new Set(Object.values(colours))].filter((hex) => hex !== colours.board).map(parts);
  const steps = Math.floor(254 / others.length);
  const blends = others.flatMap((colour) => Array.from({ length: steps }, (_, nth) =>
    colour.map((part, at) => Math.round(board[at] + (part - board[at]) * (nth + 1) / steps))));
  return [board, ...blends];
}

class Gif {
  constructor(look) {
    this.look = look;
    this.encoder = GIFEncoder();
    this.context = new OffscreenCanvas(look.width, look.height).getContext("2d", { willReadFrequently: true });
    this.colours = palette(look);
    this.frame = null;
    this.pixels = null;
  }

  /** Adds a frame that is shown for `stands` milliseconds. Pixels that stay the same are transparent. */
  add(frame, stands) {
    const { look, context, colours, pixels: before } = this;
    const { width, height } = look;
    drawFrame(context, frame, look, this.frame);
    const pixels = applyPalette(context.getImageData(0, 0, width, height).data, colours);
    const transparentIndex = colours.length;
    const changed = before ? pixels.map((colour, at) => (colour === before[at] ? transparentIndex : colour)) : pixels;
    this.encoder.writeFrame(changed, width, height, {
      palette: before ? null : [...colours, [0, 0, 0]], delay: Math.max(SHORTEST, stands),
      transparent: Boolean(before), transparentIndex, dispose: 1,
    });
    Object.assign(this, { frame, pixels });
  }

  bytes() {
    this.encoder.finish();
    return this.encoder.bytes();
  }
}

let gif;

self.onmessage = ({ data: { look, frame, stands } }) => {
  gif ??= new Gif(look);
  if (frame) gif.add(frame, stands);
  self.postMessage(frame ? null : gif.bytes());
};
