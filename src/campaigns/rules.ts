// The rules of campaigns: statuses and transitions as data, what may change when, names of copies.
// Pure.
import type { Campaign } from '../storage/tables.ts';

export const STATUSES = [
  'draft',
  'pending-sending',
  'sending',
  'processing',
  'sent',
  'paused',
  'blocked',
  'pending-approve',
  'pending-delete',
] as const;
export type Status = (typeof STATUSES)[number];

/** Statuses that a request may set; any other text is ignored (wire contract, section 6). */
export const SETTABLE = ['draft', 'pending-sending', 'paused'] as const satisfies readonly Status[];
export type Settable = (typeof SETTABLE)[number];

/** A change from some states into one. */
type Transition = { readonly from: readonly Status[]; readonly to: Status };

/**
 * The transitions: the states that an action leaves and the one it leads to (wire contract, section
 * 6). Each is carried out by one update that asks for `from`, so that calls and the delivery engine
 * never overwrite each other.
 * - unpause: a campaign whose send_at is still to come waits for it in `sending`.
 * - start: also for a campaign that was resumed during its freeze.
 * - reopen: messages of a finished campaign are sent again.
 */
export const TRANSITIONS = {
  pause: { from: ['pending-sending', 'sending', 'processing'], to: 'paused' },
  unpause: { from: ['paused'], to: 'sending' },
  markSent: { from: ['paused', 'pending-sending', 'processing', 'blocked', 'pending-approve'], to: 'sent' },
  remove: { from: ['draft', 'pending-sending', 'sent', 'paused', 'blocked', 'pending-approve'], to: 'pending-delete' },
  start: { from: ['pending-sending', 'sending'], to: 'processing' },
  finishFreeze: { from: ['processing'], to: 'sending' },
  finish: { from: ['sending'], to: 'sent' },
  reopen: { from: ['sent'], to: 'sending' },
} as const satisfies Record<string, Transition>;

/** States in which a campaign may have failed messages that can be retried. */
export const RETRYABLE: readonly Status[] = ['sending', 'processing', 'paused', 'sent'];

/** A message is given up after this many attempts (or sooner, when its time runs out). */
export const MAX_ATTEMPTS = 20;

/** What happens to a message when nobody knows whether it was accepted. */
export const UNCERTAIN_POLICIES = ['hold', 'resend', 'skip'] as const;
export type UncertainPolicy = (typeof UNCERTAIN_POLICIES)[number];

/** States in which a campaign may be changed, whether it has begun or not. */
const EDITABLE: readonly Status[] = ['draft', 'pending-sending', 'paused'];

type Begun = Pick<Campaign, 'type' | 'freeze_until_id' | 'run_count' | 'started_at' | 'send_at'>;

/**
 * Whether a campaign has begun, whatever its status says (storage/campaign-conditions.ts says the
 * same in SQL). `at` is now, ms.
 */
export function hasBegun(campaign: Begun, at: number): boolean {
  if (hasAudience(campaign) || campaign.run_count > 0) return true;
  return campaign.type === 'autoresponder' && (campaign.started_at !== null || (campaign.send_at ?? Infinity) <= at);
}

/**
 * Whether a campaign may be changed; also one that is `sending` by name only, because it waits for
 * its send time.
 */
export function isEditable(campaign: Begun & Pick<Campaign, 'status'>, at: number): boolean {
  if (EDITABLE.some((status) => status === campaign.status)) return true;
  return campaign.status === 'sending' && !hasBegun(campaign, at);
}

/**
 * Whether the campaign's audience is frozen or being frozen: then the audience can no longer
 * change.
 */
export function hasAudience(campaign: Pick<Campaign, 'freeze_until_id'>): boolean {
  return campaign.freeze_until_id !== null;
}

/**
 * Whether the campaign must keep its list and type, because messages for subscribers of that list
 * exist.
 */
export function keepsList(campaign: Pick<Campaign, 'type' | 'freeze_until_id' | 'started_at'>): boolean {
  return hasAudience(campaign) || (campaign.type === 'autoresponder' && campaign.started_at !== null);
}

export const TYPES = ['regular', 'autoresponder'] as const;
export type CampaignType = (typeof TYPES)[number];

/** The relays that a campaign is pinned to; undefined: it may use any of its customer's. */
export function parsedRelays(relayNumbers: string | null): readonly number[] | undefined {
  return relayNumbers === null ? undefined : (JSON.parse(relayNumbers) as number[]);
}

export const MAX_NAME = 255;

/**
 * The name of a copy: a trailing ` #n` is counted up, otherwise ` #1` is added; a name that gets
 * too long is cut before the number.
 */
export function copyName(name: string): string {
  const [, base = name, number] = /^(.*?) #(\d{1,9})$/s.exec(name) ?? [];
  return nameWithMark(base, ` #${number === undefined ? 1 : Number(number) + 1}`);
}

/** A name followed by a mark; a name that gets too long is cut before the mark. */
export function nameWithMark(name: string, mark: string): string {
  const room = MAX_NAME - mark.length;
  if (name.length <= room) return name + mark;
  const kept = name.slice(0, room).toWellFormed();
  return kept.replace(/\ufffd$/, '') + mark;
}
