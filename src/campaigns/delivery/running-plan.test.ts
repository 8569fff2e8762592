// How a server finds the few running campaigns among all there are: most of those in `sending` are
// recurring ones and autoresponders, which its figures do not tell from the others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery, sql } from 'kysely';
import { seedList } from '../../../test/support/delivery-rows.ts';
import { statementsOf } from '../../../test/support/plans.ts';
import { oneEngine } from '../../../test/support/stores.ts';
import { runningCampaigns } from './progress.ts';

oneEngine('running campaigns', (engine) => {
  test('are found in their own small index, however many others there are', async (t) => {
    const { db } = await engine.open(t);
    if (engine.name !== 'postgres') return t.skip('its planner has no figures');
    const { customerId, listId } = await seedList(db);
    await sql`insert into campaign (id, uid, customer_id, number, list_id, type, name, from_name, from_email, to_name,
        reply_to, subject, status, send_at, auto_plain_text, inline_css, options, uncertain_policy, freeze_after_id,
        freeze_until_id, freeze_done, created_at, updated_at, content)
      select n, 'many' || n, ${customerId}, n, ${listId}, 'regular', repeat('n', 300), '', '', '', '', '',
        case when n % 40 = 0 then 'sending' else 'sent' end, 1, 1, 0, '{}', 'hold', 0,
        case when n % 40 > 0 or n % 2000 = 0 then n end, 0, 1, 1, '' 
      from generate_series(1, 20000) as n order by md5(n::text)`.execute(db);
    // In another order than that of their ids, as rows are after some changes.
    await sql`vacuum analyze campaign`.execute(db);
    const [statement] = await statementsOf(db, (listening) => runningCampaigns(listening, 5_000));
    assert.ok(statement);
    const explained = await db.executeQuery<{ 'QUERY PLAN': string }>(
      CompiledQuery.raw(`explain ${statement.sql}`, [...statement.parameters]),
    );
    const plan = explained.rows.map((row) => row['QUERY PLAN']).join('\n');
    assert.match(plan, /campaign_running/);
    assert.doesNotMatch(plan, /campaign_status|Seq Scan/);
  });
});
