// Which people a table shows, as it stands in the address of the screen.
import type { PeopleFilter, PeopleSort } from '../api/lists/people.ts';
import { beginOfDay, DAY_MS, localOfInstant } from '../kit/local-time.ts';
import { SUBSCRIBER_STATES } from './states.ts';

/**
 * `active` and `inactive`: within this many days, or not; `from` and `until`: days of joining, both
 * included.
 */
export type PeopleSearch = {
  search?: string;
  status?: string;
  segment?: string;
  field?: string;
  value?: string;
  active?: number;
  inactive?: number;
  from?: string;
  until?: string;
  sort?: PeopleSort;
};

const DAY_LENGTH = 10;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the address; what does not fit is left out. */
export function peopleSearch(sent: Record<string, unknown>): PeopleSearch {
  const text = (name: string) => {
    const value = sent[name];
    return typeof value === 'string' && value !== ''
      ? { [name]: value }
      : typeof value === 'number'
        ? { [name]: String(value) }
        : {};
  };
  const days = (name: string) => (Number(sent[name]) > 0 ? { [name]: Number(sent[name]) } : {});
  const day = (name: string) => {
    const text = String(sent[name] ?? '');
    return DAY.test(text) && !Number.isNaN(Date.parse(text)) ? { [name]: text } : {};
  };
  return {
    ...text('search'),
    ...text('status'),
    ...text('segment'),
    ...text('field'),
    ...text('value'),
    ...days('active'),
    ...days('inactive'),
    ...day('from'),
    ...day('until'),
    ...(sent['sort'] === 'address' && { sort: 'address' as const }),
  };
}

/** The filter that the API is asked with. Days are of the customer's calendar, as in the table. */
export function filterOf({ search, segment, field, value, ...more }: PeopleSearch, timeZone: string): PeopleFilter {
  const status = SUBSCRIBER_STATES.find((state) => state === more.status);
  return {
    ...(search && { search, match: 'anywhere' as const }),
    ...(status && { status }),
    ...(segment && { segment_uid: segment }),
    ...(field && { field, ...(value && { value }) }),
    ...(more.active && { active_since: daysAgo(more.active, timeZone) }),
    ...(more.inactive && { inactive_since: daysAgo(more.inactive, timeZone) }),
    ...(more.from && { added_from: beginOfDay(more.from, 0, timeZone) }),
    ...(more.until && { added_until: beginOfDay(more.until, 1, timeZone) }),
  };
}

/** Those of them who came this many days ago or before, and did not confirm. */
export function unconfirmedFor(filter: PeopleFilter, days: number): PeopleFilter {
  const before = new Date(Date.now() - days * DAY_MS).toISOString();
  const { added_until: until } = filter;
  return { ...filter, status: 'unconfirmed', added_until: until && until < before ? until : before };
}

/** Whether anything but the order is chosen. */
export const isFiltered = ({ sort: _, ...filter }: PeopleSearch): boolean =>
  Object.values(filter).some((value) => value !== undefined);

/** The beginning of the day this many days ago: the same all day long. */
function daysAgo(days: number, timeZone: string): string {
  return beginOfDay(localOfInstant(new Date().toISOString(), timeZone).slice(0, DAY_LENGTH), -days, timeZone);
}
