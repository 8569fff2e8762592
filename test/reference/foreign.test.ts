// What is another customer's is out of reach: every operation with ids of somebody else's things in
// its path, its query or its body finds none of them, tells nothing of them, not even that there
// are such, and changes none.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { addKey } from '../../src/accounts/keys/keys.ts';
import { apiRoutes } from '../../src/app.ts';
import type { Example } from '../../src/http/openapi/document.ts';
import type { Route } from '../../src/http/route.ts';
import { newUid } from '../../src/kernel/ids.ts';
import { referenceOf } from '../../src/web/reference.ts';
import { formText, type TestAnswer } from '../support/app.ts';
import { addList, type CampaignApp, openForSuite } from '../support/campaigns.ts';
import { addUser } from '../support/people.ts';
import { eachEngine } from '../support/stores.ts';
import { describedBodies, withValue } from './bounds.ts';
import { openWorld, type World } from './world.ts';

const EXAMPLES = JSON.parse(
  readFileSync(new URL('../../src/web/reference-examples.json', import.meta.url), 'utf8'),
) as Record<string, Example>;

/** Where a name is not that of a thing of the world. */
const MEANT: Readonly<Record<string, string>> = {
  target_list_uid: 'list_uid',
  further_list_uids: 'list_uid',
  autoresponder_open_campaign_id: 'campaign_id',
  autoresponder_sent_campaign_id: 'campaign_id',
  tracking_domain_id: 'domain_uid',
  delivery_servers: 'server_id',
  group_uid: 'campaign_uid',
  actor_uid: 'key_uid',
};
/** Of what customers have in common, or have not got here. */
const NOBODYS = new Set([
  'country_id',
  'zone_id',
  'operator_id',
  'starting_id',
  'revision',
  'hash',
  'session_uid',
  'passkey_uid',
]);
const isId = (name: string) => /_(?:uid|id)s?$|^delivery_servers$/.test(name) && !NOBODYS.has(name);
const meaning = (name: string) => MEANT[name] ?? name.replace(/s$/, '');

/** What makes an operation look at an id that its example leaves unread. */
const autoresponder = (autoresponder_event: string) => ({ type: 'autoresponder', options: { autoresponder_event } });
const dated = { date_conditions: [{ date: 'field', time_value: 7, time_unit: 'day' }] };
const WITH: Readonly<Record<string, object>> = {
  target_list_uid: { action: 'copy' },
  subscriber_uids: { search: undefined },
  server_id: { domain_uid: undefined },
  further_list_uids: { segment_uid: undefined },
  'options.autoresponder_open_campaign_id': autoresponder('AFTER-CAMPAIGN-OPEN'),
  'options.autoresponder_sent_campaign_id': autoresponder('AFTER-CAMPAIGN-SENT'),
  'date_conditions.0.field_id': dated,
  'groups.0.date_conditions.0.field_id': { groups: [dated] },
  'groups.0.groups.0.date_conditions.0.field_id': { groups: [{ groups: [dated] }] },
  template_uid: { body: undefined, subject: undefined },
};
/** Where one's own ids are not tried, and why. */
const NOT_TRIED: Readonly<Record<string, string>> = {
  'chooseWinner campaign_uid': 'there is no test that has begun: no id is read',
  'releaseTestMail server_id': 'connects to the delivery server',
  'lookUpBlocklists server_id': 'asks the DNS',
  'lookUpBlocklists domain_uid': 'asks the DNS',
};
/** Ids in places that the reference does not name one by one. */
const ELSEWHERE: [operation: string, path: string[], value: (of: World) => unknown][] = [
  ['createTransactionalEmail', ['template_uid'], (of) => of['template_uid']],
  [
    'createCampaign',
    ['template'],
    (of) => ({ blocks: { version: 1, blocks: [{ kind: 'divider', saved: of['saved_block_uid'] }] } }),
  ],
];

const MARK = 'theirs-';
const MARKED = ['name', 'subject', 'content', 'html', 'email', 'email_key', 'hostname', 'label'];

