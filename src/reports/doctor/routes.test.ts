// The examination of the installation over the interface, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, type TestApp } from '../../../test/support/app.ts';
import { relayByCommand } from '../../../test/support/relays.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { until } from '../../../test/support/until.ts';
import { addKey } from '../../accounts/keys/keys.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { parseRelayUrl } from '../../mail/smtp/relay-url.ts';
import { fileLimitNow } from '../../network/file-limit.ts';
import { inTransaction } from '../../storage/db.ts';
import { findDamage } from '../../storage/dialect/size.ts';
import { closeStore, openStoreAgain } from '../../storage/moving/fence.ts';
import { whyNoChanges } from '../../storage/probe.ts';
import { examinedRelay, examineOne } from './examine.ts';
import { CHECKS, type Check, type Examined as Of } from './finding.ts';

type Finding = { code: string; values: Record<string, unknown>; sentences: { code: string }[] };
type Examined = {
  state: string | null;
  checks: { check: string; examined_at: string | null; state: string | null; findings: Finding[] }[];
};

const examinedOf = ({ db, clock, secret, baseUrl, services }: TestApp): Of => ({
  db,
  clock,
  secret,
  baseUrl,
  ...services.installation.surroundings,
});

eachEngine('the examination of an installation', (engine) => {
  const app = suiteApp(engine);
  const operator = async () =>
    (await addKey(app().db, { customerId: app().customer.id, name: 'operator', scope: 'operator' }, app().clock)).key;
  const ask = async (method: 'GET' | 'POST', json?: object) => {
    const body = json && { json };
    const answer = await app().call(method, '/installation/examination', { key: await operator(), ...body });
    assertStatus(answer, 200);
    return { ...(answer.json.data as Examined), text: answer.text };
  };

  test('nothing is known before the first one; each check runs by itself and is kept', async () => {
    const before = await ask('GET');
    assert.equal(before.state, null);
    assert.deepEqual(
      before.checks.map(({ check }) => check),
      [...CHECKS],
    );
    const workers = await ask('POST', { check: 'workers' });
    assert.deepEqual(
      workers.checks.map(({ check, state }) => [check, state]),
      [['workers', 'wrong']],
    );
    const kept = await ask('GET');
    assert.deepEqual(
      kept.checks.filter(({ examined_at }) => examined_at !== null),
      workers.checks,
    );
    assert.equal(kept.state, 'wrong');
  });

  test('lanes that do not fit into what the process may have open are told', async (t) => {
    if (fileLimitNow() === undefined) return t.skip('there is no limit here');
    const { surroundings } = app().services.installation;
    Object.assign(surroundings, { lanes: 1_000_000_000 });
    const { checks } = await ask('POST', { check: 'workers' });
    Object.assign(surroundings, { lanes: undefined });
    assert.deepEqual(
      checks.flatMap(({ findings }) => findings.map(({ code }) => code)),
      ['workers-none', 'lanes-too-many'],
    );
  });

  test('all of it, with relays that do not answer, and no secret of theirs', async () => {
    const password = 'pass-never-told';
    const stored = { type: 'smtp', name: 'Far', hostname: '127.0.0.1', port: '9', username: 'ann', password };
    await relayByCommand(app(), null, stored);
    const { surroundings } = app().services.installation;
    const relay = examinedRelay(parseRelayUrl(`smtp://ann:${password}@127.0.0.1:9`));
    Object.assign(surroundings, { relay });
    const whole = await ask('POST', {});
    Object.assign(surroundings, { relay: undefined });
    const codes = whole.checks.flatMap(({ findings }) => findings.map(({ code }) => code));
    assert.ok(codes.includes('relay-of-configuration-fails') && codes.includes('relay-fails'), codes.join());
    assert.ok(codes.includes('base-url-not-reached') && codes.includes('clock-not-kept'));
    assert.ok(codes.includes(engine.name === 'sqlite' ? 'store-whole' : 'store-on-server'), codes.join());
    for (const secret of [password, app().secret, 'ann:']) assert.ok(!whole.text.includes(secret));
    assert.ok(whole.checks.every(({ examined_at }) => examined_at !== null));
  });

  test('of records that are wrong, what DNS said sentence by sentence', async () => {
    const name = 'unpublished.example';
    const made = await app().call('POST', '/sending-domains', { json: { name, rsa_bits: 1024 } });
    assertStatus(made, 201);
    const findings = [
      { purpose: 'spf', name, status: 'missing', sentences: [say('spf-missing')], at: 1 },
      { purpose: 'dmarc', name: `_dmarc.${name}`, status: 'wrong', sentences: [say('dmarc-wrong')], at: 1 },
    ];
    await app()
      .db.updateTable('sending_domain')
      .set({ verdict: JSON.stringify({ findings }), checked_at: 1 })
      .where('customer_id', '=', app().customer.id)
      .where('uid', '=', made.json.domain_uid)
      .execute();
    const { checks } = await ask('POST', { check: 'domains' });
    const told = checks.flatMap((one) => one.findings).find(({ values }) => values['domain'] === name);
    assert.equal(told?.values['reason'], 'SPF: There is no SPF record. DMARC: The DMARC record is wrong.');
    assert.deepEqual(
      told?.sentences.map(({ code }) => code),
      ['record-is', 'spf-missing', 'record-is', 'dmarc-wrong'],
    );
  });

  test('of a store that takes no changes it is not said that nobody works', async () => {
    const { db } = app();
    await inTransaction(db, (tx) => closeStore(tx, 'closed by the test'));
    await until('it is seen', async () => (await whyNoChanges(db)) !== undefined);
    const codes = async (check: Check) => (await examineOne(examinedOf(app()), check)).map(({ code }) => code);
    const found = [await codes('store'), await codes('clock'), await codes('workers')];
    await inTransaction(db, openStoreAgain);
    await until('it is over', async () => (await whyNoChanges(db)) === undefined);
    assert.deepEqual(found, [['store-takes-nothing'], ['not-checked'], ['not-checked']]);
  });

  test('what it cannot examine, and who may not', async () => {
    const wrong = await app().call('POST', '/installation/examination', {
      key: await operator(),
      json: { check: 'weather' },
    });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /check.*must be one of: store, disk/i);
    const own = (await app().addCustomer()).key;
    assert.equal((await app().call('POST', '/installation/examination', { key: own, json: {} })).status, 403);
    assert.equal((await app().call('GET', '/installation/examination', { key: own })).status, 403);
  });

  test('a file that is whole has no damage', async () => {
    assert.deepEqual(await findDamage(app().db), engine.name === 'sqlite' ? [] : undefined);
  });
});
