// Everything that the merge tags of one recipient's message are filled from.
import type { Campaign, Customer, List, ListField, Subscriber } from '../../storage/tables.ts';

/**
 * A subscriber, as far as sending needs one: the columns that it reads; by `updated_at` it knows
 * that they are still so.
 */
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
  'confirmed_at',
  'confirm_ip',
  'updated_at',
] as const;

/** The public pages that tags lead to. */
export type TagPage =
  | 'unsubscribe'
  | 'web'
  | 'campaign'
  | 'forward'
  | 'abuse'
  | 'profile'
  | 'preferences'
  | 'subscribe';

/**
 * Gives the address of a page, signed only when a tag asks for it; empty when there is no
 * recipient.
 */
export type PageUrls = (page: TagPage) => string;

/** The relay that takes the message, as far as tags name it. */
export type SendingRelay = { id: number; number: number; label: string; host: string; direct?: object };

/** Facts about one sending of a message. `at`: when it is composed, in ms. */
export type SendingFacts = {
  at: number;
  /** Absent where the message is only shown, not sent. */
  relay?: SendingRelay | undefined;
  /**
   * When the last message before this one was accepted, in ms; looked up only when the content uses
   * it.
   */
  lastSentAt?: number | undefined;
};

/**
 * Facts that are the same for every recipient of a campaign. `segmentName` is empty without a
 * segment.
 */
export type CampaignFacts = {
  campaign: Campaign;
  list: List;
  customer: Customer;
  fields: readonly ListField[];
  segmentName: string;
};

/** Everything that a tag may refer to. */
export type MergeSource = CampaignFacts & SendingFacts & { subscriber: Recipient; urls: PageUrls };
