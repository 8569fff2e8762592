// A store that is spread over machines by Citus, one of which does not answer for a while: mail of
// customers on the other one begins, goes out and ends meanwhile; its own goes on afterwards.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newClient } from '../../clients/typescript/src/client.ts';
import { freePort } from '../../src/network/free-port.ts';
import type { Finding } from '../../src/reports/doctor/finding.ts';
import type { Citus } from '../chaos/citus.ts';
import { runProcess } from '../support/command-process.ts';
import { type ServerSettings, startServer } from '../support/server-process.ts';
import { openSink } from '../support/sink.ts';
import { until } from '../support/until.ts';
import { HAS_CITUS, openCluster, SPREAD } from './cluster.ts';
import { type Callable, makeReaders, startCampaign, statusOf } from './sending.ts';

/** The machine that stops; the customer made first may be on either. */
const STRUCK = 2;
const PEOPLE = { here: 600, there: 1_500, later: 100 };

/** A customer on each machine, by the number that Citus has for it. */
async function makeCustomers(citus: Citus, settings: ServerSettings): Promise<Map<number, Callable>> {
  const environment = {
    MAILWRIGHT_DATABASE_URL: settings.databaseUrl ?? '',
    MAILWRIGHT_DATA_DIR: settings.dataDir,
  };
  const customers = new Map<number, Callable>();
  for (let n = 0; customers.size < 2 && n < 20; n += 1) {
    const args = ['customer', 'add', '--name', `Customer ${n}`, '--email', `customer${n}@example.com`];
    const { out, err } = await runProcess(args, { environment });
    const apiKey = /\b[a-z0-9]{40}\b/.exec(out)?.[0];
    assert.ok(apiKey, err);
    const [row] = await citus.query<{ machine: number }>(
      `select groupid as machine from pg_dist_placement
       where shardid = get_shard_id_for_distribution_column('tally', (select max(id) from customer)) limit 1`,
      SPREAD,
    );
    const client = newClient({ baseUrl: `http://127.0.0.1:${settings.port}`, apiKey });
    customers.set(Number(row?.machine), { api: async () => client });
  }
  return customers;
}

/** How a machine is struck, and how it comes back. */
type Trouble = {
  strike(citus: Citus): Promise<void>;
  end(citus: Citus): Promise<void>;
  noticedMs: number;
  isFar?: boolean;
};

const STOPPED: Trouble = {
  noticedMs: 1_000,
  strike: (citus) => citus.stop('immediate'),
  end: (citus) => citus.start(),
};
const SILENT: Trouble = {
  isFar: true,
  noticedMs: 8_000,
  strike: async ({ ways }) => ways[STRUCK - 1]?.breakDown('hang-and-reset'),
  end: async ({ ways }) => ways[STRUCK - 1]?.mend(),
};

const NAME = 'holds up its own customers alone';
const options = { timeout: 600_000, skip: !HAS_CITUS && 'there is no Citus here' };
test(`a machine of a spread store that is stopped ${NAME}`, options, (t) => sendBeside(t, STOPPED));
test(`a machine of a spread store that says nothing ${NAME}`, options, (t) => sendBeside(t, SILENT));

/** Nobody looks for a machine that the findings do not name. */
async function doctorNames(citus: Citus, settings: ServerSettings): Promise<void> {
  const environment = { MAILWRIGHT_DATABASE_URL: settings.databaseUrl ?? '', MAILWRIGHT_DATA_DIR: settings.dataDir };
  const { out } = await runProcess(['doctor', '--json'], { environment });
  const { findings } = JSON.parse(out) as { findings: Finding[] };
  const [struck] = await citus.query<{ at: string }>(
    `select nodename || ':' || nodeport as at from pg_dist_node where groupid = ${STRUCK}`,
    SPREAD,
  );
  const silent = findings.filter(({ code }) => code === 'store-machine-silent');
  assert.deepEqual(
    silent.map(({ values }) => values['machine']),
    [struck?.at],
  );
}

async function sendBeside(t: TestContext, { strike, end, noticedMs, isFar = false }: Trouble): Promise<void> {
  const { citus, folder } = await openCluster(t, { isFar });
  const sink = await openSink(t, async (phase) => {
    if (phase === 'data_done') await sleep(50);
    return undefined;
  });
  const settings: ServerSettings = {
    dataDir: join(folder, 'data'),
    port: await freePort(),
    smtpUrl: `${sink.url}&lanes=10`,
    databaseUrl: citus.url(SPREAD),
  };
  const server = await startServer(settings);
  t.after(() => server.end('SIGKILL'));
  const customers = await makeCustomers(citus, settings);
  const there = customers.get(STRUCK);
  const here = [...customers].find(([machine]) => machine !== STRUCK)?.[1];
  assert.ok(here && there, 'a customer on each machine');
  const start = async (whose: Callable, name: keyof typeof PEOPLE) =>
    startCampaign(whose, await makeReaders(whose, PEOPLE[name], (n) => `${name}${n}@example.com`));
  const received = (name: keyof typeof PEOPLE) => sink.recipients().filter((to) => to.startsWith(name)).length;
  const [sent, waits] = [await start(here, 'here'), await start(there, 'there')];
  await until('both send', () => received('here') >= 20 && received('there') >= 20);

  await strike(citus);
  await sleep(noticedMs); // until then requests of others may fail too
  const stood = received('there');
  await doctorNames(citus, settings);
  const begun = await start(here, 'later');
  await until('the campaign under way ends', async () => (await statusOf(here, sent)) === 'sent', 180);
  await until('so does one that began meanwhile', async () => (await statusOf(here, begun)) === 'sent', 180);
  assert.deepEqual([received('here'), received('later')], [PEOPLE.here, PEOPLE.later]);
  assert.equal(received('there'), stood, 'of the others nothing goes out that nobody could write down');

  await end(citus);
  await until('theirs ends too', async () => (await statusOf(there, waits)) === 'sent', 300);
  const all = sink.recipients();
  assert.equal(new Set(all).size, all.length, 'nobody twice');
  assert.equal(all.length, PEOPLE.here + PEOPLE.there + PEOPLE.later);
}
