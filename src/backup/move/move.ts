// Moves a store to another place or engine. First the store that is left is marked, so that no
// server starts on it again, however the move is interrupted; then the rows go over, page by page,
// each page with a note of how far it is; then indexes are built, and both stores are read and
// compared. Only then the one says that it has moved, and the other opens: at no moment are there
// two that send.
import { lockSetting } from '../../accounts/queries.ts';
import { removeLeases } from '../../coordination/lease.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { inForceOf, newUid } from '../../kernel/ids.ts';
import { holdRestored, type RestoredCounts } from '../../messages/went-back/restored.ts';
import { IN_FORCE } from '../../relays/in-force.ts';
import { secretOfServers } from '../../relays/own-secret.ts';
import { type Db, inTransaction } from '../../storage/db.ts';
import { beginTableChanges } from '../../storage/dialect/spread.ts';
import { whileStill } from '../../storage/moving/alone.ts';
import { listTables, type Table, tablesOfBoth } from '../../storage/moving/catalogue.ts';
import { closeStore, openStoreAgain } from '../../storage/moving/fence.ts';
import { buildIndexes, dropIndexes } from '../../storage/moving/indexes.ts';
import {
  findMoveMarks,
  forgetMove,
  isAway,
  type MoveMark,
  markSource,
  markTarget,
} from '../../storage/moving/marks.ts';
import { beginFilling, buildTokenIndex, endFilling, lastIds, setLastIds } from '../../storage/moving/prepare.ts';
import { countRows, followKeys } from '../../storage/moving/rows.ts';
import type { Steps } from '../take.ts';
import { copyTable, type Stand, standOf, sumOf } from './copy.ts';
import { type HeldStore, openSource, openTarget, requireEmpty, requireNobody } from './open.ts';
import { nameOf, type Place } from './place.ts';
import { carrySecrets } from './secrets.ts';
import { removeUnfinished } from './start-over.ts';
import { isSame, type Sum } from './sums.ts';

export type MoveRequest = {
  from: Place;
  to: Place;
  /** The secret in the configuration. */
  secret: string | undefined;
  /** Former ones there. */
  formerSecrets?: readonly string[];
  /** Removes what an earlier move of this store has left at the target. */
  startsOver: boolean;
};

/**
 * `hadBegun`: whether rows of an earlier run were there; `replaced`: texts without their U+0000.
 * undefined: an earlier run had come to its end.
 */
export type Moved = { tables: number; rows: number; hadBegun: boolean; replaced: number } | undefined;

/**
 * Moves a store.
 * @throws AppError when a store is in use, when the target holds anything else than an unfinished
 * move of this one, or when the two differ at the end; the same call then goes on
 */
