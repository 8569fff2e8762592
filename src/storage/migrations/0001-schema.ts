// The schema, a file a room in schema/. Until the first release it changes here, and stores of an
// earlier state are refused; from then on a change is a migration of its own, forward only.
import { sql } from 'kysely';
import { newUid } from '../../kernel/ids.ts';
import { writeFigures } from '../dialect/figures.ts';
import { columnTypes, tokenIndex } from '../dialect/schema.ts';
import type { Migration } from './migration.ts';
import { accounts } from './schema/accounts.ts';
import { campaigns } from './schema/campaigns.ts';
import { common } from './schema/common.ts';
import { events } from './schema/events.ts';
import { former } from './schema/former.ts';
import { jobs } from './schema/jobs.ts';
import { ledger } from './schema/ledger.ts';
import { lists } from './schema/lists.ts';
import { people } from './schema/people.ts';
import { relays } from './schema/relays.ts';
import { transactional } from './schema/transactional.ts';
import { webhooks } from './schema/webhooks.ts';

/** What a room says of its tables: statements that create them and their indexes, in order. */
const ROOMS = [
  common,
  accounts,
  people,
  relays,
  lists,
  campaigns,
  ledger,
  events,
  transactional,
  jobs,
  former,
  webhooks,
];

/** Creates every table and index. */
export const schema: Migration = {
  name: '0001-schema',
  statements(db) {
    const types = columnTypes(db);
    return [...ROOMS.flatMap((room) => room(types)), ...tokenIndex(db)];
  },
  async fill(tx) {
    await writeFigures(tx);
    // With the tables: a standby that takes over has them both, or neither.
    await sql`insert into high_water (id, uid, n, went_back, hold_until) values (1, ${newUid()}, 0, 0, 0)`.execute(tx);
  },
};
