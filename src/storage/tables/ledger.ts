// The ledger of messages: what is to do (batch), what is in flight or deferred (work), what
// happened (message). Only messages/ writes it. A message is one campaign to one recipient, with
// the key customer, campaign and subscriber in all three.
import type { Generated } from 'kysely';

/**
 * Some recipients of a campaign, frozen in order. The row is removed when each has a row of work or
 * a message.
 */
export type BatchTable = {
  customer_id: number;
  campaign_id: number;
  n: number; // the first of its subscribers; unique with campaign_id
  last_id: number; // the last of them
  size: number;
  ids: unknown; // storage/id-lists.ts
  lease_id: number | null; // which worker has it
  attempt: number | null; // the worker's number of the claim
  claims: Generated<number>; // how often it was claimed since it was frozen with ids that had no row
  due_at: Generated<number>; // not claimed before; 0 = at once
};

/**
 * Whose address in a campaign to several lists: nobody else gets it there. Written with the batch,
 * and again by a claim of somebody whose address changed since.
 */
export type AddresseeTable = {
  customer_id: number;
  campaign_id: number;
  email_key: string; // kernel/address.ts; unique with campaign_id
  subscriber_id: number;
};

/**
 * A message that is deferred, or pending by itself; in flight, if it was that before, or is a
 * transactional email.
 */
export type WorkTable = {
  customer_id: number;
  campaign_id: number;
  subscriber_id: number; // the subscriber may be gone; −id of the email in a transactional campaign
  state: WorkState;
  lease_id: number | null; // which worker claimed it
  attempt: number | null; // the worker's number of the claim: late statements of an earlier one find no row
  attempts: number; // tries so far
  next_attempt_at: number; // not claimed before
  in_flight_at: number | null; // when its data went out last
  deferred_since: number | null; // when it was deferred for the first time; expiry counts from here
  relay_id: number | null; // which relay answered last; 0 = the configured one
  reason: string | null; // why it waits: messages/reasons.ts
  detail: string | null; // the same in our words, for people
  reply: string | null; // what the mail server answered last
};

/** The end of a message, written once. */
export type MessageTable = {
  customer_id: number;
  campaign_id: number;
  subscriber_id: number;
  state: EndState;
  attempts: number;
  in_flight_at: number | null;
  finished_at: number;
  deferred_since: number | null;
  relay_id: number | null;
  lease_id: number | null; // of an uncertain one: whose worker may still report the outcome, and
  attempt: number | null; // in which attempt
  reason: string | null; // never null unless accepted
  detail: string | null;
  reply: string | null;
};

type WorkState = 'pending' | 'deferred' | 'claimed' | 'in_flight';
export type EndState = 'accepted' | 'rejected' | 'uncertain' | 'skipped';
export type MessageState = WorkState | EndState;

/** A worker's hold on a customer's messages (messages/turn/hold.ts). */
export type WorkerHoldTable = { customer_id: number; lease_id: number };

/**
 * Of a hold: the number of its last turn, as one that arrives after a later one does nothing, and
 * the members of batches that are in flight.
 */
export type WorkerTurnTable = {
  customer_id: number;
  lease_id: number;
  n: number;
  in_flight: Generated<string>; // messages/turn/in-flight.ts
  edits: Generated<number>; // how often others than the worker changed what is in flight
};

/** When a recipient did something with a message for the first time. */
export type ResponseTable = {
  customer_id: number;
  campaign_id: number;
  subscriber_id: number;
  opened_at: number | null;
  clicked_at: number | null;
  unsubscribed_at: number | null;
  filtered_opened_at: number | null; // by a person
  filtered_clicked_at: number | null;
};
