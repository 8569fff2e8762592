// What a segment would be, before it is stored: how many are in it, and a few of them.
import { sql } from 'kysely';
import type { Db, List, ListField } from '../../storage/tables.ts';
import { compileSegment } from '../compile.ts';
import { type Definition, definitionColumns } from '../rules.ts';
import { countPeople, type PeopleCount, type Stretch } from './walk.ts';

const COUNTING_MS = 200;
const SAMPLES = 5;
/** So many ids of the newest are looked at for samples. */
const LOOKED_AT = 20_000;

export type Sample = { uid: string; email: string };

/** @param after where to go on counting; then there are no samples */
export async function previewOf(
  db: Db,
  list: Pick<List, 'id' | 'customer_id'>,
  fields: readonly ListField[],
  definition: Definition,
  { after, at }: { after: number | undefined; at: number },
): Promise<PeopleCount & { samples: Sample[] }> {
  const asked = { ...definitionColumns(definition), customer_id: list.customer_id };
  const condition = compileSegment(db, asked, fields, at);
  const stretch = { list, status: 'confirmed', condition, after: after ?? 0, upTo: Number.MAX_SAFE_INTEGER };
  const samples = after === undefined ? await samplesOf(db, stretch) : [];
  return { ...(await countPeople(db, stretch, COUNTING_MS)), samples };
}

/** Some of the newest people who are in it. */
async function samplesOf(db: Db, { list, condition }: Stretch): Promise<Sample[]> {
  const of = sql`from subscriber where subscriber.customer_id = ${list.customer_id}
    and subscriber.list_id = ${list.id} and subscriber.status = 'confirmed'`;
  const { rows: ends } = await sql<{ id: number }>`select subscriber.id ${of}
    order by subscriber.id desc limit 1 offset ${sql.lit(LOOKED_AT - 1)}`.execute(db);
  const { rows } = await sql<Sample>`select subscriber.uid, subscriber.email ${of}
    and subscriber.id >= ${ends[0]?.id ?? 0} and ${condition}
    order by subscriber.id desc limit ${sql.lit(SAMPLES)}`.execute(db);
  return rows;
}
