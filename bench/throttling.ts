// How close throttling comes to receivers' limits, and what it costs: a mail server that behaves
// like large receivers (421 above a rate, a quota for each window, few at a time, greylisting), and
// lanes that send as fast as throttling allows.
//
//   node bench/throttling.ts [--seconds 45]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { openThrottling, type Refusal, type Throttling } from '../src/delivery/throttling/throttling.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { createLogger } from '../src/kernel/log.ts';
import { openLane } from '../src/mail/smtp/lane.ts';
import { parseRelayUrl } from '../src/mail/smtp/relay-url.ts';
import { classifyReply } from '../src/mail/smtp/replies.ts';
import { configuredRelay } from '../src/relays/usable.ts';
import { openStore } from '../src/storage/db.ts';
import { readOptions } from '../test/support/options.ts';
import { machine } from './support/machine.ts';
import type { Counts, Rules } from './support/receivers.ts';

const { values: options } = readOptions(import.meta.filename, { seconds: { type: 'string', default: '45' } });
const seconds = Number(options.seconds);
const LANES = 60;
const WIDTH_MS = 3_000; // window for measuring "found"

/**
 * `allowed` a second, undefined = unlimited; `offered` a second, undefined = as fast as possible.
 */
type Domain = { says: string; rules: Rules; allowed?: number; offered?: number };
const perSecond = (rate: number): Domain => ({ says: `${rate} a second`, rules: { perSecond: rate }, allowed: rate });
const DOMAINS: Record<string, Domain> = {
  'one.test': perSecond(1),
  'five.test': perSecond(5),
  'twenty.test': perSecond(20),
  'hundred.test': perSecond(100),
  'fivehundred.test': perSecond(500),
  'window.test': { says: '150 in each 5 s', rules: { window: { most: 150, ms: 5000 } }, allowed: 30 },
  'few.test': { says: '4 at a time', rules: { atATime: 4 } },
  'grey.test': { says: 'greylisting, 2 s', rules: { greylistMs: 2000 }, offered: 50 },
  'free.test': { says: 'all', rules: {}, offered: 200 },
};
const names = Object.keys(DOMAINS);

const rules = Object.fromEntries(names.map((name) => [name, DOMAINS[name]?.rules ?? {}]));
const receivers = spawn(process.execPath, [
  join(import.meta.dirname, 'support', 'receivers.ts'),
  JSON.stringify(rules),
]);
receivers.stderr.pipe(process.stderr);
const lines = createInterface(receivers.stdout);
const nextLine = async () => String(((await once(lines, 'line')) as [string])[0]);
const relay = configuredRelay({
  ...parseRelayUrl(`smtp://127.0.0.1:${await nextLine()}?ignoreTLS=true`),
  lanes: LANES,
});
const dataDir = mkdtempSync(join(tmpdir(), 'mailwright-bench-'));
const store = await openStore({ dataDir });
const throttling = openThrottling({ db: store.db, clock: systemClock, log: createLogger('warn') });
throttling.setRelays([relay]);
await throttling.refresh();

async function counts(): Promise<Counts> {
  receivers.stdin.write('\n');
  return JSON.parse(await nextLine()) as Counts;
}

/** Recipients to retry, by domain, with their time. */
const later = new Map<string, { to: string; at: number }[]>(names.map((name) => [name, []]));
const made = new Map<string, number>(names.map((name) => [name, 0]));
const startedAt = performance.now();
const ending = startedAt + seconds * 1000;

/** The domain's next recipient that is due. */
function nextRecipient(name: string, now: number): string | undefined {
  const waiting = later.get(name);
  if (waiting?.[0] && waiting[0].at <= now) return waiting.shift()?.to;
  const count = made.get(name) ?? 0;
  const offered = DOMAINS[name]?.offered;
  if (offered !== undefined && count >= (offered * (now - startedAt)) / 1000) return undefined;
  made.set(name, count + 1);
  return `u${count}@${name}`;
}

const asked = { times: 0, ms: 0 };

