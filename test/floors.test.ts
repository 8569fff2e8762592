// The laws of the house, read from the imports: what may know what. Broken ones are told.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const SRC = join(ROOT, 'src');

/** From the ground up. Inside a floor, imports go left along the order. */
const FLOORS: readonly (readonly string[])[] = [
  ['kernel'],
  ['metrics', 'network', 'csv', 'storage', 'coordination', 'http', 'mail', 'browser'],
  [
    ...['accounts', 'audit', 'webhooks', 'relays', 'domains', 'suppression', 'media', 'lists', 'subscribers'],
    ...['segments', 'blocks', 'templates', 'campaigns', 'messages', 'transactional', 'users', 'bounces'],
  ],
  [
    ...['feeds', 'content', 'tracking', 'delivery', 'inbound', 'switching', 'jobs', 'schedules', 'reports'],
    ...['events', 'dispatch', 'backup'],
  ],
  ['mcp', 'web', 'pages', 'demo', 'cells', 'cli'],
];
const NOUNS = FLOORS[2] ?? [];
const PLACES = new Map(FLOORS.flatMap((rooms, floor) => rooms.map((room, order) => [room, { floor, order }] as const)));

/** Node modules and packages that only some rooms may know. */
const HTTP_PACKAGES = /^(fastify|@fastify\/|fastify-type-provider-zod|@scalar\/|node:https?$)/;
const KNOWS_HTTP =
  /^(http|web|pages|mcp|demo|cells)\/|^(app|serve|main)\.ts$|^tracking\/[\w-]*pages?\.ts$|\/routes[\w-]*\.ts$|\/authenticate\.ts$|^network\/guarded\.ts$|^feeds\/read\/fetch\.ts$|^mail\/smtp\/direct\/fetch-policy\.ts$|\/wire[\w-]*\.ts$|\/wire\//;
const KNOWS_ENVIRONMENT = new Set(['config.ts', 'main.ts']);

