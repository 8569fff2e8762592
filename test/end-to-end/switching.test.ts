// Taking over a former server while the process that does it is killed: the next one goes on there,
// and in the end everything is as if nothing had happened.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestApp } from '../support/app.ts';
import { startCommand } from '../support/command-process.ts';
import { processEnvironment } from '../support/server-process.ts';
import { engines } from '../support/stores.ts';
import { contentOf, formerOf, openSource, takeOver } from '../support/switching.ts';
import { until } from '../support/until.ts';

const PEOPLE = 4_011;

test('kill -9 in the middle, and again: the same people, the same figures', async (t) => {
  const [engine] = engines;
  if (!engine) throw new Error('There is no engine.');
  const source = await openSource(t, PEOPLE);
  const store = await engine.open(t);
  const app = await openTestApp(t, { ...engine, open: async () => store });
  const environment = {
    ...processEnvironment(),
    MAILWRIGHT_LOG_LEVEL: 'silent',
    MAILWRIGHT_SECRET: app.secret,
    FORMER_KEY: source.key,
    ...(store.place?.databaseUrl ? { MAILWRIGHT_DATABASE_URL: store.place.databaseUrl } : {}),
    MAILWRIGHT_DATA_DIR: store.place?.dataDir ?? '',
  };
  const args = ['switch', 'server', source.url, '--customer', app.customer.uid, '--json'];
  const count = async () => {
    const row = await app.db
      .selectFrom('subscriber')
      .select(({ fn }) => fn.countAll().as('n'))
      .where('customer_id', '=', app.customer.id)
      .executeTakeFirstOrThrow();
    return Number(row.n);
  };
  let before = 0;
  for (const share of [0.2, 0.6]) {
    const command = startCommand([...args, '--rate', '2'], { environment });
    await until('some came over', async () => (await count()) > PEOPLE * share);
    command.child.kill('SIGKILL');
    assert.equal((await command.ended).signal, 'SIGKILL');
    const now = await count();
    assert.ok(now > before && now < PEOPLE, `${now} of ${PEOPLE}`);
    before = now;
  }
  const last = await startCommand([...args, '--rate', '500'], { environment }).ended;
  assert.equal(last.code, 0, last.err);
  const report = JSON.parse(last.out);
  assert.equal(report.is_resumed, true);

  const { customer } = await app.addCustomer();
  const undisturbed = await takeOver({ ...app, customer }, formerOf(source));
  const figures = ({ uid, ...list }: (typeof undisturbed.lists)[number]) => list;
  assert.deepEqual(report.lists.map(figures), undisturbed.lists.map(figures));
  const plain = async (of: typeof customer) => {
    const { subscribers, tallies } = await contentOf({ ...app, customer: of });
    const rows = subscribers.map(({ field_values, folded, tokens, unsubscribed_at, ...row }) => ({
      ...row,
      values: Object.values(JSON.parse(field_values)),
    }));
    return { rows, tallies };
  };
  const [killed, whole] = [await plain(app.customer), await plain(customer)];
  assert.equal(killed.rows.length, PEOPLE);
  assert.deepEqual(killed, whole);
});
