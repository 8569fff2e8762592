// Which saved blocks a document has, and putting them in anew.
import { sha256 } from '../../kernel/ids.ts';
import type { Tx } from '../../storage/db.ts';
import type { Block, BlocksDocument } from '../document/schema.ts';
import { keepSaved, type Owner, replaceUses } from './queries.ts';

/**
 * Notes which saved blocks a template or a draft has, in the transaction that writes it. `blocks`:
 * its document as JSON; null: none, or it is no draft any more.
 */
export async function noteUses(tx: Tx, owner: Owner, blocks: string | null): Promise<void> {
  const document = blocks === null ? undefined : (JSON.parse(blocks) as BlocksDocument);
  const named = (document?.blocks ?? []).filter(({ saved }) => saved !== undefined);
  const known = await keepSaved(tx, owner.customer_id, [...new Set(named.map(({ saved }) => `${saved}`))]);
  const uses = known.flatMap(({ id, uid }) => {
    const own = named.filter(({ saved }) => saved === uid);
    const [hash, ...others] = new Set(own.map((block) => sha256(contentOf(block))));
    return hash === undefined ? [] : [{ saved_block_id: id, hash: others.length === 0 ? hash : '' }];
  });
  await replaceUses(tx, owner, uses);
}

/** A block as it is saved, as JSON: without what belongs to its place in a mail. */
export function contentOf({ saved: _saved, id: _id, ...block }: Block): string {
  return JSON.stringify(Object.fromEntries(Object.entries(block).sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** The document with a saved block as it is now. `content` as of contentOf. */
export function withSaved(blocks: string, { uid, content }: { uid: string; content: string }): string {
  const document = JSON.parse(blocks) as BlocksDocument;
  const saved = JSON.parse(content) as Block;
  const replaced = document.blocks.map((block) =>
    block.saved === uid ? { ...saved, saved: uid, ...(block.id !== undefined && { id: block.id }) } : block,
  );
  return JSON.stringify({ ...document, blocks: replaced });
}
