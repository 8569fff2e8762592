// Pages of ids, newest first (or oldest first). For a client that walks through them, the cost does
// not grow with the page number: the last id of each page is remembered, and the next page starts
// there. Any other page is reached over the index from the nearer end, in strides between which
// others have their turn; where they ended is remembered, so that the way is gone once.
import { type SelectQueryBuilder, sql } from 'kysely';
import type { PageRequest } from '../kernel/page.ts';
import { newRecent, type Recent, recentOf } from '../kernel/recent.ts';
import { newPause } from '../kernel/slices.ts';
import type { Db, Tables } from './tables.ts';

type IdQuery = SelectQueryBuilder<Tables, keyof Tables, { id: number }>;

type Order = 'asc' | 'desc';
/** `strides`: ids of records that are `stride` apart, from either end. */
type Marks = { count: number; newest: number; lastIds: Recent<number, number>; strides: Record<Order, number[]> };
const PAGES = 10_000; // of one listing: a client that walks through millions needs only the last one
const rememberedOf = recentOf<Db, Marks>(1000);
/** Records of the index that are walked over at once: a millisecond or two. */
const STRIDE = 10_000;

/**
 * The ids of one page, highest first unless `order` says otherwise. The remembered ids belong to
 * `db`.
 * @param options.key names the listing with its filters, e.g. `campaigns of 7`
 * @param options.column the id column, e.g. `campaign.id`
 * @param options.count records in the whole listing
 * @param options.order `asc`: lowest first; new ones come at the end, so the remembered ids are
 * valid while the count is the same
 * @param options.forward only from the first record on, where the other end of the index has many
 * other rows
 * @param query gives a fresh query that selects the id column as `id`, filtered, without order and
 * limit
 * @param stride records that are walked over at once
 */
export async function pageOfIds(
  db: Db,
  options: {
    key: string;
    column: string;
    count: number;
    request: PageRequest;
    order?: Order;
    forward?: boolean;
  },
  query: () => unknown,
  stride = STRIDE,
): Promise<number[]> {
  const { count, request, column, order = 'desc', forward = false } = options;
  const { page, perPage } = request;
  const offset = (page - 1) * perPage;
  if (offset >= count) return [];
  const id = sql.ref<number>(column);
  const fresh = () => query() as IdQuery;
  const ids = async (rows: IdQuery) => (await rows.execute()).map((row) => row.id);

  /** The ids of the page after the `skipped` first records. */
  async function walked(way: Order, skipped: number): Promise<number[]> {
    const ends = marks.strides[way];
    const after = (end: number | undefined) => {
      const rows = fresh().orderBy(id, way);
      if (end === undefined) return rows;
      return rows.where(way === 'asc' ? sql<boolean>`${id} > ${end}` : sql<boolean>`${id} < ${end}`);
    };
    const whole = Math.floor(skipped / stride);
    const pause = newPause();
    while (ends.length < whole) {
      const before = ends.length;
      const [end] = await ids(
        after(ends.at(-1))
          .limit(1)
          .offset(stride - 1),
      );
      if (end === undefined) return []; // some have gone meanwhile
      if (ends.length === before) ends.push(end); // or somebody else walked the same way
      await pause();
    }
    return ids(
      after(ends[whole - 1])
        .limit(size)
        .offset(skipped - whole * stride),
    );
  }

  const size = Math.min(perPage, count - offset); // nothing is read beyond the last record
  const first = page === 1 ? await ids(fresh().orderBy(id, order).limit(size)) : undefined;
  const newest = order === 'asc' ? 0 : (first ?? (await ids(fresh().orderBy(id, 'desc').limit(1))))[0];
  if (newest === undefined) return [];
  const marks = marksOf(db, `${options.key}/${perPage}`, count, newest);
  const before = marks.lastIds.get(page - 1);
  let found: number[];
  if (first) found = first;
  else if (before !== undefined) {
    const beyond = order === 'asc' ? sql<boolean>`${id} > ${before}` : sql<boolean>`${id} < ${before}`;
    found = await ids(fresh().where(beyond).orderBy(id, order).limit(size));
  } else if (forward || offset <= count / 2) found = await walked(order, offset);
  else found = (await walked(order === 'asc' ? 'desc' : 'asc', count - offset - size)).reverse();
  const last = found.at(-1);
  if (last !== undefined) marks.lastIds.set(page, last);
  return found;
}

function marksOf(db: Db, key: string, count: number, newest: number): Marks {
  const remembered = rememberedOf(db);
  const known = remembered.get(key);
  if (known?.count === count && known.newest === newest) return known;
  const marks = { count, newest, lastIds: newRecent<number, number>(PAGES), strides: { asc: [], desc: [] } };
  remembered.set(key, marks);
  return marks;
}

/** Puts rows into the order of `ids`. */
export function inOrderOf<T extends { id: number }>(ids: readonly number[], rows: readonly T[]): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
