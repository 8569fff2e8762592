// Zip files for tests, made by hand, so that every header can be false.
import { crc32, deflateRawSync } from 'node:zlib';

/** One entry. Absent members are as an honest packer writes them. */
export type ZipEntry = {
  name: string;
  content?: string | Uint8Array;
  method?: number;
  flags?: number;
  /** Unix mode, e.g. 0o120777 for a symbolic link. */
  mode?: number;
  /** The packed bytes, instead of deflating `content`. */
  packed?: Uint8Array;
  statedSize?: number;
  statedPackedSize?: number;
  statedCrc?: number;
  /** Directory entry only: points to the local header of that entry. */
  at?: string;
};

/** The bytes of a zip with these entries; `statedCount` states a false number of them. */
export function makeZip(entries: readonly ZipEntry[], { statedCount = entries.length } = {}): Uint8Array {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  const offsets = new Map<string, number>();
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const content = Buffer.from(entry.content ?? '');
    const method = entry.method ?? (content.length > 0 ? 8 : 0);
    const packed = Buffer.from(entry.packed ?? (method === 8 ? deflateRawSync(content) : content));
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(entry.flags ?? 0x800, 2);
    shared.writeUInt16LE(method, 4);
    shared.writeUInt32LE(entry.statedCrc ?? crc32(content), 10);
    shared.writeUInt32LE(entry.statedPackedSize ?? packed.length, 14);
    shared.writeUInt32LE(entry.statedSize ?? content.length, 18);
    shared.writeUInt16LE(name.length, 22);
    let at = offset;
    if (entry.at === undefined) {
      const body = Buffer.concat([Buffer.from('PK\x03\x04'), shared, name, packed]);
      offsets.set(entry.name, offset);
      bodies.push(body);
      offset += body.length;
    } else {
      at = offsets.get(entry.at) ?? 0;
    }
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((entry.mode ?? 0) << 16) >>> 0, 6);
    tail.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), shared, tail, name]));
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(statedCount & 0xffff, 8);
  end.writeUInt16LE(statedCount & 0xffff, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, central, end]);
}

/** The first bytes of each picture type, enough to detect it. */
export const pictures = {
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  gif: Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64'),
  jpg: Buffer.from('ffd8ffe000104a46494600', 'hex'),
  webp: Buffer.from('524946461a000000574542505650384c0d0000002f00000010', 'hex'),
};
