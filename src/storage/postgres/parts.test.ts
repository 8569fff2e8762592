// Statements that name campaigns read the parts of those campaigns only, and whatever comes has a
// part.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { eachEngine } from '../../../test/support/stores.ts';
import type { Db } from '../db.ts';
import { inPart, inSpanOf, spanOf } from '../dialect/span.ts';
import { FIRST_LASTING_ID, PART_WIDTH, partOf } from './parts.ts';
import { renewParts } from './renew.ts';

test('a span has the ends of what lasts and of the rest', () => {
  const span = (...ends: number[]) => ({
    first: ends[0],
    last: ends[1],
    first_lasting: ends[2],
    last_lasting: ends[3],
  });
  assert.deepEqual(spanOf([]), span(0, 0, 0, 0));
  assert.deepEqual(spanOf([7, 3, 9]), span(3, 9, 3, 9));
  const mails = FIRST_LASTING_ID + 5;
  assert.deepEqual(spanOf([mails]), span(mails, mails, mails, mails));
  assert.deepEqual(spanOf([4, mails, 2]), span(2, 4, mails, mails));
});

eachEngine('tables in parts', (engine) => {
  if (engine.name === 'sqlite') return;

  test('a row is in the part of its campaign, and is read there alone', async (t) => {
    const { db } = await engine.open(t);
    const ids = [1, PART_WIDTH - 1, PART_WIDTH, 5 * PART_WIDTH, FIRST_LASTING_ID + 1];
    for (const id of ids) {
      await sql`insert into message (customer_id, campaign_id, subscriber_id, state, attempts, finished_at)
        values (1, ${id}, 1, 'accepted', 1, 1)`.execute(db);
    }
    const { rows } = await sql<{ id: number; part: string }>`select campaign_id as id, tableoid::regclass::text as part
      from message order by campaign_id`.execute(db);
    const parts = ['message_1', 'message_1', 'message_last', 'message_last', 'message_lasting'];
    assert.deepEqual(
      rows.map(({ part }) => wholeName(part)),
      parts,
    );
    for (const [at, id] of ids.entries()) {
      const named = sql`select 1 from message where customer_id = 1 and campaign_id = ${id}`;
      assert.deepEqual(await partsRead(db, named), [parts[at]]);
      // Looked up by another row: the span says where.
      const joined = sql`select 1 from campaign join message on message.customer_id = campaign.customer_id
        and message.campaign_id = campaign.id where campaign.customer_id = 1 ${inSpanOf(db, 'message', [id])}`;
      assert.deepEqual(await partsRead(db, joined), [parts[at]]);
      const clicked = sql`select 1 from campaign where exists (select 1 from message where message.campaign_id = campaign.id
        and message.customer_id = campaign.customer_id ${inPart(db, 'message', sql`${partOf(id)}`)})`;
      assert.deepEqual(await partsRead(db, clicked), [parts[at]]);
    }
  });

  test('a part is full when it has as many rows as it may, by what the server guesses', async (t) => {
    const { db } = await engine.open(t);
    for (const subscriber of [1, 2, 3]) {
      await sql`insert into message (customer_id, campaign_id, subscriber_id, state, attempts, finished_at)
        values (1, 1, ${subscriber}, 'accepted', 1, 1)`.execute(db);
    }
    const isFull = (messages: number) => renewParts(db, 1_000, { messages, ms: 0 });
    assert.equal(await isFull(3), false, 'nothing is known of it yet');
    await sql`analyze message`.execute(db);
    assert.deepEqual([await isFull(4), await isFull(3)], [false, true]);
  });
});

/** A store that is spread has a part in pieces, each with a number after its name. */
const wholeName = (name: string): string => name.replace(/_\d{5,}$/, '');

/** The parts that a statement reads. */
async function partsRead(db: Db, statement: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{ plan: unknown }>`explain (format json) ${statement}`.execute(db);
  const names = JSON.stringify(rows).matchAll(/"Relation Name\\?":\s*\\?"(message_\w+)/g);
  return [...new Set([...names].map(([, name]) => wholeName(name ?? '')))].sort();
}
