// The endpoint over HTTP, as a program that speaks MCP uses it: with the client of the kit.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { assertStatus, openTestApp } from '../../test/support/app.ts';
import { makeList } from '../../test/support/lists.ts';
import { suiteMcp } from '../../test/support/mcp.ts';
import { oneEngine } from '../../test/support/stores.ts';
import { addKey } from '../accounts/keys/keys.ts';
import { apiRoutes } from '../app.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Any = any;

oneEngine('programs that speak MCP', (engine) => {
  const { app: suite, address, keyWith, connect } = suiteMcp(engine);

  test('tools follow from the routes, whichever protocol is spoken', async (t) => {
    const modern = await connect(t, await keyWith('read,write,send'));
    const legacy = await connect(t, await keyWith('read,write,send'), 'legacy');
    assert.deepEqual(await modern.names(), await legacy.names());
    assert.match(modern.client.getInstructions() ?? '', /checkAudience/);
    const { tools } = await modern.client.listTools();
    const operations = new Set(apiRoutes.map(({ name }) => name));
    for (const { name, title, description = '', inputSchema } of tools) {
      assert.ok(operations.has(name) || name === 'checkAudience', name);
      assert.ok((title ?? '') !== '' && description.length > 5, name);
      assert.ok(!JSON.stringify(inputSchema).includes('$ref'), `${name} is whole in itself`);
    }
    assert.ok(JSON.stringify(tools).length < tools.length * 1200, 'a model reads them all before it begins');
    const list = tools.find(({ name }) => name === 'getList') as Any;
    assert.deepEqual(list.inputSchema.required, ['list_uid']);
    const campaign = tools.find(({ name }) => name === 'createCampaign') as Any;
    assert.equal(campaign.inputSchema.properties.body.properties.status, undefined);
  });

  test('an address names the groups whose tools it offers', async (t) => {
    const key = await keyWith('read,write,send');
    const of = async (groups: string, scope = key) => (await connect(t, scope, 'auto', `?groups=${groups}`)).names();
    const groups = new Map(apiRoutes.map(({ name, group }) => [name, group]));
    const few = await of('suppressions,List-Fields');
    assert.deepEqual(new Set(few.map((name) => groups.get(name))), new Set(['List fields', 'Suppressions']));
    assert.equal(few.includes('checkAudience'), false);
    const everything = await (await connect(t, key)).names();
    const campaigns = everything.filter((name) => groups.get(name) === 'Campaigns');
    assert.deepEqual(await of('campaigns'), [...campaigns, 'checkAudience']);
    assert.deepEqual(await of(''), everything);
    assert.ok((await of('campaigns', suite().key)).includes('checkAudience'), 'to look, with any key that reads');
    const narrow = await connect(t, key, 'auto', '?groups=suppressions');
    assert.match((await narrow.call('listLists')).body, /There is no tool listLists at this address/);
    assert.match((await narrow.call('checkAudience', { addresses: ['a@example.com'] })).body, /There is no tool/);
    const json = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const response = await suite().call('POST', '/mcp?groups=lists,campaign', { json });
    assertStatus(response, 422);
    assert.match(JSON.stringify(response.json), /"groups":"There is no group campaign. Did you mean campaigns\?/);
  });

  test('the documentation names all groups that have tools', async () => {
    const page = await readFile(new URL('../../docs/mcp.md', import.meta.url), 'utf8');
    const [, listed = ''] = page.match(/reference:\n\n([^.]+)\./) ?? [];
    const documented = [...listed.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name);
    const refusal = await suite().call('POST', '/mcp?groups=none', { json: { jsonrpc: '2.0', id: 1, method: 'ping' } });
    const [, known = ''] = /Groups: ([^.]+)\./.exec(JSON.stringify(refusal.json)) ?? [];
    assert.deepEqual(documented.toSorted(), known.split(', ').toSorted());
  });

  test('a name of the host that is none changes nothing', async () => {
    const json = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const headers = { host: 'a b', accept: 'application/json, text/event-stream' };
    assertStatus(await suite().call('POST', '/mcp', { json, headers }), 200);
  });

  test('an owner’s key reads; what changes needs a right by its name', async (t) => {
    const owner = await connect(t, suite().key);
    const names = await owner.names();
    assert.ok(names.includes('listCampaigns') && names.includes('checkAudience'));
    const changing = [
      'createList',
      'deleteList',
      'sendCampaign',
      'createApiKey',
      'listApiKeys',
      'listUsers',
      'listAudit',
    ];
    assert.deepEqual(
      names.filter((name) => changing.includes(name)),
      [],
    );
    const { tools } = await owner.client.listTools();
    assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint === true));
    const { isError, body } = await owner.call('createList', { body: { general: {} } });
    assert.deepEqual([isError, /its scope must name write explicitly/.test(body)], [true, true]);
    const writer = await (await connect(t, await keyWith('read,write'))).names();
    assert.deepEqual([writer.includes('createList'), writer.includes('sendCampaign')], [true, false]);
    const sender = await connect(t, await keyWith('send'));
    assert.equal((await sender.names()).includes('listCampaigns'), false);
    assert.match((await sender.call('listCampaigns')).body, /does not include the right to read/);
    assert.match((await owner.call('createApiKey')).body, /There is no tool createApiKey/);
    assert.match((await owner.call('getSubscribers')).body, /Did you mean getSubscriber\?/);
  });

  test('a call is one of HTTP: its validation, audit and fields', async (t) => {
    const key = await keyWith('read,write');
    const { call } = await connect(t, key);
    const list = await makeList(suite());
    const made = await call('createSubscriber', {
      list_uid: list,
      body: { EMAIL: 'änn@example.com', FNAME: 'Änn & Co' },
    });
    assert.equal(made.isError, false, JSON.stringify(made.body));
    const found = await call('searchByCustomFields', { list_uid: list, fields: { FNAME: 'Änn & Co' } });
    assert.equal(found.body.data.records[0].EMAIL, 'änn@example.com');
    const wrong = await call('createSubscriber', { list_uid: list, body: { EMAIL: 'nobody' } });
    assert.deepEqual([wrong.isError, wrong.body.http_status], [true, 422]);
    const clash = await call('createSubscriber', { list_uid: list, body: { EMAIL: 'ÄNN@example.com' } });
    assert.equal(clash.body.http_status, 409);
    const { json } = await suite().call('GET', '/audit?operation=createSubscriber');
    const [entry] = json.data.records as Any[];
    assert.deepEqual([entry.actor.kind, entry.actor.name, entry.ip_address], ['key', 'read,write', '127.0.0.1']);
  });

  test('an answer that is too long to show is no failure of what was done', async (t) => {
    const { call } = await connect(t, await keyWith('read,write'));
    const list_uid = await makeList(suite());
    const subscribers = Array.from({ length: 1_000 }, (_, i) => ({
      EMAIL: `ann${i}@example.com`,
      FNAME: 'a'.repeat(250),
    }));
    const added = await call('createSubscribers', { list_uid, body: { subscribers } });
    assert.deepEqual([added.isError, /^The operation was done: do not repeat it/.test(added.body)], [false, true]);
    const all = await call('listSubscribers', { list_uid, per_page: 500 });
    assert.deepEqual([all.isError, /Ask for fewer records/.test(all.body)], [true, true]);
  });

  test('bad arguments change nothing, and say what would be right', async (t) => {
    const { call, client } = await connect(t, await keyWith('read,write,send'));
    assert.match((await call('getList')).body, /^Missing: list_uid\.$/);
    assert.match((await call('getList', { list_uid: 'x', uid: 'y' })).body, /no argument uid\. There are: list_uid/);
    assert.match((await call('createList', { body: 'a list' })).body, /body must be an object/);
    assert.equal((await call('getList', { list_uid: '../campaigns' })).body.http_status, 404);
    assert.equal((await call('listLists', { per_page: { a: [1] } })).isError, false); // as HTTP takes it
    assert.match((await call('dropEverything')).body, /There is no tool dropEverything/);
    await assert.rejects(client.request({ method: 'tools/call', params: { arguments: 1 } } as Any, {} as Any));
  });

  test('no name leads to another operation than that of the tool', async (t) => {
    const list_uid = await makeList(suite());
    const { call } = await connect(t, await keyWith('owner,write'));
    for (const name of ['..', '.', [], [''], ['..'], {}, true, '\ud800', 'a\udfff']) {
      const answer = await call('deleteSubscriber', { list_uid, subscriber_uid: name });
      assert.deepEqual([answer.isError, answer.body.http_status], [true, 404], JSON.stringify(name));
      const cleared = await call('deleteTestMail', { mail_id: name });
      assert.deepEqual([cleared.isError, cleared.body.http_status], [true, 404], 'not the whole test inbox');
    }
    assert.equal((await call('getList', { list_uid })).isError, false, 'the list is there');
  });

  test('customers see nothing of each other', async (t) => {
    const list = await makeList(suite());
    const { customer } = await suite().addCustomer();
    const other = await connect(t, await keyWith('read,write,send', customer.id));
    assert.equal((await other.call('getList', { list_uid: list })).body.http_status, 404);
    assert.equal((await other.call('listLists')).body.data.count, '0');
    const { json } = await suite().call('POST', '/campaigns', {
      json: { name: 'Draft', status: 'draft', list_uid: list },
    });
    const { isError, body } = await other.call('checkAudience', { campaign_uid: json.campaign_uid });
    assert.deepEqual([isError, /^404/.test(body.fault)], [true, true]);
  });

  test('who does not get in: no key, a wrong one, another place, a page of another site', async () => {
    const ask = (headers: Record<string, string>, method = 'POST') =>
      fetch(address(), {
        method,
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        ...(method === 'POST' && { body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }) }),
      });
    const none = await ask({});
    assert.deepEqual([none.status, /^Bearer/.test(none.headers.get('www-authenticate') ?? '')], [401, true]);
    assert.equal((await ask({ authorization: `Bearer ${'x'.repeat(40)}` })).status, 401);
    assert.equal((await ask({ cookie: 'mailwright=something' })).status, 401);
    const bearer = { authorization: `Bearer ${suite().key}` };
    assert.equal((await ask(bearer)).status, 200);
    assert.equal((await ask({ ...bearer, origin: 'http://mail.example.test' })).status, 200);
    for (const origin of ['http://evil.example', 'null', 'https://mail.example.test', `http://127.0.0.1:1`]) {
      assert.equal((await ask({ ...bearer, origin })).status, 403, origin);
    }
    for (const method of ['GET', 'PUT', 'DELETE']) assert.equal((await ask(bearer, method)).status, 405, method);
    const { customerId } = { customerId: suite().customer.id };
    const far = await addKey(
      suite().db,
      { customerId, name: 'far', scope: 'read', allow: '10.0.0.0/8' },
      suite().clock,
    );
    assert.equal((await ask({ authorization: `Bearer ${far.key}` })).status, 403);
    const near = await ask({ authorization: `Bearer ${far.key}`, 'x-forwarded-for': '10.1.2.3' });
    assert.equal(near.status, 200, 'as a trusted proxy says');
    const broken = await fetch(address(), {
      method: 'POST',
      headers: { ...bearer, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: '{"jsonrpc":',
    });
    assert.equal(broken.status, 400);
  });

  test('pages of origins that the configuration names', async (t) => {
    const origin = 'https://app.example.com';
    const { app, key } = await openTestApp(t, engine, { corsOrigins: [origin] });
    const asked = { origin, 'access-control-request-method': 'POST' };
    const before = await app.inject({ method: 'OPTIONS', url: '/api/mcp', headers: asked });
    assert.equal(before.statusCode, 204);
    assert.match(String(before.headers['access-control-allow-headers']), /Authorization/);
    assert.equal(before.headers['access-control-allow-origin'], origin);
    const foreign = { ...asked, origin: 'https://evil.example' };
    const other = await app.inject({ method: 'OPTIONS', url: '/api/mcp', headers: foreign });
    assert.equal(other.headers['access-control-allow-headers'], undefined);
    const accept = 'application/json, text/event-stream';
    const payload = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const post = (from: string) => {
      const headers = { origin: from, accept, authorization: `Bearer ${key}` };
      return app.inject({ method: 'POST', url: '/api/mcp', headers, payload });
    };
    assert.equal((await post(origin)).statusCode, 200);
    assert.equal((await post('https://evil.example')).statusCode, 403);
  });
});
