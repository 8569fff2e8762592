// Records of a turn, as its statements take them.
import type { EndState } from '../../storage/tables.ts';
import type { KeyRow } from '../keys.ts';

const KEY = { customer: 'number', campaign: 'number', subscriber: 'number', attempt: 'number' } as const;

/** A message that ends. */
export const ENDING = {
  ...KEY,
  state: 'text',
  tries: 'number',
  reason: 'text',
  detail: 'text',
  reply: 'text',
  relay: 'number',
  ended_at: 'number',
} as const;
/** A message that ends, is put off or goes back. */
export const OUTCOME = { ...ENDING, not_before: 'number', deferred_at: 'number', batch: 'number' } as const;
/** What a message is made from (turn.ts: AsRead). */
const AS_READ = { revision: 'number', changed_at: 'number' } as const;
/** A row of work that is to be put in flight. */
export const WORK_START = { ...KEY, ...AS_READ } as const;
/** What becomes of a message in flight without a row. `in_flight_at`: since when, ms. */
export const FLIGHT = { ...OUTCOME, in_flight_at: 'number' } as const;
/** A member of a batch that is to be put in flight. */
export const MEMBER_START = { ...KEY, ...AS_READ, batch: 'number' } as const;
/** A batch that a worker has. */
export const BATCH = { customer: 'number', campaign: 'number', n: 'number', attempt: 'number' } as const;

type RecordOf<Shape> = { -readonly [name in keyof Shape]: number | string | null };
export type OutcomeRecord = Partial<RecordOf<typeof OUTCOME>>;
export type FlightRecord = Partial<RecordOf<typeof FLIGHT>>;
/** A row of work that was put in flight. */
export type StartedWork = KeyRow & { attempt: number };
export type KeyRecord = { [name in keyof typeof KEY]: number };
type ReadRecord = { [name in keyof typeof AS_READ]: number | null };
export type WorkStartRecord = KeyRecord & ReadRecord;
export type MemberStartRecord = WorkStartRecord & { batch: number };
export type BatchRecord = { [name in keyof typeof BATCH]: number };
/** A batch some of whose members are to be in flight. */
export type BegunBatch = BatchRecord & Pick<ReadRecord, 'revision'>;

/**
 * What a turn writes, in the order of keys, as everyone who locks several messages. Members of
 * batches are in flight without a row (`flight…`), all other messages in a row of `work`. Both end
 * or wait (deferred, or given back).
 */
export type WholeTurn = {
  flightEnds: readonly FlightRecord[];
  flightWaits: readonly FlightRecord[];
  workEnds: readonly OutcomeRecord[];
  workWaits: readonly OutcomeRecord[];
  memberStarts: readonly MemberStartRecord[];
  workStarts: readonly WorkStartRecord[];
  closes: readonly BatchRecord[];
};

/** A message whose outcome was written. */
export type WrittenOutcome = {
  customer_id: number;
  campaign_id: number;
  subscriber_id: number;
  state: EndState;
  reason: string | null;
  reply: string | null;
  finished_at: number;
};

/** The same of the record that was written. */
export function writtenOf(record: OutcomeRecord): WrittenOutcome {
  const { customer, campaign, subscriber, state, reason = null, reply = null, ended_at } = record;
  return {
    customer_id: customer,
    campaign_id: campaign,
    subscriber_id: subscriber,
    state,
    reason,
    reply,
    finished_at: ended_at,
  } as WrittenOutcome;
}

/** A message that was deferred; without a relay none was asked. */
export type WrittenDeferral = Omit<WrittenOutcome, 'state' | 'finished_at'> & {
  relay: number | null;
  at: number | null;
};

/** The same of the record that was written. */
export function deferralOf({ customer, campaign, subscriber, ...record }: OutcomeRecord): WrittenDeferral {
  const { reason = null, reply = null, relay = null, deferred_at = null } = record;
  return {
    customer_id: customer,
    campaign_id: campaign,
    subscriber_id: subscriber,
    reason,
    reply,
    relay,
    at: deferred_at,
  } as WrittenDeferral;
}

/** The batches of members; what one claim took was made from one revision. */
export function batchesOf(members: readonly MemberStartRecord[]): BegunBatch[] {
  const batches = new Map<string, BegunBatch>();
  for (const { customer, campaign, batch: n, attempt, revision } of members) {
    batches.set(`${campaign} ${n} ${attempt}`, { customer, campaign, n, attempt, revision });
  }
  return [...batches.values()];
}