eachEngine('things of another customer', (engine) => {
  let app: CampaignApp;
  let mine: World;
  let theirs: World;
  let unknown: World;
  let keys: { owner: string; operator: string };
  let session: string;
  let customers: { mine: number; theirs: number };
  let uids: string[];
  let tables: { name: string; columns: string[] }[];
  openForSuite(engine, (opened) => {
    app = opened;
  });

  before(async () => {
    const { db, clock, customer } = app;
    const me = await app.addCustomer();
    const call: CampaignApp['call'] = (method, path, options) => app.call(method, path, { key: me.key, ...options });
    const listUid = await addList(app, me.key);
    const make = async (members = {}) =>
      (await call('POST', '/campaigns', { json: { ...app.input(members), list_uid: listUid } })).json.campaign_uid;
    mine = await openFullWorld({ ...app, ...me, call, listUid, make });
    theirs = await openFullWorld(app);
    const operator = await addKey(db, { customerId: me.customer.id, name: 'o', scope: 'owner,operator' }, clock);
    keys = { owner: me.key, operator: operator.key };
    session = (await addUser({ ...app, ...me })).session;
    customers = { mine: me.customer.id, theirs: customer.id };
    tables = (await db.introspection.getTables())
      .map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }))
      .filter(({ columns }) => columns.includes('customer_id'));
    await markTheirs();
    unknown = Object.fromEntries(Object.entries(theirs).map(([name, id]) => [name, neverGiven(id)]));
    uids = (await Promise.all(tables.map(({ name }) => rowsOf(name, customers.theirs))))
      .flat()
      .flatMap(({ uid }) => uid ?? []);
  });

  async function openFullWorld(of: CampaignApp): Promise<World> {
    const world = await openWorld(of);
    const post = async (path: string, json: object) => (await of.call('POST', path, { json })).json;
    const email = { to_email: 'x@example.test', to_name: 'X', from_name: 'A', subject: 's', body: 'b' };
    const campaign = (await of.call('GET', `/campaigns/${world['campaign_uid']}`)).json.data.record;
    return {
      ...world,
      campaign_id: campaign.campaign_id,
      field_id: world['field_id text'] ?? '',
      export_uid: (await post(`/lists/${of.listUid}/exports`, { format: 'csv' })).data.record.export_uid,
      email_uid: (await post('/transactional-emails', { ...email, send_at: '2027-01-01 00:00:00' })).email_uid,
      email_message_id: `${world['campaign_uid']}.${world['subscriber_uid']}`,
      customer_uid: of.customer.uid,
    };
  }

  /** Their names say whose they are, and their numbers are beyond those of the other customer. */
  async function markTheirs(): Promise<void> {
    for (const { name, columns } of tables) {
      const marked = columns.filter((one) => MARKED.includes(one)).map((one) => [one, sql`${MARK} || ${sql.ref(one)}`]);
      const numbered = columns.includes('number') ? [['number', sql`number + 1000`]] : [];
      const set = Object.fromEntries([...marked, ...numbered]);
      if (Object.keys(set).length === 0) continue;
      await app.db
        .updateTable(name as 'list')
        .set(set)
        .where('customer_id', '=', customers.theirs)
        .execute();
    }
    for (const name of ['campaign_id', 'field_id', 'server_id', 'mail_id'])
      theirs[name] = String(Number(theirs[name]) + 1000);
    theirs['email'] = `${MARK}${theirs['email']}`;
  }

  const rowsOf = async (table: string, customerId: number) =>
    (await sql<World>`select * from ${sql.table(table)} where customer_id = ${customerId}`.execute(app.db)).rows;

  /** Apart from when a key was last used, which is noted some time after its request. */
  async function everythingOf(customerId: number): Promise<[table: string, rows: string[]][]> {
    return Promise.all(
      tables.map(async ({ name }) => {
        const rows = await rowsOf(name, customerId);
        return [name, rows.map((row) => JSON.stringify({ ...row, last_used_at: null })).toSorted()];
      }),
    );
  }

  async function assertUnchanged(was: [table: string, rows: string[]][]): Promise<void> {
    const now = new Map(await everythingOf(customers.theirs));
    for (const [table, rows] of was) assert.deepEqual(now.get(table), rows, table);
  }

  /** @returns what of theirs is in a text, apart from what `said` has */
  const theirsIn = (text: string, said = '') =>
    [MARK, ...uids].filter((one) => text.includes(one) && !said.includes(one));

  const keyFor = ({ needs }: Route) => (needs === 'operate' ? keys.operator : keys.owner);

  async function call(route: Route, path: string, body: unknown): Promise<TestAnswer> {
    const caller = route.name === 'updateSession' ? { session } : { key: keyFor(route) };
    const answer = await app.call(route.method, path, { ...caller, ...(route.method !== 'GET' && { json: body }) });
    const said = JSON.stringify({ path, body });
    const what = `${route.name} ${said.slice(0, 400)}: ${answer.status} ${answer.text.slice(0, 400)}`;
    assert.ok(answer.status < 500, what);
    assert.deepEqual(theirsIn(answer.text, said), [], what);
    return answer;
  }

  /**
   * Calls with ids of theirs, and with ids that nobody ever had: both are answered the same, apart
   * from what was made by them.
   * @param ask calls with the ids of a world
   */
  async function askBoth(what: string, ask: (of: World) => Promise<TestAnswer>): Promise<TestAnswer> {
    const [answer, other] = [await ask(theirs), await ask(unknown)];
    assert.equal(answer.status, other.status, `${what}: ${answer.text} ${other.text}`);
    if (answer.status >= 300) assert.equal(withoutIds(answer.text, theirs), withoutIds(other.text, unknown), what);
    return answer;
  }

  test('in paths: each id alone, then all of them', async () => {
    const was = await everythingOf(customers.theirs);
    const deletesLast = apiRoutes.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
    for (const route of deletesLast) {
      const ids = idsIn(route.path);
      for (const foreign of [...ids.map((id) => [id]), ...(ids.length > 1 ? [ids] : [])]) {
        const { status, text } = await askBoth(`${route.name} ${foreign}`, (others) =>
          call(
            route,
            fill(route.path, (name) => (foreign.includes(name) ? others : mine)),
            exampleOf(route.name, foreign === ids ? others : mine),
          ),
        );
        const isRefused = status === 403 || status === 404 || status === 422;
        assert.ok(isRefused || foreign[0] === 'email', `${route.name} ${foreign}: ${status} ${text}`);
      }
    }
    await assertUnchanged(was);
  });

  test('in bodies and queries', async () => {
    const was = await everythingOf(customers.theirs);
    const document = await referenceOf(apiRoutes, { version: '0.0.0', baseUrl: app.baseUrl });
    const inBodies = describedBodies(document).flatMap(({ operationId, members }) =>
      members.flatMap(({ path }) => (isId(String(path.at(-1))) ? [[operationId, path] as const] : [])),
    );
    assert.ok(inBodies.length > 50);
    for (const [name, path, value] of [...inBodies, ...ELSEWHERE]) {
      const member = path.join('.');
      const route = apiRoutes.find((one) => one.name === name);
      assert.ok(route);
      if (route.needs === 'open') continue; // of nobody in particular
      const ask = (of: World) => {
        const body = { ...exampleOf(name, mine), ...(WITH[member] ?? {}) };
        const sent = withValue(body, path, value?.(of) ?? idsOf(of, path.at(-1)));
        const at = fill(route.path, () => mine);
        return call(route, at, sent);
      };
      const { status, text } = await askBoth(`${name} ${member}`, ask);
      if (status < 300 || NOT_TRIED[`${name} ${member}`] !== undefined) continue;
      assert.notEqual(withoutIds((await ask(mine)).text, mine), withoutIds(text, theirs), `${name} reads no ${member}`);
    }
    for (const route of apiRoutes) {
      for (const name of queryOf(document, route).filter(isId)) {
        await askBoth(`${route.name} ${name}`, (of) => {
          const query = { ...withIds(EXAMPLES[route.name]?.query, mine), ...WITH[name], [name]: idsOf(of, name) };
          return call(route, `${fill(route.path, () => mine)}?${formText(query)}`, {});
        });
      }
    }
    await assertUnchanged(was);
    for (const [table, rows] of await everythingOf(customers.mine))
      for (const row of rows) assert.ok(!row.includes(MARK), `${table}: ${row}`);
  });

  /** Of several ids the first is one's own. */
  function idsOf(of: World, member: unknown) {
    const name = String(member);
    const id = of[meaning(name)];
    assert.ok(id, `the world has no ${name}`);
    return /s$/.test(name) ? `${mine[meaning(name)]},${id}` : id;
  }
});

