import { test } from 'node:test';
import { sql } from 'kysely';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { isPostgres } from './dialect.ts';
import { migrate } from './migrate.ts';

eachEngine('a schema that is up to date', (engine) => {
  const opened = suiteStore(engine);

  test('is found to be so where nothing may be changed, as on a standby', async () => {
    await opened()
      .db.transaction()
      .execute(async (tx) => {
        if (isPostgres(tx)) await sql`set transaction read only`.execute(tx);
        await migrate(tx);
      });
  });
});
