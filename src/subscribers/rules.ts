// The rules of subscribers: statuses, and what happens to an address that is on the list already.
// Pure.
import { AppError } from '../kernel/errors.ts';
import { say, type Told } from '../kernel/sentences/sentence.ts';
import { countText } from '../kernel/text/counted.ts';
import type { List, Subscriber } from '../storage/tables.ts';

/** Every status (wire contract, section 8). Only confirmed subscribers are mailed. */
export const STATUSES = [
  'confirmed',
  'unconfirmed',
  'unsubscribed',
  'blacklisted',
  'unapproved',
  'disabled',
  'moved',
] as const;
export type Status = (typeof STATUSES)[number];

/** Where a subscriber came from. */
export const SOURCES = ['web', 'api', 'import'] as const;
export type Source = (typeof SOURCES)[number];

/** Most subscribers of one bulk request. */
export const BULK_LIMIT = 10_000;

/** Whether a text is a status. */
export function isStatus(text: unknown): text is Status {
  return STATUSES.some((status) => status === text);
}

/** The status of a new subscriber: the one asked for, else what the list's opt-in gives. */
export function firstStatus(list: Pick<List, 'opt_in'>, asked: Status | undefined): Status {
  return asked ?? (list.opt_in === 'single' ? 'confirmed' : 'unconfirmed');
}

/** Whether a subscriber with this status is asked by mail to confirm. */
export function isAsked(list: Pick<List, 'opt_in'>, status: string): boolean {
  return status === 'unconfirmed' && list.opt_in === 'double';
}

/** Texts that client programs compare; never change them. */
export const TEXTS = {
  noAddress: say('subscriber-address-missing'),
  badAddress: say('subscriber-address-invalid'),
  exists: say('subscriber-exists'),
  blacklisted: say('subscriber-blacklisted'),
  unknown: say('subscriber-missing'),
  noBulk: say('subscriber-none'),
  tooManyInBulk: say('subscriber-many', { most: countText(BULK_LIMIT) }),
  notStored: 'The subscriber was not stored.',
  perhapsStored: 'Whether the subscriber was stored is not known.',
  noSearch: say('subscriber-search'),
} as const;

/** Why an address with this status cannot be added again; undefined when it can. */
export function whyNotAgain(status: string): Told | undefined {
  if (status === 'unsubscribed') return undefined;
  return status === 'blacklisted' ? TEXTS.blacklisted : TEXTS.exists;
}

/** @throws AppError `conflict` when an address with this status cannot be added again */
export function refuseAgain(status: string): void {
  const why = whyNotAgain(status);
  if (why !== undefined) throw new AppError('conflict', why);
}

/** Whether unsubscribing changes a subscriber of this status; one on the blacklist stays there. */
export function canUnsubscribe(status: string): boolean {
  return status !== 'unsubscribed' && status !== 'blacklisted';
}

/**
 * Whether a subscriber who left may subscribe again by a link that was mailed to the address: only
 * one who was confirmed before.
 */
export function canComeBack({ status, confirmed_at }: Pick<Subscriber, 'status' | 'confirmed_at'>): boolean {
  return status === 'unsubscribed' && confirmed_at !== null;
}
