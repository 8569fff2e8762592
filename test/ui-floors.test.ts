// The laws of the browser UI's house, read from its imports and its catalogues of texts. Part of
// `npm run check`.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { parseSync, traverse } from '@babel/core';

const SRC = join(import.meta.dirname, '../ui/src');
const paths = readdirSync(SRC, { recursive: true, encoding: 'utf8' });
const files = paths
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
  .map((path) => {
    const text = readFileSync(join(SRC, path), 'utf8');
    const names = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, name = '']) => name);
    const imports = names.map((name) => relative(SRC, join(dirname(join(SRC, path)), name)));
    return { path, text, room: roomOf(path), imports };
  });

/** The folder below ui/src; '' for the entry, the shell and the route table. */
function roomOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] ?? '') : '';
}

test('screens know the kit and the API; the API knows the kit; the kit knows nothing of ours', () => {
  const broken: string[] = [];
  for (const { path, room, imports } of files) {
    for (const other of imports.map(roomOf).filter((name) => name !== room && name !== '')) {
      const isAllowed = room === '' || (other === 'api' && room !== 'kit') || other === 'kit';
      if (!isAllowed) broken.push(`ui/src/${path} imports from ${other}/: screens meet in routes.tsx alone.`);
    }
  }
  assert.deepEqual(broken, []);
});

/** Parts that are made of one another: a block holds lists of blocks. */
const NESTED = new Set(['kit/blocks/block-item.tsx → kit/blocks/block-list.tsx']);

test('there are no circles', () => {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports]));
  const broken: string[] = [];
  const done = new Set<string>();
  const walk = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) broken.push(`circle: ${[...trail.slice(trail.indexOf(path)), path].join(' → ')}`);
    if (done.has(path) || trail.includes(path)) return;
    for (const next of importsOf.get(path) ?? []) if (!NESTED.has(`${path} → ${next}`)) walk(next, [...trail, path]);
    done.add(path);
  };
  for (const { path } of files) walk(path, []);
  assert.deepEqual(broken, []);
});

test('no folder holds more than 16 source files', () => {
  const folders = Map.groupBy(files, ({ path }) => dirname(path));
  const full = [...folders].filter(([, inside]) => inside.length > 16);
  assert.deepEqual(
    full.map(([folder, inside]) => `ui/src/${folder} holds ${inside.length} files; it wants rooms of its own.`),
    [],
  );
});

