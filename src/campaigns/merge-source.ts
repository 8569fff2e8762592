// What the merge tags of one recipient's message speak of.
import type { Campaign, Customer, List, ListField, Subscriber } from '../storage/tables.ts';

/** A subscriber, as far as a message speaks of one: the columns that sending reads. */
export type Recipient = Pick<Subscriber, (typeof RECIPIENT)[number]>;
export const RECIPIENT = [
  'id',
  'uid',
  'customer_id',
  'list_id',
  'email',
  'status',
  'ip_address',
  'field_values',
  'created_at',
] as const;

/** Everything that a tag may speak of. `at` is the moment the message is made, in ms. */
export type MergeSource = {
  campaign: Campaign;
  list: List;
  customer: Customer;
  fields: readonly ListField[];
  subscriber: Recipient;
  urls: { unsubscribeUrl: string; webVersionUrl: string };
  at: number;
};
