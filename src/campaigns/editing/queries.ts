// Statements on table `campaign_editor`: who has a campaign open for editing.
import { MINUTE_MS } from '../../kernel/durations.ts';
import { type Db, inTransaction } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import type { Author } from '../versions/author.ts';

type Of = Pick<Campaign, 'id' | 'customer_id'>;

/** For how long somebody counts as there after having said so. */
export const LEASE_MS = MINUTE_MS;

/** Somebody who has it open. `mark`: who it is (versions/author.ts). `since` in ms. */
export type Editor = { mark: string; name: string; since: number };

const editorOf = ({ mark }: Author, tab: string) => `${mark} ${tab}`;

/**
 * Notes that the author has the campaign open in this tab, for a minute from `at` (ms).
 * @returns who else has it open, longest first; the author in other tabs too
 */
export function noteEditing(
  db: Db,
  { id, customer_id }: Of,
  { author, tab, at }: { author: Author; tab: string; at: number },
): Promise<Editor[]> {
  const editor = editorOf(author, tab);
  return inTransaction(db, async (tx) => {
    const expires_at = at + LEASE_MS;
    await tx
      .deleteFrom('campaign_editor')
      .where('customer_id', '=', customer_id)
      .where('campaign_id', '=', id)
      .where('expires_at', '<=', at)
      .execute();
    await tx
      .insertInto('campaign_editor')
      .values({
        customer_id,
        campaign_id: id,
        editor,
        author: author.mark,
        name: author.name,
        since_at: at,
        expires_at,
      })
      .onConflict((conflict) =>
        conflict.columns(['customer_id', 'campaign_id', 'editor']).doUpdateSet({ name: author.name, expires_at }),
      )
      .execute();
    return tx
      .selectFrom('campaign_editor')
      .select(['author as mark', 'name', 'since_at as since'])
      .where('customer_id', '=', customer_id)
      .where('campaign_id', '=', id)
      .where('editor', '<>', editor)
      .orderBy('since_at')
      .limit(20)
      .execute();
  });
}

/** Notes that the author has closed this tab. */
export async function endEditing(
  db: Db,
  { id, customer_id }: Of,
  { author, tab }: { author: Author; tab: string },
): Promise<void> {
  await db
    .deleteFrom('campaign_editor')
    .where('customer_id', '=', customer_id)
    .where('campaign_id', '=', id)
    .where('editor', '=', editorOf(author, tab))
    .execute();
}