function ask(permit: Parameters<Throttling['ask']>[0]): Refusal | undefined {
  const at = performance.now();
  const refusal = throttling.ask(permit);
  asked.ms += performance.now() - at;
  asked.times += 1;
  return refusal;
}

let turn = 0;

/** One lane: sends to the next domain that is allowed a message, one message after the other. */
async function runLane(): Promise<void> {
  const data = 'From: a@example.com\r\nSubject: Hello\r\n\r\nHello\r\n';
  let lane = await openLane(relay);
  while (performance.now() < ending) {
    let isIdle = true;
    for (let tried = 0; tried < names.length && isIdle; tried++) {
      turn = (turn + 1) % names.length;
      const name = names[turn] ?? '';
      const permit = { relayId: relay.id, campaignId: 1, destination: name };
      if (ask(permit)) continue;
      const now = performance.now();
      const to = nextRecipient(name, now);
      if (to === undefined) {
        throttling.giveBack(permit);
        continue;
      }
      isIdle = false;
      const answer = classifyReply(await lane.send({ from: 'a@example.com', to, data }));
      throttling.learn(permit, answer);
      if (answer.outcome !== 'accepted') later.get(name)?.push({ to, at: now + 2500 });
      if (!lane.alive) lane = await openLane(relay);
    }
    if (isIdle) await sleep(2);
  }
  await lane.quit();
}

type Sample = { at: number; counts: Counts };
const samples: Sample[] = [];

async function look(): Promise<void> {
  while (performance.now() < ending) {
    await throttling.refresh();
    samples.push({ at: performance.now(), counts: await counts() });
    await sleep(1000);
  }
}

const cpu = process.cpuUsage();
await Promise.all([look(), ...Array.from({ length: LANES }, runLane)]);
const last: Sample = { at: performance.now(), counts: await counts() };

/** Accepted messages a second between two samples. */
function rateBetween(name: string, from: Sample, to: Sample): number {
  const taken = (to.counts[name]?.taken ?? 0) - (from.counts[name]?.taken ?? 0);
  return (taken * 1000) / (to.at - from.at);
}

/**
 * Seconds until the rate was within 30 % of the allowed one for the first time, averaged over the
 * window.
 */
function foundAfter(name: string, allowed: number): string {
  for (const sample of samples) {
    const from = samples.findLast((other) => sample.at - other.at >= WIDTH_MS);
    const rate = from ? rateBetween(name, from, sample) : 0;
    if (rate > 0.7 * allowed && rate < 1.3 * allowed) return ((sample.at - startedAt) / 1000).toFixed(0);
  }
  return '–';
}

const half = samples[Math.floor(samples.length / 2)] ?? last;
const rows = names.map((name) => {
  const { says = '', allowed } = DOMAINS[name] ?? {};
  const { taken, refused } = last.counts[name] ?? { taken: 0, refused: 0 };
  const rate = rateBetween(name, half, last);
  const share = allowed === undefined ? '' : `${Math.round((100 * rate) / allowed)} %`;
  const lost = `${((100 * refused) / Math.max(1, taken + refused)).toFixed(1)} %`;
  const time = allowed === undefined ? '' : foundAfter(name, allowed);
  return `| ${name} | ${says} | ${rate.toFixed(1)} | ${share} | ${time} | ${taken} | ${refused} | ${lost} |`;
});
const used = process.cpuUsage(cpu);
console.log(`${seconds} s, ${LANES} lanes; "found" is the rate over the second half, "after" when it was first within 30 %
${machine()}

| destination | it takes | found, a second | of allowed | after s | accepted | refused | share |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}

Asking took ${((asked.ms * 1e6) / Math.max(1, asked.times)).toFixed(0)} ns on average (${asked.times} times); CPU ${((used.user + used.system) / 1e6).toFixed(1)} s.`);
for (const row of await store.db.selectFrom('destination').selectAll().orderBy('name').execute()) {
  console.log(
    `${row.name}: ${row.state}, ${row.per_hour ?? '–'} an hour, ${row.refusals} refusals, after: ${row.reason}`,
  );
}

await throttling.stop();
receivers.stdin.end();
await store.close();
rmSync(dataDir, { recursive: true, force: true });
