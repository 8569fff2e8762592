// How a server finds the few autoresponders with messages to do among thousands that only wait.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery, sql } from 'kysely';
import { seedList } from '../../test/support/delivery-rows.ts';
import { indexesOf, statementsOf, stepsOf } from '../../test/support/plans.ts';
import { oneEngine } from '../../test/support/stores.ts';
import { isSpread } from '../storage/dialect/spread.ts';
import { findLeftovers } from './leftovers.ts';
import { openAutoresponders } from './open.ts';

oneEngine('autoresponders with messages to do', (engine) => {
  test('are read by their keys on SQLite, not all campaigns', async (t) => {
    const { db } = await engine.open(t);
    if (engine.name !== 'sqlite') return t.skip('its plans are of another kind');
    for (const question of [(on: typeof db) => openAutoresponders(on, 5_000), findLeftovers]) {
      const steps = await indexesOf(db, question);
      assert.ok(steps.includes('SEARCH campaign USING INTEGER PRIMARY KEY (rowid=?)'), steps.join(' | '));
    }
  });

  test('are found by a step for each campaign on SQLite, not by all rows of work of its customer', async (t) => {
    const { db } = await engine.open(t);
    if (engine.name !== 'sqlite') return t.skip('its plans are of another kind');
    for (const question of [(on: typeof db) => openAutoresponders(on, 5_000), findLeftovers]) {
      const steps = (await stepsOf(db, question)).filter((step) => /^SEARCH (?:work|batch) /.test(step));
      assert.ok(steps.length >= 2, steps.join(' | '));
      for (const step of steps) assert.match(step, /\(customer_id,campaign_id\)>\(\?,\?\)/);
    }
  });

  test('are looked up by those messages, without a look at the others', async (t) => {
    const { db } = await engine.open(t);
    if (engine.name !== 'postgres' || isSpread(db)) return t.skip('its planner has no figures');
    const { customerId, listId } = await seedList(db);
    await sql`insert into campaign (id, uid, customer_id, number, list_id, type, name, from_name, from_email, to_name,
        reply_to, subject, status, send_at, auto_plain_text, inline_css, options, uncertain_policy, freeze_after_id,
        freeze_done, created_at, updated_at, content)
      select n, 'many' || n, ${customerId}, n, ${listId}, case when n % 100 = 0 then 'autoresponder' else 'regular' end,
        repeat('n', 300), '', '', '', '', '', case when n % 100 = 0 then 'sending' else 'sent' end, 1, 1, 0, '{}',
        'hold', 0, 0, 1, 1, ''
      from generate_series(1, 20000) as n order by md5(n::text)`.execute(db);
    await sql`vacuum analyze campaign`.execute(db);
    const [statement] = await statementsOf(db, (listening) => openAutoresponders(listening, 5_000));
    assert.ok(statement);
    const explained = await db.executeQuery<{ 'QUERY PLAN': string }>(
      CompiledQuery.raw(`explain ${statement.sql}`, [...statement.parameters]),
    );
    const plan = explained.rows.map((row) => row['QUERY PLAN']).join('\n');
    assert.match(plan, /Index Cond: \(\(customer_id = walk.customer_id\) AND \(id = walk.campaign_id\)\)/);
    assert.match(plan, /list_active/, 'nor at the other lists of the customer');
  });
});
