// Whether the store takes changes: found out by making one, as a disk that is full, a lock that
// somebody holds and a server that became a standby all answer who only reads. Asked when somebody
// wants to know, and every two seconds at most.
import { closeSync, openSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import type { Db } from './db.ts';
import { isPostgres } from './dialect.ts';
import { type StoreTrouble, storeTrouble, troubleOf } from './trouble.ts';

const KEPT_MS = 2_000;
const WAIT_MS = 1_500;

type Asked = { at: number; answer: Promise<StoreTrouble | undefined>; isOpen: boolean };
const asked = new WeakMap<Db, Asked>();

/** What keeps the store from taking changes; undefined when it takes them. Answers within 1.5 s. */
export function whyNoChanges(db: Db): Promise<StoreTrouble | undefined> {
  const last = asked.get(db);
  if (last && (last.isOpen || performance.now() - last.at < KEPT_MS)) return last.answer;
  const change = tryChange(db);
  const next: Asked = { at: performance.now(), answer: within(db, change), isOpen: true };
  void change.finally(() => {
    next.isOpen = false;
    // What was said when time ran out holds no longer than the statement.
    next.answer = change;
    next.at = performance.now();
  });
  asked.set(db, next);
  return next.answer;
}

async function tryChange(db: Db): Promise<StoreTrouble | undefined> {
  try {
    closeSync(openSync(import.meta.filename, 'r')); // a process that can open no more files can take no more connections
    await db
      .insertInto('setting')
      .values({ name: 'probe', value: '1' })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: '1' }))
      .execute();
    return undefined;
  } catch (error) {
    return storeTrouble(error) ?? troubleOf('gone');
  }
}

async function within(db: Db, change: Promise<StoreTrouble | undefined>): Promise<StoreTrouble | undefined> {
  const late = Promise.withResolvers<StoreTrouble>();
  const timer = setTimeout(() => late.resolve(troubleOf(isPostgres(db) ? 'gone' : 'busy')), WAIT_MS);
  try {
    return await Promise.race([change, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