export async function moveStore(request: MoveRequest, clock: Clock, steps: Steps): Promise<Moved> {
  const source = await openSource(request.from);
  try {
    const began = (await findMoveMarks(source.store.db)).source;
    requireSame(began, request);
    if (request.startsOver) await removeUnfinished(request.to, began);
    const target = await openTarget(request.to);
    try {
      return await moveBetween(source, target, request, clock, steps);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** The same between two stores that nobody else uses. */
export async function moveBetween(
  source: HeldStore,
  target: HeldStore,
  request: Omit<MoveRequest, 'startsOver'>,
  clock: Clock,
  steps: Steps,
): Promise<Moved> {
  const began = (await findMoveMarks(source.store.db)).source;
  const there = (await findMoveMarks(target.store.db)).target;
  const secret = await secretOfServers(source.store, {
    dataDir: request.from.dataDir,
    secret: request.secret,
    formerSecrets: request.formerSecrets ?? [],
  });
  if (there && there.uid !== began?.uid) throw ofAnother(target, there);
  if (!there && began?.state === 'moved') return undefined;
  if (!there) await requireEmpty(target.store.db, target.name);
  const mark = began ?? (await leave(source, target, clock));
  if (!there) await begin(target, source, { ...mark, other: source.name });
  await carrySecrets({ source, target }, request, inForceOf(secret));
  const moved = await fill(source, target, { mark, isOld: there !== undefined }, clock, steps);
  await inTransaction(target.store.db, forgetMove); // from here on it is a store like any other
  return moved;
}

function requireSame(began: MoveMark | undefined, { to }: MoveRequest): void {
  if (!began || began.other === nameOf(to)) return;
  const line = `This database ${began.state === 'moved' ? 'has moved' : 'is moving'} to ${began.other}. Use that target, or take it back first: npx mailwright move --take-back.`;
  throw new AppError('conflict', line);
}

function ofAnother({ name }: HeldStore, { other }: MoveMark): AppError {
  const line = `${name} holds an unfinished move of another beginning, from ${other}. To remove it: npx mailwright move --start-over.`;
  return new AppError('conflict', line);
}

/**
 * From here on no server starts on the store that is left, and one that was cut off changes
 * nothing there.
 */
function leave(source: HeldStore, target: HeldStore, clock: Clock): Promise<MoveMark> {
  return inTransaction(source.store.db, async (tx) => {
    await lockSetting(tx, IN_FORCE); // no worker registers meanwhile
    await requireNobody(tx, source.name);
    const mark: MoveMark = { uid: newUid(), state: 'moving', other: target.name, at: clock.now() };
    await removeLeases(tx); // of a worker that was cut off: when it is back it has to register, and is refused
    await markSource(tx, mark);
    await closeStore(tx, isAway(mark));
    return mark;
  });
}

async function begin(target: HeldStore, source: HeldStore, mark: MoveMark): Promise<void> {
  const ids = await lastIds(source.store.db);
  await inTransaction(target.store.db, async (tx) => {
    await beginTableChanges(tx);
    await requireEmpty(tx, target.name);
    await markTarget(tx, mark);
    await dropIndexes(tx);
    await setLastIds(tx, ids);
  });
}

/** Everything between the two marks. */
async function fill(
  source: HeldStore,
  target: HeldStore,
  { mark, isOld }: { mark: MoveMark; isOld: boolean },
  clock: Clock,
  steps: Steps,
): Promise<Moved> {
  const to = target.store.db;
  const tables = tablesOfBoth(await listTables(source.store.db), await listTables(to));
  await beginFilling(to, clock.now());
  return whileStill(source.store.db, async (from) => {
    const counts = new Map<string, number>();
    for (const table of tables) counts.set(table.name, await countRows(from, table));
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const { stands, before } = await copyAll(from, to, tables, counted(total, steps('Copying', 'rows')));
    await buildIndexes(to, steps('Indexes', 'built'));
    await buildTokenIndex(to, counts.get('subscriber') ?? 0, steps('Words', 'people'));
    await compareAll(
      from,
      to,
      { tables, counts, stands, isOld },
      counted(total * (isOld ? 2 : 1), steps('Comparing', 'rows')),
    );
    const ids = await lastIds(from);
    await inTransaction(to, (tx) => setLastIds(tx, ids));
    const lost = await endFilling(to);
    if (lost.length > 0) throw differs(`references lead nowhere: ${lost.join('; ')}`);
    await markSource(from, { ...mark, state: 'moved', at: clock.now() });
    const replaced = stands.reduce((sum, { stand }) => sum + stand.replaced, 0);
    return { tables: tables.length, rows: total, hadBegun: before > 0, replaced };
  });
}

type Counted = { add(rows: number): void };

function counted(total: number, progress: ReturnType<Steps>): Counted {
  let rows = 0;
  return {
    add(more) {
      rows += more;
      progress(Math.min(rows, total), total);
    },
  };
}

type TableStand = { table: Table; stand: Stand };

async function copyAll(from: Db, to: Db, tables: readonly Table[], progress: Counted) {
  const begun = await Promise.all(tables.map((table) => standOf(to, table)));
  const before = begun.reduce((sum, stand) => sum + stand.sum.rows, 0);
  progress.add(before);
  const stands: TableStand[] = [];
  for (const table of tables) stands.push({ table, stand: await copyTable(from, to, table, progress.add) });
  return { stands, before };
}

type Compared = {
  tables: readonly Table[];
  counts: ReadonlyMap<string, number>;
  stands: readonly TableStand[];
  isOld: boolean;
};

/**
 * What was written is read again. What an earlier run has read is read again at the source, too: it
 * may have been changed since.
 * @throws AppError `conflict` with the tables that differ
 */
async function compareAll(from: Db, to: Db, { counts, stands, isOld }: Compared, progress: Counted): Promise<void> {
  const faults: string[] = [];
  for (const { table, stand } of stands) {
    const is: Sum = isOld ? await sumOf(from, table, progress.add) : stand.sum;
    const has = await inTransaction(to, async (tx) => {
      await followKeys(tx);
      return sumOf(tx, table, progress.add);
    });
    const count = counts.get(table.name) ?? 0;
    if (is.rows !== count || !isSame(is, has)) faults.push(`${table.name} (${count} rows, ${has.rows} at the target)`);
  }
  if (faults.length > 0) throw differs(faults.join(', '));
}

const differs = (what: string) =>
  new AppError(
    'conflict',
    `The two databases differ: ${what}. One of them was changed while the move was interrupted. Start over: npx mailwright move --start-over with the same target.`,
  );

/**
 * The store that moved is used again. Where the move had ended, what was sent from the other place
 * since is not known here: it is held, as in a restored store.
 * @throws AppError when it has not moved, or somebody uses it
 */
export async function takeBack(
  from: Place,
  clock: Clock,
): Promise<{ mark: MoveMark; held: RestoredCounts | undefined }> {
  const source = await openSource(from);
  try {
    const { db } = source.store;
    const mark = (await findMoveMarks(db)).source;
    if (!mark) throw new AppError('conflict', `${source.name} has not moved.`);
    await inTransaction(db, openStoreAgain);
    const held = mark.state === 'moved' ? await holdRestored(db, clock.now()) : undefined;
    await inTransaction(db, forgetMove);
    return { mark, held };
  } finally {
    await source.close();
  }
}
