// What the merge tags of one recipient's message speak of.
import type { Campaign, Customer, List, ListField, Subscriber } from '../storage/tables.ts';

/** Everything that a tag may speak of. `at` is the moment the message is made, in ms. */
export type MergeSource = {
  campaign: Campaign;
  list: List;
  customer: Customer;
  fields: readonly ListField[];
  subscriber: Subscriber;
  urls: { unsubscribeUrl: string; webVersionUrl: string };
  at: number;
};
