// The parts of a compiled body: literal text and slots that personalizing fills. Plain data.

import { escapeHtml } from '../../kernel/text/escape-html.ts';
import { type Choice, type ChoiceMark, chosenAlternative } from './choices.ts';
import { type Lookup, renderTag, requireFilled, type TagSlot } from './merge.ts';
import { afterScheme, placedValue } from './placed-values.ts';
import type { Place } from './places.ts';

/**
 * A tag in a body. `place`: its context; absent in plain text. `scheme` (`http://`) is put before a
 * value that has none.
 */
export type BodyTagSlot = TagSlot & { place?: Place; scheme?: string };
/**
 * A tracked destination: `links[index]` of the compiled message. `quote`: the author omitted the
 * attribute's quotes.
 */
export type LinkSlot = { kind: 'link'; index: number; quote?: boolean };
/** The place of the open pixel. */
export type OpenSlot = { kind: 'open' };
export type Slot = BodyTagSlot | LinkSlot | OpenSlot;
export type BodyPiece = string | Slot | Choice<Slot>;
/** A piece before choices are gathered. */
export type FlatPiece = string | Slot | ChoiceMark;

/** Values for the slots of one recipient's body. Texts are not escaped. */
export type SlotValues = {
  lookup: Lookup;
  /** The tracking address for `links[index]`. */
  linkUrl(index: number): string;
  /** The open pixel's address; absent = no pixel. */
  openUrl?: string;
};

/** A slot's value as HTML, escaped for its place, which it cannot leave. */
export function htmlOfSlot(slot: Exclude<BodyPiece, string>, values: SlotValues): string {
  if (slot.kind === 'tag') {
    const escaped = escapeHtml(placed(slot, values.lookup));
    return slot.place === 'text' && escaped.includes('\n') ? escaped.replace(/\r?\n/g, '<br>\n') : escaped;
  }
  if (slot.kind === 'link') {
    const url = escapeHtml(values.linkUrl(slot.index));
    return slot.quote ? `"${url}"` : url;
  }
  return slot.kind === 'open' ? pixel(values.openUrl) : renderHtml(chosenAlternative(slot, values.lookup), values);
}

/** A slot's value as plain text. */
export function textOfSlot(slot: Exclude<BodyPiece, string>, values: SlotValues): string {
  if (slot.kind === 'tag') return placed(slot, values.lookup);
  if (slot.kind === 'link') return values.linkUrl(slot.index);
  return slot.kind === 'open' ? '' : renderText(chosenAlternative(slot, values.lookup), values);
}

/** Joins pieces into HTML. */
export function renderHtml(pieces: readonly BodyPiece[], values: SlotValues): string {
  let html = '';
  for (const piece of pieces) {
    html += typeof piece === 'string' ? piece : htmlOfSlot(piece, values);
    requireFilled(html.length);
  }
  return html;
}

/** Joins pieces into plain text. */
export function renderText(pieces: readonly BodyPiece[], values: SlotValues): string {
  let text = '';
  for (const piece of pieces) {
    text += typeof piece === 'string' ? piece : textOfSlot(piece, values);
    requireFilled(text.length);
  }
  return text;
}

function placed(slot: BodyTagSlot, lookup: Lookup): string {
  const value = renderTag(slot, lookup);
  const { place } = slot;
  if (place === undefined || place === 'text') return value; // most
  return placedValue(slot.scheme === undefined ? value : afterScheme(slot.scheme, value), place);
}

function pixel(openUrl: string | undefined): string {
  if (openUrl === undefined || openUrl === '') return '';
  return `<img src="${escapeHtml(openUrl)}" width="1" height="1" alt="" style="display:block;border:0">`;
}
