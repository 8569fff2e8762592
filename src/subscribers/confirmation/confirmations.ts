// Requests for confirmation: the subscribers that still have to agree to be on a list, and the mail
// that asks them. Forms cannot be used to flood anybody: a subscriber gets at most three such mails
// in seven days, a quarter of an hour apart.

import { type SqlBool, sql } from 'kysely';
import { DAY_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { areOwn, numberSet, skipLocked } from '../../storage/dialect.ts';
import { announceChange, customersToPoll, isAmong } from '../../storage/spread/customers-to-poll.ts';
import type { Confirmation } from '../../storage/tables/content.ts';
import type { Db, List, Tx } from '../../storage/tables.ts';
import { ofAddresses } from '../queries.ts';
import type { FieldValues } from '../values/values.ts';

const MAILS_MOST = 3;
const MAILS_SPAN_MS = 7 * DAY_MS;
const MAILS_APART_MS = 15 * MINUTE_MS;
/** How long the last request can be answered. */
export const KEPT_MS = 30 * DAY_MS;

/** Values from the form for a subscriber that is known already, and the language of the form. */
export type ConfirmationRequest = { values?: FieldValues; language?: string };

/**
 * Requests confirmation from subscribers of a list; a mail becomes due where the limits allow one
 * more. Subscribers that have nothing to confirm (any status but unconfirmed and unsubscribed) are
 * left out.
 * @param keys addresses (`kernel/address.ts`: emailKey)
 * @param at now, ms
 */
export async function requestConfirmations(
  tx: Tx,
  list: Pick<List, 'id' | 'customer_id'>,
  keys: readonly string[],
  at: number,
  { values, language }: ConfirmationRequest = {},
): Promise<void> {
  await announceChange(tx, list.customer_id);
  const fieldValues = values === undefined ? null : JSON.stringify(values);
  const asked = tx
    .selectFrom(ofAddresses(tx, { customerId: list.customer_id, listId: list.id }, keys))
    .select(['id', 'customer_id', 'list_id'])
    .select([
      sql<number>`cast(${at} as bigint)`.as('requested_at'),
      sql<number>`0`.as('mails'),
      sql<string | null>`cast(${fieldValues} as text)`.as('field_values'),
      sql<string | null>`cast(${language ?? null} as text)`.as('language'),
    ])
    .where('status', 'in', ['unconfirmed', 'unsubscribed']);
  const { isOver, mayFollow } = limitsAt(at);
  await tx
    .insertInto('confirmation')
    .columns(['subscriber_id', 'customer_id', 'list_id', 'requested_at', 'mails', 'field_values', 'language'])
    .expression(asked)
    .onConflict((conflict) =>
      conflict.columns(['customer_id', 'subscriber_id']).doUpdateSet({
        requested_at: at,
        field_values: fieldValues,
        language: language ?? null,
        asked_again: 0,
        mails: sql<number>`case when ${isOver} then 0 else confirmation.mails end`,
        mailed_at: sql<number | null>`case when ${isOver} or ${mayFollow} then null else confirmation.mailed_at end`,
      }),
    )
    .execute();
}

/** Whether the span of the last mails is over; whether one more may follow within it. */
function limitsAt(at: number) {
  return {
    isOver: sql<SqlBool>`confirmation.mailed_at <= ${at - MAILS_SPAN_MS}`,
    mayFollow: sql<SqlBool>`confirmation.mails < ${MAILS_MOST} and confirmation.mailed_at <= ${at - MAILS_APART_MS}`,
  };
}

/**
 * Asks unconfirmed subscribers of a customer once more, within the same limits. What they asked for
 * themselves stays as it is, with its values and language.
 * @param at now, ms
 * @returns the ids of those who get a mail; the others were asked lately
 */
export async function askAgain(
  tx: Tx,
  customerId: number,
  ids: readonly number[],
  at: number,
): Promise<ReadonlySet<number>> {
  const { isOver, mayFollow } = limitsAt(at);
  const asked = tx
    .selectFrom('subscriber')
    .select(['id', 'customer_id', 'list_id'])
    .select([
      sql<number>`cast(${at} as bigint)`.as('requested_at'),
      sql<number>`0`.as('mails'),
      sql<number>`1`.as('asked_again'),
    ])
    .where(areOwn(tx, 'subscriber', customerId, ids))
    .where('status', '=', 'unconfirmed');
  await announceChange(tx, customerId);
  const rows = await tx
    .insertInto('confirmation')
    .columns(['subscriber_id', 'customer_id', 'list_id', 'requested_at', 'mails', 'asked_again'])
    .expression(asked)
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'subscriber_id'])
        .doUpdateSet({
          requested_at: at,
          asked_again: 1,
          mails: sql<number>`case when ${isOver} then 0 else confirmation.mails end`,
          mailed_at: null,
        })
        .where(sql<SqlBool>`(${isOver} or ${mayFollow})`),
    )
    .returning('subscriber_id')
    .execute();
  return new Set(rows.map(({ subscriber_id }) => subscriber_id));
}

