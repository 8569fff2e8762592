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
      `Only campaigns in this status, or in one of several with commas between: ${SHOWN.join(', ')}.`,
      {
        max: 200,
        json: { pattern: `^\\s*${WORD}(\\s*,\\s*${WORD})*\\s*$` },
        check: (sent, label) => {
          const wrong = statusesIn(sent).find((one) => !SHOWN.some((status) => status === one));
          return wrong === undefined ? undefined : say('key-scopes', { label, scopes: SHOWN.join(', ') });
        },
      },
    ),
    search: declare.text('Only campaigns whose name or subject holds this text, without regard to case.', { max: 200 }),
  }),
  ...optional({
    variants: declare.oneOf(
      '`no`: each A/B test once, by its first variant, with the figures of all its parts together and the status of the mailing (`sending` while one part is), found by what any part is called; `yes`: each part by itself.',
      ['yes', 'no'],
      { fold: declare.lower, default: 'yes' },
    ),
  }),
  ...optional({
    under_way: declare.oneOf(
      '`yes`: only campaigns that have begun and are not sent, whatever their status says: what is being sent or paused, autoresponders, and recurring campaigns that have made a run.',
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
      people: count('How many people.'),
      rate: share('The same in percent of those that were accepted.'),
    })
    .meta({
      id: 'PeopleAndRate',
      description: 'People, and their share of those whose mail server accepted the message.',
    }),
);
const responses = (about: string) => z.strictObject({ opened: part(), clicked: part() }).describe(about);

const progress = whenNeeded(() =>
  z
    .strictObject({
      done: count('Messages with an outcome.'),
      left: count('Messages still to be sent, those that are put off among them.'),
      deferred: count('Messages that are put off and tried again later; at most 10,000 are counted.'),
      failed: count('Messages that were refused or given up.'),
      per_second: z.number().min(0).describe('Messages accepted a second, over the last two minutes.'),
      seconds_left: z.int().min(0).nullable().describe('How long it takes at this rate; null: not known, or paused.'),
    })
    .nullable()
    .describe('How far it has come, when it has begun and has not ended; else null.'),
);

const figures = whenNeeded(() => ({
  audience: count('Who gets it: 0 until it begins.'),
  accepted: count('Whose mail server accepted it.'),
  rejected: count('Refused, or given up.'),
  uncertain: count('Nobody knows whether they were accepted.'),
  skipped: count('Not sent.'),
  raw: responses('All opens and clicks.'),
  filtered: responses('Without those by machines.'),
  unsubscribed: part(),
  complained: part(),
  bounced: part(),
}));

const letter = () =>
  said('Which variant it is; A is the one that is tested, null: it takes the winner to the rest.').nullable();

const testPart = whenNeeded(() =>
  z
    .strictObject({
      campaign_uid: uid('Id of the campaign.'),
      name: said('Its name.'),
      subject: said('Its subject.'),
      status: z.enum(STATUSES).describe('Where it stands.'),
      letter: letter(),
      is_winner: z.boolean().describe('Whether this variant won.'),
      ...figures(),
      finished_at: instantOrNull('When it was done.'),
    })
    .meta({ id: 'AbTestPart', description: 'A variant of an A/B test, or what takes the winner to the rest.' }),
);

export const overview = whenNeeded(() =>
  z
    .strictObject({
      campaign_uid: uid('Id of the campaign.'),
      name: said('Its name.'),
      subject: said('Subject.'),
      type: z.enum(TYPES).describe('Its type.'),
      status: z.enum(STATUSES).describe('Where it stands; see the states of a campaign.'),
      has_begun: z.boolean().describe('Whether somebody may have got it, whatever the status says.'),
      is_recurring: z.boolean().describe('Whether runs are or were made of it.'),
      list: z
        .strictObject({ list_uid: uid('Id of the list.'), name: said('Its name.') })
        .nullable()
        .describe('The list; null: it was removed.'),
      lists_count: count('How many lists it goes to: `list` is the first.'),
      segment: z
        .strictObject({ segment_uid: uid('Id of the segment.'), name: said('Its name.') })
        .nullable()
        .describe('The segment; null: the whole list.'),
      parent_campaign_uid: uid('Of a run: the recurring campaign; else null.').nullable(),
      runs: z
        .strictObject({ count: count('How many there are.'), ...figures() })
        .nullable()
        .describe(
          'Of a recurring campaign, which sends nothing itself, all its runs in one; each is a campaign of its own too. Null: it has made none.',
        ),
      ab_test: z
        .strictObject({
          campaign_uid: uid('The campaign that is tested.'),
          letter: letter(),
          is_winner: z.boolean().describe('Whether this variant won.'),
          parts: z
            .array(testPart())
            .nullable()
            .describe('With `variants=no` its parts, the first variant first; else null.'),
          begun_at: instantOrNull('When the test began.'),
          decides_at: instantOrNull('When the winner is looked for.'),
          decided_at: instantOrNull('When it was decided.'),
        })
        .nullable()
        .describe('The A/B test that it belongs to, and what it is there; null: none.'),
      notice: said('Why it does not go on, where there is something to say; else null.').nullable(),
      sentences: sentencesLike('notice'),
      ...figures(),
      created_at: instant('When it was made.'),
      updated_at: instant('When it was changed last.'),
      send_at: instantOrNull('Its send time.'),
      started_at: instantOrNull('When it began.'),
      finished_at: instantOrNull('When it was done.'),
      next_run_at: instantOrNull('Of a recurring one: when the next run is due.'),
      progress: progress(),
      tags: tagsShown('Words by which you sort campaigns.'),
    })
    .meta({
      id: 'CampaignOverview',
      description: 'A campaign as tables show it: what it is, where it stands, what came of it.',
    }),
);

export const overviewAnswer = recordOf(overview);
export const overviewsAnswer = keysetPage(overview, {
  statuses: z
    .strictObject(Object.fromEntries(SHOWN.map((status) => [status, count('Campaigns.')])))
    .nullable()
    .describe(
      'How many of the newest 10,000 campaigns are in each status, whatever was searched for; null after the first page.',
    ),
});
