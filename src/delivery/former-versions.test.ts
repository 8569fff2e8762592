// PostgreSQL keeps former versions of rows as long as anybody has a snapshot, such as a dump of an
// hour: what a turn and a claim look at must not grow with the turns since.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { assertCountersAreRows } from '../../test/support/delivery-rows.ts';
import { at, claimSome, nextAttempt, outcome, seedSending } from '../../test/support/delivery-turns.ts';
import { eachEngine, type TestStore } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { slotFor } from '../campaigns/counters.ts';
import { registerWorker } from '../coordination/lease.ts';
import { type Claim, claimBatch } from '../messages/claim.ts';
import type { Attempt } from '../messages/turn.ts';
import { connectPostgres } from '../storage/postgres/connection.ts';
import { commitTurn, type KnownHolds, nextTurnNumber } from './record.ts';
import { openCounted } from './turns/counted.ts';

const CHANGED = ['batch', 'worker_hold', 'worker_turn', 'campaign_counter'];

eachEngine('turns beside a snapshot', (engine) => {
  const opened = suiteStore(engine);
  let store: TestStore;
  before(() => {
    store = opened();
  });

  /** How many pages of the tables that turns change this session has looked at. */
  async function pagesSeen(db: TestStore['db']): Promise<number> {
    const { rows } = await sql<{ pages: number }>`select sum(pg_stat_get_xact_blocks_fetched(c.oid))::int as pages
      from pg_class c left join pg_index i on i.indexrelid = c.oid
      where coalesce(i.indrelid, c.oid) in (select t.oid from pg_class t
        where t.relname = any(${CHANGED}) and t.relnamespace = current_schema()::regnamespace)`.execute(db);
    return rows[0]?.pages ?? 0;
  }

  test('the pages that a claim and a turn look at stay as few', async (t) => {
    if (engine.name !== 'postgres') return t.skip('only a server keeps versions for others');
    const { db, place } = store;
    const { campaignId, seed } = await seedSending(db, 900, 1);
    const { id: leaseId } = await registerWorker(db, 600_000);
    const known: KnownHolds = new Map();
    const noteCounted = openCounted(db, leaseId);
    const inFlight: Attempt[] = [];
    let after: Claim<unknown>['after'];

    /** One message begins, the oldest of 200 ends. */
    async function round(on = db): Promise<void> {
      const work = { leaseId, customerId: seed.customerId, campaignId, limit: 1, now: at };
      const claimed = await claimBatch(on, { ...work, attempt: nextAttempt(), after });
      after = claimed?.after;
      inFlight.push(...(claimed?.messages ?? []));
      const ended = inFlight.length > 200 ? inFlight.splice(0, 1) : [];
      const outcomes = ended.map((one) => outcome(one, 'accepted'));
      const n = nextTurnNumber();
      const started = await commitTurn(on, leaseId, { outcomes, starts: inFlight.slice(-1) }, at, { known, n });
      assert.equal(started.size, 1);
      await noteCounted(n, outcomes);
    }
    const pagesOfRound = () =>
      db.transaction().execute(async (tx) => {
        const seen = await pagesSeen(tx);
        await round(tx);
        return (await pagesSeen(tx)) - seen;
      });

    for (let i = 0; i < 210; i += 1) await round();
    const other = await connectPostgres(String(place?.databaseUrl));
    t.after(() => other.end());
    await other.query('begin isolation level repeatable read');
    await other.query('select 1 from customer');
    const first = await pagesOfRound();
    for (let i = 0; i < 600; i += 1) await round();
    const last = await pagesOfRound();
    assert.ok(last <= first + 40, `${first} pages at first, ${last} after 600 turns`);
    await assertCountersAreRows(db, campaignId);
  });

  test('a worker adds up to its first row of counters what it counted in others', async () => {
    const { db } = store;
    const { campaignId } = await seedSending(db, 400);
    const { id: leaseId } = await registerWorker(db);
    const known: KnownHolds = new Map();
    const noteCounted = openCounted(db, leaseId);
    const members = await claimSome(db, leaseId, campaignId);
    await commitTurn(db, leaseId, { outcomes: [], starts: members }, at, { known });
    const slots = async () => {
      const rows = await db.selectFrom('campaign_counter').selectAll().where('campaign_id', '=', campaignId).execute();
      return rows.filter(({ accepted }) => accepted > 0).map(({ slot, accepted }) => ({ slot, accepted }));
    };
    let n = 0;
    for (const one of members) {
      n = nextTurnNumber();
      const outcomes = [outcome(one, 'accepted')];
      await commitTurn(db, leaseId, { outcomes, starts: [] }, at, { known, n });
      await noteCounted(n, outcomes);
    }
    assert.equal(members.length, 400);
    await assertCountersAreRows(db, campaignId);
    const first = slotFor(db, leaseId);
    const written = await slots();
    assert.ok(
      written.every(({ slot }) => slot === first || slot === slotFor(db, leaseId, n)),
      JSON.stringify(written),
    );
    assert.ok((written.find(({ slot }) => slot === first)?.accepted ?? 0) >= 128, JSON.stringify(written));
  });
});
