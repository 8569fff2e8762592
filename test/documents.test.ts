// A law of the house: what the documents for its developers name is there.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const PLACES = ['src', 'ui', 'test', 'bench', 'docs', 'clients', 'deploy', 'bin'];

/** Every file, and every folder with a stroke at its end. */
const there = PLACES.flatMap((place) => [
  `/${place}/`,
  ...readdirSync(join(ROOT, place), { recursive: true, withFileTypes: true })
    .filter(({ parentPath }) => !parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length) + (entry.isDirectory() ? sep : ''))
    .map((path) => path.split(sep).join('/')),
]);

test('paths that documents name exist', () => {
  const documents = [
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    ...['where', 'how-it-works'].map((n) => `docs/inside/${n}.md`),
  ];
  const broken: string[] = [];
  for (const document of documents) {
    const text = readFileSync(join(ROOT, document), 'utf8');
    // A name without its folder stands behind one that has it.
    for (const [, path = ''] of text.matchAll(/`((?:[\w.-]+\/)*(?:[\w-]+\.(?:test\.)?tsx?|[\w-]+\/))`/g))
      if (!/^x(\.test)?\.ts$/.test(path) && !there.some((one) => one.endsWith(`/${path}`)))
        broken.push(`${document} names ${path}.`);
  }
  assert.deepEqual(broken, [], `\n${broken.join('\n')}`);
});
