// A law of the house: comments are read beside code, in a window of any width.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');

/** What is written from the routes. */
const MADE = /\b(schema\.d|operations)\.ts$|^dist\b/;

test('comments are wrapped at 100 columns', () => {
  const texts = ['src', 'test', 'bench', 'clients/typescript'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !MADE.test(path))
      .map((path) => `${folder}/${path.split(sep).join('/')}`),
  );
  const broken: string[] = [];
  for (const path of texts) {
    for (const [at, line] of readFileSync(join(ROOT, path), 'utf8').split('\n').entries())
      if (line.length > 100 && /^\s*(\/\/|\/?\*)/.test(line))
        broken.push(`${path}:${at + 1} has ${line.length} columns.`);
  }
  assert.deepEqual(broken, [], `\n${broken.join('\n')}`);
});
