// On a store that is spread (PostgreSQL with Citus): each statement that the program makes while it
// is tested must go to one machine, as one task. They are planned when a store is closed, over a
// connection of their own, as planning within a transaction changes how Citus goes on with it.
// Statements that are about several customers are listed with the reason.
import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { EXCEPTIONS, placeName, WHERE_SPREAD } from './exceptions.ts';

/** Held to customers by the law, and about several of them. */
const OF_SEVERAL: Readonly<Record<string, string>> = {
  'events/actors.ts': 'a process tells all whose streams are open together',
  'events/state.ts': 'a process tells all whose streams are open together',
  'reports/people/person.ts': 'of the customer’s suppressed addresses, and of everybody’s',
};

type Place = { file: string; name: string; line: string };

const excepted = new Set([...EXCEPTIONS, ...WHERE_SPREAD].flatMap(({ of }) => of));
const waiting = new Map<string, { query: CompiledQuery; place: Place }>();
const planned = new Set<string>();

/** Notes a statement that is to be planned, once. */
export function planLater(query: CompiledQuery, place: Place | undefined): void {
  if (place === undefined || planned.has(query.sql)) return;
  planned.add(query.sql);
  if (!excepted.has(placeName(place)) && !(place.file in OF_SEVERAL)) waiting.set(query.sql, { query, place });
}

/** Plans what was noted. @returns the statements that are more than one task */
export async function faultsOfPlans(client: pg.Client): Promise<string[]> {
  const faults: string[] = [];
  for (const { query, place } of waiting.values()) {
    const tasks = await tasksOf(client, query);
    if (tasks > 1) faults.push(`src/${place.file}:${place.line} (${place.name}) is ${tasks} tasks: ${query.sql}`);
  }
  waiting.clear();
  return faults;
}

/** The most tasks of a step; of local tables alone 0, as of what a test has made unusable. */
async function tasksOf(client: pg.Client, { sql, parameters }: CompiledQuery): Promise<number> {
  const plan = await client.query(`explain ${sql}`, [...parameters]).catch(() => undefined);
  const lines = (plan?.rows ?? []).map((row: Record<string, string>) => row['QUERY PLAN'] ?? '');
  return Math.max(0, ...lines.map((line) => Number(/Task Count: (\d+)/.exec(line)?.[1] ?? 0)));
}
