// Members of requests that say which people of a list are meant.
import type { z } from 'zod';
import * as declare from '../../http/members/declare.ts';
import { optional } from '../../http/members/member.ts';
import { isoOrNull, parseInstant } from '../../kernel/clock.ts';
import type { Faults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { STATUSES } from '../../subscribers/rules.ts';
import { MATCHES, type PeopleFilter } from './filter.ts';

const INSTANT = '^\\s*\\d{4}-\\d{2}-\\d{2}[Tt]\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?([Zz]|[+-]\\d{2}:?\\d{2})\\s*$';

const time = (about: string) =>
  declare.text(`${about} ISO 8601 with \`Z\` or an offset.`, {
    max: 40,
    json: { pattern: INSTANT },
    check: (sent, label) => (parseInstant(sent) === undefined ? say('member-instant', { label }) : undefined),
  });

/** Which people: each narrows them further. */
export const filterMembers = optional({
  search: declare.text(
    'Only people whose address begins with this text, in any case; or who have it elsewhere, see `match`.',
    {
      max: 254,
    },
  ),
  match: declare.oneOf(
    'How `search` is meant: `contains`, anywhere in the address; `anywhere`, in it or in the value of any field. The beginning is found at once, however long the list is.',
    MATCHES,
    {
      fold: declare.lower,
      default: 'beginning',
    },
  ),
  status: declare.oneOf('Only people with this status.', STATUSES, { fold: declare.lower }),
  segment_uid: declare.uid('Only members of this segment.'),
  field: declare.text('Only people with a value in this field, named by its tag; see `value`.', { max: 100 }),
  value: declare.text('The value of `field`, in any case. Absent: those without one.', { max: 255 }),
  active_since: time('Only people who opened or clicked since.'),
  inactive_since: time('Only people who neither opened nor clicked since.'),
  added_from: time('Only people who joined at that time or later.'),
  added_until: time('Only people who joined earlier.'),
});

type Sent = { [K in keyof typeof filterMembers]?: z.output<(typeof filterMembers)[K]> };

/** The filter of members that were read; adds to `faults` what does not go together. */
export function filterOf(values: Sent, faults: Faults): PeopleFilter {
  const { field, value, active_since, inactive_since, added_from, added_until } = values;
  if (field === undefined && value !== undefined) faults['field'] ??= say('filter-field-blank');
  const at = (text: string | undefined) => (text === undefined ? undefined : parseInstant(text));
  return {
    search: values.search,
    match: values.match ?? 'beginning',
    status: values.status,
    segmentUid: values.segment_uid,
    field,
    value,
    activeSince: at(active_since),
    inactiveSince: at(inactive_since),
    addedFrom: at(added_from),
    addedUntil: at(added_until),
  };
}

/** A filter as answers show it: what it does not say is absent. */
export function toWireFilter(filter: PeopleFilter): Record<string, string> {
  const instant = (at: number | undefined) => isoOrNull(at) ?? undefined;
  const members = {
    search: filter.search,
    match: filter.search === undefined ? undefined : filter.match,
    status: filter.status,
    segment_uid: filter.segmentUid,
    field: filter.field,
    value: filter.value,
    active_since: instant(filter.activeSince),
    inactive_since: instant(filter.inactiveSince),
    added_from: instant(filter.addedFrom),
    added_until: instant(filter.addedUntil),
    subscriber_uids: filter.uids?.join(','),
  };
  const said = Object.entries(members).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]));
  return Object.fromEntries(said);
}
