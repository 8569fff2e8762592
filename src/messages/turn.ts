// What a worker has of the ledger: batches, and attempts at messages. turn/ has the statements that
// write what became of them.
import { type MessageKey, nameOf } from './keys.ts';

/**
 * A batch in the hands of a worker. `left`: how many of its members have no row of work or message
 * yet. `isGivenBack`: the worker gives it back, or has, and with it all members that are not in
 * flight: whoever claims it next gets them.
 */
export type BatchClaim = {
  readonly customerId: number;
  readonly campaignId: number;
  readonly n: number;
  readonly attempt: number;
  left: number;
  isGivenBack: boolean;
};

/**
 * Which attempt at which message: the number that its claim gave it, new with every claim
 * (claim.ts). `id` names the message in memory; `batch`: where it was claimed from, null for a row
 * of work.
 */
export type Attempt = MessageKey &
  AsRead & { readonly id: string; readonly attempt: number; readonly batch: BatchClaim | null };

/**
 * What the message is made from: which revision of the campaign, and the subscriber as changed last
 * at that instant (ms). It begins only while both are so; absent: whatever they are.
 */
export type AsRead = { readonly revision?: number | undefined; readonly changedAt?: number | undefined };

/** The attempt alone. */
export function attemptOf({ id, customerId, campaignId, subscriberId, attempt, batch }: Attempt): Attempt {
  return { id, customerId, campaignId, subscriberId, attempt, batch };
}

/** The attempt in a word, for sets: no other claim has the same. */
export function nameOfAttempt(of: Pick<Attempt, 'campaignId' | 'subscriberId' | 'attempt'>): string {
  return `${nameOf(of)} ${of.attempt}`;
}
