// Whether requests about people cost the same in a short list and in a long one: the rate of each
// and its 99th percentile while the list grows. Others are asked for each time, from all of it.
//
//   node bench/sizes.ts [--people 1000,100000,1000000,10000000] [--seconds 3] [--clients 8]
//     [--only sqlite]
//
// SQLite, and PostgreSQL when MAILWRIGHT_TEST_DATABASE_URL names a server. The rows are written
// past the API, by one statement for 100,000; the server starts anew with each size.
import { sql } from 'kysely';
import { freePort } from '../src/network/free-port.ts';
import { inTransaction, type Store } from '../src/storage/db.ts';
import { addToTally } from '../src/storage/tally.ts';
import { tallyScope } from '../src/subscribers/queries.ts';
import { setMarks } from '../src/subscribers/search/marks.ts';
import { readOptions } from '../test/support/options.ts';
import { askFor } from './api/load.ts';
import { requestsOfPeople } from './sizes/requests.ts';
import { caller, makeList } from './support/api.ts';
import { machine } from './support/machine.ts';
import { startWatched } from './support/process.ts';
import { makePlace } from './web/place.ts';

const { values: options } = readOptions(import.meta.filename, {
  people: { type: 'string', default: '1000,100000,1000000,10000000' },
  seconds: { type: 'string', default: '3' },
  clients: { type: 'string', default: '8' },
  only: { type: 'string' },
});
const sizes = options.people.split(',').map(Number);
const PORT = await freePort();
const AT_ONCE = 100_000;

type Answered = { rate: number; p99: number };

console.log(machine());
const serverUrl = process.env['MAILWRIGHT_TEST_DATABASE_URL'];
if (options.only !== 'postgres') await onPlace('SQLite');
if (options.only !== 'sqlite' && serverUrl !== undefined) await onPlace('PostgreSQL', serverUrl);

async function onPlace(engine: string, url?: string): Promise<void> {
  const place = await makePlace(url);
  const settings = { ...place.settings, MAILWRIGHT_LOG_LEVEL: 'error' };
  const found = new Map<string, Answered[]>();
  let server = await startWatched(PORT, settings);
  try {
    const list = await makeList(caller(`http://127.0.0.1:${PORT}`, place.apiKey));
    let there = 0;
    for (const people of sizes) {
      await server.end();
      await addPeople(place.store, list, { from: there, to: people });
      there = people;
      server = await startWatched(PORT, settings);
      for (const [name, request] of Object.entries(requestsOfPeople({ apiKey: place.apiKey, list, people }))) {
        const clients = Number(options.clients);
        await askFor(PORT, 1, request, clients); // until code is compiled
        const { answers, seconds, p99 } = await askFor(PORT, Number(options.seconds), request, clients);
        found.set(name, [...(found.get(name) ?? []), { rate: answers / seconds, p99 }]);
      }
    }
  } finally {
    await server.kill();
    await place.remove();
  }
  console.log(`\n${engine}, ${options.clients} clients; requests/s (p99 in ms), and the last p99 beside the first\n`);
  console.log(`| request | ${sizes.map((people) => people.toLocaleString('en')).join(' | ')} | p99 |`);
  console.log(`|---|${'---|'.repeat(sizes.length + 1)}`);
  for (const [name, all] of found) {
    const cells = all.map(({ rate, p99 }) => `${Math.round(rate)} (${p99.toFixed(1)})`);
    const growth = (all.at(-1)?.p99 ?? 0) / (all[0]?.p99 ?? 1);
    console.log(`| ${name} | ${cells.join(' | ')} | ${growth.toFixed(2)} |`);
  }
}

/** Fills a list with people by number, whom sizes/requests.ts asks for. */
async function addPeople({ db, engine }: Store, uid: string, { from, to }: { from: number; to: number }) {
  const list = await db
    .selectFrom('list')
    .select(['id', 'customer_id'])
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow();
  const fields = await db.selectFrom('list_field').select(['id', 'tag']).where('list_id', '=', list.id).execute();
  const [address, name] = ['EMAIL', 'FNAME'].map((tag) =>
    sql.lit(`"${fields.find((field) => field.tag === tag)?.id}":`),
  );
  for (let first = from; first < to; first += AT_ONCE) {
    const next = Math.min(first + AT_ONCE, to);
    const email = sql`'person' || n || '.some@example.com'`;
    await inTransaction(db, async (tx) => {
      await sql`with recursive numbers (n) as (select ${sql.lit(first)} union all select n + 1 from numbers where n < ${sql.lit(next - 1)})
        insert into subscriber (uid, customer_id, list_id, email, email_key, status, source, field_values, folded, tokens,
          created_at, updated_at, confirmed_at)
        select 'pp' || substr(cast(${sql.lit(10 ** 13)} + n as text), 4), ${sql.lit(list.customer_id)}, ${sql.lit(list.id)},
          ${email}, ${email}, 'confirmed', 'import', '{' || ${name} || '"Anna ' || n || '"}',
          '{' || ${address} || '"' || ${email} || '",' || ${name} || '"anna ' || n || '"}', ' ', 1000, 1000, 1000
        from numbers`.execute(tx);
      await addToTally(tx, list.customer_id, tallyScope('confirmed'), next - first, list.id);
    });
  }
  await setMarks(db, list);
  if (engine === 'postgres') await sql`analyze subscriber`.execute(db);
}
