// Every member, query and path of every route, with values that no client should send: nested where
// a text stands, of the wrong kind, endless, malformed. Never a 500, and every answer is what the
// reference says (app.call holds it against that). MAILWRIGHT_TEST_FUZZ=<number> sends more
// requests than the few of every run.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { apiRoutes } from '../../src/app.ts';
import { referenceOf } from '../../src/web/reference.ts';
import { formText, type TestApp } from '../support/app.ts';
import { eachEngine } from '../support/stores.ts';
import { suiteApp } from '../support/suite.ts';

const RUNS = Number(process.env['MAILWRIGHT_TEST_FUZZ'] ?? 150);

type Schema = {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  $ref?: string;
};
type Operation = {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
};

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

const texts = fc.constantFrom(
  ...['', ' ', '0', '-1', '1', '9'.repeat(30), '1e309', 'NaN', 'undefined', 'null', '\0', 'a\0b', '\ud800', 'x\udfff'],
  ...['[FNAME]', '[A:filter:', '{"a":1}', '=cmd', "' or 1=1 --", '%00', '%', '\\', '__proto__', 'yes', 'ü'.repeat(300)],
  ...['a@b', 'ann@example.com', '2026-02-31 00:00:00', '+999999-01-01 00:00:00', '2026-01-01 00:00:00', '* * * * *'],
  ...['Europe/Nowhere', 'http://[::1', '(a+)+$', 'draft', 'image/png', 'AAAA', 'x'.repeat(70_000)],
);
const numbers = fc.constantFrom(0, -1, 1.5, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, 1e15);
const names = fc.constantFrom('a', '0', '1', 'id', 'name', 'code', 'email', '__proto__', 'constructor', 'toString', '');
const hostile = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    texts,
    numbers,
    fc.constantFrom(true, false, null),
    fc.array(tie('value'), { maxLength: 3 }) as fc.Arbitrary<Json>,
    fc.dictionary(names, tie('value'), { maxKeys: 3 }) as fc.Arbitrary<Json>,
  ),
})).value;

const strangeSteps = fc.constantFrom(
  ...['0', '1', '-1', '9'.repeat(40), 'x'.repeat(500), '%00', '%ed%a0%80', '%zz', '__proto__', 'types', "'"],
);

/** What a sound request has, so that hostile members meet more than the first check. */
const SOUND: Record<string, Json> = {
  '/lists': {
    general: { name: 'List', description: 'A list', opt_in: 'single' },
    defaults: { from_name: 'Ada', from_email: 'a@example.com', reply_to: 'a@example.com' },
  },
  '/lists/{list_uid}/fields': { type: 'text', label: 'Fuzz', tag: 'FUZZ', required: 'no', visibility: 'visible' },
  '/lists/{list_uid}/subscribers': { EMAIL: 'fuzz@example.com', FNAME: 'F' },
  '/lists/{list_uid}/subscribers/bulk': { subscribers: [{ EMAIL: 'bulk@example.com' }] },
  '/lists/{list_uid}/segments': { name: 'Seg', conditions: [{ field_id: '1', operator_id: '1', value: 'x' }] },
  '/templates': { template: { name: 'Tem', content: '<p>Hello</p>' } },
  '/campaigns': {
    campaign: {
      name: 'Camp',
      from_name: 'Ada',
      from_email: 'a@example.com',
      reply_to: 'a@example.com',
      subject: 'Subject',
      send_at: '2027-01-01 00:00:00',
      list_uid: '',
      template: { content: '<p>Hello</p>' },
      options: { url_tracking: 'yes' },
    },
  },
  '/delivery-servers': { hostname: '192.0.2.1', username: 'u', password: 'p' },
  '/transactional-emails': {
    email: { to_name: 'B', to_email: 'b@example.com', from_name: 'Ada', subject: 'Subject', body: '<p>Hello</p>' },
  },
  '/suppressions': { email: 's@example.com' },
  '/suppressions/bulk': { suppressions: [{ email: 's@example.com' }] },
  '/sending-domains': { name: 'fuzz.example.com' },
};

/** Names of the wrappers of the interface, and members that no schema names. */
const EXTRA = [
  '_method',
  'campaign',
  'list',
  'data',
  'field',
  'template',
  'segment',
  'email',
  'customer',
  'EMAIL',
  'FNAME',
  'details',
];
const SEARCH = ['FNAME', 'EMAIL', 'LNAME', 'page', 'per_page', 'filter', 'status'];

type Target = { method: string; path: string; members: string[][]; queries: string[] };

function targetsOf({ paths, components }: Document): Target[] {
  const membersOf = (schema: Schema | undefined, prefix: string[]): string[][] => {
    const named = schema?.$ref && components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''];
    if (named) return membersOf(named, prefix);
    if (!schema || prefix.length > 4) return [];
    const inner = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [
      [...prefix, name],
      ...membersOf(member, [...prefix, name]),
    ]);
    const others = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((one) => membersOf(one, prefix));
    return [...inner, ...membersOf(schema.items, [...prefix, '0']), ...others];
  };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path: path.replace(/^\/api/, ''),
      members: membersOf(Object.values(requestBody?.content ?? {})[0]?.schema, []),
      queries: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
    })),
  );
}

function putMember(body: { [name: string]: Json }, [first = 'a', ...rest]: string[], value: Json): void {
  const before = body[first];
  if (rest.length === 0) body[first] = value;
  else {
    const inner = typeof before === 'object' && before !== null ? (before as { [name: string]: Json }) : {};
    body[first] = inner;
    putMember(inner, rest, value);
  }
}

