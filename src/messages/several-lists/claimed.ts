// Who is claimed for a campaign to several lists, and has another address than when they were
// frozen: the new address must be theirs too (table addressee), otherwise it would get the campaign
// twice. For all others this is a look at their rows, for a claim together.
import { sql } from 'kysely';
import { emailKey } from '../../kernel/address.ts';
import type { Db, Tx } from '../../storage/db.ts';
import { isOneOf, keepRow, lockRows } from '../../storage/dialect.ts';
import { idsIn } from '../../storage/id-lists.ts';
import { statement } from '../../storage/statement.ts';
import type { SkippedRecipient } from '../end.ts';
import { flightsNow } from '../turn/hold.ts';

type Of = { customerId: number; campaignId: number };
/** A claimed recipient with the address that the message goes to. */
type Recipient = { id: number; email: string };

type Read<M> = { messages: M[]; skipped: SkippedRecipient[] };

/** Of a campaign to several lists: without those whose address gets it through somebody else. */
export async function withoutTaken<M extends { subscriberId: number; address: string }>(
  tx: Tx,
  of: Of,
  { messages, skipped }: Read<M>,
): Promise<Read<M>> {
  if (messages.length === 0 || !(await isToSeveralLists(tx, of))) return { messages, skipped };
  const recipients = messages.map(({ subscriberId: id, address: email }) => ({ id, email }));
  const taken = await findTaken(tx, of, recipients);
  const duplicates = [...taken].map((skip): SkippedRecipient => ({ skip, reason: 'duplicate' }));
  const others = messages.filter(({ subscriberId }) => !taken.has(subscriberId));
  return { messages: others, skipped: [...skipped, ...duplicates] };
}

/** Whether a campaign goes to several lists. */
async function isToSeveralLists(tx: Tx, { customerId, campaignId }: Of): Promise<boolean> {
  const { rows } = await findFurther(tx, { customerId, campaignId });
  return rows.length > 0;
}

const findFurther = statement<Of, { id: number }>(
  (_, { value }) => sql`select id from campaign where customer_id = ${value('customerId')}
    and id = ${value('campaignId')} and further_lists is not null`,
);

/**
 * Takes the addresses of claimed recipients that nobody has yet.
 * @returns the ids of those whose address gets the campaign through somebody else
 */
async function findTaken(tx: Tx, of: Of, recipients: readonly Recipient[]): Promise<Set<number>> {
  const taken = new Set<number>();
  const byKey = [...Map.groupBy(recipients, ({ email }) => emailKey(email))].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const keys = byKey.map(([key]) => key);
  const holders = await findHolders(tx, of, keys);
  const claimed = new Set(recipients.map(({ id }) => id));
  for (const [key, some] of byKey) {
    let holder = some.find(({ id }) => holders.get(key) === id)?.id;
    const [first] = some;
    if (holder === undefined && first && (await takeAddress(tx, of, { key, id: first.id }, claimed))) holder = first.id;
    for (const { id } of some) if (id !== holder) taken.add(id);
  }
  return taken;
}

async function findHolders(db: Db | Tx, { customerId, campaignId }: Of, keys: readonly string[]) {
  const rows = await db
    .selectFrom('addressee')
    .select(['email_key', 'subscriber_id'])
    .where('customer_id', '=', customerId)
    .where('campaign_id', '=', campaignId)
    .where(isOneOf(db, 'email_key', keys))
    .execute();
  return new Map(rows.map((row) => [row.email_key, row.subscriber_id]));
}

type NewAddress = { key: string; id: number };

/** @param claimed who is claimed with it: they ask for their new address themselves */
async function takeAddress(tx: Tx, of: Of, { key, id }: NewAddress, claimed: ReadonlySet<number>): Promise<boolean> {
  const { customerId: customer_id, campaignId: campaign_id } = of;
  // From the row as it is now, kept until the end: an erasure comes before it or finds the address.
  const added = await sql`insert into addressee (customer_id, campaign_id, email_key, subscriber_id)
    select customer_id, cast(${campaign_id} as bigint), email_key, id from subscriber
    where customer_id = ${customer_id} and id = ${id} and email_key = ${key} ${keepRow(tx)}
    on conflict (customer_id, campaign_id, email_key) do nothing`.execute(tx);
  if (added.numAffectedRows === 1n) return true;
  const holder = (await findHolders(tx, of, [key])).get(key);
  if (holder === undefined || holder === id) return true; // gone or changed: the turn begins nothing
  if (!claimed.has(holder) && !(await hasLeft(tx, of, { key, id: holder }))) return false;
  const moved = await tx
    .updateTable('addressee')
    .set({ subscriber_id: id })
    .where('customer_id', '=', customer_id)
    .where('campaign_id', '=', campaign_id)
    .where('email_key', '=', key)
    .where('subscriber_id', '=', holder)
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

/**
 * Whether whoever has an address in the ledger is mailed at another one: theirs has changed, and
 * either the new one is theirs too, or they are still to be claimed, which asks for it. So two who
 * exchange their addresses both get the campaign.
 */
async function hasLeft(tx: Tx, of: Of, { key, id }: NewAddress): Promise<boolean> {
  const { customerId, campaignId } = of;
  // Locked: a claim that is being made at this moment has read the address before us.
  const { rows } = await sql<{ lease_id: number | null }>`select batch.lease_id from batch
    where batch.customer_id = ${customerId} and batch.campaign_id = ${campaignId} and batch.n <= ${id} and batch.last_id >= ${id}
      and exists (select 1 from ${idsIn(tx, 'batch.ids')} where listed.value = ${id}) ${lockRows(tx)}`.execute(tx);
  const now = await tx
    .selectFrom('subscriber')
    .select('email_key')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!now || now.email_key === key) return false;
  if ((await findHolders(tx, of, [now.email_key])).get(now.email_key) === id) return true;
  const isWaiting = rows.length > 0 && rows.every(({ lease_id }) => lease_id === null);
  return isWaiting && !(await hasLedgerRow(tx, of, id));
}

async function hasLedgerRow(tx: Tx, { customerId, campaignId }: Of, id: number): Promise<boolean> {
  const flights = await flightsNow(tx, customerId);
  if (flights.some(({ campaign, subscriber }) => campaign === campaignId && subscriber === id)) return true;
  for (const table of ['work', 'message'] as const) {
    const row = await tx
      .selectFrom(table)
      .select('subscriber_id')
      .where('customer_id', '=', customerId)
      .where('campaign_id', '=', campaignId)
      .where('subscriber_id', '=', id)
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
}