/**
 * Locks requests of a customer whose mail is still to be made, oldest first, those of people before
 * reminders; no other process gets them meanwhile. Of the customer who has waited longest.
 */
export async function lockDueConfirmations(tx: Tx, limit: number): Promise<Confirmation[]> {
  const those = await customersToPoll(tx, 'clock');
  const due = () =>
    tx.selectFrom('confirmation').where('mailed_at', 'is', null).orderBy('asked_again').orderBy('requested_at');
  const first = await due().where(isAmong(those, 'customer_id')).select('customer_id').limit(1).executeTakeFirst();
  if (!first) return [];
  return due()
    .selectAll()
    .where('customer_id', '=', first.customer_id)
    .limit(limit)
    .modifyEnd(skipLocked(tx))
    .execute();
}

type ConfirmationKey = Pick<Confirmation, 'customer_id' | 'subscriber_id'>;

/** Whether there are requests whose mail is still to be made. */
export async function hasDueConfirmations(db: Db): Promise<boolean> {
  const those = await customersToPoll(db, 'clock');
  const due = db
    .selectFrom('confirmation')
    .select('subscriber_id')
    .where('mailed_at', 'is', null)
    .where(isAmong(those, 'customer_id'))
    .limit(1);
  return (await due.executeTakeFirst()) !== undefined;
}

/** Records that the mail of a request was made. `at`: now, ms. */
export async function markMailed(tx: Tx, request: ConfirmationKey, at: number): Promise<void> {
  await tx
    .updateTable('confirmation')
    .set({ mailed_at: at, mails: sql<number>`mails + 1` })
    .where('customer_id', '=', request.customer_id)
    .where('subscriber_id', '=', request.subscriber_id)
    .execute();
}

/** The request of a subscriber, if there is one. */
export function findConfirmation(db: Db, customerId: number, subscriberId: number): Promise<Confirmation | undefined> {
  return db
    .selectFrom('confirmation')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('subscriber_id', '=', subscriberId)
    .executeTakeFirst();
}

export async function deleteConfirmation(tx: Tx, request: ConfirmationKey): Promise<void> {
  await tx
    .deleteFrom('confirmation')
    .where('customer_id', '=', request.customer_id)
    .where('subscriber_id', '=', request.subscriber_id)
    .execute();
}

/** Deletes the requests of people of a customer who are removed: they hold what was entered. */
export async function deleteConfirmationsOf(tx: Tx, customerId: number, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('confirmation')
    .where('customer_id', '=', customerId)
    .where('subscriber_id', 'in', numberSet(tx, ids))
    .execute();
}

/**
 * Deletes some requests that were not answered in time. `at`: now, ms. @returns whether there may
 * be more
 */
export async function removeOldConfirmations(db: Db, at: number, limit: number): Promise<boolean> {
  const old = await db
    .selectFrom('confirmation')
    .select(['customer_id', 'subscriber_id'])
    .where('requested_at', '<', at - KEPT_MS)
    .limit(limit)
    .execute();
  for (const [customerId, some] of Map.groupBy(old, ({ customer_id }) => customer_id)) {
    const ids = some.map(({ subscriber_id }) => subscriber_id);
    await db
      .deleteFrom('confirmation')
      .where('customer_id', '=', customerId)
      .where('subscriber_id', 'in', numberSet(db, ids))
      .where('requested_at', '<', at - KEPT_MS)
      .execute();
  }
  return old.length >= limit;
}
