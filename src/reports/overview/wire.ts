// The table of campaigns: what it is asked for, and how it is answered.
import { z } from 'zod';
import { letterOf } from '../../campaigns/ab-test/rules.ts';
import type { CounterName } from '../../campaigns/counters.ts';
import { hasBegun, STATUSES, TYPES } from '../../campaigns/rules.ts';
import { listIdsOf } from '../../campaigns/several-lists/lists.ts';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { count, said, uid } from '../../http/members/described.ts';
import { keysetPage, keysetQuery, readKeyset } from '../../http/members/keyset.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers, recordOf } from '../../http/members/schema.ts';
import { sentencesLike, toWireSentences } from '../../http/members/sentences.ts';
import { tagsIn } from '../../http/members/stored-tags.ts';
import { tagQuery, tagsShown } from '../../http/members/tags.ts';
import { isoOrNull } from '../../kernel/clock.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { say, storedFault, storedText } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { bouncesOf } from '../campaign/report.ts';
import { percent } from '../percent.ts';
import { instant, instantOrNull, iso, share } from '../wire.ts';
import type { Overview } from './whole.ts';

const SHOWN = STATUSES.filter((status) => status !== 'pending-delete');

const WORD = `(${SHOWN.join('|')})`;

const members = {
  ...optional({
    status: declare.text(
      `Only campaigns with this status, or with one of several separated by commas: ${SHOWN.join(', ')}.`,
      {
        max: 200,
        json: { pattern: `^\\s*${WORD}(\\s*,\\s*${WORD})*\\s*$` },
        check: (sent, label) => {
          const wrong = statusesIn(sent).find((one) => !SHOWN.some((status) => status === one));
          return wrong === undefined ? undefined : say('key-scopes', { label, scopes: SHOWN.join(', ') });
        },
      },
    ),
    search: declare.text('Only campaigns whose name or subject contains this text, case-insensitive.', { max: 200 }),
  }),
  ...optional({
    variants: declare.oneOf(
      '`no`: each A/B test once, by its first variant, with the combined figures of all its parts and the status of the whole (`sending` while one part is), found by the name of any part; `yes`: each part separately.',
      ['yes', 'no'],
      { fold: declare.lower, default: 'yes' },
    ),
  }),
  ...optional({
    under_way: declare.oneOf(
      '`yes`: only campaigns that have begun and are not sent, whatever their status: those being sent or paused, autoresponders, and recurring campaigns that have made a run.',
      ['yes', 'no'],
      { fold: declare.lower, default: 'no' },
    ),
  }),
  ...tagQuery,
  ...keysetQuery({ most: 200, otherwise: 50 }),
};
export const overviewQuery = whenNeeded(() => z.object(members));

const statusesIn = (sent: string) => [
  ...new Set(
    sent
      .toLowerCase()
      .split(',')
      .map((one) => one.trim()),
  ),
];

/** Which campaigns are asked for. @throws AppError `invalid` */
export function readOverview(query: FormObject) {
  const { values, faults } = readMembers(members, query);
  const request = readKeyset(values, ['number'], faults);
  throwFaults(faults);
  const statuses = values.status === undefined ? [] : statusesIn(values.status);
  const isWhole = values.variants === 'no';
  const isUnderWay = values.under_way === 'yes';
  return { filter: { statuses, search: values.search, tag: values.tag, isWhole, isUnderWay }, request };
}

