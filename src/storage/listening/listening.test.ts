import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { eachEngine } from '../../../test/support/stores.ts';
import { until } from '../../../test/support/until.ts';
import { openStore } from '../db.ts';

eachEngine('listening on a store', (engine) => {
  test('what one process tells others hear, also after their connection was cut', async (t) => {
    const { db, listen, place } = await engine.open(t);
    if (!place) return t.skip('needs a store that two can open');
    const other = await openStore(place);
    t.after(() => other.close());
    const states: (string | undefined)[] = [];
    let heard = 0;
    const hear = () => {
      heard += 1;
    };
    const listener = listen({ heard: hear, state: (failure) => void states.push(failure) });
    t.after(() => listener.stop());
    await until('it listens', () => states.length === 1);
    assert.deepEqual(states, [undefined]);
    await other.tell();
    await until('it hears', () => heard > 0);
    if (engine.name !== 'postgres') return undefined;

    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen %'`.execute(db);
    await until('it says so, and listens again', () => states.length === 3);
    assert.match(states[1] ?? '', /closed/);
    assert.equal(states[2], undefined);
    const before = heard;
    await other.tell();
    await until('it hears again', () => heard > before);
    return undefined;
  });
});
