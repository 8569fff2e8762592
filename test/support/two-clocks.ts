// A process that does the clock's work as fast as it can, without taking the clock's lease: for
// tests that two at once on one store do everything once. `node two-clocks.ts <store as JSON> <now
// in ms> [<statements>]`; it waits for a line on its standard input, so that all begin together,
// and ends when there is nothing more to do, or kills itself before running more than the given
// number of statements.
import { once } from 'node:events';
import type { KyselyPlugin } from 'kysely';
import { reportsDue } from '../../src/campaigns/queries-report.ts';
import { recurringDue } from '../../src/campaigns/schedule/queries-runs.ts';
import { createLogger } from '../../src/kernel/log.ts';
import { createDueRuns } from '../../src/schedules/recurring.ts';
import { mailReports } from '../../src/schedules/report/report.ts';
import { openStore } from '../../src/storage/db.ts';

const [place = '{}', now = '0', statements = 'Infinity'] = process.argv.slice(2);
let left = Number(statements);
const mortality: KyselyPlugin = {
  transformQuery({ node }) {
    if (left-- <= 0) process.kill(process.pid, 'SIGKILL');
    return node;
  },
  transformResult: async ({ result }) => result,
};
const { db: immortal, close } = await openStore(JSON.parse(place));
const db = immortal.withPlugin(mortality);
const options = { db, clock: { now: () => Number(now) }, log: createLogger('silent'), mayGoOn: () => true };
process.stdout.write('ready\n');
await once(process.stdin, 'data');
while ((await recurringDue(db, Number(now), 1)).length > 0 || (await reportsDue(db, 1)).length > 0) {
  await createDueRuns(options);
  await mailReports(options);
}
await close();
process.exit(0);