test('the kit of others is named in kit/ alone, and files stay under 300 lines', () => {
  const broken: string[] = [];
  for (const { path, room, text } of files) {
    if (room !== 'kit' && /from '(@mantine|uplot|codemirror|@codemirror|@tiptap)/.test(text))
      broken.push(`ui/src/${path} names a part that kit/ should give.`);
    if (text.split('\n').length > 301) broken.push(`ui/src/${path} is too long.`);
    if (/from '(\.\.\/)+src\//.test(text)) broken.push(`ui/src/${path} reaches into the server.`);
  }
  assert.deepEqual(broken, []);
});

/** Whose styles are there from the start: the shell, the kit, what is made with both. */
const SHARED = new Set(['', 'kit', 'api']);
/** Names parts of all rooms, as a contrast theme of the system takes their backgrounds. */
const OF_ALL = 'kit/theme/contrast.css';

test('a style of a room is of that room alone: no screen looks otherwise after another one', () => {
  const selectors = paths
    .filter((path) => path.endsWith('.css') && path !== OF_ALL)
    .flatMap((path) => selectorsOf(readFileSync(join(SRC, path), 'utf8')).map((one) => ({ path, one })));
  const kit = selectors.filter(({ path }) => ['kit', 'api'].includes(roomOf(path)));
  const shared = new Set(kit.flatMap(({ one }) => classesOf(one)));
  const roomOfClass = new Map<string, string>();
  const broken: string[] = [];
  for (const { path, one } of selectors.filter(({ path }) => !SHARED.has(roomOf(path)))) {
    const own = classesOf(one).filter((name) => !shared.has(name));
    if (own.length === 0) broken.push(`ui/src/${path}: ${one} has no class of its own: it changes every room.`);
    for (const name of own) {
      const before = roomOfClass.get(name) ?? roomOf(path);
      if (before !== roomOf(path)) broken.push(`ui/src/${path}: .${name} is a class of ${before}/ too.`);
      roomOfClass.set(name, before);
    }
  }
  for (const { path, text, room } of files)
    for (const name of wornIn(text)) {
      const owner = roomOfClass.get(name) ?? room;
      if (owner !== room) broken.push(`ui/src/${path} wears .${name}, which is there once ${owner}/ was opened.`);
    }
  assert.deepEqual(broken, []);
});

const classesOf = (selector: string) => [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name);

function selectorsOf(css: string): string[] {
  const found = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g);
  return [...found].map(([, one = '']) => one.trim()).filter((one) => !/^(@|from$|to$|\d+%$)/.test(one));
}

/** Classes in the quotation marks of a `className`. */
function wornIn(text: string): string[] {
  const worn = text.matchAll(/className=(?:"([^"]*)"|\{([^}]*)\})/g);
  return [...worn]
    .flatMap(([, plain, made = '']) => plain ?? [...made.matchAll(/['"`]([^'"`$]*)/g)].map(([, one = '']) => one))
    .flatMap((words) => words.split(/\s+/));
}

test('the editor of blocks has at most 3,000 lines, with its styles', () => {
  const own = paths.filter((path) => /^kit\/blocks\/.*\.(tsx?|css)$/.test(path.replaceAll('\\', '/')));
  const lines = own.map((path) => readFileSync(join(SRC, path), 'utf8').split('\n').length - 1);
  assert.ok(lines.length > 20);
  assert.ok(lines.reduce((sum, count) => sum + count, 0) <= 3_000);
});

test('every text has its German', () => {
  const missing: string[] = [];
  for (const path of paths.filter((name) => name.endsWith('de.po'))) {
    const text = readFileSync(join(SRC, path), 'utf8');
    for (const [, id = ''] of text.matchAll(/msgid "(.+)"\nmsgstr ""\n(?!")/g)) missing.push(`${path}: ${id}`);
  }
  assert.deepEqual(missing, [], '`npm run texts` gathers them; de.po is filled by hand');
});

test('a text has one German in all rooms: where it means two things, each has a context', () => {
  const known = new Map<string, { german: string; path: string }>();
  const broken: string[] = [];
  for (const path of paths.filter((name) => name.endsWith('de.po'))) {
    const text = readFileSync(join(SRC, path), 'utf8');
    for (const [, context = '', id = '', german = ''] of text.matchAll(
      /(msgctxt ".+"\n)?msgid "(.+)"\nmsgstr "(.+)"/g,
    )) {
      const before = known.get(context + id);
      known.set(context + id, { german, path });
      if (before && before.german !== german)
        broken.push(`“${id}” is “${before.german}” in ${before.path} and “${german}” in ${path}`);
    }
  }
  assert.deepEqual(broken, [], 'the catalogues of all rooms are one while the UI runs');
});

test('people read nothing that is in no catalogue', () => {
  const forgotten = files
    .filter(({ path }) => path.endsWith('.tsx'))
    .flatMap(({ path, text }) => bareTexts(text).map((words) => `ui/src/${path} says “${words}” in English alone.`));
  assert.deepEqual(forgotten, [], 'texts stand in t`…` or <Trans>');
});

/** What is read or heard of parts, and of columns of tables. */
const READ = /^(aria-label|label|title|placeholder|description|about|head|alt|note|why)$/;
const WORD = /\p{L}{2}/u;
/** Names, the same in every language. */
const NAME = /^(Mailwright|English|Deutsch|UTF-8|UTF-16 [BL]E|Windows-1252|smtp\.example\.com)$/;

/** Words between tags, and in what is read of a part, that no macro takes into a catalogue. */
function bareTexts(source: string): string[] {
  const parsed = parseSync(source, { configFile: false, parserOpts: { plugins: ['typescript', 'jsx'] } });
  assert.ok(parsed);
  const found: string[] = [];
  const note = (words: string) => WORD.test(words) && !NAME.test(words.trim()) && found.push(words.trim());
  traverse(parsed, {
    JSXText: (at) => void (isInTrans(at) || note(at.node.value)),
    JSXAttribute({ node: { name, value } }) {
      if (name.type === 'JSXIdentifier' && READ.test(name.name) && value?.type === 'StringLiteral') note(value.value);
    },
    ObjectProperty({ node: { key, value } }) {
      if (key.type === 'Identifier' && READ.test(key.name) && value.type === 'StringLiteral') note(value.value);
    },
  });
  return found;
}

type At = { node: unknown; parentPath: At | null };

function isInTrans(at: At): boolean {
  for (let up = at.parentPath; up; up = up.parentPath) {
    const { openingElement } = up.node as { openingElement?: { name: { name?: string } } };
    if (openingElement?.name.name === 'Trans') return true;
  }
  return false;
}

/** Of a mail, which has its own sizes; the least of which Safari does not enlarge a field. */
const OWN_SIZES = new Set(['kit/blocks/mail-look.css', 'kit/theme/touch.css']);

test('letters, and the widths at which a layout changes, follow the size of letters in the browser', () => {
  const fixed = paths
    .filter((path) => path.endsWith('.css') && !OWN_SIZES.has(path))
    .flatMap((path) => {
      const lines = readFileSync(join(SRC, path), 'utf8').split('\n');
      const broken = lines.filter((line) => /^\s*(font|font-size|line-height|@media)\b.*\dpx/.test(line));
      return broken.map((line) => `ui/src/${path}: ${line.trim()} (rem, of @media em)`);
    });
  assert.deepEqual(fixed, []);
});
