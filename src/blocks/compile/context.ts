// What the blocks of a mail are compiled with: the look, and slots for what people wrote. MJML gets
// slots only, so that no text can be taken for its own language.

import type { Look } from '../document/look.ts';
import type { Kind } from '../document/schema.ts';

/** A node of MJML, as its compiler takes it in place of text. */
export type Node = {
  tagName: string;
  attributes: Record<string, string | boolean>;
  children?: Node[];
  content?: string;
};

/** What a customer's mails have in common besides the look. */
export type Fixed = {
  logo: { src: string; alt: string; href?: string | undefined; width: number } | null;
  footer: string;
  /** Of documents that name none. */
  language: string;
};

export type Context = {
  look: Look;
  fixed: Fixed;
  /** Where lines begin: right in mails that are read from right to left. */
  start: 'left' | 'right';
  /** Puts HTML aside; what is returned stands for it. */
  slot(html: string): string;
  /** On which ground, and in how many columns beside each other. */
  on: 'card' | 'page' | 'tint' | 'banner';
  beside: number;
};

/** Width of a mail in pixels, as wide as programs show without scrolling. */
export const WIDTH = 600;

const [BEGIN, END] = ['\ue000', '\ue001'];

/** Slots: HTML on the one side, what stands for it on the other. */
export function openSlots(): { slot(html: string): string; fill(page: string): string } {
  const kept: string[] = [];
  return {
    slot: (html) => `${BEGIN}${kept.push(html) - 1}${END}`,
    fill: (page) => page.replaceAll(/\ue000(\d+)\ue001/g, (_, index: string) => kept[Number(index)] ?? ''),
  };
}

/** A node; values of attributes are escaped, without what could be taken for a slot. */
export function node(
  tagName: string,
  attributes: Record<string, string | true | undefined>,
  inner: Node[] | string = [],
): Node {
  const given = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value === true ? value : safe(value)]],
  );
  return {
    tagName,
    attributes: Object.fromEntries(given),
    ...(typeof inner === 'string' ? { content: inner } : { children: inner }),
  };
}

const safe = (value: string) =>
  value
    .replaceAll(/[\ue000\ue001]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** The color of a text on its ground, and the class that changes it in the dark. */
export function inkOf({ look, on }: Context, name: 'text' | 'muted' | 'accent'): { color: string; name: string } {
  if (on === 'banner') return { color: look.colors.on_banner, name: 'light' };
  return { color: look.colors[name], name: { text: 'ink', muted: 'soft', accent: 'accent' }[name] };
}

/** Room above a block that does not say how much. */
export const SPACE: Readonly<Record<Kind, number>> = {
  heading: 24,
  text: 12,
  image: 24,
  button: 24,
  divider: 28,
  space: 0,
  social: 24,
  product: 24,
  html: 16,
  footer: 8,
  columns: 28,
  condition: 0,
};
