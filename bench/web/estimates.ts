// How soon the builder of segments tells about how many people there are, as somebody writes one.
import { type LargeList, serveLargeList } from './large-list.ts';
import { makePlace, median } from './place.ts';

const TIMES = 3;
/** What people wait for without noticing. */
const SOON_MS = 300;

type Definition = Record<string, unknown>;

/** Prints a line for each engine. */
export async function measureEstimates(people: number): Promise<void> {
  console.log(`
About how many people a segment would have, of ${people.toLocaleString('en')}, ms as the client sees them

| engine | answers | within ${SOON_MS} ms | median | slowest | that is |
|---|---|---|---|---|---|`);
  const postgres = process.env['MAILWRIGHT_TEST_DATABASE_URL'];
  for (const serverUrl of postgres === undefined ? [undefined] : [undefined, postgres]) {
    const place = await makePlace(serverUrl);
    const large = await serveLargeList(place, people);
    const times = await timesOf(large);
    const [slowest = { ms: 0, text: '' }] = times.toSorted((a, b) => b.ms - a.ms);
    const cells = [
      ...[place.store.engine, times.length, times.filter(({ ms }) => ms <= SOON_MS).length],
      ...[median(times.map(({ ms }) => ms)).toFixed(0), slowest.ms.toFixed(0), slowest.text],
    ];
    console.log(`| ${cells.join(' | ')} |`);
    await large.server.end();
    await place.remove();
  }
}

async function timesOf({ call, listUid }: LargeList): Promise<{ ms: number; text: string }[]> {
  const { data } = await call('GET', `/lists/${listUid}/fields?per_page=100`);
  const idOf = (tag: string) => data.records.find((field: { tag: string }) => field.tag === tag).field_id;
  const times: { ms: number; text: string }[] = [];
  for (let n = 0; n < TIMES; n += 1) {
    for (const definition of definitions(idOf('EMAIL'), idOf('FNAME'))) {
      const startedAt = performance.now();
      await call('POST', `/lists/${listUid}/segments/estimate`, definition);
      times.push({ ms: performance.now() - startedAt, text: JSON.stringify(definition) });
    }
  }
  return times;
}

/** Everybody, half, a few and nobody; by each operator, by dates, in groups. */
function definitions(email: string, name: string): Definition[] {
  const values: readonly (readonly [string, string])[] = [
    ...(['.com', 'gmail.com', 'anna', 'anna.', 'q'] as const).map((value) => [email, value] as const),
    ...(['Anna', 'a', 'Maximiliane-Charlotte', 'nobody', 'Jörg'] as const).map((value) => [name, value] as const),
  ];
  const conditions = values.flatMap(([field_id, value]) =>
    ['1', '2', '3', '4', '5', '6'].map((operator_id) => ({ field_id, operator_id, value })),
  );
  const joined = (time_value: number, time_unit: string) => ({ date: 'joined', time_value, time_unit });
  const dates = [joined(1, 'day'), joined(3, 'week'), joined(6, 'month')];
  const [first, , third, , , sixth] = conditions;
  return [
    ...conditions.map((condition) => ({ conditions: [condition] })),
    ...dates.map((date) => ({ date_conditions: [date] })),
    { operator_match: 'any', conditions: conditions.slice(0, 10) },
    { operator_match: 'all', conditions: [third, sixth], date_conditions: dates },
    { operator_match: 'all', groups: [{ operator_match: 'none', conditions: [first] }, { conditions: [sixth] }] },
  ];
}
