// Prepares the content of a mail for a browser.
import type { Attachment } from 'postal-mime';

/**
 * The HTML of a mail for its frame: links open in a new tab, and embedded pictures (`cid:`, RFC
 * 2392) come from its attachments.
 */
export function framedMail(mailId: number, content: string, attachments: readonly Attachment[]): string {
  let framed = content;
  for (const [index, { contentId }] of attachments.entries()) {
    const id = contentId?.replace(/^<|>$/g, '');
    if (id) framed = framed.replaceAll(`cid:${id}`, `/inbox/${mailId}/attachments/${index}`);
  }
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
