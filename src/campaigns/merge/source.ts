// What the merge tags of one recipient's message speak of.
import type { Campaign, Customer, List, ListField, Subscriber } from '../../storage/tables.ts';

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
  'confirmed_at',
  'confirm_ip',
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

/** The address of a page, made (signed) when a tag asks for it; empty for nobody in particular. */
export type PageUrls = (page: TagPage) => string;

/** The mail server that takes the message, as far as tags speak of one. */
export type SendingRelay = { id: number; number: number; label: string; host: string };

/** What is known of one sending of a message. `at`: the moment it is made, in ms. */
export type Sending = {
  at: number;
  /** Absent where the message is shown, not sent. */
  relay?: SendingRelay | undefined;
  /**
   * When a message to the subscriber was accepted last before this one, ms; looked up only when the
   * content asks.
   */
  lastSentAt?: number | undefined;
};

/** What is the same for every recipient of a campaign. `segmentName` is empty without a segment. */
export type CampaignFacts = {
  campaign: Campaign;
  list: List;
  customer: Customer;
  fields: readonly ListField[];
  segmentName: string;
};

/** Everything that a tag may speak of. */
export type MergeSource = CampaignFacts & Sending & { subscriber: Recipient; urls: PageUrls };
