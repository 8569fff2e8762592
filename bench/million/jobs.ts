// A file of people into a list and out of it again, by the API.
import { closeSync, mkdtempSync, openAsBlob, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '../support/api.ts';

export const emailOf = (n: number): string => `person${n}.some@example.com`;

const PORTION = 10_000;

/** A CSV file of this many people, in no order, as real ones are. */
export function fillList(people: number): { path: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'mailwright-bench-'));
  const path = join(folder, 'people.csv');
  const file = openSync(path, 'w');
  writeSync(file, 'EMAIL,FNAME,LNAME\n');
  for (let from = 0; from < people; from += PORTION) {
    const lines = Array.from({ length: Math.min(PORTION, people - from) }, (_, i) => {
      const who = ((from + i) * 7919) % people;
      return `${emailOf(who)},Anna ${who},Müller ${(from + i) % 9973}\n`;
    });
    writeSync(file, lines.join(''));
  }
  closeSync(file);
  return { path, remove: () => rmSync(folder, { recursive: true }) };
}

/** Uploads and runs an import. @returns seconds, both together */
export async function importFile(call: Call, list: string, path: string): Promise<number> {
  const startedAt = performance.now();
  const blob = await openAsBlob(path);
  const { data } = await call('POST', `/lists/${list}/imports`, blob);
  const place = `/lists/${list}/imports/${data.record.import_uid}`;
  await call('POST', `${place}/run`, {});
  await ended(call, place, 'imported');
  return (performance.now() - startedAt) / 1_000;
}

/** @returns seconds until the file was here, and its rows */
export async function exportAll(call: Call, list: string): Promise<{ rows: number; seconds: number }> {
  const startedAt = performance.now();
  const { data } = await call('POST', `/lists/${list}/exports`, {});
  const place = `/lists/${list}/exports/${data.record.export_uid}`;
  await ended(call, place, 'ready');
  const text = (await call('GET', `${place}/file`)) as string;
  return { rows: text.trimEnd().split('\n').length - 1, seconds: (performance.now() - startedAt) / 1_000 };
}

async function ended(call: Call, place: string, end: string): Promise<void> {
  for (;;) {
    const { state, reason } = (await call('GET', place)).data.record;
    if (state === end) return;
    if (['failed', 'cancelled', 'removed'].includes(state)) throw new Error(`${place}: ${state}, ${reason}`);
    await sleep(100);
  }
}
