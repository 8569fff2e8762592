// Members of requests that say which people of a list are meant.
import type { z } from 'zod';
import * as declare from '../../http/members/declare.ts';
import { optional } from '../../http/members/member.ts';
import { isoOrNull, parseInstant } from '../../kernel/clock.ts';
import type { Faults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { STATUSES } from '../../subscribers/rules.ts';
import { MATCHES, type PeopleFilter } from './filter.ts';

/** Which people: each narrows them further. */
export const filterMembers = optional({
  search: declare.text(
    'Only people whose address begins with this text, case-insensitive; for other matches, see `match`.',
    {
      max: 254,
    },
  ),
  match: declare.oneOf(
    'How `search` matches: `contains`: anywhere in the address; `anywhere`: in the address or in the value of any field. If absent, the beginning of the address, which is fast whatever the size of the list.',
    MATCHES,
    {
      fold: declare.lower,
      default: 'beginning',
    },
  ),
  status: declare.oneOf('Only people with this status.', STATUSES, { fold: declare.lower }),
  segment_uid: declare.uid('Only members of this segment.'),
  field: declare.text('Only people with a value in this field, given by its tag; see `value`.', { max: 100 }),
  value: declare.text('The value of `field`, case-insensitive. If absent: those without a value.', { max: 255 }),
  active_since: declare.instant('Only people who opened or clicked since then.'),
  inactive_since: declare.instant('Only people who neither opened nor clicked since then.'),
  added_from: declare.instant('Only people who joined at that time or later.'),
  added_until: declare.instant('Only people who joined before that time.'),
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
