// Names of what the audit is about, as they are now; of what is gone there are none.
import { sql } from 'kysely';
import type { Db } from '../../storage/db.ts';
import { numberSet, textSet } from '../../storage/dialect.ts';
import type { AuditEntry } from '../../storage/tables/people.ts';

/** Tables of a customer, by the kinds of things in them: the columns of their ids and names. */
const NAMED = {
  campaign: ['campaign', 'uid', 'name'],
  list: ['list', 'uid', 'name'],
  field: ['list_field', 'number', 'label'],
  segment: ['segment', 'uid', 'name'],
  template: ['template', 'uid', 'name'],
  saved_block: ['saved_block', 'uid', 'name'],
  media: ['media', 'uid', 'name'],
  subscriber: ['subscriber', 'uid', 'email'],
  key: ['api_key', 'uid', 'name'],
  domain: ['sending_domain', 'uid', 'name'],
  server: ['relay', 'number', 'name'],
  webhook: ['webhook', 'uid', 'url'],
} as const;

/** @returns the names, by the kind and id of a thing (objectKey) */
export async function namesOf(
  db: Db,
  customerId: number,
  entries: readonly AuditEntry[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const [kind, group] of Map.groupBy(entries, ({ object_kind }) => object_kind)) {
    const ids = [...new Set(group.map(({ object_id }) => object_id))];
    for (const { id, name } of await namedOf(db, customerId, kind, ids)) names.set(objectKey(kind, id), name);
  }
  return names;
}

export const objectKey = (kind: string, id: string): string => `${kind} ${id}`;

type Named = { id: string; name: string };

async function namedOf(db: Db, customerId: number, kind: string, ids: readonly string[]): Promise<Named[]> {
  if (kind === 'user') return usersNamed(db, customerId, ids);
  if (kind === 'import') return importsNamed(db, customerId, ids);
  if (kind === 'export' || kind === 'bulk_action') return listsOfJobs(db, customerId, ids);
  if (!Object.hasOwn(NAMED, kind)) return [];
  const [table, idColumn, nameColumn] = NAMED[kind as keyof typeof NAMED];
  const columns = [sql.ref<string | number>(idColumn).as('id'), sql.ref<string>(nameColumn).as('name')] as const;
  const numbers = ids.map(Number).filter(Number.isSafeInteger);
  const wanted = idColumn === 'number' ? numberSet(db, numbers) : textSet(db, ids);
  const { rows } = await sql<{ id: string | number; name: string }>`select ${sql.join(columns)} from ${sql.table(table)}
    where customer_id = ${customerId} and ${sql.ref(idColumn)} in ${wanted}`.execute(db);
  return rows.map(({ id, name }) => ({ id: String(id), name }));
}

/** An import has the name of its file. */
async function importsNamed(db: Db, customerId: number, ids: readonly string[]): Promise<Named[]> {
  const jobs = await db
    .selectFrom('job')
    .select(['uid', 'parameters'])
    .where('customer_id', '=', customerId)
    .where('kind', '=', 'import')
    .where('uid', 'in', textSet(db, ids))
    .execute();
  return jobs.flatMap(({ uid, parameters }) => {
    const { fileName = '' } = JSON.parse(parameters) as { fileName?: string };
    return fileName === '' ? [] : [{ id: uid, name: fileName }];
  });
}

/** An export and a bulk action have the name of their list. */
function listsOfJobs(db: Db, customerId: number, ids: readonly string[]): Promise<Named[]> {
  return db
    .selectFrom('job')
    .innerJoin('list', (on) =>
      on.onRef('list.customer_id', '=', 'job.customer_id').onRef('list.id', '=', 'job.list_id'),
    )
    .select(['job.uid as id', 'list.name'])
    .where('job.customer_id', '=', customerId)
    .where('job.uid', 'in', textSet(db, ids))
    .execute();
}

/** Members, and those who are invited. */
async function usersNamed(db: Db, customerId: number, ids: readonly string[]): Promise<Named[]> {
  const members = await db
    .selectFrom('user_account as user')
    .innerJoin('membership', 'membership.user_id', 'user.id')
    .select(['user.uid', 'user.name', 'user.email'])
    .where('membership.customer_id', '=', customerId)
    .where('user.uid', 'in', textSet(db, ids))
    .execute();
  const invited = await db
    .selectFrom('welcome_link')
    .select(['uid', 'name', 'email'])
    .where('customer_id', '=', customerId)
    .where('uid', 'in', textSet(db, ids))
    .execute();
  return [...members, ...invited].map(({ uid, name, email }) => ({ id: uid, name: name || email }));
}
