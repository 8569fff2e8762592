// Calls that wait for a transaction, which changes what they have found already.
import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction, type Tx } from '../../src/storage/db.ts';
import type { TestAnswer, TestApp } from './app.ts';

/** For the call to get to where it waits; where it does not, the test shows less. */
const WAITS_MS = 300;

/** Makes a call while a transaction changes something, which ends when the call waits for it. */
export async function whileChanging(
  { db }: Pick<TestApp, 'db'>,
  change: (tx: Tx) => Promise<unknown>,
  call: () => Promise<TestAnswer>,
): Promise<TestAnswer> {
  const calls: Promise<TestAnswer>[] = [];
  await inTransaction(db, async (tx) => {
    await change(tx);
    calls.push(call());
    await sleep(WAITS_MS);
  });
  return (await Promise.all(calls))[0] as TestAnswer;
}
