// How large a WebP is (RFC 9649). The head of the extended form says one size and each image in it
// another: a decoder takes memory for the image, so none may be larger than the head says.

type Size = { width: number; height: number };
type Chunk = { name: string; start: number; end: number };

const HEAD = 12;
/** Bytes of a frame of an animation before its own chunks. */
const FRAME_HEAD = 16;
/** Empty ones would keep everybody waiting: an animation has two or three a frame. */
const MOST_CHUNKS = 10_000;

/** The size that it says; undefined when it is damaged, or holds an image that is larger. */
export function webpSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 30) return undefined;
  const budget = { left: MOST_CHUNKS };
  const [first, ...others] = chunksIn(bytes, HEAD, bytes.length, budget);
  if (first?.name !== 'VP8X') return first && imageSize(bytes, first);
  const canvas = { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  const images = others.flatMap((chunk) =>
    chunk.name === 'ANMF' ? chunksIn(bytes, chunk.start + FRAME_HEAD, chunk.end, budget) : [chunk],
  );
  if (budget.left <= 0) return undefined;
  const isWithin = (chunk: Chunk) => {
    if (chunk.name !== 'VP8 ' && chunk.name !== 'VP8L') return true;
    const size = imageSize(bytes, chunk);
    return size !== undefined && size.width <= canvas.width && size.height <= canvas.height;
  };
  return images.every(isWithin) ? canvas : undefined;
}

function chunksIn(bytes: Buffer, from: number, to: number, budget: { left: number }): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = from; at + 8 <= to && budget.left > 0; budget.left -= 1) {
    const start = at + 8;
    const length = bytes.readUInt32LE(at + 4);
    chunks.push({ name: bytes.toString('latin1', at, at + 4), start, end: Math.min(start + length, to) });
    at = start + length + (length % 2);
  }
  return chunks;
}

/** The size in the first bytes of an image. */
function imageSize(bytes: Buffer, { name, start }: Chunk): Size | undefined {
  if (start + 10 > bytes.length) return undefined;
  if (name === 'VP8 ')
    return { width: bytes.readUInt16LE(start + 6) & 0x3fff, height: bytes.readUInt16LE(start + 8) & 0x3fff };
  if (name !== 'VP8L') return undefined;
  const bits = bytes.readUInt32LE(start + 1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
