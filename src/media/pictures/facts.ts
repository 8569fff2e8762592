// What the first bytes of a picture say: how large it is, and how a camera held it. Read before
// anything is decoded, so that a small file cannot ask for the memory of a huge picture.
import { imageTypeByContent } from '../../mail/html/images.ts';
import { webpSize } from './webp.ts';

/**
 * `turns`: quarter turns to the right until it is upright; `isFlipped`: mirrored before that.
 * `decodedBytes`: what a decoder holds of each pixel.
 */
export type PictureFacts = {
  mediaType: string;
  width: number;
  height: number;
  turns: number;
  isFlipped: boolean;
  decodedBytes: number;
};

/** undefined: it is none of the types that mail programs show, or its beginning is damaged. */
export function pictureFacts(content: Uint8Array): PictureFacts | undefined {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const mediaType = imageTypeByContent(content)?.mediaType;
  if (mediaType === undefined) return undefined;
  const size = SIZES[mediaType]?.(bytes);
  if (!size || size.width < 1 || size.height < 1) return undefined;
  return { mediaType, turns: 0, isFlipped: false, decodedBytes: DECODED[mediaType] ?? 0, ...size };
}

/** Measured; of JPEG and PNG the usual kinds. GIF is not decoded. */
const DECODED: Readonly<Record<string, number>> = { 'image/png': 4, 'image/jpeg': 3, 'image/webp': 6 };
/** Its coefficients are held until the last scan. */
const PROGRESSIVE = { marker: 0xc2, decodedBytes: 7 };
/** Samples of a pixel by the kind of colors of a PNG; those of a palette become colors. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 };

type Size = Pick<PictureFacts, 'width' | 'height'> & Partial<PictureFacts>;

const SIZES: Readonly<Record<string, (bytes: Buffer) => Size | undefined>> = {
  'image/png': pngSize,
  'image/gif': (bytes) =>
    bytes.length < 10 ? undefined : { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) },
  'image/webp': webpSize,
  'image/jpeg': jpegSize,
};

function pngSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 26 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  const samples = SAMPLES[bytes[25] ?? 0] ?? 4;
  const decodedBytes = samples * (bytes[24] === 16 ? 2 : 1);
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), decodedBytes };
}

/** Markers without a length. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9);
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpegSize(bytes: Buffer): Size | undefined {
  let held = { turns: 0, isFlipped: false };
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff || isBare(marker)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    if (isFrame(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      return {
        width,
        height,
        ...held,
        ...(marker === PROGRESSIVE.marker && { decodedBytes: PROGRESSIVE.decodedBytes }),
      };
    }
    if (marker === 0xe1) held = heldBy(bytes.subarray(at + 4, at + 2 + length)) ?? held;
    at += 2 + length;
  }
  return undefined;
}

/** By the values of Exif's orientation, 1 to 8. */
const HELD = [[0, 0], [0, 1], [2, 0], [2, 1], [3, 1], [1, 0], [1, 1], [3, 0]] as const; // biome-ignore format: a table

/** How a camera held it: tag 0x0112 of the first directory of Exif. */
function heldBy(exif: Buffer): { turns: number; isFlipped: boolean } | undefined {
  if (exif.length < 16 || exif.toString('latin1', 0, 6) !== 'Exif\0\0') return undefined;
  const tiff = exif.subarray(6);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const count = Math.min(short(directory), 100);
  for (let n = 0; n < count; n += 1) {
    const at = directory + 2 + n * 12;
    if (short(at) !== 0x0112) continue;
    const held = HELD[short(at + 8) - 1];
    return held && { turns: held[0], isFlipped: held[1] === 1 };
  }
  return undefined;
}