/** A campaign of the table; `at` is now, ms. */
export function toWireOverview(row: Overview, at: number) {
  return {
    campaign_uid: row.uid,
    name: row.name,
    subject: row.subject,
    type: row.type,
    status: row.status,
    has_begun: hasBegun(row, at),
    is_recurring: row.next_run_at !== null || row.run_count > 0,
    list: row.list_uid === null ? null : { list_uid: row.list_uid, name: row.list_name ?? '' },
    lists_count: row.list_uid === null ? 0 : listIdsOf({ list_id: 0, further_lists: row.further_lists }).length,
    segment: row.segment_uid === null ? null : { segment_uid: row.segment_uid, name: row.segment_name ?? '' },
    parent_campaign_uid: row.parent_uid,
    runs: row.runs ? { count: row.runs.count, ...toWireFigures(row.runs) } : null,
    ab_test: toWireTest(row),
    notice: storedText(row.notice),
    sentences: toWireSentences(storedFault(row.notice)),
    ...toWireFigures(row),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
    send_at: isoOrNull(row.send_at),
    started_at: isoOrNull(row.started_at),
    finished_at: isoOrNull(row.finished_at),
    next_run_at: isoOrNull(row.next_run_at),
    progress: row.progress
      ? {
          done: row.progress.done,
          left: row.progress.left,
          deferred: row.progress.deferred,
          failed: row.progress.failed,
          per_second: row.progress.perSecond,
          seconds_left: row.progress.secondsLeft,
        }
      : null,
    tags: tagsIn(row.tags),
  };
}

function toWireFigures(row: Record<CounterName, number>) {
  const part = (people: number) => ({ people, rate: percent(people, row.accepted) });
  return {
    audience: row.audience,
    accepted: row.accepted,
    rejected: row.rejected,
    uncertain: row.uncertain,
    skipped: row.skipped,
    raw: { opened: part(row.unique_opens), clicked: part(row.unique_clicks) },
    filtered: { opened: part(row.filtered_unique_opens), clicked: part(row.filtered_unique_clicks) },
    unsubscribed: part(row.unsubscribes),
    complained: part(row.complaints),
    bounced: part(bouncesOf(row)),
  };
}

const toWirePlace = (row: Overview) => ({
  letter: row.test_is_rest === 1 ? null : letterOf(row, row.test_number),
  is_winner: row.test_winner_id === row.id,
});

/** What a campaign is in the A/B test that it belongs to. */
function toWireTest(row: Overview) {
  if (row.tested_uid === null) return null;
  return {
    campaign_uid: row.tested_uid,
    ...toWirePlace(row),
    parts:
      row.parts?.map((one) => ({
        campaign_uid: one.uid,
        name: one.name,
        subject: one.subject,
        status: one.status,
        ...toWirePlace(one),
        ...toWireFigures(one),
        finished_at: isoOrNull(one.finished_at),
      })) ?? null,
    begun_at: isoOrNull(row.test_begun_at),
    decides_at: isoOrNull(row.test_decides_at),
    decided_at: isoOrNull(row.test_decided_at),
  };
}

/** How many campaigns are in each status. */
export function toWireStatusCounts(found: ReadonlyMap<string, number>) {
  return Object.fromEntries(SHOWN.map((status) => [status, found.get(status) ?? 0]));
}

const part = whenNeeded(() =>
  z
    .strictObject({
      people: count('Number of people.'),
      rate: share('As a percentage of the accepted ones.'),
    })
    .meta({
      id: 'PeopleAndRate',
      description: 'Number of people, and their share of those whose mail server accepted the message.',
    }),
);
const responses = (about: string) => z.strictObject({ opened: part(), clicked: part() }).describe(about);

const progress = whenNeeded(() =>
  z
    .strictObject({
      done: count('Messages with an outcome.'),
      left: count('Messages not sent yet, including deferred ones.'),
      deferred: count('Deferred messages, to be tried again later; at most 10,000 are counted.'),
      failed: count('Messages rejected or given up.'),
      per_second: z.number().min(0).describe('Messages accepted per second, over the last two minutes.'),
      seconds_left: z.int().min(0).nullable().describe('Remaining time at this rate; null if not known, or paused.'),
    })
    .nullable()
    .describe('Its progress, if it has begun and has not ended; otherwise null.'),
);

