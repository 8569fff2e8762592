// Counting the members of segments beside a bare scan of the same rows: time of the statement a
// row, as ratios, the better of two runs in turns.
//
//   node bench/segments.ts [--rows 300000]
//
// SQLite, or the server of MAILWRIGHT_TEST_DATABASE_URL.
import { type Expression, type SqlBool, sql } from 'kysely';
import { newUids } from '../src/kernel/ids.ts';
import { fieldsOf } from '../src/lists/fields/queries.ts';
import { compileSegment } from '../src/segments/compile.ts';
import { type CampaignCondition, type Definition, definitionColumns, type Operator } from '../src/segments/rules.ts';
import { inTransaction } from '../src/storage/db.ts';
import { insertNewSubscribers } from '../src/subscribers/queries-write.ts';
import { createFolder } from '../src/subscribers/values/folded.ts';
import { openCampaignApp } from '../test/support/campaigns.ts';
import { readOptions } from '../test/support/options.ts';
import { engines } from '../test/support/stores.ts';
import { machine } from './support/machine.ts';

const { values: options } = readOptions(import.meta.filename, { rows: { type: 'string', default: '300000' } });
const rows = Number(options.rows);
const [engine] = engines;
if (!engine) throw new Error('There is no engine to measure on.');
const closings: (() => unknown)[] = [];
const app = await openCampaignApp({ after: (close?: unknown) => void closings.push(close as () => unknown) }, engine);
const { db } = app;
for (const [type, tag] of [
  ['text', 'CITY'],
  ['date', 'BIRTHDAY'],
  ['rating', 'RATING'],
]) {
  const field = { type, tag, label: tag, required: 'no', visibility: 'visible' };
  await app.call('POST', `/lists/${app.listUid}/fields`, { json: field });
}
const campaign = await app.row(await app.make());
const list = { id: campaign.list_id, customer_id: campaign.customer_id };
const fields = await fieldsOf(db, list.customer_id, list.id);
const fieldOf = (tag: string) => fields.find((field) => field.tag === tag) ?? { id: 0, number: 0 };

const AT = Date.UTC(2026, 10, 1);
const fold = createFolder(fields);
for (let from = 0; from < rows; from += 5_000) {
  const made = Array.from({ length: Math.min(5_000, rows - from) }, (_, i) => {
    const n = from + i;
    const values = {
      [fieldOf('FNAME').id]: `Anna ${n}`,
      [fieldOf('LNAME').id]: `Müller ${n % 9973}`,
      [fieldOf('CITY').id]: `City ${n % 500}`,
      [fieldOf('BIRTHDAY').id]: `19${50 + (n % 50)}-0${1 + (n % 9)}-1${n % 10}`,
      [fieldOf('RATING').id]: String(1 + (n % 5)),
    };
    const email = `person${n}.some@example.com`;
    return { email, field_values: JSON.stringify(values), ...fold(email, values) };
  });
  const email = made.map((one) => one.email);
  const columns = {
    uid: newUids(made.length),
    email,
    email_key: email,
    field_values: made.map((one) => one.field_values),
    folded: made.map((one) => one.folded),
    tokens: made.map((one) => one.tokens),
  };
  await inTransaction(db, (tx) =>
    insertNewSubscribers(tx, list, columns, { status: 'confirmed', source: 'import', at: AT }),
  );
}
// One in ten opened the campaign.
await sql`insert into open (customer_id, campaign_id, subscriber_id, at)
  select customer_id, ${campaign.id}, id, ${AT} from subscriber where customer_id = ${list.customer_id} and id % 10 = 0`.execute(
  db,
);

const value = (tag: string, operator: Operator, text: string) => ({
  fieldNumber: fieldOf(tag).number,
  operator,
  value: text,
});
const opened: CampaignCondition = {
  action: 'open',
  campaignNumber: campaign.number,
  comparison: 'lte',
  value: 5,
  unit: 'year',
};
const segment = (
  match: Definition['match'],
  conditions: Definition['conditions'],
  campaignConditions: CampaignCondition[] = [],
): Expression<SqlBool> => {
  const columns = definitionColumns({ match, conditions, campaignConditions, dateConditions: [], groups: [] });
  return compileSegment(db, { customer_id: list.customer_id, time_zone: 'UTC', ...columns }, fields, Date.now());
};
const city = value('CITY', 'is', 'City 7');
const last = value('LNAME', 'contains', 'ler 99');
const stars = value('RATING', 'greater', '3');
const born = [value('BIRTHDAY', 'greater', '1970-01-01'), value('BIRTHDAY', 'less', '1980-01-01')];
const conditions: [string, Expression<SqlBool>][] = [
  ['bare scan', sql<SqlBool>`subscriber.updated_at > 0`],
  ['text is', segment('all', [city])],
  ['text is not', segment('all', [value('CITY', 'is-not', 'City 7')])],
  ['text contains, few do', segment('all', [last])],
  ['text contains, all do', segment('all', [value('LNAME', 'contains', 'ller')])],
  ['text starts with', segment('all', [value('FNAME', 'starts', 'Anna 1')])],
  ['text ends with', segment('all', [value('FNAME', 'ends', '77')])],
  ['number greater', segment('all', [stars])],
  ['between two dates', segment('all', born)],
  ['opened the campaign', segment('all', [], [opened])],
  ['did not open it', segment('all', [], [{ ...opened, action: 'not-open' }])],
  ['is and greater', segment('all', [city, stars])],
  ['contains or greater', segment('any', [last, stars])],
  ['is or opened', segment('any', [city], [opened])],
];

type Took = { ms: number; n: number };

/** The better of two runs in turns. */
async function measured(): Promise<Map<string, Took>> {
  const took = new Map<string, Took>();
  for (let run = 0; run < 2; run += 1) {
    for (const [name, condition] of conditions) {
      const begunAt = performance.now();
      const { rows: counted } = await sql<{ n: number }>`select count(*) as n from subscriber
        where customer_id = ${list.customer_id} and list_id = ${list.id} and status = 'confirmed' and ${condition}`.execute(
        db,
      );
      const ms = performance.now() - begunAt;
      const before = took.get(name)?.ms ?? Number.POSITIVE_INFINITY;
      took.set(name, { ms: Math.min(ms, before), n: Number(counted[0]?.n) });
    }
  }
  return took;
}

function printed(what: string, took: Map<string, Took>): void {
  const bare = took.get('bare scan')?.ms ?? 1;
  const lines = [...took].map(
    ([name, { ms, n }]) => `| ${name} | ${n} | ${((ms * 1000) / rows).toFixed(2)} | ${(ms / bare).toFixed(1)} |`,
  );
  console.log(`${rows} confirmed people with six values on ${what}
${machine()}

| condition | members | µs a row | of a bare scan |
|---|---|---|---|
${lines.join('\n')}\n`);
}

if (engine.name === 'sqlite') {
  printed(engine.name, await measured());
} else {
  printed(`${engine.name}, before it has statistics`, await measured());
  await sql`analyze`.execute(db); // as the server does by itself before long
  printed(engine.name, await measured());
}
for (const close of closings.reverse()) await close();
