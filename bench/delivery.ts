// How many messages a second go out end to end: a row per recipient frozen, claimed, put in flight, composed (5 KB of
// personalised HTML, 12 tracked links, signed), handed to a mail server on the same machine, and its outcome committed.
// `node bench/delivery.ts [people] [lanes]`; on PostgreSQL when MAILWRIGHT_TEST_DATABASE_URL names a server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startDelivery } from '../src/delivery/worker.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { newUid } from '../src/kernel/ids.ts';
import { createLogger } from '../src/kernel/log.ts';
import { parseRelayUrl } from '../src/mail/relays.ts';
import { openStore } from '../src/storage/db.ts';
import { campaignOf, countersOf, seedCampaign, seedList, seedSubscribers } from '../test/support/delivery-rows.ts';

const people = Number(process.argv[2] ?? 50_000);
const laneCounts = process.argv[3] === undefined ? [10, 50] : [Number(process.argv[3])];
const paragraph = (i: number) =>
  `<p>Hello [FNAME], this is a paragraph of text for [EMAIL]: lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat. Duis aute irure dolor. <a href="https://shop.example.com/article/${i}?utm=mail">Read on</a></p>\n`;
const content = `<!doctype html><html><body>${Array.from({ length: 12 }, (_, i) => paragraph(i)).join('')}<p>[COMPANY_FULL_ADDRESS]</p><a href="[UNSUBSCRIBE_URL]">Unsubscribe</a></body></html>`;

const dataDir = mkdtempSync(join(tmpdir(), 'mailwright-bench-'));
const serverUrl = process.env['MAILWRIGHT_TEST_DATABASE_URL'];
const database = `mailwright_bench_${newUid()}`;
const admin = serverUrl === undefined ? undefined : new pg.Client({ connectionString: serverUrl });
await admin?.connect();
await admin?.query(`create database ${database}`);
const url = serverUrl === undefined ? undefined : new URL(`/${database}`, serverUrl);
const store = await openStore({ dataDir, databaseUrl: url?.href });
const { db } = store;
const relay = spawn(process.execPath, [join(import.meta.dirname, 'support', 'relay.ts')]);
const [portText] = (await once(relay.stdout, 'data')) as [Buffer];
const relayUrl = `smtp://127.0.0.1:${portText.toString().trim()}?ignoreTLS=true`;

const seed = await seedList(db);
await seedSubscribers(db, seed, people);
const rows: string[] = [];
for (const lanes of laneCounts) {
  const campaignId = await seedCampaign(db, seed, { content });
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const delivery = startDelivery({
    db,
    clock: systemClock,
    log: createLogger('warn'),
    baseUrl: 'http://mail.example.com',
    secret: 'x'.repeat(64),
    relay: parseRelayUrl(relayUrl),
    lanes,
  });
  let frozenAt = 0;
  for (let status = ''; status !== 'sent'; await sleep(50)) {
    const campaign = await campaignOf(db, campaignId);
    if (campaign.freeze_done === 1 && frozenAt === 0) frozenAt = performance.now();
    status = campaign.status;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  await delivery.stop();
  const { accepted } = await countersOf(db, campaignId);
  if (accepted !== people) throw new Error(`${accepted} of ${people} accepted`);
  const used = (user + system) / 1e6;
  const memory = Math.round(process.memoryUsage().rss / 1e6);
  rows.push(
    `| ${store.engine} | ${lanes} | ${Math.round(people / seconds)} | ${((frozenAt - startedAt) / 1000).toFixed(1)} | ${seconds.toFixed(1)} | ${used.toFixed(1)} | ${memory} |`,
  );
}
console.log(`${people} recipients, HTML of ${content.length} bytes, 12 tracked links; relay on the same machine
Machine: ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}

| engine | lanes | messages/s | frozen after s | sent after s | CPU s | memory MB |
|---|---|---|---|---|---|---|
${rows.join('\n')}`);

relay.stdin.end();
await store.close();
await admin?.query(`drop database ${database} with (force)`);
await admin?.end();
rmSync(dataDir, { recursive: true, force: true });
