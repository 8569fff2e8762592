import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ENGLISH } from './english.ts';
import { parseSentences, SENTENCE_CODES, type Sentence, say, storedFault, storedText, textOf } from './sentence.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;
const read = (pattern: string, except: RegExp) =>
  globSync(pattern, { cwd: ROOT })
    .filter((path) => !except.test(path))
    .map((path) => readFileSync(`${ROOT}/${path}`, 'utf8'))
    .join('\n');

test('sentences are joined as text, and a value is never taken for a template', () => {
  const found = [say('spf-no-term', { term: '{most}%{i}' }), say('spf-too-many-lookups', { most: 10 })];
  const text = '"{most}%{i}" is not a valid SPF term. It needs more than 10 lookups, so receivers ignore it.';
  assert.equal(textOf(found), text);
  assert.equal(textOf(parseSentences(JSON.stringify(found))), text);
  assert.equal(textOf([]), '');
});

test('what a newer version stored is told by its code', () => {
  const stored = JSON.stringify([{ code: 'spf-of-tomorrow', values: {} }, say('spf-missing')]);
  const sentences: readonly Sentence[] = parseSentences(stored);
  assert.equal(textOf(sentences), 'spf-of-tomorrow There is no SPF record.');
});

test('a fault that an earlier version stored as text is told in its words', () => {
  const stored = '[::1]:993 cannot be reached from here.';
  assert.deepEqual(storedFault(stored), [say('server-says', { words: stored })]);
  assert.equal(storedText(stored), stored);
  assert.equal(storedText(JSON.stringify([say('smtp-silent')])), 'the server stopped answering');
  assert.deepEqual([storedText(null), storedFault(null)], [null, []]);
});

test('every code is said somewhere', () => {
  const source = read('src/**/*.ts', /\.test\.ts$|kernel\/sentences\//);
  /** Codes that are put together in src/inbound/rules.ts. */
  const composed = ['bounce', 'complaint'].flatMap((kind) => [`${kind}-names-several`, `${kind}-names-none`]);
  const unsaid = SENTENCE_CODES.filter((code) => !composed.includes(code) && !source.includes(`'${code}'`));
  assert.deepEqual(unsaid, []);
  for (const end of ['several', 'none']) assert.ok(source.includes(`\${returned.kind}-names-${end}`));
});

test('the browser UI has its own words for every code, with the same values, and for no other', () => {
  const source = read('ui/src/api/{sentences,refusals}/*.ts', /\.test\.ts$/);
  const words = [...source.matchAll(/^ {2,4}'([a-z0-9-]+)': \((?:\{([^}]*)\})?\) =>/gm)];
  const namesOf = (text: string) => text.split(',').flatMap((name) => name.trim() || []);
  const own = words.map(([, code = '', names = '']) => `${code}: ${namesOf(names).sort().join(' ')}`);
  const wanted = Object.entries(ENGLISH).map(([code, template]) => {
    const names = [...new Set([...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))];
    return `${code}: ${names.sort().join(' ')}`;
  });
  assert.deepEqual(own.sort(), wanted.sort());
});
