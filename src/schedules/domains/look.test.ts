import assert from 'node:assert/strict';
import { promises } from 'node:dns';
import { after, before, beforeEach, test } from 'node:test';
import { assertStatus, type TestApp } from '../../../test/support/app.ts';
import { type DnsServer, startDnsServer } from '../../../test/support/dns-server.ts';
import { addUser } from '../../../test/support/people.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { createLogger } from '../../kernel/log.ts';
import { lookAtDomains } from './look.ts';

const HOUR = HOUR_MS;
const log = createLogger('silent');
const links = { domainUrl: (uid: string) => `https://mail.example.test/app/deliverability/domains/${uid}` };

let server: DnsServer;
const resolver = new promises.Resolver({ timeout: 10_000, tries: 1 });
before(async () => {
  server = await startDnsServer();
  resolver.setServers([server.address]);
});
after(() => server.close());
beforeEach(() => server.clear());

type Shown = { purpose: string; name: string; value: string; status: string; lately: object | null };

eachEngine('looks at sending domains', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  before(() => {
    app = opened();
  });

  const look = (mayGoOn = () => true) => lookAtDomains({ db: app.db, clock: app.clock, log, links, resolver, mayGoOn });
  const wait = async (ms: number) => {
    app.clock.forward(ms);
    await look();
  };
  const get = async (path: string, key?: string) => {
    const answer = await app.call('GET', path, key === undefined ? {} : { key });
    assertStatus(answer, 200);
    return answer.json.data;
  };
  const changes = async (uid: string) =>
    (await get(`/sending-domains/${uid}/changes`)).records.map(
      ({ what, purpose }: Record<string, string>) => `${what} ${purpose}`,
    );
  const broken = async () =>
    (await get('/broken-dns-records')).records.map(
      ({ domain, purpose }: Record<string, string>) => `${domain} ${purpose}`,
    );
  const mails = async () => {
    const rows = await app.db.selectFrom('email').select(['to_email', 'subject', 'plain_text']).orderBy('id').execute();
    await app.db.deleteFrom('email').execute();
    return rows;
  };

  /** A domain whose records are all published, and found. */
  const publish = async (name: string) => {
    const answer = await app.call('POST', '/sending-domains', { json: { name, rsa_bits: 1024 } });
    assertStatus(answer, 201);
    const { domain_uid: uid, records } = answer.json.data.record as { domain_uid: string; records: Shown[] };
    const publishAll = () => {
      for (const one of records) if (one.purpose === 'dkim') server.txt(one.name, one.value);
      server.txt(name, 'v=spf1 mx -all', 'some=other');
      server.txt(`_dmarc.${name}`, 'v=DMARC1; p=reject; rua=mailto:d@x.test');
      server.add(name, { type: 'MX', priority: 1, exchange: 'mx.x.test' });
      server.add('mx.x.test', { type: 'A', address: '8.8.8.8' });
    };
    publishAll();
    return { uid, publishAll };
  };

  test('a record that goes is noticed by two looks, told by mail and by webhook, and again when it heals', async () => {
    const { user: owner } = await addUser(app, { email: 'olga@example.com' });
    await addUser(app, { role: 'editor' });
    const hook = await app.call('POST', '/webhooks', {
      json: { url: 'https://x.test/', events: ['domain.broken', 'domain.healed'] },
    });
    assertStatus(hook, 201);
    const { uid, publishAll } = await publish('watched.example');
    assert.equal((await get(`/sending-domains/${uid}`)).record.status, 'unchecked');
    await look();
    assert.equal((await get(`/sending-domains/${uid}`)).record.status, 'unchecked', 'its time has not come');
    await wait(11 * MINUTE_MS);
    const first = (await get(`/sending-domains/${uid}`)).record;
    assert.equal(first.status, 'weak', first.summary); // keys of 1,024 bits
    assert.deepEqual(
      (await changes(uid)).sort(),
      ['found dkim', 'found dkim', 'found dmarc', 'found spf'],
      'each is found once',
    );

    server.clear();
    publishAll();
    server.txt('watched.example', 'some=other');
    await wait(7 * HOUR);
    const suspect = (await get(`/sending-domains/${uid}`)).record;
    const spfOf = (record: { records: Shown[] }) => record.records.find(({ purpose }) => purpose === 'spf');
    assert.equal(spfOf(suspect)?.status, 'good', 'one look says nothing yet');
    assert.match(JSON.stringify(spfOf(suspect)?.lately), /There is no SPF record/);
    assert.deepEqual(await broken(), []);
    assert.deepEqual(await mails(), []);

    await wait(20 * MINUTE_MS);
    const gone = (await get(`/sending-domains/${uid}`)).record;
    assert.deepEqual([spfOf(gone)?.status, spfOf(gone)?.lately, gone.status], ['missing', null, 'missing']);
    assert.deepEqual(await broken(), ['watched.example spf']);
    const [newest] = (await get(`/sending-domains/${uid}/changes`)).records;
    assert.deepEqual(
      [newest.message, newest.sentences],
      ['There is no SPF record.', [{ code: 'spf-missing', values: {} }]],
    );
    assert.deepEqual(
      [newest.what, newest.purpose, newest.found, newest.wanted],
      ['broken', 'spf', '', 'v=spf1 mx -all'],
    );
    const [mail, ...more] = await mails();
    assert.deepEqual(
      [mail?.to_email, mail?.subject, more.length],
      [owner.email, 'A DNS record of watched.example is broken', 0],
    );
    assert.match(mail?.plain_text ?? '', /DNS has: nothing\n {2}should be: v=spf1 mx -all/);
    assert.ok(mail?.plain_text?.includes(links.domainUrl(uid)));

    await wait(2 * HOUR);
    assert.deepEqual(await mails(), [], 'it is told once');
    server.clear();
    publishAll();
    await wait(2 * HOUR);
    assert.deepEqual(await broken(), []);
    assert.deepEqual((await changes(uid)).slice(0, 2), ['healed spf', 'broken spf']);
    assert.deepEqual(
      (await mails()).map(({ subject }) => subject),
      ['The DNS records of watched.example are right again'],
    );
    const facts = await app.db.selectFrom('event_fact').select('content').orderBy('id').execute();
    const told = facts.flatMap(
      ({ content }) => JSON.parse(content) as { type: string; wanted: string; found: string }[],
    );
    assert.deepEqual(
      told.map(({ type, found, wanted }) => [type, found, wanted]),
      [
        ['domain.broken', '', 'v=spf1 mx -all'],
        ['domain.healed', 'v=spf1 mx -all', 'v=spf1 mx -all'],
      ],
    );
    assertStatus(await app.call('DELETE', `/sending-domains/${uid}`), 200);
  });

  test('name servers that fail break nothing, and are said', async () => {
    const { uid, publishAll } = await publish('silent.example');
    await wait(11 * MINUTE_MS);
    server.clear();
    for (const how of ['SERVFAIL', 'REFUSED'] as const) {
      server.fail('silent.example', how);
      server.fail('_dmarc.silent.example', how);
      await wait(7 * HOUR);
    }
    const { records } = (await get(`/sending-domains/${uid}`)).record as { records: Shown[] };
    const dmarc = records.find(({ purpose }) => purpose === 'dmarc');
    assert.equal(dmarc?.status, 'good');
    assert.match(JSON.stringify(dmarc?.lately), /REFUSED/);
    assert.deepEqual(
      (await changes(uid)).filter((one: string) => one.startsWith('broken') && !one.endsWith('dkim')),
      [],
    );
    server.clear();
    publishAll();
    await wait(2 * HOUR);
    assert.deepEqual(await broken(), []);
    assertStatus(await app.call('DELETE', `/sending-domains/${uid}`), 200);
  });

  test('a look that was cut off is made again; two at once change nothing twice; new keys take over', async () => {
    const { uid, publishAll } = await publish('cut.example');
    app.clock.forward(11 * MINUTE_MS);
    await look(() => false); // the clock was lost
    assert.equal((await get(`/sending-domains/${uid}`)).record.status, 'unchecked');
    await Promise.all([look(), look()]);
    assert.equal((await changes(uid)).length, 4);
    const { records } = (await app.call('POST', `/sending-domains/${uid}/rotate`, { json: { rsa_bits: 1024 } })).json
      .data.record;
    publishAll();
    for (const one of records as Shown[]) if (one.purpose === 'dkim') server.txt(one.name, one.value);
    await wait(7 * HOUR);
    const { keys } = (await get(`/sending-domains/${uid}`)).record as { keys: { status: string }[] };
    assert.deepEqual(
      keys.map(({ status }) => status),
      ['retired', 'retired', 'active', 'active'],
    );
    await wait(7 * HOUR);
    const kept = await app.db.selectFrom('domain_record').select('name').execute();
    assert.equal(kept.length, 4, 'records of retired keys are not watched');
    assertStatus(await app.call('DELETE', `/sending-domains/${uid}`), 200);
    assert.deepEqual(await app.db.selectFrom('domain_change').select('id').execute(), []);
  });

  test('new keys take over when one look finds the records of all', async () => {
    const { uid, publishAll } = await publish('half.example');
    await wait(11 * MINUTE_MS);
    const rotated = await app.call('POST', `/sending-domains/${uid}/rotate`, { json: { rsa_bits: 1024 } });
    const [first, second] = (rotated.json.data.record.records as Shown[])
      .filter(({ purpose }) => purpose === 'dkim')
      .slice(-2) as [Shown, Shown];
    const lookAt = async (...there: Shown[]) => {
      server.clear();
      publishAll();
      for (const { name, value } of there) server.txt(name, value);
      await wait(7 * HOUR);
      const { keys } = (await get(`/sending-domains/${uid}`)).record as { keys: { status: string }[] };
      return keys.map(({ status }) => status).join(' ');
    };
    assert.equal(await lookAt(first), 'active active next next');
    assert.equal(await lookAt(second), 'active active next next', 'the first is gone again');
    assert.equal(await lookAt(first, second), 'retired retired active active');
    assertStatus(await app.call('DELETE', `/sending-domains/${uid}`), 200);
  });

  test('a turn looks at some, the longest due first; other customers see nothing of it', async () => {
    const { key } = await app.addCustomer();
    const { uid } = await publish('mine.example');
    assertStatus(await app.call('GET', `/sending-domains/${uid}/changes`, { key }), 404);
    assert.deepEqual((await get('/broken-dns-records', key)).records, []);
    const { customer_id } = await app.db.selectFrom('sending_domain').select('customer_id').executeTakeFirstOrThrow();
    // as a clock that was far ahead left it
    const far = { look_at: app.clock.now() + 400 * DAY_MS, checked_at: null };
    await app.db.updateTable('sending_domain').set(far).where('uid', '=', uid).execute();
    await look();
    const { checked_at } = await app.db
      .selectFrom('sending_domain')
      .select('checked_at')
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow();
    assert.ok(checked_at, 'it does not wait for the day when that clock is right');
    const many = Array.from({ length: 45 }, (_, n) => {
      const own = { uid: `u${n}`, customer_id, name: `n${n}.example`, look_at: n, created_at: 0 };
      return { ...own, verdict: null, checked_at: null };
    });
    await app.db.insertInto('sending_domain').values(many).execute();
    await look();
    const left = await app.db
      .selectFrom('sending_domain')
      .select('name')
      .where('checked_at', 'is', null)
      .orderBy('look_at')
      .execute();
    assert.deepEqual(
      left.slice(0, 5).map(({ name }) => name),
      many.slice(40).map(({ name }) => name),
    );
  });
});
