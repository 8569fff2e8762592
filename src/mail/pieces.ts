// The parts a compiled body consists of: literal text and slots that personalising fills. Plain data.
import { escapeHtml } from './filters.ts';
import { type Lookup, renderTag, type TagSlot } from './merge.ts';

/** A tag in a body. `inText`: it stands in HTML text, where line breaks of the value are shown as line breaks. */
export type BodyTagSlot = TagSlot & { inText?: boolean };
/** A tracked destination: `links[index]` of the compiled message. `quote` when the author left the attribute's quotes out. */
export type LinkSlot = { kind: 'link'; index: number; quote?: boolean };
/** Where the open pixel goes. */
export type OpenSlot = { kind: 'open' };
export type Slot = BodyTagSlot | LinkSlot | OpenSlot;
export type BodyPiece = string | Slot;

/** What fills the slots of one recipient's body. Texts are not escaped. */
export type SlotValues = {
  lookup: Lookup;
  /** The tracking address that leads to `links[index]`. */
  linkUrl(index: number): string;
  /** The open pixel's address; absent = no pixel. */
  openUrl?: string;
};

/** A slot's text in HTML. Everything is escaped; a value can't leave its place. */
export function htmlOfSlot(slot: Slot, values: SlotValues): string {
  if (slot.kind === 'link') {
    const url = escapeHtml(values.linkUrl(slot.index));
    return slot.quote ? `"${url}"` : url;
  }
  if (slot.kind === 'open') return pixel(values.openUrl);
  const escaped = escapeHtml(renderTag(slot, values.lookup));
  return slot.inText && escaped.includes('\n') ? escaped.replace(/\r?\n/g, '<br>\n') : escaped;
}

/** A slot's text in plain text. */
export function textOfSlot(slot: Slot, values: SlotValues): string {
  if (slot.kind === 'link') return values.linkUrl(slot.index);
  return slot.kind === 'open' ? '' : renderTag(slot, values.lookup);
}

/** Joins pieces into HTML. */
export function renderHtml(pieces: readonly BodyPiece[], values: SlotValues): string {
  let html = '';
  for (const piece of pieces) html += typeof piece === 'string' ? piece : htmlOfSlot(piece, values);
  return html;
}

function pixel(openUrl: string | undefined): string {
  if (openUrl === undefined || openUrl === '') return '';
  return `<img src="${escapeHtml(openUrl)}" width="1" height="1" alt="" style="display:block;border:0">`;
}
