// SQLite's query plans: the indexes that statements use.
import { type CompiledQuery, sql } from 'kysely';
import type { Db } from '../../src/storage/db.ts';

/** The statements that `question` runs, in order. */
export async function statementsOf(db: Db, question: (db: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
  const asked: CompiledQuery[] = [];
  const listening = db.withPlugin({
    transformQuery({ node, queryId }) {
      asked.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await question(listening);
  return asked;
}

/**
 * The indexes of the statements that `question` runs, in order; for a step without one, SQLite's
 * description.
 */
export async function indexesOf(db: Db, question: (db: Db) => Promise<unknown>): Promise<string[]> {
  const steps = await stepsOf(db, question);
  return steps.map((detail) => /USING (?:COVERING )?INDEX (\w+)/.exec(detail)?.[1] ?? detail);
}

/** The steps of the statements that `question` runs, as SQLite describes them. */
export async function stepsOf(db: Db, question: (db: Db) => Promise<unknown>): Promise<string[]> {
  const steps: string[] = [];
  for (const { sql: text, parameters } of await statementsOf(db, question)) {
    const filled = parameters.reduce<string>(
      (done, value) => done.replace('?', typeof value === 'string' ? `'${value}'` : String(value)),
      text,
    );
    const { rows } = await sql.raw<{ detail: string }>(`explain query plan ${filled}`).execute(db);
    steps.push(...rows.map(({ detail }) => detail));
  }
  return steps;
}