const wellFormed = (text: string) => encodeURIComponent(text.toWellFormed());

eachEngine('hostile requests', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  let targets: Target[];
  const known: Record<string, string> = {};

  before(async () => {
    app = opened();
    const document = await referenceOf(apiRoutes, { version: '0', baseUrl: app.baseUrl });
    targets = targetsOf(document as unknown as Document).filter(({ path }) => !/\/(probe|check|events)$/.test(path));
    const made = async (path: string, json: unknown) => (await app.call('POST', path, { json })).json;
    known['list_uid'] = (await made('/lists', SOUND['/lists'])).list_uid;
    const sound = SOUND['/campaigns'] as { campaign: { list_uid: string } };
    sound.campaign.list_uid = known['list_uid'] ?? '';
    const list = `/lists/${known['list_uid']}`;
    known['subscriber_uid'] = (
      await made(`${list}/subscribers`, { EMAIL: 'a@example.com', FNAME: 'Ann' })
    ).data.record.subscriber_uid;
    const { records } = (await app.call('GET', `${list}/fields`)).json.data;
    known['field_id'] = records[1].field_id;
    const condition = { field_id: known['field_id'], operator_id: '1', value: 'Ann' };
    known['segment_uid'] = (
      await made(`${list}/segments`, { name: 'Seg', conditions: [condition] })
    ).data.record.segment_uid;
    known['template_uid'] = (await made('/templates', SOUND['/templates'])).template_uid;
    known['campaign_uid'] = (await made('/campaigns', SOUND['/campaigns'])).campaign_uid;
    known['server_id'] = (await made('/delivery-servers', { hostname: '8.8.8.8' })).server_id;
    known['email'] = 's@example.com';
  });

  const request = () =>
    fc.record({
      target: fc.constantFrom(...targets),
      steps: fc.array(fc.option(strangeSteps, { freq: 8 }), { minLength: 3, maxLength: 3 }),
      isSound: fc.boolean(),
      changes: fc.array(fc.tuple(fc.nat(), hostile), { minLength: 0, maxLength: 3 }),
      queries: fc.array(fc.tuple(fc.nat(), fc.constantFrom('', '[]', '[a]', '[a][b]', '[0]', '['), texts), {
        maxLength: 3,
      }),
      encoding: fc.constantFrom('json', 'form', 'multipart', 'file'),
    });

  test('never make a 500, and are answered as the reference says', async () => {
    await fc.assert(
      fc.asyncProperty(request(), async ({ target, steps, isSound, changes, queries, encoding }) => {
        let step = 0;
        const path = target.path.replace(/\{(\w+)\}/g, (_, name: string) => {
          const id = target.method === 'DELETE' ? undefined : known[name]; // what is gone is no target any more
          return steps[step++] ?? id ?? 'unknown';
        });
        const body = (isSound ? structuredClone(SOUND[target.path] ?? {}) : {}) as { [name: string]: Json };
        const members = [...target.members, ...EXTRA.map((name) => [name])];
        for (const [at, value] of changes) putMember(body, members[at % members.length] ?? [], value);
        const asked = [...target.queries, ...SEARCH];
        const query = queries
          .map(([at, brackets, text]) => `${asked[at % asked.length]}${brackets}=${wellFormed(text).slice(0, 3000)}`)
          .join('&');
        const options = target.method === 'GET' || target.method === 'DELETE' ? {} : sent(body, encoding);
        const answer = await app.call(target.method, query === '' ? path : `${path}?${query}`, options);
        assert.notEqual(answer.status, 500, `${target.method} ${path}?${query} ${JSON.stringify(body)}`);
      }),
      { numRuns: RUNS, endOnFailure: RUNS > 1000 },
    );
  });

  test('the members that were once a 500', async () => {
    const list = `/lists/${known['list_uid']}`;
    const search = await app.call('GET', `${list}/subscribers/search-by-custom-fields?FNAME[a]=1`);
    assert.deepEqual([search.status, search.json.error], [422, { FNAME: 'First name must be a text.' }]);
    assert.equal((await app.call('POST', list, { form: '_method[a]=PUT' })).status, 405);
    const relay = await app.call('POST', '/delivery-servers', { form: 'hostname=8.8.8.8&username=u&password[a]=x' });
    assert.deepEqual([relay.status, relay.json.error], [422, { password: 'Password must be a text.' }]);
  });
});

function sent(body: { [name: string]: Json }, encoding: 'json' | 'form' | 'multipart' | 'file') {
  if (encoding === 'json') return { json: body };
  const form = formText(wellFormedTree(body) as Record<string, unknown>);
  if (encoding === 'form') return { form };
  const parts = [...new URLSearchParams(form)].map(([name, value]) => {
    const file = encoding === 'file' ? '; filename="f.zip"' : '';
    return `--x\r\nContent-Disposition: form-data; name="${name.replace(/["\r\n\\]/g, '_')}"${file}\r\n\r\n${value}\r\n`;
  });
  return {
    raw: Buffer.from(`${parts.join('')}--x--\r\n`),
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  };
}

/** Forms carry UTF-8 only; JSON carries lone surrogates. */
function wellFormedTree(value: Json): Json {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(wellFormedTree);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, wellFormedTree(member)]));
}
