// Reads blocks from a request and makes them the page of a mail, in the customer's brand.
import type { Faults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import type { Db } from '../../storage/db.ts';
import { brandOf, languageOf, takenOf } from '../brand.ts';
import { readDocument } from '../document/read.ts';
import type { BlocksDocument } from '../document/schema.ts';
import { compileMail } from './apart.ts';

/** A mail of blocks, as it is stored: its document as JSON, and the page that was made of it. */
export type BlocksPage = { html: string; blocks: string };

/** Makes the page of a document. */
export type MakePage = (document: BlocksDocument) => Promise<BlocksPage>;

/** Makes pages in the customer's brand of now. */
export const pageMaker =
  (db: Db, customerId: number): MakePage =>
  async (document) => ({
    blocks: JSON.stringify(document),
    html: await compileMail(
      { document, ...takenOf(await brandOf(db, customerId), await languageOf(db, customerId)) },
      customerId,
    ),
  });

/**
 * The page of blocks that were sent. @param localized puts markers in place of addresses of our own
 * files; @param path of the document, for faults
 */
export async function readBlocksPage(
  sent: unknown,
  { path, localized, make }: { path: string; localized: (json: string) => string; make: MakePage },
  faults: Faults,
): Promise<BlocksPage | undefined> {
  if (sent instanceof Uint8Array) {
    faults[path] = say('blocks-form');
    return undefined;
  }
  const json = typeof sent === 'string' ? sent : JSON.stringify(sent);
  const document = readDocument(localized(json), path, faults);
  return document && (await make(document));
}
