// Stores people of another server with their consent: when and from where they came, confirmed and
// left. In a transaction that has begun a change of the list.
import { indexingTokens } from '../../storage/dialect/token-index.ts';
import type { List, Subscriber, Tx } from '../../storage/tables.ts';
import { suppressHashed } from '../../suppression/hashes.ts';
import { moveConsents, noteEach, type PersonalChange } from '../consent/record.ts';
import { type SubscriberRow, updateSubscriber } from '../queries-write.ts';
import type { Status } from '../rules.ts';

/** When and from where somebody came, confirmed and left, ms. */
export type Consent = Pick<Subscriber, 'created_at' | 'confirmed_at' | 'confirm_ip' | 'unsubscribed_at'>;

const ROWS_A_STATEMENT = 200;

/**
 * Inserts new subscribers, none of whose addresses is on the list. The caller counts them.
 * @param at now, ms
 * @returns their ids, in this order
 */
export function insertWithConsent(
  tx: Tx,
  list: Pick<List, 'id' | 'customer_id'>,
  rows: readonly (SubscriberRow & Consent)[],
  at: number,
): Promise<number[]> {
  return indexingTokens(tx, list.customer_id, async () => {
    await suppressHashed(tx, list.customer_id, rows, at);
    const ids = new Map<string, number>();
    for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
      const part = rows.slice(from, from + ROWS_A_STATEMENT);
      const values = part.map((row) => ({ ...row, customer_id: list.customer_id, list_id: list.id, updated_at: at }));
      const stored = await tx.insertInto('subscriber').values(values).returning(['id', 'uid']).execute();
      for (const { id, uid } of stored) ids.set(uid, id);
    }
    await noteEach(tx, list, rows.flatMap(changesOf), { way: 'import' });
    return rows.map(({ uid }) => ids.get(uid) ?? 0);
  });
}

/** What is known of how somebody came, as records of consent. */
function changesOf({ email_key: key, status, ip_address: ip, ...known }: SubscriberRow & Consent): PersonalChange[] {
  const { created_at, confirmed_at, confirm_ip, unsubscribed_at } = known;
  const isLater = confirmed_at !== null && confirmed_at > created_at;
  const hasLeft = status === 'unsubscribed' && unsubscribed_at !== null;
  const first = isLater ? 'unconfirmed' : confirmed_at !== null && hasLeft ? 'confirmed' : status;
  return [
    { key, status: first, at: created_at, ip },
    ...(isLater ? [{ key, status: 'confirmed', at: confirmed_at, ip: confirm_ip }] : []),
    ...(hasLeft ? [{ key, status, at: unsubscribed_at, ip: null }] : []),
  ];
}

/**
 * What the status of somebody who is here becomes when another server has them with `theirs`: who
 * left or was blocked on either side gets no mail, and who confirmed there need not do so again.
 */
export function statusOfBoth<S extends string>(ours: S, theirs: Status): S | Status {
  if (theirs === 'blacklisted' || theirs === 'unsubscribed') return ours === 'blacklisted' ? ours : theirs;
  return ours === 'unconfirmed' && theirs === 'confirmed' ? theirs : ours;
}

/** Changes address, values and status of somebody who is here. The caller counts the move. */
export async function updateWithConsent(
  tx: Tx,
  before: Subscriber,
  row: Omit<SubscriberRow, 'uid' | 'source' | 'ip_address'>,
  consent: Consent,
  at: number,
): Promise<void> {
  const moves = row.status !== before.status;
  const list = { id: before.list_id, customer_id: before.customer_id };
  await moveConsents(tx, list, before.email_key, row.email_key);
  if (moves) {
    const [instant, ip] =
      row.status === 'confirmed' ? [consent.confirmed_at, consent.confirm_ip] : [consent.unsubscribed_at, null];
    const change = { key: row.email_key, status: row.status, at: instant ?? at, ip };
    await noteEach(tx, list, [change], { way: 'import' });
  }
  await updateSubscriber(tx, before, {
    ...row,
    updated_at: at,
    ...(moves && { unsubscribed_at: row.status === 'unsubscribed' ? (consent.unsubscribed_at ?? at) : null }),
    ...(moves &&
      row.status === 'confirmed' && { confirmed_at: consent.confirmed_at ?? at, confirm_ip: consent.confirm_ip }),
  });
}
