// Direct delivery keeps the promise too: kill -9 while messages go to the mail servers of several
// domains loses nobody and mails nobody twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDnsServer } from '../support/dns-server.ts';
import { until } from '../support/until.ts';
import {
  DATABASES,
  install,
  LANES,
  makeReaders,
  startCampaign,
  statisticsOf,
  statusOf,
  storedMessages,
} from './sending.ts';

const PEOPLE = 400;
const KILLS = 2;
/** The last takes no mail. */
const DOMAINS = ['one.test', 'two.test', 'bare.test', 'null.test'];
const addressOf = (n: number) => `reader${n}@${DOMAINS[n % DOMAINS.length]}`;

for (const database of DATABASES) {
  test(`kill -9 while sending directly, on ${database}`, { timeout: 600_000 }, async (t) => {
    const { sink, settings, start } = await install(t, database);
    const dns = await startDnsServer();
    t.after(() => dns.close());
    const here = { type: 'A', address: '127.0.0.1' } as const;
    dns.add('one.test', { type: 'MX', priority: 10, exchange: 'mx.one.test' });
    dns.add('mx.one.test', here);
    dns.add(
      'two.test',
      { type: 'MX', priority: 1, exchange: 'down.test' },
      { type: 'MX', priority: 9, exchange: 'mx.two.test' },
    );
    dns.add('down.test', { type: 'A', address: '127.0.0.77' });
    dns.add('mx.two.test', here);
    dns.add('bare.test', here);
    dns.add('null.test', { type: 'MX', priority: 0, exchange: '' });
    sink.answer(async (phase) => {
      if (phase === 'data_done') await sleep(5 + Math.random() * 10);
      return undefined;
    });
    const smtpUrl = `direct:?port=${sink.port}&dns=${dns.address}&private=yes&name=us.test&lanes=${LANES}&perHost=4`;
    let server = await start({ smtpUrl });
    const campaignUid = await startCampaign(server, await makeReaders(server, PEOPLE, addressOf));
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await until(
        `some came before kill ${kill}`,
        () => sink.received.length >= (kill * PEOPLE * 0.7) / (KILLS + 1),
        90,
      );
      await server.end('SIGKILL');
      server = await start({ smtpUrl });
    }
    await until('the campaign is sent', async () => (await statusOf(server, campaignUid)) === 'sent', 120);
    const statistics = await statisticsOf(server, campaignUid);
    await server.end('SIGTERM');
    const came = sink.recipients();
    const unique = new Set(came);
    assert.equal(unique.size, came.length, 'nobody twice');
    const { rows } = await storedMessages(settings);
    assert.equal(rows.length, PEOPLE, 'one row for everyone');
    const of = (state: string) => rows.filter((row) => row.state === state).map((row) => row.email);
    const [accepted, uncertain, rejected] = [of('accepted'), of('uncertain'), of('rejected')];
    assert.equal(accepted.length + uncertain.length + rejected.length, PEOPLE);
    assert.ok(uncertain.length <= LANES * KILLS, `${uncertain.length} uncertain`);
    for (const email of accepted) assert.ok(unique.has(email), `${email} is recorded as accepted and did not come`);
    for (const email of unique) assert.ok(!rejected.includes(email), `${email} came and is recorded as rejected`);
    const takesNone = Array.from({ length: PEOPLE }, (_, n) => addressOf(n)).filter((email) =>
      email.endsWith('@null.test'),
    );
    assert.ok(rejected.every((email) => takesNone.includes(email)));
    assert.ok(takesNone.every((email) => rejected.includes(email) || uncertain.includes(email)));
    assert.equal(statistics['delivery_success_count'], accepted.length);
    t.diagnostic(
      `${came.length} came, ${accepted.length} accepted, ${uncertain.length} uncertain, ${rejected.length} rejected`,
    );
  });
}
