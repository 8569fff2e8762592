// What a campaign was when it was saved, as bytes; and what differs between two states of it. Pure.
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Campaign } from '../../storage/tables.ts';
import { parsedOptions } from '../options.ts';

/** What people write and choose. Pictures are in the content: it names them by their hashes. */
const SAVED = [
  'list_id',
  'further_lists',
  'segment_id',
  'type',
  'name',
  'from_name',
  'from_email',
  'to_name',
  'reply_to',
  'subject',
  'send_at',
  'content',
  'blocks',
  'plain_text',
  'auto_plain_text',
  'inline_css',
  'options',
  'headers',
  'attachments',
  'tags',
  'relay_numbers',
  'uncertain_policy',
  'max_per_minute',
  'sending_window',
  'recipient_time_zone',
] as const satisfies readonly (keyof Campaign)[];

export type Snapshot = Pick<Campaign, (typeof SAVED)[number]>;

/**
 * The state of a campaign, compressed: a page of 100 kB takes some 15 kB and half a millisecond.
 */
export function packed(campaign: Snapshot): Uint8Array {
  const state = Object.fromEntries(SAVED.map((name) => [name, campaign[name]]));
  return zstdCompressSync(JSON.stringify(state));
}

/** The state of `packed`. */
export function unpacked(bytes: Uint8Array): Snapshot {
  return JSON.parse(zstdDecompressSync(bytes).toString()) as Snapshot;
}

/** The columns that differ, and the options by name: `options.url_tracking`. */
export function changedIn(before: Snapshot, after: Snapshot): string[] {
  const columns = SAVED.filter((name) => name !== 'options' && before[name] !== after[name]);
  const [was, is] = [parsedOptions(before), parsedOptions(after)];
  const names = Object.keys(is) as (keyof typeof is)[];
  return [...columns, ...names.filter((name) => was[name] !== is[name]).map((name) => `options.${name}`)];
}
