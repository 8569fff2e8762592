// Reads what is to be done with many people, and shows how a bulk action stands.
import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { count, said, uid } from '../../http/members/described.ts';
import { keysetPage } from '../../http/members/keyset.ts';
import { optional, required } from '../../http/members/member.ts';
import { readMembers, recordOf } from '../../http/members/schema.ts';
import { type Faults, throwFaults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { filterMembers, filterOf, toWireFilter } from '../../segments/people/members.ts';
import type { Job, List } from '../../storage/tables.ts';
import { BULK_ACTIONS, PASSED_OVER, type PassedOver } from '../../subscribers/many/rules.ts';
import { JOB_TIMES, REASON, reasonOf, timesOf } from '../wire.ts';
import type { BulkRequest } from './change.ts';
import { bulkParameters, bulkProgress, percentOfBulk } from './parameters.ts';
import { BULK_STATES, stateOfBulk } from './rules.ts';

const ABOUT = {
  action:
    '`unsubscribe`, `confirm`, `delete`. `copy`: they are on the other list too, with their status and the values of fields of the same tag. `move`: likewise, and their status here becomes `moved`. `set-field`: see `set_field`. `ask-to-confirm`: people who are unconfirmed get the confirmation mail of the list again, within its limits; needs the right to send.',
  chosen: 'Only these people of the list: their ids with commas between them, 200 at most. Empty is refused.',
  target: 'Of `move` and `copy`: the other list.',
  field: 'Of `set-field`: the tag of the field.',
  value: 'Of `set-field`: the value; absent: it is emptied.',
};

const members = {
  ...required({ action: declare.oneOf(ABOUT.action, BULK_ACTIONS, { fold: declare.lower }) }),
  ...filterMembers,
  ...optional({
    subscriber_uids: declare.text(ABOUT.chosen, { max: 2_800 }),
    target_list_uid: declare.uid(ABOUT.target),
    set_field: declare.text(ABOUT.field, { max: 100 }),
    set_value: declare.text(ABOUT.value, { max: 1_000 }),
    start: declare.yesNo('Whether it begins at once. Else it waits for `…/run`, so that the count can be seen first.', {
      default: 'no',
    }),
  }),
};
export const bulkBody = whenNeeded(() =>
  z
    .object(members)
    .meta({ id: 'NewBulkAction', description: 'What is to be done, and with whom. Without a filter: with everybody.' }),
);

/** What is to be done. @throws AppError `invalid` */
export function readBulkAction(body: FormObject): BulkRequest {
  const { values, faults } = readMembers(members, body);
  const filter = { ...filterOf(values, faults), uids: chosenIn(values.subscriber_uids, body, faults) };
  throwFaults(faults);
  // There is nobody else to ask: so the count is that of the people who are meant.
  if (values.action === 'ask-to-confirm') filter.status ??= 'unconfirmed';
  return {
    filter,
    action: values.action ?? 'unsubscribe',
    targetUid: values.target_list_uid,
    field: values.set_field,
    value: values.set_value,
    begins: values.start === 'yes',
  };
}

/** Nobody chosen is nobody, and not everybody. */
function chosenIn(sent: string | undefined, body: FormObject, faults: Faults): string[] | undefined {
  if (body['subscriber_uids'] === undefined) return undefined;
  const uids = (sent ?? '').split(',').flatMap((uid) => uid.trim() || []);
  if (uids.length === 0) faults['subscriber_uids'] ??= say('member-blank', { label: 'Subscriber uids' });
  return uids;
}

const runMembers = optional({
  people: declare.integer('How many you take it to be about. With another count nothing is done.', {
    min: 0,
    max: 1e12,
  }),
});
export const runBody = whenNeeded(() =>
  z.object(runMembers).meta({ id: 'BulkActionRun', description: 'Begins a bulk action.' }),
);

/** How many people a caller takes it to be about. @throws AppError `invalid` */
export function readRunOfBulk(body: FormObject): number | undefined {
  const { values, faults } = readMembers(runMembers, body);
  throwFaults(faults);
  return values.people;
}

const REASONS = Object.keys(PASSED_OVER) as [PassedOver, ...PassedOver[]];

const result = whenNeeded(() =>
  z
    .strictObject({
      done: count('People with whom it was done.'),
      skipped: count('People who were passed over.'),
      reasons: z
        .array(
          z
            .strictObject({
              reason: z.enum(REASONS).describe('Why, in a word.'),
              message: said('Why, in a sentence.'),
              people: count('How many.'),
            })
            .describe('People passed over for one reason.'),
        )
        .describe('Why people were passed over.'),
    })
    .meta({ id: 'BulkActionResult', description: 'What became of the people so far.' }),
);

const record = whenNeeded(() =>
  z
    .strictObject({
      bulk_action_uid: uid('Its id.'),
      list_uid: uid('Id of the list.'),
      state: z
        .enum(BULK_STATES)
        .describe(
          '`counting`: its people are being counted. `counted`: it can begin. `running`, `done`. `failed`: see the reason. `cancelled`: what was done until then stands.',
        ),
      action: z.enum(BULK_ACTIONS).describe(ABOUT.action),
      filter: z.record(z.string(), z.string()).describe('Whom it is about, as the request said; without members: all.'),
      target_list_uid: said(ABOUT.target).nullable(),
      set_field: said(ABOUT.field).nullable(),
      set_value: said(ABOUT.value).nullable(),
      people: count('How many people it is about, as far as they are counted.'),
      ...JOB_TIMES(),
      ...REASON(),
      percent: count('How much is done of what is under way, 0 to 100.'),
      result: result().nullable().describe('What became of them so far; null: it has not begun.'),
    })
    .meta({ id: 'BulkAction', description: 'Something that is done with many people of a list.' }),
);

export const recordAnswer = recordOf(record);
export const pageAnswer = keysetPage(record);
export const skippedAnswer = whenNeeded(() => z.string().describe('The columns EMAIL and REASON.'));

/** The record of a bulk action. */
export function toWireBulkAction(job: Job, list: Pick<List, 'uid'>): z.output<ReturnType<typeof record>> {
  const { people, action, target, field } = bulkParameters(job);
  const progress = bulkProgress(job);
  return {
    bulk_action_uid: job.uid,
    list_uid: list.uid,
    state: stateOfBulk(job),
    action,
    filter: toWireFilter(people.filter),
    target_list_uid: target?.uid ?? null,
    set_field: field?.tag ?? null,
    set_value: field?.value ?? null,
    people: progress.count.people,
    ...(timesOf(job) as Pick<z.output<ReturnType<typeof record>>, 'created_at' | 'started_at' | 'ended_at'>),
    ...reasonOf(job),
    percent: percentOfBulk(job),
    result: progress.run && resultOf(progress.run),
  };
}

function resultOf({ done, skipped }: { done: number; skipped: Partial<Record<PassedOver, number>> }) {
  const reasons = REASONS.flatMap((reason) => {
    const people = skipped[reason];
    return people === undefined ? [] : [{ reason, message: PASSED_OVER[reason], people }];
  });
  return { done, skipped: reasons.reduce((sum, { people }) => sum + people, 0), reasons };
}
