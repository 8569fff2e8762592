// The chaos test: rounds of a campaign in which mail server, network, database, processes and
// clocks fail; after each round the sink's log and the sums that are kept are compared with the
// rows.
//
//   npm run chaos -- [--rounds 5] [--seed 1] [--engine sqlite|postgres|both|citus] [--people 2000]
//     [--only failover] [--pooler] [--keep]
//
//     --rounds   how many; with both engines they take turns
//     --seed     of the first round; each following has the next number
//     --only     one blow alone, such as kill, freeze, failover; a wrong name tells all of them
//     --pooler   with PgBouncer between the nodes and PostgreSQL
//     --keep     keeps the files of every round, not only of those that failed
//
// PostgreSQL comes from MAILWRIGHT_CHAOS_POSTGRES_BIN, or /usr/lib/postgresql; without one it is
// SQLite only. For citus it has that extension: a coordinator and two machines are started, and
// what fails of the database is one of these.
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOptions, refuse } from '../support/options.ts';
import { startCitus } from './citus.ts';
import { type Installation, makeInstallation } from './installation.ts';
import { comesAlone, describePlan, type Engine, KINDS, planRound, type RoundPlan } from './plan.ts';
import { postgresPrograms, startPostgres } from './postgres.ts';
import { type RoundResult, runRound } from './round.ts';
import { addResult, emptyTotals, roundLine, totalsTable } from './tell.ts';

const ENGINES = ['sqlite', 'postgres', 'both', 'citus'];

const { values } = readOptions(import.meta.filename, {
  rounds: { type: 'string', default: '5' },
  seed: { type: 'string', default: '1' },
  engine: { type: 'string', default: 'both' },
  people: { type: 'string', default: '2000' },
  only: { type: 'string' },
  pooler: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
});

function wholeNumber(name: 'rounds' | 'seed' | 'people', least: number): number {
  const number = Number(values[name]);
  if (Number.isSafeInteger(number) && number >= least) return number;
  return refuse(`--${name} must be a whole number from ${least}.`);
}

const only = KINDS.find((kind) => kind === values.only);
if (values.only !== undefined && only === undefined) {
  refuse(`--only must be one of ${KINDS.join(', ')}.`);
}
if (!ENGINES.includes(values.engine)) refuse(`--engine must be one of ${ENGINES.join(', ')}.`);
const rounds = wholeNumber('rounds', 1);
const firstSeed = wholeNumber('seed', 0);
const people = wholeNumber('people', 20);
const folder = mkdtempSync(join(tmpdir(), 'mailwright-chaos-'));
const failed = join(folder, 'failed.txt');

const installations: Installation[] = [];
const engines = (values.engine === 'both' ? ['sqlite', 'postgres'] : [values.engine]) as Engine[];
const playing = engines.filter((engine) => only === undefined || comesAlone(only, engine));
if (playing.length === 0) refuse(`--only ${only} is nothing that comes on ${values.engine}.`);
if (playing.includes('sqlite')) installations.push(await makeInstallation(folder, people));
const bin = postgresPrograms();
const isOnServer = playing.some((engine) => engine !== 'sqlite');
if (isOnServer && bin === undefined) {
  console.log('There is no PostgreSQL here (MAILWRIGHT_CHAOS_POSTGRES_BIN, /usr/lib/postgresql): SQLite only.');
  if (installations.length === 0) process.exit(1);
}
if (isOnServer && bin !== undefined) {
  // A separate folder that the server's user can access.
  const home = mkdtempSync(join(tmpdir(), 'mailwright-chaos-postgres-'));
  const isSpread = values.engine === 'citus';
  chmodSync(home, 0o755);
  const server = isSpread ? await startCitus(bin, home) : await startPostgres(bin, home, { isPooled: values.pooler });
  process.on('exit', () => {
    server.stopNow();
    if (failures === 0) rmSync(home, { recursive: true, force: true });
  });
  installations.push(await makeInstallation(folder, people, server, isSpread ? 'citus' : 'postgres'));
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const totals = emptyTotals();
let failures = 0;
// The engines run concurrently: much of a round is waiting.
await Promise.all(
  installations.map(async (installation, turn) => {
    for (let round = turn; round < rounds; round += installations.length) await play(round, installation);
  }),
);
console.log(`\n${totalsTable(totals)}`);
if (failures === 0 && !values.keep) rmSync(folder, { recursive: true, force: true });
process.exit(failures === 0 ? 0 : 1);

async function play(round: number, installation: Installation): Promise<void> {
  const plan = planRound({ seed: firstSeed + round, engine: installation.engine, people, only });
  const home = join(folder, `round-${plan.seed}`);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'plan.json'), JSON.stringify(plan, undefined, 2));
  const result = await runRound(plan, installation, home);
  addResult(totals, result);
  console.log(roundLine(round + 1, plan, result));
  if (result.faults.length > 0) tellFailure(plan, result, home);
  else if (!values.keep) rmSync(home, { recursive: true, force: true });
}

function tellFailure(plan: RoundPlan, result: RoundResult, home: string): void {
  failures += 1;
  const again = `npm run chaos -- --rounds 1 --seed ${plan.seed} --engine ${plan.engine satisfies Engine} --people ${people}${only ? ` --only ${only}` : ''}${values.pooler ? ' --pooler' : ''}`;
  const text = [`FAILED: ${describePlan(plan)}`, ...result.faults, `files: ${home}`, `again: ${again}`].join('\n    ');
  console.log(`  ${text}`);
  appendFileSync(failed, `${text}\n`);
}
