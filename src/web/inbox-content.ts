// Prepares the content of a mail for a browser.
import type { Attachment } from 'postal-mime';

/** An attachment's id as addresses name it. */
export const idOf = (contentId: string | undefined) => contentId?.replace(/^<|>$/g, '');

/**
 * Puts something in the place of each `cid:` address, in one pass: hostile mails have many, and
 * many attachments. @param placed of an id; undefined: it stays
 */
export function withEmbedded(content: string, placed: (id: string) => string | undefined): string {
  return content.replace(/cid:([^\s"'<>()\\]{1,1000})/g, (written, id: string) => placed(id) ?? written);
}

/**
 * The HTML of a mail for its frame: links open in a new tab, and embedded pictures (`cid:`, RFC
 * 2392) come from its attachments.
 */
export function framedMail(mailId: number, content: string, attachments: readonly Attachment[]): string {
  const places = new Map(attachments.map(({ contentId }, index) => [idOf(contentId), index]));
  const framed = withEmbedded(content, (id) => {
    const index = places.get(id);
    return index === undefined ? undefined : `/inbox/${mailId}/attachments/${index}`;
  });
  // In front of a doctype it would cause quirks mode; browsers accept it at the start of the head.
  const doctype = /^\s*<!doctype[^>]*>/i.exec(framed)?.[0] ?? '';
  return `${doctype}<base target="_blank">${framed.slice(doctype.length)}`;
}

/**
 * A file name for quotes in a header: printable ASCII without quotes, separators and leading dots.
 */
export function safeFileName(name: string | null): string {
  const safe = (name ?? '')
    .normalize('NFKD')
    .replace(/[^\w .()-]+/g, '_')
    .replace(/^[. ]+/, '')
    .slice(0, 100)
    .trim();
  return safe || 'attachment';
}

/** The content in the type that Fastify sends. */
export function asBytes(content: ArrayBuffer | Uint8Array | string): Buffer {
  if (typeof content === 'string') return Buffer.from(content);
  return content instanceof ArrayBuffer
    ? Buffer.from(content)
    : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}