type File = { path: string; room: string; text: string; imports: string[]; outside: string[]; packages: string[] };
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^;'"]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s+['"]([^'"]+)['"]/g;

const files: File[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => {
    const text = readFileSync(join(SRC, path), 'utf8');
    const names = [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
    const paths = names
      .filter((name) => name.startsWith('.'))
      .map((name) =>
        relative(SRC, join(dirname(join(SRC, path)), name))
          .split(sep)
          .join('/'),
      );
    return {
      path: path.split(sep).join('/'),
      room: path.includes(sep) ? (path.split(sep)[0] ?? '') : '',
      text,
      imports: paths.filter((name) => !name.startsWith('../')),
      outside: paths.filter((name) => name.startsWith('../')),
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

test('the picture in ARCHITECTURE.md has every room, in this order', () => {
  const [, picture = ''] = /^(floor 0.*?)^ui\//ms.exec(readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')) ?? [];
  assert.deepEqual(
    [...picture.matchAll(/\b(\w+)\//g)].map(([, room]) => room),
    FLOORS.flat(),
  );
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

test('of what is outside of src/, the demo alone imports something: the client that others use', () => {
  holds(
    files
      .flatMap(({ path, room, outside }) => outside.map((target) => ({ path, room, target })))
      .filter(({ room, target }) => room !== 'demo' || !target.startsWith('../clients/'))
      .map(({ path, target }) => `${path} may not import ${target}.`),
  );
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

test('source, turn and lanes of a worker know the data between them and not each other', () => {
  const parts = ['delivery/supply.ts', 'delivery/turns/turns.ts', 'delivery/relay-pool/lanes.ts'];
  const reached = (path: string, seen = new Set<string>()): Set<string> => {
    for (const next of byPath.get(path)?.imports ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      reached(next, seen);
    }
    return seen;
  };
  holds(
    parts.flatMap((part) => {
      const known = reached(part);
      assert.ok(known.has('delivery/pipeline.ts'), `${part} works on the pipeline.`);
      return parts.filter((other) => known.has(other)).map((other) => `${part} leads to ${other}.`);
    }),
  );
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

test('only http, routes, wires and pages know HTTP', () => {
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

/** Who may write a table; others call its functions. */
const OWNERS = new Map(
  Object.entries({
    accounts: ['customer', 'api_key', 'keyed_request', 'setting'],
    users: ['user_account', 'membership', 'user_session', 'recovery_code', 'passkey', 'welcome_link'],
    webhooks: ['webhook', 'webhook_lane', 'webhook_delivery', 'event_fact', 'event_head', 'event_page'],
    relays: ['relay'],
    domains: ['sending_domain', 'dkim_key', 'domain_record', 'domain_change'],
    suppression: ['suppression', 'suppressed_by_all', 'suppressed_hash'],
    lists: ['list', 'list_field', 'field_removal', 'captcha_solution'],
    subscribers: ['subscriber', 'subscriber_mark', 'list_growth', 'confirmation', 'consent', 'consent_text'],
    media: ['media', 'media_file'],
    blocks: ['brand', 'saved_block', 'saved_block_use'],
    templates: ['template', 'template_file', 'template_picture'],
    campaigns: [
      'campaign',
      'ab_test',
      'campaign_counter',
      'campaign_file',
      'campaign_run',
      'campaign_version',
      'campaign_editor',
    ],
    messages: ['batch', 'addressee', 'work', 'message', 'worker_hold', 'worker_turn'],
    transactional: ['email', 'email_attachment'],
    bounces: ['bounce', 'complaint'],
    feeds: ['campaign_feed', 'feed_item'],
    tracking: ['open', 'click', 'unsubscribe', 'response'],
    delivery: ['destination', 'relay_usage', 'high_water'],
    switching: ['former_server', 'former_step', 'former_object', 'former_person'],
    inbound: ['mailbox', 'returned_mail', 'provider', 'returned_count'],
    jobs: ['job', 'job_piece'],
    storage: ['tally', 'blob', 'rate_window', 'migration', 'move', 'look', 'named_owner'],
    audit: ['audit'],
    schedules: ['address_removal'],
    segments: ['segment'],
    content: ['campaign_link'],
    coordination: ['lease'],
    mail: ['inbox_mail'],
  }).flatMap(([room, tables]) => tables.map((table) => [table, room] as const)),
);

/** What may be written elsewhere, and why. */
const ALSO = new Set([
  'messages campaign_counter', // in the one statement of a turn
  'campaigns campaign_link', // with the campaign
  'tracking campaign_link', // counts by link
]);

/** Tables that a text writes: by the builder's calls, or in SQL; `?` where a name is put in. */
function tablesWritten(text: string): string[] {
  const built = [...text.matchAll(/\.(?:insertInto|updateTable|deleteFrom)\(\s*(?:'(\w+)'|(\w))/g)];
  const raw = [...text.matchAll(/\b(?:insert into|delete from) (\w+|\$\{)|\bupdate (\w+|\$\{[^}]*\})\s+set\b/g)];
  return [
    ...built.map(([, name]) => name ?? '?'),
    ...raw.map(([, name, updated]) => name ?? updated ?? '').map((name) => (name.startsWith('$') ? '?' : name)),
  ];
}

test('every table has an owner, and only the owner writes it', () => {
  const created = files
    .filter(({ path }) => path.startsWith('storage/migrat'))
    .flatMap(({ text }) => [...text.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, table = '']) => table));
  assert.ok(created.length > 40);
  const broken = created.filter((table) => !OWNERS.has(table)).map((table) => `Table ${table} has no owner.`);
  for (const { path, room, text } of files.filter((file) => PLACES.has(file.room) && file.room !== 'storage')) {
    for (const table of new Set(tablesWritten(text))) {
      const owner = OWNERS.get(table);
      if (owner === room || ALSO.has(`${room} ${table}`)) continue;
      if (owner) broken.push(`${path} writes ${table}, which belongs to ${owner}.`);
      else if (table === '?') {
        // Its names stand in the same file.
        const named = [...text.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
        const foreign = named.filter((name) => OWNERS.has(name) && OWNERS.get(name) !== room);
        const read = new Set([...text.matchAll(/(?:selectFrom|[jJ]oin)\(\s*'(\w+)'/g)].map(([, name = '']) => name));
        const written = foreign.filter((name) => !read.has(name) && !ALSO.has(`${room} ${name}`));
        if (written.length > 0)
          broken.push(`${path} may write ${[...new Set(written)].join(', ')} by a name that is put in.`);
      }
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

test('members of an object stand in it, where unknown ones and such twice are seen', () => {
  holds(files.filter(({ text }) => /\.\.\.\{ ?\w/.test(text)).map(({ path }) => `${path} spreads a literal.`));
});

test('no folder holds more than 16 source files', () => {
  const counts = new Map<string, number>();
  for (const { path } of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  holds(
    [...counts]
      .filter(([, count]) => count > 16)
      .map(([folder, count]) => `src/${folder} holds ${count} files; a prefix that several share is a folder.`),
  );
});
