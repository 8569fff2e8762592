// What a segment would be, before it is stored: how many are in it, and a few of them.
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db, List, ListField } from '../../storage/tables.ts';
import { parseFieldValues } from '../../subscribers/values/values.ts';
import { compileSegment } from '../compile.ts';
import { inZone } from '../queries.ts';
import { type Definition, definitionColumns } from '../rules.ts';
import { atPace, countPeople, newPace, type PeopleCount } from './walk.ts';

const COUNTING_MS = 200;
export const SAMPLES = 5;
/** This many ids of the newest are looked at for samples. */
const LOOKED_AT = 20_000;

/** Somebody in a segment; `name`: what FNAME and LNAME say. */
export type Sample = { uid: string; email: string; name: string };

/** A list, and who of it is meant. */
export type Meant = {
  list: Pick<List, 'id' | 'customer_id'>;
  fields: readonly ListField[];
  condition: Expression<SqlBool>;
};

/** @param after where to go on counting; then samples are of those who are counted */
export async function previewOf(
  db: Db,
  list: Pick<List, 'id' | 'customer_id'>,
  fields: readonly ListField[],
  definition: Definition,
  { after, at }: { after: number | undefined; at: number },
): Promise<PeopleCount & { samples: Sample[] }> {
  const asked = { ...definitionColumns(definition), customer_id: list.customer_id };
  const condition = compileSegment(db, await inZone(db, asked), fields, at);
  const stretch = { list, status: 'confirmed', condition, after: after ?? 0, upTo: Number.MAX_SAFE_INTEGER };
  const meant = { list, fields, condition };
  const counted = await countPeople(db, stretch, COUNTING_MS);
  if (after === undefined) return { ...counted, samples: await newestSamples(db, meant) };
  const part = { after, upTo: counted.after ?? Number.MAX_SAFE_INTEGER };
  return { ...counted, samples: counted.n === 0 ? [] : await newestSamples(db, meant, LOOKED_AT, part) };
}

/** Ids after one, up to another. */
type Range = { after: number; upTo: number };

const EVERYBODY: Range = { after: 0, upTo: Number.MAX_SAFE_INTEGER };

/**
 * Some of the newest people of a list who are meant, newest first: looked for in short statements,
 * from the newest on. @param lookedAt how many of the range, at most
 */
export async function newestSamples(
  db: Db,
  meant: Meant,
  lookedAt = LOOKED_AT,
  range: Range = EVERYBODY,
): Promise<Sample[]> {
  const pace = newPace();
  const samples: Sample[] = [];
  let { upTo } = range;
  for (let left = lookedAt; left > 0 && samples.length < SAMPLES; ) {
    const looksAt = Math.min(left, pace.looksAt);
    const first = await nthNewest(db, meant, looksAt, { ...range, upTo });
    const part = { after: first === undefined ? range.after : first - 1, upTo };
    samples.push(...(await atPace(pace, () => samplesOf(db, meant, part))));
    if (first === undefined) break;
    left -= looksAt;
    upTo = first - 1;
    await new Promise(setImmediate); // lets other work run
  }
  return samples.slice(0, SAMPLES);
}

/** The id of the nth newest person in a range; undefined: it has fewer. */
async function nthNewest(db: Db, meant: Meant, n: number, { after, upTo }: Range): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select subscriber.id from subscriber where ${isOn(meant)}
    and subscriber.id > ${after} and subscriber.id <= ${upTo}
    order by subscriber.id desc limit 1 offset ${sql.lit(n - 1)}`.execute(db);
  return rows[0]?.id;
}

const isOn = ({ list }: Pick<Meant, 'list'>) => sql`subscriber.customer_id = ${list.customer_id}
  and subscriber.list_id = ${list.id} and subscriber.status = 'confirmed'`;

/** Some of those after one id and up to another who are meant, newest first. */
export async function samplesOf(db: Db, { list, fields, condition }: Meant, { after, upTo }: Range): Promise<Sample[]> {
  type Row = { uid: string; email: string; field_values: string };
  const { rows } = await sql<Row>`select subscriber.uid, subscriber.email, subscriber.field_values from subscriber
    where ${isOn({ list })} and subscriber.id > ${after} and subscriber.id <= ${upTo} and ${condition}
    order by subscriber.id desc limit ${sql.lit(SAMPLES)}`.execute(db);
  const named = ['FNAME', 'LNAME'].map((tag) => fields.find((field) => field.tag === tag)?.id ?? 0);
  return rows.map((row) => {
    const values = parseFieldValues(row);
    const name = named.flatMap((id) => values[id] ?? []).join(' ');
    return { uid: row.uid, email: row.email, name };
  });
}
