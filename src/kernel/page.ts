// Paging of the interface's collections (wire contract, section 5).

/** A requested page: `page` from 1, `perPage` 1 to 500. */
export type PageRequest = { page: number; perPage: number };

/** The `data` member of a collection's response. */
export type PageAnswer<T> = {
  count: string;
  total_pages: number;
  current_page: number;
  next_page: number | null;
  prev_page: number | null;
  records: T[];
};

/** Records on a page by default. */
export const DEFAULT_PER_PAGE = 10;
/** And at most. */
export const MOST_PER_PAGE = 500;

const WHOLE = /^\d+$/;
/** No collection has a page after this one, and rows before it can still be counted exactly. */
const LAST_PAGE = 1e12;

/**
 * Reads `page` and `per_page` of a decoded query; unusable values become the defaults (1 and 10),
 * more than 500 becomes 500.
 */
export function readPageRequest(query: Record<string, unknown>): PageRequest {
  const page = usable(query['page']) ?? 1;
  const perPage = usable(query['per_page']) ?? DEFAULT_PER_PAGE;
  return { page: Math.min(page, LAST_PAGE), perPage: Math.min(perPage, MOST_PER_PAGE) };
}

/** Whether a query has usable paging parameters. */
export function asksForPage(query: Record<string, unknown>): boolean {
  return usable(query['page']) !== undefined || usable(query['per_page']) !== undefined;
}

function usable(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !WHOLE.test(text.trim())) return undefined;
  const number = Number(text);
  return number >= 1 ? number : undefined;
}

/**
 * The response for one page of `count` records. Beyond the end `prev_page` is the last real page.
 */
export function pageAnswer<T>(request: PageRequest, count: number, records: T[]): PageAnswer<T> {
  const last = Math.max(1, Math.ceil(count / request.perPage));
  const empty = count === 0;
  return {
    count: String(count),
    total_pages: last,
    current_page: empty ? 1 : request.page,
    next_page: request.page < last ? request.page + 1 : null,
    prev_page: empty || request.page <= 1 ? null : Math.min(request.page - 1, last),
    records,
  };
}

const folded = (text: string) => text.toLowerCase().normalize('NFC');

/**
 * One page of the items whose name contains a text, ignoring case, in the given order. In memory:
 * the engines disagree on letters beyond ASCII, and nobody has more than thousands of names.
 * @returns the ids of the page, and the number on all pages
 */
export function pageByName(
  named: readonly { id: number; name: string }[],
  search: string,
  { page, perPage }: PageRequest,
): { count: number; ids: number[] } {
  const wanted = folded(search);
  const found = named.filter(({ name }) => folded(name).includes(wanted)).map(({ id }) => id);
  return { count: found.length, ids: found.slice((page - 1) * perPage, page * perPage) };
}

/** The response for one page of a collection that is here as a whole. */
export function pageOfAll<T>(request: PageRequest, all: readonly T[]): PageAnswer<T> {
  const from = (request.page - 1) * request.perPage;
  return pageAnswer(request, all.length, all.slice(from, from + request.perPage));
}
