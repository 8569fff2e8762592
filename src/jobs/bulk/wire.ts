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
    '`unsubscribe`, `confirm`, `delete`. `copy`: adds them to the other list, with their status and the values of fields with the same tag. `move`: the same, and their status here becomes `moved`. `set-field`: see `set_field`. `ask-to-confirm`: unconfirmed people get the list’s confirmation email again, within its limits; requires the right to send.',
  chosen: 'Only these people of the list: ids separated by commas, at most 200. Empty is refused.',
  target: 'For `move` and `copy`: the other list.',
  field: 'For `set-field`: the tag of the field.',
  value: 'For `set-field`: the value. If absent, the field is cleared.',
};

const members = {
  ...required({ action: declare.oneOf(ABOUT.action, BULK_ACTIONS, { fold: declare.lower }) }),
  ...filterMembers,
  ...optional({
    subscriber_uids: declare.text(ABOUT.chosen, { max: 2_800 }),
    target_list_uid: declare.uid(ABOUT.target),
    set_field: declare.text(ABOUT.field, { max: 100 }),
    set_value: declare.text(ABOUT.value, { max: 1_000 }),
    start: declare.yesNo(
      'Whether it starts immediately. Otherwise it waits for `…/run`, so that the count can be checked first.',
      {
        default: 'no',
      },
    ),
  }),
};
export const bulkBody = whenNeeded(() =>
  z
    .object(members)
    .meta({ id: 'NewBulkAction', description: 'What to do, and with whom. Without a filter: with everyone.' }),
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
  people: declare.integer('Expected number of people. If the count differs, nothing is done.', {
    min: 0,
    max: 1e12,
  }),
});
export const runBody = whenNeeded(() =>
  z.object(runMembers).meta({ id: 'BulkActionRun', description: 'Starts a bulk action.' }),
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
      done: count('Number of people processed.'),
      skipped: count('Number of people skipped.'),
      reasons: z
        .array(
          z
            .strictObject({
              reason: z.enum(REASONS).describe('The reason as a code.'),
              message: said('The reason as a sentence.'),
              people: count('Number of people.'),
            })
            .describe('People skipped for one reason.'),
        )
        .describe('Reasons for skipping people.'),
    })
    .meta({ id: 'BulkActionResult', description: 'Results so far.' }),
);

const record = whenNeeded(() =>
  z
    .strictObject({
      bulk_action_uid: uid('Its id.'),
      list_uid: uid('Id of the list.'),
      state: z
        .enum(BULK_STATES)
        .describe(
          '`counting`: its people are being counted. `counted`: it can be started. `running`, `done`. `failed`: see the reason. `cancelled`: what was done so far is kept.',
        ),
      action: z.enum(BULK_ACTIONS).describe(ABOUT.action),
      filter: z.record(z.string(), z.string()).describe('Its filter, as in the request; without members: everyone.'),
      target_list_uid: said(ABOUT.target).nullable(),
      set_field: said(ABOUT.field).nullable(),
      set_value: said(ABOUT.value).nullable(),
      people: count('Number of people it applies to, as far as counted.'),
      ...JOB_TIMES(),
      ...REASON(),
      percent: count('Progress of the current step, 0 to 100.'),
      result: result().nullable().describe('Results so far; null if it has not started.'),
    })
    .meta({ id: 'BulkAction', description: 'An action on many people of a list.' }),
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
