// A mail of blocks, as the editor has it: every block with an id of its own, so that it stays itself
// while it is moved.
import type { components } from '@mailwright/client/schema';
import { randomHex } from '../../form/random-hex.ts';
import { piecesInWords } from '../../merge-tags/conditions.ts';

type Schemas = components['schemas'];
export type Kind = Schemas['Block']['kind'];
export type Look = Schemas['BlocksLook'];
export type Brand = Schemas['Brand'];
export type BrandDefaults = Schemas['BrandDefaults'];
export type Shades = BrandDefaults['colors'];

/** Any kind of block; its other members are as the kind has them. */
export type Block = { kind: Kind; id: string; columns?: Block[][]; blocks?: Block[]; [member: string]: unknown };
export type Doc = { version: 1; blocks: Block[]; preheader?: string; language?: string; look?: Look };

/** A document from its JSON; blocks without an id get one. */
export function readDoc(json: string): Doc {
  const doc = JSON.parse(json) as Doc;
  const known = new Set<string>();
  const named = (block: Block): Block => {
    const id = block.id === undefined || known.has(block.id) ? newId() : block.id;
    known.add(id);
    return withLists({ ...block, id }, (inner) => inner.map(named));
  };
  return { ...doc, blocks: doc.blocks.map(named) };
}

export const newId = () => randomHex(4);

/** The lists of blocks within a block: of its columns, or of a condition. */
export const listsOf = ({ columns, blocks }: Block): readonly Block[][] => columns ?? (blocks ? [blocks] : []);

/** The block with its lists changed. */
export function withLists(block: Block, change: (inner: Block[], index: number) => Block[]): Block {
  const { columns, blocks } = block;
  return { ...block, ...(columns && { columns: columns.map(change) }), ...(blocks && { blocks: change(blocks, 0) }) };
}

/** The same for documents that say the same, whatever the order of members and the ids. */
export function canonical(value: unknown): string {
  return JSON.stringify(typeof value === 'string' ? JSON.parse(value) : value, (name, inner: unknown) => {
    if (name === 'id') return undefined;
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** A block as it is saved for several mails: without what belongs to its place. */
export const contentOf = ({ saved: _, ...block }: Block) => canonical(block);

/** A text member; '' where it is absent. */
export const textOf = (block: Block, member = 'text') => (typeof block[member] === 'string' ? block[member] : '');

/** The block with these members; undefined takes one away. */
export function withMembers(block: Block, members: Readonly<Record<string, unknown>>): Block {
  const kept = Object.entries({ ...block, ...members }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as Block;
}

/** The words of a block, for its name in lists. @param said what is said of a merge tag */
export function wordsOf(block: Block, said = (tag: string) => tag): string {
  const text = textOf(block) || textOf(block, 'title') || textOf(block, 'alt') || textOf(block, 'value');
  const words = text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
  const whole = words.replaceAll('&amp;', '&').replaceAll(/\s+/g, ' ').trim();
  const plain = piecesInWords(whole, said)
    .map((piece) => piece.words)
    .join('');
  return plain.length > 40 ? `${plain.slice(0, 39)}…` : plain;
}

/** What links may be, as the API says it. */
const LINK = /^\s*(?:https?:\/\/|mailto:|tel:|#|\[[A-Z])/i;
const ADDRESS = /^\s*(?:https?:\/\/|\[[A-Z])/i;
export const isLink = (text: string) => LINK.test(text);
export const isPictureAddress = (text: string) => ADDRESS.test(text);

/** The look of a document: its own members before the brand's, before the defaults. */
export function lookOf(doc: Pick<Doc, 'look'>, brand: Brand, defaults: BrandDefaults) {
  const { look = {} } = doc;
  return {
    colors: { ...defaults.colors, ...brand.colors, ...look.colors },
    dark_colors: { ...defaults.dark_colors, ...brand.dark_colors, ...look.dark_colors },
    heading_font: look.heading_font ?? brand.heading_font ?? defaults.heading_font,
    text_font: look.text_font ?? brand.text_font ?? defaults.text_font,
    radius: look.radius ?? brand.radius ?? defaults.radius,
  };
}
export type FullLook = ReturnType<typeof lookOf>;
