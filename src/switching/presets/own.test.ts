import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { assertStatus, type TestApp } from '../../../test/support/app.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { contentOf, formerOf, openSource, type SourceServer, takeOver } from '../../../test/support/switching.ts';
import { openHttp } from '../http.ts';

const PEOPLE = 507;

eachEngine('taking over a server of the same interface', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  let source: SourceServer;
  const closings: (() => unknown)[] = [];
  before(async () => {
    app = opened();
    source = await openSource({ after: (close?: unknown) => void closings.push(close as () => unknown) }, PEOPLE);
    const at = (path: string, json: unknown) => source.call('POST', path, { json });
    assertStatus(
      await at('/suppressions', { email: 'never@example.com', reason: 'complaint', detail: 'was angry' }),
      201,
    );
    const fields = (await source.call('GET', `/lists/${source.list}/fields`)).json.data.records;
    const plan = fields.find((field: { tag: string }) => field.tag === 'PLAN').field_id;
    const conditions = [{ field_id: plan, operator_id: 1, value: 'paid' }];
    assertStatus(
      await at(`/lists/${source.list}/segments`, { name: 'Paying', operator_match: 'all', conditions }),
      201,
    );
    const opens = [{ action: 'open' }];
    assertStatus(await at(`/lists/${source.list}/segments`, { name: 'Readers', campaign_conditions: opens }), 201);
    const content = '<p>Dear [FNAME],\nsee [SURVEY_URL] <a href="[UNSUBSCRIBE_URL]">out</a></p>';
    assertStatus(await at('/templates', { name: 'Plain', content }), 201);
    const campaign = {
      name: 'Next',
      from_name: 'Ada',
      from_email: 'a@example.com',
      reply_to: 'a@example.com',
      subject: 'Hi [FNAME]',
    };
    const draft = {
      ...campaign,
      list_uid: source.list,
      send_at: '2030-01-01 10:00:00',
      template: { content },
      status: 'draft',
    };
    assertStatus(await at('/campaigns', draft), 201);
  });
  after(async () => {
    for (const close of closings.reverse()) await close();
  });

  test('a dry run says what would become of it, and changes nothing', async () => {
    const before = await contentOf(app);
    const report = await takeOver(app, formerOf(source), { isDryRun: true });
    assert.deepEqual(await contentOf(app), before);
    assert.equal((await app.call('GET', '/lists')).json.data.count, '0');
    assert.equal((await app.call('GET', '/suppressions')).json.data.count, '0');
    assert.equal(await rows('former_server'), 0);
    assert.equal(report.is_dry_run, true);
    assert.equal(report.lists[0]?.people.added, PEOPLE);
    assert.equal(report.suppressions.added, 1);
    assert.equal(report.templates[0]?.state, 'added');
  });

  async function rows(table: 'former_server' | 'former_person') {
    const { n } = await app.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('customer_id', '=', app.customer.id)
      .executeTakeFirstOrThrow();
    return Number(n);
  }

  test('everything comes over: consent, values, ids, segments, templates, drafts', async () => {
    const report = await takeOver(app, formerOf(source));
    const [list] = report.lists;
    assert.equal(list?.state, 'added');
    assert.equal(list?.uid, source.list, 'programs find the list by its former id');
    assert.deepEqual(list?.fields_added, ['PLAN']);
    const { read, added, changed, same, skipped, added_as } = list?.people ?? assert.fail();
    assert.deepEqual(
      { read, added, changed, same, skipped },
      { read: PEOPLE, added: PEOPLE, changed: 0, same: 0, skipped: 0 },
    );
    assert.equal(added_as['confirmed'], 219);
    const there = await contentOf(source);
    const here = await contentOf(app);
    const plain = ({ subscribers }: typeof there) => subscribers.map(({ field_values, folded, tokens, ...row }) => row);
    const consent = plain(here);
    for (const [i, row] of plain(there).entries()) {
      const { confirm_ip, confirmed_at, unsubscribed_at: _when, ...asked } = row;
      const { confirm_ip: _, confirmed_at: confirmed, unsubscribed_at: left, ...got } = consent[i] ?? assert.fail();
      assert.deepEqual({ ...got }, { ...asked, created_at: Math.floor(asked.created_at / 1000) * 1000 });
      assert.equal(confirmed === null, confirmed_at === null);
      assert.equal(left, null);
    }
    assert.deepEqual(here.tallies, there.tallies);
    const one = (
      await app.call('GET', `/lists/${source.list}/subscribers/search-by-custom-fields?FNAME=Ann%207&PLAN=paid`)
    ).json;
    assert.equal(one.data.count, '1');
    assert.equal(
      (await app.call('GET', '/suppressions?email=never@example.com')).json.data.records[0].reason,
      'complaint',
    );
    assert.deepEqual(
      report.segments.map(({ name, state }) => [name, state]),
      [
        ['Paying', 'added'],
        ['Readers', 'skipped'],
      ],
    );
    const segment = report.segments[0]?.uid;
    const members = await app.call('GET', `/lists/${source.list}/segments/${segment}/subscribers?per_page=1`);
    assert.ok(members.json.data.records[0].PLAN === 'paid' || members.json.data.records[0].PLAN === 'Paid');
    assert.deepEqual(
      report.campaigns.map(({ name, state }) => [name, state]),
      [['Next', 'added']],
    );
    const campaign = await app.call('GET', `/campaigns/${report.campaigns[0]?.uid}?full=1`);
    assert.equal(campaign.json.data.record.status, 'draft');
    assert.match(campaign.json.data.record.template.content, /Dear \[FNAME\]/);
    assert.deepEqual(
      report.untranslated.map(({ where, line, tag }) => [where, line, tag]),
      [
        ['template "Plain"', 2, '[SURVEY_URL]'],
        ['campaign "Next", content', 2, '[SURVEY_URL]'],
      ],
    );
    assert.equal(
      Number(
        (
          await app.db
            .selectFrom('confirmation')
            .select(({ fn }) => fn.countAll().as('n'))
            .where('customer_id', '=', app.customer.id)
            .executeTakeFirstOrThrow()
        ).n,
      ),
      0,
      'nobody is asked to confirm by it',
    );
  });

  test('again: nothing is doubled; what changed there changes, what people did here stays', async () => {
    const before = await contentOf(app);
    const again = await takeOver(app, formerOf(source));
    assert.deepEqual(await contentOf(app), before);
    assert.equal(again.lists[0]?.people.same, PEOPLE);
    assert.deepEqual(
      [...again.segments, ...again.templates, ...again.campaigns].map(({ state }) => state),
      ['same', 'skipped', 'same', 'same'],
    );
    assert.equal(await rows('former_server'), 1);

    const uidOf = async (of: TestApp, email: string) =>
      (await of.call('GET', `/lists/${source.list}/subscribers/search-by-email?EMAIL=${email}`)).json.data
        .subscriber_uid;
    const [ann0, ann1, ann2] = [
      await uidOf(source, 'ann0@example.com'),
      await uidOf(source, 'ann1@example.com'),
      await uidOf(source, 'ann2@example.com'),
    ];
    assert.equal(await uidOf(app, 'ann0@example.com'), ann0);
    assertStatus(
      await source.call('PUT', `/lists/${source.list}/subscribers/${ann0}`, { json: { FNAME: 'Anna', PLAN: '' } }),
      200,
    );
    assertStatus(await source.call('PUT', `/lists/${source.list}/subscribers/${ann1}/unsubscribe`), 200);
    assertStatus(
      await source.call('PUT', `/lists/${source.list}/subscribers/${ann2}`, { json: { FNAME: 'Changed' } }),
      200,
    );
    assertStatus(await app.call('PUT', `/lists/${source.list}/subscribers/${ann2}/unsubscribe`), 200);
    const third = await takeOver(app, formerOf(source));
    const { people } = third.lists[0] ?? assert.fail();
    assert.deepEqual([people.added, people.changed, people.same, people.stay_away], [0, 3, PEOPLE - 3, 1]);
    const show = async (uid: string) =>
      (await app.call('GET', `/lists/${source.list}/subscribers/${uid}`)).json.data.record;
    const [zero, one, two] = [await show(ann0), await show(ann1), await show(ann2)];
    assert.deepEqual([zero.FNAME, zero.PLAN, zero.status], ['Anna', '', 'confirmed']);
    assert.equal(one.status, 'unsubscribed');
    assert.deepEqual([two.FNAME, two.status], ['Changed', 'unsubscribed']);
  });

  test('former unsubscribe links ask, and act on POST; others change nothing', async () => {
    const { json } = await app.call('GET', `/lists/${source.list}/subscribers/search-by-email?EMAIL=ann7@example.com`);
    const uid: string = json.data.subscriber_uid;
    const link = `/lists/${source.list}/unsubscribe/${uid}/abcdefghijklm`;
    const status = async () =>
      (await app.call('GET', `/lists/${source.list}/subscribers/${uid}`)).json.data.record.status;
    const asked = await app.app.inject({ method: 'GET', url: link });
    assert.equal(asked.statusCode, 200);
    assert.match(asked.body, /<form method="post">/);
    assert.ok(!asked.body.includes('ann7@example.com'));
    assert.equal(await status(), 'confirmed');
    const strange = [
      `/lists/${source.list}/unsubscribe/aaaaaaaaaaaaa`,
      `/lists/zzzzzzzzzzzzz/unsubscribe/${uid}`,
      '/lists/x/unsubscribe/%00',
      `/lists/${'a'.repeat(5_000)}`,
      `/lists/${source.list}/unsubscribe`,
      "/lists/a'--/unsubscribe/b",
    ];
    for (const url of strange) {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await app.app.inject({ method, url });
        assert.ok([404, 414].includes(answer.statusCode), `${method} ${url.slice(0, 60)} ${answer.statusCode}`);
        assert.match(answer.headers['content-type'] as string, /html|json/);
      }
    }
    assert.equal(await status(), 'confirmed');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const oneClick = await app.app.inject({
      method: 'POST',
      url: `/index.php${link}`,
      headers,
      payload: 'List-Unsubscribe=One-Click',
    });
    assert.equal(oneClick.statusCode, 200);
    assert.equal(await status(), 'unsubscribed');
    assert.equal((await app.app.inject({ method: 'POST', url: link })).statusCode, 200);
  });

  test('each try in vain is told, with what happened and when the next one is', async (t) => {
    const server = createServer(() => undefined); // takes requests, and never answers
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const told: string[] = [];
    const times = { retryMs: 100, timeoutMs: 200 };
    const http = openHttp({ base, headers: {}, rate: 1_000, ...times, tell: (line) => void told.push(line) });
    const why = `${base}/lists cannot be read: it does not answer within 0.2 s`;
    await assert.rejects(http.get('/lists'), { message: `${why}. Run it again later: it resumes there.` });
    assert.deepEqual(
      told,
      ['try 2 of 5 in 0.1 s', 'try 3 of 5 in 0.2 s', 'try 4 of 5 in 0.4 s', 'try 5 of 5 in 0.8 s'].map(
        (next) => `${why}; ${next}.`,
      ),
    );
  });

  test('a server that is busy is asked again; one that refuses the key is not', async (t) => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      if (request.url === '/api/key') response.writeHead(401).end();
      else if (request.url === '/api/moved') response.writeHead(301, { location: 'https://example.org/api' }).end();
      else if (asked.length < 3) response.writeHead(429, { 'retry-after': '1' }).end();
      else response.writeHead(200).end('{"data":1}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close());
    const http = openHttp({
      base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`,
      headers: {},
      rate: 1_000,
      retryMs: 1,
    });
    await assert.rejects(takeOver(app, formerOf({ ...source, url: `${source.url}/nowhere` })), /has no \/lists/);
    assert.deepEqual(await http.get('/busy'), { data: 1 });
    assert.equal(asked.length, 3);
    await assert.rejects(http.get('/key'), /refuses the key \(401\)/);
    await assert.rejects(http.get('/moved'), /leads to https:\/\/example\.org\/api/);
    assert.equal(asked.length, 5);
  });
});
