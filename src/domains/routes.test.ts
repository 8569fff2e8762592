import assert from 'node:assert/strict';
import dns from 'node:dns';
import { after, before, beforeEach, test } from 'node:test';
import { assertStatus, type TestApp } from '../../test/support/app.ts';
import { type DnsServer, startDnsServer } from '../../test/support/dns-server.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { newUid } from '../kernel/ids.ts';

type Key = { selector: string; algorithm: string; bits: number; status: string; date_retired: string | null };
type DnsRecord = { purpose: string; name: string; value: string; strings: string; status: string; message: string };

let server: DnsServer;
const system = dns.getServers();
before(async () => {
  server = await startDnsServer();
  dns.setServers([server.address]); // the resolver of this process
});
after(async () => {
  dns.setServers(system);
  await server.close();
});
beforeEach(() => server.clear());

eachEngine('sending domains', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  before(() => {
    app = opened();
  });

  const add = async (name: string, key?: string) => {
    const answer = await app.call('POST', '/sending-domains', { json: { name }, ...(key && { key }) });
    assertStatus(answer, 201);
    assert.equal(answer.json.domain_uid, answer.json.data.record.domain_uid);
    return answer.json.data.record;
  };
  const call = async (uid: string, action = '', method = action === '' ? 'GET' : 'POST') => {
    const answer = await app.call(method, `/sending-domains/${uid}${action}`);
    assertStatus(answer, 200);
    return answer.json.data.record;
  };
  const publish = (records: DnsRecord[]) => {
    for (const { name, value } of records.filter(({ purpose }) => purpose === 'dkim')) server.txt(name, value);
  };
  const states = (keys: Key[]) => keys.map(({ status }) => status);

  test('from creation to key rotation: records, checks, signing keys', async () => {
    const made = await add('Bücher.Example');
    const { domain_uid: uid } = made;
    assert.equal(made.name, 'xn--bcher-kva.example');
    assert.equal(made.status, 'unchecked');
    assert.deepEqual(
      made.keys.map(({ algorithm, bits, status }: Key) => [algorithm, bits, status]),
      [
        ['rsa-sha256', 2048, 'active'],
        ['ed25519-sha256', 256, 'active'],
      ],
    );
    const [rsa, ed, spf, dmarc] = made.records as DnsRecord[];
    assert.equal(rsa?.name, `${made.keys[0].selector}._domainkey.xn--bcher-kva.example`);
    assert.match(rsa?.value ?? '', /^v=DKIM1; k=rsa; p=MII[\w+/]{380,}={0,2}$/);
    assert.match(rsa?.strings ?? '', /^"v=DKIM1.{248}" ".{100,}"$/);
    assert.match(ed?.value ?? '', /^v=DKIM1; k=ed25519; p=.{43}=$/);
    assert.deepEqual([spf?.value, dmarc?.name], ['v=spf1 mx ~all', '_dmarc.xn--bcher-kva.example']);

    const missing = await call(uid, '/check');
    assert.deepEqual([missing.status, missing.date_checked], ['missing', '2026-11-21 12:00:00']);
    assert.deepEqual(
      missing.records.map(({ status }: DnsRecord) => status),
      ['missing', 'missing', 'missing', 'missing'],
    );
    assert.match(missing.summary, /^xn--bcher-kva\.example: missing \(checked 2026-11-21 12:00:00 UTC\)\n/);

    publish(made.records);
    server.txt('xn--bcher-kva.example', 'v=spf1 -all');
    server.txt('_dmarc.xn--bcher-kva.example', 'v=DMARC1; p=reject; rua=mailto:d@x.test');
    const good = await call(uid, '/check');
    assert.equal(good.status, 'good', good.summary);
    assert.deepEqual(await call(uid), good, 'the verdict is kept');

    const rotated = await call(uid, '/rotate');
    assert.deepEqual(states(rotated.keys), ['active', 'active', 'next', 'next']);
    const again = await app.call('POST', `/sending-domains/${uid}/rotate`);
    assertStatus(again, 400);
    assert.match(again.json.error, /already waiting for their DNS records/);

    server.txt(rotated.records[2].name, rotated.records[2].value);
    assert.deepEqual(states((await call(uid, '/check')).keys), ['active', 'active', 'next', 'next'], 'one is missing');
    server.fail(rotated.records[3].name, 'SERVFAIL');
    const unknown = await call(uid, '/check');
    assert.deepEqual(states(unknown.keys), ['active', 'active', 'next', 'next'], 'DNS did not say');
    assert.equal(unknown.status, 'unknown');
    assert.match(unknown.records[3].message, /SERVFAIL/);

    server.clear();
    publish(rotated.records);
    const changed = await call(uid, '/check');
    assert.deepEqual(states(changed.keys), ['retired', 'retired', 'active', 'active']);
    assert.equal(changed.keys[0].date_retired, '2026-11-21 12:00:00');
    assert.equal(changed.records.length, 4, 'retired keys are published no more');
    assert.match(
      changed.summary,
      /is retired since 2026-11-21 12:00:00 UTC; leave its record in DNS until 2026-11-28\./,
    );
    assertStatus(await app.call('DELETE', `/sending-domains/${uid}`), 200);
    assertStatus(await app.call('GET', `/sending-domains/${uid}`), 404);
  });

  test('private keys stay inside', async () => {
    const { domain_uid: uid, ...record } = await add('sealed.example');
    const rows = await app.db.selectFrom('dkim_key').selectAll().execute();
    for (const { private_key: stored } of rows) assert.match(stored, /^v1\.[\w-]+$/);
    const shown = JSON.stringify([record, await call(uid, '/check')]);
    for (const row of rows) assert.ok(!shown.includes(row.private_key));
    assert.ok(!shown.includes('PRIVATE'));
  });

  test('faults name the member, all at once; nothing is created', async () => {
    await add('there.example');
    const count = async () => (await app.call('GET', '/sending-domains')).json.data.count;
    const before = await count();
    const cases: [Record<string, unknown>, Record<string, string>][] = [
      [{}, { name: 'Name cannot be blank.' }],
      [{ name: 'There.example.' }, { name: 'The sending domain there.example already exists.' }],
      [
        { name: 'com', rsa_bits: '2047' },
        {
          name: 'Name must be a domain name of at least two parts, such as example.com.',
          rsa_bits: 'RSA bits must be one of: 1024, 2048, 3072, 4096.',
        },
      ],
      [
        { name: ['x'], rsa_bits: 512 },
        { name: 'Name must be a text.', rsa_bits: 'RSA bits must be a whole number from 1024 to 4096.' },
      ],
    ];
    for (const [json, faults] of cases) {
      const answer = await app.call('POST', '/sending-domains', { json });
      assertStatus(answer, 422);
      assert.deepEqual(answer.json.error, faults);
    }
    assert.equal(await count(), before);
    const bad = await app.call('POST', `/sending-domains/${(await add('bits.example')).domain_uid}/rotate`, {
      json: { rsa_bits: 2000 },
    });
    assertStatus(bad, 422);
    assert.deepEqual(Object.keys(bad.json.error), ['rsa_bits']);
  });

  test('a domain added twice at the same moment is there once', async () => {
    const both = await Promise.all(
      [1, 2].map(() => app.call('POST', '/sending-domains', { json: { name: 'twice.example' } })),
    );
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 422]);
    const rows = await app.db.selectFrom('dkim_key').select('id').execute();
    const orphans = await app.db
      .selectFrom('dkim_key')
      .innerJoin('sending_domain', (on) =>
        on
          .onRef('sending_domain.customer_id', '=', 'dkim_key.customer_id')
          .onRef('sending_domain.id', '=', 'dkim_key.domain_id'),
      )
      .select('dkim_key.id')
      .execute();
    assert.equal(rows.length, orphans.length);
  });

  test('pages, newest first; another customer sees nothing, and may have the same domain', async () => {
    const { key } = await app.addCustomer();
    for (const name of ['a.example', 'b.example', 'c.example']) await add(name, key);
    const page = (await app.call('GET', '/sending-domains?per_page=2', { key })).json.data;
    assert.equal(page.count, '3');
    assert.deepEqual(
      page.records.map(({ name, status, date_checked: checked }: Record<string, unknown>) => [name, status, checked]),
      [
        ['c.example', 'unchecked', null],
        ['b.example', 'unchecked', null],
      ],
    );
    const mine = await add('a.example');
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/check'],
      ['POST', '/rotate'],
    ] as const) {
      assertStatus(await app.call(method, `/sending-domains/${mine.domain_uid}${path}`, { key }), 404);
      assertStatus(await app.call(method, `/sending-domains/${newUid()}${path}`, { key }), 404);
    }
    assert.deepEqual(states((await call(mine.domain_uid)).keys), ['active', 'active']);
    const before = (await app.call('GET', '/sending-domains')).json.data.count;
    assertStatus(await app.call('DELETE', `/sending-domains/${mine.domain_uid}`), 200);
    assert.equal((await app.call('GET', '/sending-domains')).json.data.count, String(Number(before) - 1));
  });
});
