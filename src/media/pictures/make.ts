// Makes of a picture what mails need: upright, without what cameras write into it, twice as wide as
// it is shown, and smaller ones for columns and phones. In JPEG, or in PNG where it is transparent
// or drawn: Outlook shows no WebP.
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { PictureFacts } from './facts.ts';
import { barePng } from './png.ts';

/** Widths of the files in pixels: twice what a mail, a column and a small picture are wide. */
const WIDTHS = [1200, 600, 320] as const;
const QUALITY = 85;

export type MakeJob = { content: Uint8Array; facts: PictureFacts };
export type MadeFile = { content: Uint8Array; mediaType: string; width: number; height: number };

type Image = {
  get_width(): number;
  get_height(): number;
  get_raw_pixels(): Uint8Array;
  get_bytes(): Uint8Array;
  get_bytes_jpeg(quality: number): Uint8Array;
  free(): void;
};
type Photon = {
  PhotonImage: {
    new (pixels: Uint8Array, width: number, height: number): Image;
    new_from_byteslice(bytes: Uint8Array): Image;
  };
  resize(image: Image, width: number, height: number, filter: number): Image;
  SamplingFilter: { Lanczos3: number };
};

const photon = whenNeeded((require) => require('@silvia-odwyer/photon-node') as Photon);

/** The files of a picture, the widest first. Throws what the decoder says of a damaged one. */
export function makeFiles({ content, facts }: MakeJob): MadeFile[] {
  const { mediaType, width, height } = facts;
  if (mediaType === 'image/gif') return [{ content, mediaType, width, height }]; // it may move
  const { PhotonImage, resize, SamplingFilter } = photon();
  const isTurned = facts.turns % 2 === 1;
  const source = PhotonImage.new_from_byteslice(mediaType === 'image/png' ? barePng(content) : content);
  const [own, across] = [source.get_width(), source.get_height()];
  const upright = isTurned ? across : own;
  const widths = [Math.min(upright, WIDTHS[0]), ...WIDTHS.slice(1).filter((one) => one < upright)];
  let as: 'jpeg' | 'png' | undefined;
  let from = source;
  const files = widths.map((wanted) => {
    const scale = wanted / upright;
    const [w, h] = [Math.max(1, Math.round(own * scale)), Math.max(1, Math.round(across * scale))];
    const scaled = w === from.get_width() ? from : resize(from, w, h, SamplingFilter.Lanczos3);
    const turned = uprightOf(scaled, facts, PhotonImage);
    as ??= kindOf(turned, facts.mediaType);
    const made = as === 'jpeg' ? turned.get_bytes_jpeg(QUALITY) : turned.get_bytes();
    const [shownWidth, shownHeight] = [turned.get_width(), turned.get_height()];
    if (turned !== scaled) turned.free();
    if (scaled !== from) {
      from.free();
      from = scaled; // the next one is made of this one, which is quicker
    }
    return { content: made, mediaType: `image/${as}`, width: shownWidth, height: shownHeight };
  });
  from.free();
  return files;
}

/** A drawing stays sharp as PNG; a photograph as PNG would be many times larger than as JPEG. */
function kindOf(image: Image, mediaType: string): 'jpeg' | 'png' {
  if (mediaType === 'image/jpeg') return 'jpeg';
  if (hasHoles(image.get_raw_pixels())) return 'png';
  return image.get_bytes_jpeg(QUALITY).length * 2 < image.get_bytes().length ? 'jpeg' : 'png';
}

function hasHoles(pixels: Uint8Array): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return true;
  return false;
}

/** The image turned as it was held; itself when it stands upright. */
function uprightOf(image: Image, { turns, isFlipped }: PictureFacts, PhotonImage: Photon['PhotonImage']): Image {
  if (turns === 0 && !isFlipped) return image;
  const [w, h] = [image.get_width(), image.get_height()];
  const from = new Uint32Array(image.get_raw_pixels().slice().buffer);
  const to = new Uint32Array(w * h);
  const [width, height] = turns % 2 === 1 ? [h, w] : [w, h];
  for (let y = 0; y < h; y += 1) {
    for (let x = 0; x < w; x += 1) {
      const across = isFlipped ? w - 1 - x : x;
      const at =
        turns === 0
          ? y * width + across
          : turns === 1
            ? across * width + (h - 1 - y)
            : turns === 2
              ? (h - 1 - y) * width + (w - 1 - across)
              : (w - 1 - across) * width + y;
      to[at] = from[y * w + x] ?? 0;
    }
  }
  return new PhotonImage(new Uint8Array(to.buffer), width, height);
}
