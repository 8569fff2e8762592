// No column that is encrypted is forgotten when the secret changes.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FOR_A_DAY, SEALED } from './sealed.ts';

const SRC = join(import.meta.dirname, '..', '..');

/** Purposes with which some file seals: a text in the call, or a constant of the file. */
function purposesOf(path: string): string[] {
  const text = readFileSync(join(SRC, path), 'utf8');
  if (!/import \{[^}]*\bseal\b[^}]*\} from '[^']*kernel\/seal\.ts'/.test(text)) return [];
  return [...text.matchAll(/\bseal\(\s*[\w.]+,\s*(?:'([^']+)'|(\w+))/g)].map(([, named, constant]) => {
    const purpose = named ?? new RegExp(`const ${constant} = '([^']+)'`).exec(text)?.[1];
    assert.ok(purpose, `${path}: the purpose of seal is a text or a constant of the file`);
    return purpose;
  });
}

test('whatever some file seals is in the list', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((path) => /(?<!\.test)\.ts$/.test(path));
  const purposes = new Set(files.flatMap(purposesOf));
  assert.ok(purposes.size >= 4);
  assert.deepEqual([...purposes].sort(), [...new Set([...SEALED.map(({ purpose }) => purpose), ...FOR_A_DAY])].sort());
});