/** An id of the same form that nobody has. */
function neverGiven(id: string): string {
  if (/^\d+$/.test(id)) return String(Number(id) + 100_000);
  return id.includes('@') ? 'nobody@example.test' : id.replaceAll(/[a-z0-9]{13}/g, () => newUid());
}

/** A text with the names of ids in their place; that of one does not tell whose it is. */
function withoutIds(text: string, { email_message_id: message = '', ...of }: World): string {
  const ids = Object.entries(of).filter(([, id]) => id.length > 3);
  return ids.reduce((rest, [name, id]) => rest.replaceAll(id, `(${name})`), text.replaceAll(message, '(message)'));
}

const idsIn = (path: string) =>
  [...path.matchAll(/:(\w+)/g)].flatMap(([, name = '']) => (NOBODYS.has(name) ? [] : [name]));

const fill = (path: string, of: (name: string) => World) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const id = of(name)[name];
    assert.ok(id !== undefined || NOBODYS.has(name), `the world has no ${name}`);
    return encodeURIComponent(id ?? '1');
  });

const queryOf = (document: Awaited<ReturnType<typeof referenceOf>>, { name, path, method }: Route) => {
  const operation = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  assert.equal(operation?.operationId, name);
  const parameters = (operation?.['parameters'] ?? []) as { name: string; in: string }[];
  return parameters.filter((one) => one.in === 'query').map((one) => one.name);
};

const exampleOf = (operation: string, of: World): object => withIds(EXAMPLES[operation]?.body ?? {}, of) as object;

/** The value with a world's ids in place of those that it has. */
function withIds<T>(value: T, of: World, name = ''): T {
  if (Array.isArray(value)) return value.map((one) => withIds(one, of, name)) as T;
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([inner, one]) => [inner, withIds(one, of, inner)])) as T;
  return isId(name) ? ((of[meaning(name)] ?? value) as T) : value;
}
