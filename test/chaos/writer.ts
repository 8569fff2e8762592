// A second writer: a separate process that imports subscribers, which the documentation allows
// beside a server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Place } from './store.ts';

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'main.ts');

let imports = 0;

/** Imports so many subscribers into the list. @returns how it ended, and its output */
export async function importPeople(
  place: Place,
  listUid: string,
  people: number,
): Promise<{ code: number | null; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'mailwright-chaos-import-'));
  imports += 1;
  const lines = Array.from({ length: people }, (_, n) => `second${imports}-${n}@d${n % 9}.test`);
  writeFileSync(join(folder, 'people.csv'), `EMAIL\n${lines.join('\n')}\n`);
  const where =
    place.kind === 'sqlite'
      ? { MAILWRIGHT_DATA_DIR: place.folder }
      : { MAILWRIGHT_DATA_DIR: folder, MAILWRIGHT_DATABASE_URL: place.server.url(place.database) };
  const child = spawn(process.execPath, [MAIN, 'import', listUid, join(folder, 'people.csv')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...where },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  rmSync(folder, { recursive: true, force: true });
  return { code, output };
}
