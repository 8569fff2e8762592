// What a mail holds, made fit for a browser.
import type { Attachment } from 'postal-mime';

/**
 * The HTML of a mail for its frame: links open in a tab of their own, and pictures that the mail carries itself (`cid:`,
 * RFC 2392) come from its attachments.
 */
export function framedMail(mailId: number, content: string, attachments: readonly Attachment[]): string {
  let framed = content;
  for (const [index, { contentId }] of attachments.entries()) {
    const id = contentId?.replace(/^<|>$/g, '');
    if (id) framed = framed.replaceAll(`cid:${id}`, `/inbox/${mailId}/attachments/${index}`);
  }
  // Before a doctype it would mean quirks mode; a browser takes it as part of the head wherever the head begins.
  const doctype = /^\s*<!doctype[^>]*>/i.exec(framed)?.[0] ?? '';
  return `${doctype}<base target="_blank">${framed.slice(doctype.length)}`;
}

/** A file name as it may stand in quotes in a header: printable ASCII without quotes, separators and leading dots. */
export function safeFileName(name: string | null): string {
  const safe = (name ?? '')
    .normalize('NFKD')
    .replace(/[^\w .()-]+/g, '_')
    .replace(/^[. ]+/, '')
    .slice(0, 100)
    .trim();
  return safe || 'attachment';
}

/** Bytes as Fastify sends them. */
export function asBytes(content: ArrayBuffer | Uint8Array | string): Buffer {
  if (typeof content === 'string') return Buffer.from(content);
  return content instanceof ArrayBuffer
    ? Buffer.from(content)
    : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}
