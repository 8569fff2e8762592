// Reads a document of blocks from what people and programs send: brings older versions to the one
// of now, checks it by its schema, and reduces texts to what they may hold.
import type { Faults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { ALONE } from '../../mail/merge/conditions.ts';
import { checked, labelOf } from './checked.ts';
import { ownHtml } from './own-html.ts';
import { richText } from './rich-text.ts';
import {
  type Block,
  type BlocksDocument,
  blockSchema,
  type Condition,
  type Conditioned,
  documentSchema,
  type Leaf,
  MAX_BLOCKS,
} from './schema.ts';
import { toNewest } from './versions.ts';

/** Characters of a document as JSON. */
const MAX_DOCUMENT = 500_000;

/**
 * Reads a document: an object, or its JSON. Faults name the member at fault by its path, such as
 * `template.blocks.blocks[2].href`.
 * @param path that of the document itself, such as `template.blocks`
 */
export function readDocument(sent: unknown, path: string, faults: Faults): BlocksDocument | undefined {
  const value = parsed(sent, path, faults);
  if (value === undefined) return undefined;
  const document = checked(documentSchema(), toNewest(value), path, faults);
  if (document === undefined) return undefined;
  const count = document.blocks.reduce((sum, block) => sum + 1 + within(block).length, 0);
  if (count > MAX_BLOCKS) {
    faults[`${path}.blocks`] = say('blocks-many', { max: MAX_BLOCKS });
    return undefined;
  }
  const cleaned = { ...document, blocks: document.blocks.map(cleanedBlock) };
  const found: Faults = {};
  for (const [index, block] of cleaned.blocks.entries()) noteIncomplete(block, `${path}.blocks[${index}]`, found);
  return unlessAny(found, faults, cleaned);
}

/** Reads a single block, as readDocument. */
export function readBlock(sent: unknown, path: string, faults: Faults): Block | undefined {
  const value = parsed(sent, path, faults);
  const block = value === undefined ? undefined : checked(blockSchema(), value, path, faults);
  if (block === undefined) return undefined;
  const cleaned = cleanedBlock(block);
  const found: Faults = {};
  noteIncomplete(cleaned, path, found);
  return unlessAny(found, faults, cleaned);
}

/** What was read, unless something was found: nothing can be made of it then. */
function unlessAny<T>(found: Faults, faults: Faults, read: T): T | undefined {
  Object.assign(faults, found);
  return Object.keys(found).length === 0 ? read : undefined;
}

/** The blocks in a block, those in its columns too. */
function within(block: Block): Conditioned[] {
  if (block.kind === 'columns') return block.columns.flat();
  return block.kind === 'condition' ? block.blocks.flatMap((one) => [one, ...within(one)]) : [];
}

function parsed(sent: unknown, path: string, faults: Faults): unknown {
  const label = labelOf(path);
  const text = typeof sent === 'string' ? sent : JSON.stringify(sent);
  if (text === undefined || sent instanceof Uint8Array) faults[path] = say('member-object-json', { label });
  else if (text.length > MAX_DOCUMENT) faults[path] = say('blocks-long', { label, max: MAX_DOCUMENT });
  else {
    try {
      return JSON.parse(text.replaceAll('\u0000', ''));
    } catch {
      faults[path] = say('blocks-json', { label });
    }
  }
  return undefined;
}

/** Conditions that hold between the members of a block. */
function noteIncomplete(block: Block, path: string, faults: Faults): void {
  if (block.kind === 'columns') {
    if (block.widths && block.widths.length !== block.columns.length) faults[`${path}.widths`] = say('blocks-widths');
    for (const [column, leaves] of block.columns.entries())
      for (const [index, leaf] of leaves.entries())
        noteIncomplete(leaf, `${path}.columns[${column}][${index}]`, faults);
    return;
  }
  if (block.kind === 'condition') {
    noteIncompleteTest(block, path, faults);
    for (const [index, leaf] of block.blocks.entries()) noteIncomplete(leaf, `${path}.blocks[${index}]`, faults);
    return;
  }
  if (block.kind !== 'product') return;
  if (block.feed && block.feed_url === undefined) faults[`${path}.feed_url`] = say('blocks-feed-url');
  if (block.more !== undefined && block.href === undefined) faults[`${path}.href`] = say('blocks-href');
  if (block.feed && path.includes('.columns[')) faults[`${path}.feed`] = say('blocks-feed-columns');
}

function noteIncompleteTest({ field, operator, value }: Condition, path: string, faults: Faults): void {
  const isAlone = (ALONE as readonly string[]).includes(operator);
  if (isAlone && value !== undefined) faults[`${path}.value`] = say('blocks-value-none', { operator });
  if (!isAlone && (value ?? '').trim() === '') faults[`${path}.value`] = say('blocks-value-given', { field });
}

function cleanedBlock(block: Block): Block {
  if (block.kind === 'columns') return { ...block, columns: block.columns.map((leaves) => leaves.map(cleanedLeaf)) };
  if (block.kind === 'condition') return { ...block, blocks: block.blocks.map(cleanedBlock) as Conditioned[] };
  return cleanedLeaf(block) as Block;
}

function cleanedLeaf<L extends Leaf>(leaf: L): L {
  switch (leaf.kind) {
    case 'heading':
      return { ...leaf, text: richText(leaf.text, { hasParts: false }) };
    case 'text':
      return { ...leaf, text: richText(leaf.text, { hasParts: true }) };
    case 'footer':
      return leaf.text === undefined ? leaf : { ...leaf, text: richText(leaf.text, { hasParts: true }) };
    case 'product':
      return {
        ...leaf,
        title: richText(leaf.title, { hasParts: false }),
        ...(leaf.text !== undefined && { text: richText(leaf.text, { hasParts: true }) }),
      };
    case 'html':
      return { ...leaf, html: ownHtml(leaf.html) };
    default:
      return leaf;
  }
}
