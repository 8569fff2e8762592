// Which people a table shows, as it stands in the address of the screen.
import type { PeopleFilter, PeopleSort } from '../api/lists/people.ts';
import { SUBSCRIBER_STATES } from './states.ts';

/**
 * `active` and `inactive`: within so many days, or not; `from` and `until`: days of joining, both
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
  const day = (name: string) => (DAY.test(String(sent[name] ?? '')) ? { [name]: String(sent[name]) } : {});
  return {
    ...{ ...text('search'), ...text('status'), ...text('segment'), ...text('field'), ...text('value') },
    ...{ ...days('active'), ...days('inactive'), ...day('from'), ...day('until') },
    ...(sent['sort'] === 'address' && { sort: 'address' as const }),
  };
}

/** The filter that the API is asked with. Days are of the browser's calendar. */
export function filterOf({ search, segment, field, value, ...more }: PeopleSearch): PeopleFilter {
  const status = SUBSCRIBER_STATES.find((state) => state === more.status);
  return {
    ...(search && { search, match: 'anywhere' as const }),
    ...(status && { status }),
    ...(segment && { segment_uid: segment }),
    ...(field && { field, ...(value && { value }) }),
    ...(more.active && { active_since: daysAgo(more.active) }),
    ...(more.inactive && { inactive_since: daysAgo(more.inactive) }),
    ...(more.from && { added_from: beginOf(more.from, 0) }),
    ...(more.until && { added_until: beginOf(more.until, 1) }),
  };
}

/** Those of them who came so many days ago or before, and did not confirm. */
export function unconfirmedFor(filter: PeopleFilter, days: number): PeopleFilter {
  const before = new Date(Date.now() - days * 86_400_000).toISOString();
  const { added_until: until = before } = filter;
  return { ...filter, status: 'unconfirmed', added_until: until < before ? until : before };
}

/** Whether anything but the order is chosen. */
export const isFiltered = ({ sort: _, ...filter }: PeopleSearch): boolean =>
  Object.values(filter).some((value) => value !== undefined);

/** The beginning of the day so many days ago: the same all day long. */
function daysAgo(days: number): string {
  const day = new Date();
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() - days);
  return day.toISOString();
}

function beginOf(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}
