// Versions of a campaign as the interface shows them.
import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { said } from '../../http/members/described.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers, recordOf, successAnswer } from '../../http/members/schema.ts';
import { formatInstant } from '../../kernel/clock.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { campaignRecord } from '../wire/record.ts';
import type { Author } from './author.ts';
import type { Version } from './queries.ts';

/** Members of requests that are stored under another name. */
const MEMBERS: Readonly<Record<string, string>> = {
  list_id: 'list_uid',
  further_lists: 'list_uids',
  segment_id: 'segment_uid',
  content: 'template.content',
  blocks: 'template.blocks',
  plain_text: 'template.plain_text',
  auto_plain_text: 'template.auto_plain_text',
  inline_css: 'template.inline_css',
  relay_numbers: 'delivery_servers',
  uncertain_policy: 'delivery.uncertain_policy',
  max_per_minute: 'delivery.max_per_minute',
  sending_window: 'delivery.sending_window',
  recipient_time_zone: 'delivery.recipient_time_zone',
};

/** A version in the list. `now`: the revision that the campaign has. */
export function toWireVersion(version: Version, { now, author }: { now: number; author: Author }) {
  return {
    revision: version.revision,
    saved_at: formatInstant(version.saved_at),
    saved_by: { name: version.author_name, is_you: version.author === author.mark },
    changed: (JSON.parse(version.changed) as string[]).map((name) => MEMBERS[name] ?? name),
    restored_from: version.restored_from,
    is_current: version.revision === now,
  };
}

const updateMembers = optional({
  keep_before: declare.yesNo(
    'yes: the current state keeps its own version, even if saves by the same person within two minutes count as one. Used when choosing between two texts.',
    { default: 'no' },
  ),
});
export const updateQuery = whenNeeded(() => z.object(updateMembers));

/** Whether what stands keeps its version. Unusable values count as absent, as in every query. */
export function readKeepsBefore(query: FormObject): boolean {
  return readMembers(updateMembers, query).values.keep_before === 'yes';
}

/** `blocks`: what its content was made of, as JSON; null: it was HTML. `at`: now, in ms. */
type Found = { status: string; blocks: string | null; hasList: boolean; hasSegment: boolean; at: number };

/**
 * The full record of a version as the request that brings it back. Its list and segment are named
 * only where they still are: else those of now stay. So does the send time, unless it is a draft:
 * one that is past would send a campaign that waits at once, or one that is paused as soon as it
 * goes on.
 */
export function toRestoring(record: object, { status, blocks, hasList, hasSegment, at }: Found): FormObject {
  const { send_at: _, send_at_iso, list_uid, list_uids, segment_uid, ...members } = record as FormObject;
  const isToCome = typeof send_at_iso === 'string' && Date.parse(send_at_iso) > at;
  const { content: _html, ...rest } = (members['template'] ?? {}) as FormObject;
  const servers = members['delivery_servers'] ?? null; // if it were absent, the present ones would be kept
  return Object.assign(Object.create(null) as FormObject, members, {
    status,
    delivery_servers: servers,
    ...((isToCome || status === 'draft') && { send_at_iso }),
    ...(blocks !== null && { template: { ...rest, blocks } }),
    ...(hasList && { list_uid, list_uids }),
    ...(hasList && hasSegment && { segment_uid }),
  });
}

const version = whenNeeded(() =>
  z
    .strictObject({
      revision: z.int().describe('Its number, from which the campaign’s `ETag` is made.'),
      saved_at: said('When it was last saved, ISO 8601 in UTC.'),
      saved_by: z
        .strictObject({
          name: said('A person, or the name of an API key.'),
          is_you: z.boolean().describe('Whether that is the caller.'),
        })
        .describe('Who saved it.'),
      changed: z
        .array(z.string())
        .describe('The members that differ from the previous version, by path: `subject`, `options.url_tracking`.'),
      restored_from: z.int().nullable().describe('The revision that it restored; null if none.'),
      is_current: z.boolean().describe('Whether it is the current state.'),
    })
    .meta({ id: 'CampaignVersion', description: 'A saved version of a campaign.' }),
);

export const versionsAnswer = successAnswer(() => ({
  data: z.strictObject({
    records: z.array(version()).describe('The versions that are kept, newest first.'),
    next: z.string().nullable().describe('Always null: there are no further records.'),
  }),
}));
export const versionAnswer = recordOf(() =>
  z
    .strictObject({
      version: version(),
      campaign: campaignRecord().describe('The campaign in this version, as with `full=1`.'),
    })
    .describe('A version and the campaign’s state in it.'),
);
