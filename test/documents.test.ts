// A law of the house: what documents name, and where their links lead, is there.
import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { test } from 'node:test';
import { OPERATIONS } from '../clients/typescript/src/operations.ts';

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
    // A name without its folder stands after one that has it.
    for (const [, path = ''] of text.matchAll(/`((?:[\w.-]+\/)*(?:[\w-]+\.(?:test\.)?tsx?|[\w-]+\/))`/g))
      if (!/^x(\.test)?\.ts$/.test(path) && !there.some((one) => one.endsWith(`/${path}`)))
        broken.push(`${document} names ${path}.`);
  }
  assert.deepEqual(broken, [], `\n${broken.join('\n')}`);
});

const PAGES = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'clients/typescript/README.md'];
const pages = [...PAGES, ...globSync('docs/**/*.md', { cwd: ROOT })].map((path) => ({
  path,
  text: readFileSync(join(ROOT, path), 'utf8').replace(/^ *```[\s\S]*?^ *```$/gm, ''),
}));

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('links of documents lead to files and headings that are there', () => {
  const broken: string[] = [];
  for (const { path, text } of pages) {
    for (const [, link = ''] of text.replace(/`[^`\n]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)) {
      const [file = '', anchor] = link.split('#');
      if (/^[a-z]+:/.test(file)) continue;
      const target = file === '' ? path : join(dirname(path), file);
      const there = existsSync(join(ROOT, target));
      if (!there || (anchor && !anchorsOf(readFileSync(join(ROOT, target), 'utf8')).includes(anchor)))
        broken.push(`${path}: ${link}`);
    }
  }
  assert.deepEqual(broken, []);
});

/** Of this server below the root of its host, and of Patroni. */
const ELSEWHERE = new Set(['GET /healthz', 'GET /readyz', 'GET /metrics', 'GET /primary']);

test('operations that documents name are there', () => {
  const bare = (operation: string) => operation.replace(/\{[^}]*\}|<[^>]*>/g, '{}');
  const known = new Set(Object.values(OPERATIONS).map(({ method, path }) => bare(`${method} ${path}`)));
  const named = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/`(GET|POST|PUT|DELETE) (?:\/api)?(\/[^\s`?]+)/g)].map(([, method, below]) => ({
      path,
      operation: bare(`${method} ${below}`),
    })),
  );
  assert.ok(named.length > 50);
  assert.deepEqual(
    named.filter(({ operation }) => !known.has(operation) && !ELSEWHERE.has(operation)),
    [],
  );
});

test('in ini files of documents comments stand in lines of their own: PgBouncer refuses others', () => {
  const text = readFileSync(join(ROOT, 'docs/postgresql.md'), 'utf8');
  const lines = [...text.matchAll(/^```ini\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => block.split('\n'));
  assert.ok(lines.includes('[pgbouncer]'));
  assert.deepEqual(
    lines.filter((line) => /[^\s;#].*\s[;#]/.test(line)),
    [],
  );
});
