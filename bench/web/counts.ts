// How fast the audience of a list is told, and the people of a segment counted.
import { type LargeList, serveLargeList } from './large-list.ts';
import { makePlace, median } from './place.ts';

const TIMES = 5;

/** Prints a line for each size and engine; ten million on SQLite alone. */
export async function measureCounts(sizes: readonly number[]): Promise<void> {
  console.log(`
Counting, ms as the client sees them: the first time, and the median of ${TIMES} more

| engine | people | audience of the list | audience of a segment: address ends with | of a segment: name is |
|---|---|---|---|---|`);
  const postgres = process.env['MAILWRIGHT_TEST_DATABASE_URL'];
  for (const people of sizes) {
    const servers = postgres !== undefined && people <= 1_000_000 ? [undefined, postgres] : [undefined];
    for (const serverUrl of servers) {
      const place = await makePlace(serverUrl);
      const large = await serveLargeList(place, people);
      const cells = await timesOf(large);
      console.log(`| ${[place.store.engine, people.toLocaleString('en'), ...cells].join(' | ')} |`);
      await large.server.end();
      await place.remove();
    }
  }
}

async function timesOf({ call, listUid }: LargeList): Promise<string[]> {
  const { data } = await call('GET', `/lists/${listUid}/fields?per_page=100`);
  const idOf = (tag: string) => data.records.find((field: { tag: string }) => field.tag === tag).field_id;
  const segment = async (name: string, condition: { field_id: string; operator_id: string; value: string }) => {
    const body = { name, operator_match: 'all', conditions: [condition] };
    return (await call('POST', `/lists/${listUid}/segments`, body)).data.record.segment_uid;
  };
  const ends = await segment('Gmail', { field_id: idOf('EMAIL'), operator_id: '6', value: 'gmail.com' });
  const named = await segment('Anna', { field_id: idOf('FNAME'), operator_id: '1', value: 'Anna' });
  const cells: string[] = [];
  for (const query of ['', `?segment_uid=${ends}`, `?segment_uid=${named}`]) {
    const times: number[] = [];
    for (let n = 0; n <= TIMES; n += 1) {
      const startedAt = performance.now();
      await call('GET', `/lists/${listUid}/audience${query}`);
      times.push(performance.now() - startedAt);
    }
    const [first = 0, ...more] = times;
    cells.push(`${first.toFixed(0)} / ${median(more).toFixed(0)}`);
  }
  return cells;
}
