// Decodes the bytes of a feed or page.

const BOMS: readonly [string, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
];

/** How far to look for a declaration. */
const HEAD_BYTES = 1024;
const LABEL =
  /^<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']|<meta[^>]{0,200}?charset\s*=\s*["']?([\w.:-]{1,40})/i;

/**
 * The decoded text. The charset comes from a byte order mark, then the `charset` of the content
 * type, then the document's own declaration (RFC 7303, section 3); else it is UTF-8. Invalid bytes
 * become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, contentType: string | undefined): string {
  const marked = BOMS.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte))?.[0];
  const told = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1];
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1').trimStart();
  const [, ofXml, ofHtml] = LABEL.exec(head) ?? [];
  return decoderOf(marked ?? told ?? ofXml ?? ofHtml ?? 'utf-8').decode(bytes);
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
