// What streams tell of: a thing, as it is at a moment.
/**
 * A thing as it is now: `text` is what is told of it, and differs when anything of that does.
 * `seenBy`: absent: everybody.
 */
export type Thing = { customerId: number; kind: Kind; uid: string; text: string; seenBy?: 'operators' | 'others' };
export const KINDS = ['campaigns', 'lists', 'jobs', 'domains', 'inbox'] as const;
export type Kind = (typeof KINDS)[number];
