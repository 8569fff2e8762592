// The books of a store at rest: sums that are kept in the transaction of each change, against the
// rows that they are of. A process that is killed must never leave one without the other.
import { END_STATES } from '../../src/messages/rules.ts';
import { STATUSES } from '../../src/subscribers/rules.ts';

type Row = Record<string, unknown>;
type Book = {
  what: string;
  /** Statements with columns `place` (a text) and `n`. */
  kept: string;
  counted: string;
};

/** A counter of campaigns. @param from what it counts */
function counterOf(name: string, from: string, n = 'count(*)'): Book {
  return {
    what: `counter ${name} of campaign`,
    kept: `select cast(campaign_id as text) as place, sum(${name}) as n from campaign_counter group by campaign_id`,
    counted: `select cast(campaign_id as text) as place, ${n} as n from ${from} group by campaign_id`,
  };
}

/** What one recipient did, and how many did: raw, and without machines. */
const hitsOf = (name: 'open' | 'click'): Book[] =>
  [
    { prefix: '', which: '' },
    { prefix: 'filtered_', which: ' where machine is null' },
  ].flatMap(({ prefix, which }) => [
    counterOf(`${prefix}${name}s`, `${name}${which}`),
    counterOf(`${prefix}unique_${name}s`, `${name}${which}`, 'count(distinct subscriber_id)'),
  ]);

/** How people of lists are counted. Far pages, shares and charts are read from these sums alone. */
const OF_LISTS: readonly Book[] = [
  ...STATUSES.map((status) => ({
    what: `tally of those ${status} of list`,
    kept: `select cast(owner_id as text) as place, n from tally where scope = 'subscribers:${status}'`,
    counted: `select cast(list_id as text) as place, count(*) as n from subscriber where status = '${status}'
      group by list_id`,
  })),
  {
    what: 'added less removed, in the growth of list',
    kept: 'select cast(list_id as text) as place, sum(added - removed) as n from list_growth group by list_id',
    counted: 'select cast(list_id as text) as place, count(*) as n from subscriber group by list_id',
  },
  {
    what: 'net, in the growth of list',
    kept: 'select cast(list_id as text) as place, sum(net) as n from list_growth group by list_id',
    counted: `select cast(list_id as text) as place, count(*) as n from subscriber where status = 'confirmed'
      group by list_id`,
  },
  {
    what: 'mark of list, level and last person',
    kept: `select list_id || ' ' || level || ' ' || last_id as place, n from subscriber_mark`,
    counted: `select mark.list_id || ' ' || mark.level || ' ' || mark.last_id as place, (select count(*) from subscriber
        where subscriber.customer_id = mark.customer_id and subscriber.list_id = mark.list_id
          and subscriber.id <= mark.last_id and subscriber.id > coalesce((
            select max(last_id) from subscriber_mark as former
            where former.customer_id = mark.customer_id and former.list_id = mark.list_id
              and former.level = mark.level and former.last_id < mark.last_id), 0)) as n
      from subscriber_mark as mark`,
  },
];

const OF_CAMPAIGNS: readonly Book[] = [
  ...END_STATES.map((state) => counterOf(state, `message where state = '${state}'`)),
  ...hitsOf('open'),
  ...hitsOf('click'),
  counterOf('unsubscribes', 'unsubscribe'),
  counterOf('complaints', 'complaint'),
  ...['hard', 'soft', 'internal'].map((type) =>
    counterOf(`${type}_bounces`, `bounce where type = '${type}' and counted = 1`),
  ),
];

/**
 * Compares all of them; nothing may change the store meanwhile, and no details have been given up.
 * @param read runs a statement
 * @returns a sentence for each place where they differ
 */
export async function booksThatDiffer(read: (statement: string) => Promise<Row[]>): Promise<string[]> {
  const faults: string[] = [];
  for (const { what, kept, counted } of [...OF_LISTS, ...OF_CAMPAIGNS]) {
    const said = await placesOf(read(kept));
    const rows = await placesOf(read(counted));
    for (const place of new Set([...said.keys(), ...rows.keys()])) {
      const [keeps, counts] = [said.get(place) ?? 0, rows.get(place) ?? 0];
      if (keeps !== counts) faults.push(`${what} ${place} says ${keeps}, the rows say ${counts}`);
    }
  }
  return faults;
}

async function placesOf(rows: Promise<Row[]>): Promise<Map<string, number>> {
  return new Map((await rows).map(({ place, n }) => [String(place), Number(n)]));
}