const figures = whenNeeded(() => ({
  audience: count('Number of recipients; 0 until it begins.'),
  accepted: count('Recipients whose mail server accepted it.'),
  rejected: count('Rejected, or given up.'),
  uncertain: count('May or may not have been accepted.'),
  skipped: count('Not sent.'),
  raw: responses('All opens and clicks.'),
  filtered: responses('Without machines.'),
  unsubscribed: part(),
  complained: part(),
  bounced: part(),
}));

const letter = () =>
  said('Letter of the variant; A is the campaign being tested. Null: it takes the winner to the rest.').nullable();

const testPart = whenNeeded(() =>
  z
    .strictObject({
      campaign_uid: uid('Id of the campaign.'),
      name: said('Its name.'),
      subject: said('Its subject.'),
      status: z.enum(STATUSES).describe('Its status.'),
      letter: letter(),
      is_winner: z.boolean().describe('Whether this variant won.'),
      ...figures(),
      finished_at: instantOrNull('When it was completed.'),
    })
    .meta({
      id: 'AbTestPart',
      description: 'A variant of an A/B test, or the campaign that takes the winner to the rest.',
    }),
);

export const overview = whenNeeded(() =>
  z
    .strictObject({
      campaign_uid: uid('Id of the campaign.'),
      name: said('Its name.'),
      subject: said('Subject.'),
      type: z.enum(TYPES).describe('Its type.'),
      status: z.enum(STATUSES).describe('Its status; see the states of a campaign.'),
      has_begun: z.boolean().describe('Whether anyone may have received it, whatever the status.'),
      is_recurring: z.boolean().describe('Whether it is recurring, or was.'),
      list: z
        .strictObject({ list_uid: uid('Id of the list.'), name: said('Its name.') })
        .nullable()
        .describe('The list; null if it was deleted.'),
      lists_count: count('Number of lists it goes to; `list` is the first.'),
      segment: z
        .strictObject({ segment_uid: uid('Id of the segment.'), name: said('Its name.') })
        .nullable()
        .describe('The segment; null for the whole list.'),
      parent_campaign_uid: uid('For a run: the recurring campaign; otherwise null.').nullable(),
      runs: z
        .strictObject({ count: count('Number of runs.'), ...figures() })
        .nullable()
        .describe(
          'For a recurring campaign, which sends nothing itself: all its runs combined. Each run is also a campaign of its own. Null if it has made none.',
        ),
      ab_test: z
        .strictObject({
          campaign_uid: uid('The campaign being tested.'),
          letter: letter(),
          is_winner: z.boolean().describe('Whether this variant won.'),
          parts: z
            .array(testPart())
            .nullable()
            .describe('With `variants=no` its parts, the first variant first; otherwise null.'),
          begun_at: instantOrNull('When the test began.'),
          decides_at: instantOrNull('When the winner is determined.'),
          decided_at: instantOrNull('When it was decided.'),
        })
        .nullable()
        .describe('The A/B test that it belongs to, and its part in it; null if none.'),
      notice: said('Why it is not progressing, if there is anything to report; otherwise null.').nullable(),
      sentences: sentencesLike('notice'),
      ...figures(),
      created_at: instant('When it was created.'),
      updated_at: instant('When it was last changed.'),
      send_at: instantOrNull('Its send time.'),
      started_at: instantOrNull('When it began.'),
      finished_at: instantOrNull('When it was completed.'),
      next_run_at: instantOrNull('For a recurring campaign: when the next run is due.'),
      progress: progress(),
      tags: tagsShown('Tags for sorting campaigns.'),
    })
    .meta({
      id: 'CampaignOverview',
      description: 'A campaign in a table: what it is, its status and its results.',
    }),
);

export const overviewAnswer = recordOf(overview);
export const overviewsAnswer = keysetPage(overview, {
  statuses: z
    .strictObject(Object.fromEntries(SHOWN.map((status) => [status, count('Campaigns.')])))
    .nullable()
    .describe(
      'How many of the newest 10,000 campaigns have each status, regardless of the search; null after the first page.',
    ),
});
