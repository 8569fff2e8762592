// What a store knows of moves: that it is on its way elsewhere or has gone, or that not all of it
// is here yet. No process uses such a store but the move itself.
import { minuteText } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Db, Tx } from '../tables.ts';

/** The names of the rows. */
const SOURCE = 'from here';
const TARGET = 'to here';

/**
 * `other`: where the store goes or comes from, for people; `state`: `moving`, or at the source
 * `moved`. `at`: since when, ms.
 */
export type MoveMark = { uid: string; state: 'moving' | 'moved'; other: string; at: number };

export type MoveMarks = { source: MoveMark | undefined; target: MoveMark | undefined };

export async function findMoveMarks(db: Db | Tx): Promise<MoveMarks> {
  return marksIn(await db.selectFrom('move').selectAll().where('name', 'in', [SOURCE, TARGET]).execute());
}

/** The marks among rows of the table `move`. */
export function marksIn(rows: readonly { name: string; value: string }[]): MoveMarks {
  const markOf = (name: string) => {
    const row = rows.find((one) => one.name === name);
    return row && (JSON.parse(row.value) as MoveMark);
  };
  return { source: markOf(SOURCE), target: markOf(TARGET) };
}

/**
 * Why nobody may use the store; undefined when it is where it belongs.
 */
export function whyMoved({ source, target }: MoveMarks): string | undefined {
  if (target) {
    return `A move from ${target.other} into this database is not complete. Run it again where it was started: it resumes where it stopped.`;
  }
  if (!source) return undefined;
  const began = `since ${minuteText(source.at)}`;
  const stand = source.state === 'moved' ? `has moved to ${source.other}` : `is moving to ${source.other}`;
  const next =
    source.state === 'moved'
      ? 'Start the servers with that one.'
      : 'Run npx mailwright move again: it resumes where it was interrupted.';
  return `This database ${stand}, ${began}: nothing is sent or changed here anymore. ${next} To use this one anyway: npx mailwright move --take-back.`;
}

/** What a process hears that wants to change something at the source after it was left. */
export function isAway({ other, at }: MoveMark): string {
  return `This database has moved to ${other}, ${sinceText(at)}: nothing can be changed here anymore.`;
}

const sinceText = (at: number) => `on ${new Date(at).toISOString().slice(0, 16).replace('T', ' at ')} UTC`;

/** @throws AppError `unavailable` when the store is on its way, or has moved */
export async function refuseMoved(db: Db): Promise<void> {
  const why = whyMoved(await findMoveMarks(db));
  if (why !== undefined) throw new AppError('unavailable', why);
}

export const markSource = (tx: Tx, mark: MoveMark): Promise<void> => keep(tx, SOURCE, mark);
export const markTarget = (tx: Tx, mark: MoveMark): Promise<void> => keep(tx, TARGET, mark);

/** Keeps something about the move. */
export async function keep(tx: Tx, name: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value);
  await tx
    .insertInto('move')
    .values({ name, value: text })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text }))
    .execute();
}

/** What was kept under a name. */
export async function findKept<T>(db: Db | Tx, name: string): Promise<T | undefined> {
  const row = await db.selectFrom('move').select('value').where('name', '=', name).executeTakeFirst();
  return row && (JSON.parse(row.value) as T);
}

/** The store is one like any other. */
export async function forgetMove(db: Db | Tx): Promise<void> {
  await db.deleteFrom('move').execute();
}
