// How SQLite, which plans without statistics, reads the log of a campaign: a filter by status never
// walks over the messages that were accepted, of which there are most.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { oneEngine } from '../../../test/support/stores.ts';
import { subscribersInLog } from './queries.ts';

oneEngine('the log', (engine) => {
  test('of those with an error is read from their index alone, its pages and its count', async (t) => {
    const { db } = await engine.open(t);
    if (engine.name !== 'sqlite') return t.skip('a server has statistics');
    const failed = () => subscribersInLog(db, { id: 1, customer_id: 1 }, { status: 'fatal-error' });
    const page = failed().orderBy('message.subscriber_id', 'desc').limit(10).offset(20);
    const count = failed()
      .clearSelect()
      .select(({ fn }) => fn.countAll<number>().as('id'));
    for (const query of [page, count]) {
      const { sql, parameters } = query.compile();
      const { rows } = await db.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
      );
      const searches = rows.map(({ detail }) => detail).filter((detail) => /^(?:SEARCH|SCAN) /.test(detail));
      assert.ok(searches.length > 0);
      for (const detail of searches) assert.match(detail, /COVERING INDEX message_reason .*reason=/, detail);
    }
  });
});
