// The laws of the house, read from the imports: what may know what. A broken law is printed as a sentence.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const SRC = join(ROOT, 'src');

/** From the ground up. Inside a floor, imports go left along the order. */
const FLOORS: readonly (readonly string[])[] = [
  ['kernel'],
  ['network', 'csv', 'storage', 'coordination', 'http', 'mail'],
  [
    'accounts',
    'relays',
    'domains',
    'suppression',
    'lists',
    'subscribers',
    'segments',
    'templates',
    'campaigns',
    'emails',
    'bounces',
  ],
  ['feeds', 'content', 'tracking', 'delivery', 'inbound', 'schedules'],
  ['web', 'pages', 'demo', 'cli'],
];
const NOUNS = FLOORS[2] ?? [];
const PLACES = new Map(FLOORS.flatMap((rooms, floor) => rooms.map((room, order) => [room, { floor, order }] as const)));

/** Node modules and packages that only some rooms may know. */
const HTTP_PACKAGES = /^(fastify|@fastify\/|fastify-type-provider-zod|@scalar\/|node:https?$)/;
const KNOWS_HTTP =
  /^(http|web|pages|demo)\/|^(app|serve|main)\.ts$|^tracking\/[\w-]*pages?\.ts$|\/routes[\w-]*\.ts$|\/authenticate\.ts$|^feeds\/read\/fetch\.ts$|\/wire[\w-]*\.ts$|\/wire\//;
const KNOWS_ENVIRONMENT = new Set(['config.ts', 'main.ts']);

type File = { path: string; room: string; text: string; imports: string[]; packages: string[] };

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^;'"]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s+['"]([^'"]+)['"]/g;

const files: File[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => {
    const text = readFileSync(join(SRC, path), 'utf8');
    const names = [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
    const own = names.filter((name) => name.startsWith('.'));
    return {
      path: path.split(sep).join('/'),
      room: path.includes(sep) ? (path.split(sep)[0] ?? '') : '',
      text,
      imports: own.map((name) =>
        relative(SRC, join(dirname(join(SRC, path)), name))
          .split(sep)
          .join('/'),
      ),
      packages: names.filter((name) => !name.startsWith('.')),
    };
  });
const byPath = new Map(files.map((file) => [file.path, file]));

/** Fails with all broken sentences at once. */
function holds(sentences: string[]): void {
  assert.deepEqual(sentences, [], `\n${sentences.join('\n')}`);
}

test('there is a house to look at, and every room has its place', () => {
  assert.ok(files.length > 50);
  const rooms = new Set(files.map((file) => file.room).filter((room) => room !== ''));
  holds([...rooms].filter((room) => !PLACES.has(room)).map((room) => `src/${room} has no floor.`));
});

test('imports go down a floor, or left along the order', () => {
  const broken: string[] = [];
  for (const file of files) {
    const from = PLACES.get(file.room);
    for (const target of from ? file.imports : []) {
      const room = target.includes('/') ? (target.split('/')[0] ?? '') : '';
      if (room === file.room) continue;
      const to = PLACES.get(room);
      const down = from && to && to.floor < from.floor;
      const left = from && to && to.floor === from.floor && to.order < from.order;
      if (!down && !left) broken.push(`${file.path} (floor ${from?.floor}) may not import ${target}.`);
    }
  }
  holds(broken);
});

test('there are no circles, and every import leads to a file', () => {
  const broken: string[] = [];
  const done = new Set<string>();
  const walk = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) broken.push(`circle: ${[...trail.slice(trail.indexOf(path)), path].join(' → ')}`);
    if (done.has(path) || trail.includes(path)) return;
    const file = byPath.get(path);
    if (!file) broken.push(`${trail.at(-1)} imports ${path}, which does not exist.`);
    for (const next of file?.imports ?? []) walk(next, [...trail, path]);
    done.add(path);
  };
  for (const file of files) walk(file.path, []);
  holds(broken);
});

test('routes are mounted by the table of contents alone; the interface’s names stay in their room', () => {
  const broken: string[] = [];
  for (const file of files) {
    for (const target of file.imports) {
      const [room = '', ...names] = target.split('/');
      const inNoun = NOUNS.includes(room);
      if (inNoun && /^routes/.test(names.at(-1) ?? '') && file.path !== 'app.ts') {
        broken.push(`${file.path} may not import ${target}: only app.ts mounts routes.`);
      }
      if (inNoun && names.some((name) => /^wire/.test(name)) && file.room !== room) {
        broken.push(`${file.path} may not import ${target}: member names belong to their own room.`);
      }
    }
  }
  holds(broken);
});

test('only the door, routes, wires and pages know HTTP', () => {
  const broken: string[] = [];
  for (const file of files.filter(({ path }) => !KNOWS_HTTP.test(path))) {
    for (const name of file.packages.filter((name) => HTTP_PACKAGES.test(name))) {
      broken.push(`${file.path} may not know ${name}.`);
    }
  }
  holds(broken);
});

test('only config.ts and main.ts read the environment', () => {
  holds(
    files
      .filter((file) => /process\s*\.\s*env/.test(file.text) && !KNOWS_ENVIRONMENT.has(file.path))
      .map((file) => `${file.path} may not read process.env.`),
  );
});

test('nouns write their own tables', () => {
  const owners = new Map([
    ['customer', 'accounts'],
    ['api_key', 'accounts'],
    ['list', 'lists'],
    ['list_field', 'lists'],
    ['field_removal', 'lists'],
    ['subscriber', 'subscribers'],
    ['confirmation', 'subscribers'],
    ['segment', 'segments'],
    ['template', 'templates'],
    ['template_file', 'templates'],
    ['campaign', 'campaigns'],
    ['campaign_file', 'campaigns'],
    ['email', 'emails'],
    ['email_attachment', 'emails'],
    ['campaign_run', 'campaigns'],
    ['relay', 'relays'],
    ['sending_domain', 'domains'],
    ['dkim_key', 'domains'],
    ['suppression', 'suppression'],
    ['bounce', 'bounces'],
    ['complaint', 'bounces'],
    ['mailbox', 'inbound'],
    ['returned_mail', 'inbound'],
    ['campaign_feed', 'feeds'],
    ['feed_item', 'feeds'],
    ['destination', 'delivery'],
    ['relay_usage', 'delivery'],
  ]);
  const broken: string[] = [];
  for (const file of files.filter((candidate) => PLACES.has(candidate.room))) {
    for (const [, table = ''] of file.text.matchAll(/\.(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)'/g)) {
      const owner = owners.get(table);
      if (owner && owner !== file.room) broken.push(`${file.path} writes ${table}, which belongs to ${owner}.`);
    }
  }
  holds(broken);
});

test('dialect differences live in storage', () => {
  holds(
    files
      .filter((file) => file.room !== 'storage' && /\bisPostgres\(|PostgresAdapter|SqliteAdapter/.test(file.text))
      .map((file) => `${file.path} asks for the engine; storage/dialect.ts is the place.`),
  );
});

test('no default exports, no barrels, no file above 300 lines', () => {
  const broken: string[] = [];
  for (const file of files) {
    if (/^export default /m.test(file.text)) broken.push(`${file.path} has a default export.`);
    if (/^export \* from/m.test(file.text) || /(^|\/)index\.ts$/.test(file.path))
      broken.push(`${file.path} is a barrel.`);
    const lines = file.text.split('\n').length - 1;
    if (lines > 300) broken.push(`${file.path} has ${lines} lines; split it by action.`);
  }
  holds(broken);
});
