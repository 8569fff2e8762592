// Tables of the room webhooks.
import type { Generated, Selectable } from 'kysely';
import type { Flag, JsonText } from './columns.ts';

export type WebhookTable = {
  id: Generated<number>;
  uid: string;
  customer_id: number;
  url: string;
  description: string;
  events: JsonText; // names of types, or "*"
  batch_size: number; // most events of one request; 1 = each by itself
  status: string; // on | off
  reason: string | null; // why it was switched off by the server: gone | failed | behind; null = by a person
  off_at: number | null;
  secret: string; // sealed (webhooks/secrets.ts)
  old_secret: string | null; // signs too until old_until
  old_until: number | null;
  held_by: number | null; // the lease of the node that is telling it
  created_at: number;
  updated_at: number;
};

export type WebhookLaneTable = {
  customer_id: number;
  webhook_id: number;
  lane: number;
  position: number; // number of the next event to look at
  until: number | null; // of a request that was begun: the number after its last event
  failures: number; // in a row
  failing_since: number | null;
  next_at: number; // not before
};

export type EventFactTable = {
  id: Generated<number>;
  customer_id: number;
  content: JsonText; // webhooks/outbox/facts.ts: Fact[]
};

export type EventHeadTable = {
  customer_id: number;
  next_n: number;
  is_behind: Generated<Flag>; // a webhook that is on may be behind; 0 = all are at the end
};

export type EventPageTable = {
  customer_id: number;
  first_n: number;
  size: number;
  uid: string; // ids of its events begin with it
  first_at: number;
  last_at: number;
  content: Uint8Array; // webhooks/log/pages.ts
};

export type WebhookDeliveryTable = {
  id: Generated<number>;
  customer_id: number;
  webhook_id: number;
  at: number;
  message_id: string; // the header webhook-id
  types: string; // of its events, with commas
  events: number;
  attempt: number; // 1 = the first
  is_test: Flag;
  status: number | null; // null = there was no answer
  ms: number;
  answer: string; // its first characters
  fault: JsonText | null; // kernel/sentences: Sentence[], why there was no answer; null = it was not in vain
};

export type Webhook = Selectable<WebhookTable>;
export type WebhookLane = Selectable<WebhookLaneTable>;
export type EventPage = Selectable<EventPageTable>;
export type WebhookDelivery = Selectable<WebhookDeliveryTable>;

export type WebhookTables = {
  webhook: WebhookTable;
  webhook_lane: WebhookLaneTable;
  webhook_delivery: WebhookDeliveryTable;
  event_fact: EventFactTable;
  event_head: EventHeadTable;
  event_page: EventPageTable;
};
