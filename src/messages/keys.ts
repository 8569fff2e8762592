// The key of a message: customer, campaign and subscriber.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../storage/db.ts';
import { recordSet } from '../storage/dialect.ts';
import { byCustomer } from '../storage/statement.ts';

/** `subscriberId`: as in its row; −id of the email for a transactional email. */
export type MessageKey = { readonly customerId: number; readonly campaignId: number; readonly subscriberId: number };

/** The key as one text, for maps. */
export function nameOf({ campaignId, subscriberId }: Omit<MessageKey, 'customerId'>): string {
  return `${campaignId} ${subscriberId}`;
}

/** The same of a record. */
export function nameOfRecord({ campaign, subscriber }: Omit<KeyRecord, 'customer'>): string {
  return nameOf({ campaignId: campaign, subscriberId: subscriber });
}

/** The columns of the key. */
export type KeyRow = { customer_id: number; campaign_id: number; subscriber_id: number };

export const keyOf = ({ customer_id, campaign_id, subscriber_id }: KeyRow): MessageKey => {
  return { customerId: customer_id, campaignId: campaign_id, subscriberId: subscriber_id };
};

/** A key as a record of a statement (storage/statement.ts). */
export const KEY = { customer: 'number', campaign: 'number', subscriber: 'number' } as const;
export type KeyRecord = { [name in keyof typeof KEY]: number };

export const keyRecord = ({ customerId, campaignId, subscriberId }: MessageKey): KeyRecord => {
  return { customer: customerId, campaign: campaignId, subscriber: subscriberId };
};

/** Keys as a table to join with, named `r`. */
export function keySet(db: Db | Tx, keys: readonly MessageKey[]): RawBuilder<unknown> {
  return sql`${recordSet(db, keys.map(keyRecord), KEY)} as r`;
}

/** Keys as statements take them (storage/statement.ts: byCustomer). */
export function keysByCustomer<K extends MessageKey>(db: Db | Tx, keys: readonly K[]): readonly (readonly K[])[] {
  return byCustomer(db, keys, ({ customerId }) => customerId);
}

/** A condition on a table of the ledger: its row is that of the message `r` (see keySet). */
export function isMessageOf(table: string): RawBuilder<SqlBool> {
  const row = sql.raw<string>(table);
  return sql<SqlBool>`${row}.customer_id = r.customer and ${row}.campaign_id = r.campaign
    and ${row}.subscriber_id = r.subscriber`;
}
