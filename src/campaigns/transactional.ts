// The hidden campaign that a customer's transactional emails belong to, so that claims, leases,
// outcomes, relays and throttling treat them like any message. It is created when first needed,
// never finishes, and no call can name it.
import { sql } from 'kysely';
import { newUid } from '../kernel/ids.ts';
import type { Db, Tx } from '../storage/db.ts';
import { lastingId } from '../storage/dialect/span.ts';

/** The id of the customer's hidden campaign, which is created if there is none. `at` in ms. */
export async function transactionalCampaign(tx: Tx, customerId: number, at: number): Promise<number> {
  return (
    (await findTransactionalCampaign(tx, customerId)) ??
    (await make(tx, customerId, at)) ??
    (await foundAfterAll(tx, customerId))
  );
}

/** Its id; undefined while the customer never had an email. */
export async function findTransactionalCampaign(db: Db | Tx, customerId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('campaign')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('type', '=', sql.lit('transactional')) // in the text, so that the index of these rows answers
    .executeTakeFirst();
  return row?.id;
}

/** @returns undefined when another transaction was first */
async function make(tx: Tx, customerId: number, at: number): Promise<number | undefined> {
  const made = await tx
    .insertInto('campaign')
    .values({
      ...lastingId(tx, customerId),
      uid: newUid(),
      customer_id: customerId,
      number: 0, // it is not in the customer's numbering
      list_id: 0,
      segment_id: null,
      type: 'transactional',
      name: 'Transactional emails',
      from_name: '',
      from_email: '',
      to_name: '',
      reply_to: '',
      subject: '',
      status: 'sending',
      send_at: null,
      content: '',
      plain_text: null,
      auto_plain_text: 1,
      inline_css: 0,
      options: '{}',
      uncertain_policy: 'hold',
      freeze_after_id: 0,
      freeze_until_id: null,
      freeze_done: 1,
      created_at: at,
      updated_at: at,
      started_at: at,
      finished_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id;
}

/** The insert waited for the other one to be committed. */
async function foundAfterAll(tx: Tx, customerId: number): Promise<number> {
  const id = await findTransactionalCampaign(tx, customerId);
  if (id === undefined) throw new Error(`Customer ${customerId} has no campaign for transactional emails.`);
  return id;
}
