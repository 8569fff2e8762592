// What is held where a store went back in time and nobody remembers what was sent last.
import { sql } from 'kysely';
import { holdDueTests } from '../../campaigns/ab-test/decide.ts';
import { addToCounters, type CounterDeltas, countInto } from '../../campaigns/counters.ts';
import { pauseAll } from '../../campaigns/delivery/progress.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { type Db, inTransaction } from '../../storage/db.ts';
import { endWork } from '../end.ts';
import { keyOf } from '../keys.ts';

/** How many campaigns were paused, and how many transactional emails became uncertain. */
export type HoldCounts = { paused: number; mails: number };

const DETAIL = 'the database went back in time: it is unknown whether it was sent';
/** Why a message is uncertain then. */
export const UNKNOWN = { reason: 'store-went-back', detail: DETAIL } as const;

/**
 * Campaigns are paused with a notice, A/B tests that were due wait for a person; transactional
 * emails become uncertain, because the customer's new ones must go on, except those whose time is
 * still to come: nobody can have sent them. @param now ms
 */
export function holdUnknown(db: Db, now: number): Promise<HoldCounts> {
  return inTransaction(db, async (tx) => {
    const paused = await pauseAll(tx, [say('notice-went-back')], now);
    await holdDueTests(tx, now);
    const which = sql<boolean>`campaign_id in (select id from campaign where type = 'transactional')
      and not exists (select 1 from email where email.customer_id = work.customer_id
        and email.id = -work.subscriber_id and email.send_at > ${now})`;
    const rows = await endWork(tx, which, { event: 'forget', ...UNKNOWN, at: now });
    const deltas: CounterDeltas = new Map();
    for (const row of rows) countInto(deltas, keyOf(row), 'uncertain');
    await addToCounters(tx, deltas);
    return { paused, mails: rows.length };
  });
}
