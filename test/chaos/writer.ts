// A second writer: a separate process that imports subscribers, which the documentation allows
// beside a server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Place } from './store.ts';

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'main.ts');

let imports = 0;

const TRIES = 5;

/**
 * Imports this many subscribers into the list. An import that ends because the database is away is
 * run again, which takes up where it ended. @returns how the last one ended, and its output
 */
export async function importPeople(place: Place, listUid: string, people: number): Promise<ImportEnd> {
  const folder = mkdtempSync(join(tmpdir(), 'mailwright-chaos-import-'));
  imports += 1;
  const lines = Array.from({ length: people }, (_, n) => `second${imports}-${n}@d${n % 9}.test`);
  writeFileSync(join(folder, 'people.csv'), `EMAIL\n${lines.join('\n')}\n`);
  const where: Record<string, string> =
    place.kind === 'sqlite'
      ? { MAILWRIGHT_DATA_DIR: place.folder }
      : { MAILWRIGHT_DATA_DIR: folder, MAILWRIGHT_DATABASE_URL: place.server.url(place.database) };
  const run = () => runImport(listUid, join(folder, 'people.csv'), where);
  let end = await run();
  for (
    let tries = 1;
    end.code !== 0 && end.output.includes('The database does not answer') && tries < TRIES;
    tries += 1
  ) {
    await sleep(1_000);
    end = await run();
  }
  rmSync(folder, { recursive: true, force: true });
  return end;
}

type ImportEnd = { code: number | null; output: string };

async function runImport(listUid: string, file: string, where: Record<string, string>): Promise<ImportEnd> {
  const child = spawn(process.execPath, [MAIN, 'import', listUid, file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...where },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}
