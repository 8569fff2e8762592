// The main job, start to finish, on a temporary data folder: a CSV of subscribers goes in, a campaign goes out over SMTP
// into the test inbox, the server is killed half way, opens, clicks and an unsubscribe come back, the statistics add up.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { asError } from '../kernel/errors.ts';
import { newApiKey } from '../kernel/ids.ts';
import { openProgressBar } from '../kernel/progress-bar.ts';
import { type Client, openClient } from './client.ts';
import { importExamples, makeCampaign, makeList, makeSegment } from './content.ts';
import { allMails, type InboxEntry, readLetter } from './inbox.ts';
import { reconcile, type Statistics, statisticsTable } from './reconcile.ts';
import { type DemoServer, freePort, startServer } from './server.ts';

export type DemoOptions = {
  /** Of the process: the child processes get it, without any MAILWRIGHT_ variable. */
  environment: Readonly<Record<string, string | undefined>>;
  mainFile: string;
  print(line: string): void;
};

/** Where the demo keeps what its steps need. */
type Stage = DemoOptions & {
  folder: string;
  port: number;
  client: Client;
  childEnvironment: Record<string, string | undefined>;
};

const OPENERS = 40;
const CLICKERS = 15;
const CAMPAIGN_LIMIT_MS = 120_000;

/** Runs the demo. @returns the exit code: 0 when everything adds up */
export async function runDemo(options: DemoOptions): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'mailwright-demo-'));
  const stage = await setStage(options, folder);
  let server: DemoServer | undefined;
  try {
    options.print(`A server on port ${stage.port}, its data in ${folder}`);
    server = await start(stage);
    const listUid = await makeList(stage);
    await importSubscribers(stage, listUid);
    const segmentUid = await makeSegment(stage, listUid);
    const campaignUid = await makeCampaign(stage, { listUid, segmentUid });
    server = await sendWithKill(stage, server, campaignUid);
    const mails = await allMails(stage.client);
    await actAsRecipients(stage, mails);
    return await tellResult(stage, campaignUid, mails);
  } catch (error) {
    options.print(`The demo failed: ${asError(error).message}`);
    return 1;
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function setStage(options: DemoOptions, folder: string): Promise<Stage> {
  const port = await freePort();
  const apiKey = newApiKey();
  const own = Object.entries(options.environment).filter(([name]) => !name.startsWith('MAILWRIGHT_'));
  const childEnvironment = {
    ...Object.fromEntries(own),
    MAILWRIGHT_PORT: String(port),
    MAILWRIGHT_DATA_DIR: folder,
    MAILWRIGHT_API_KEY: apiKey,
    MAILWRIGHT_SECRET: randomBytes(32).toString('hex'),
    MAILWRIGHT_LOG_LEVEL: 'warn',
  };
  return { ...options, folder, port, client: openClient(`http://127.0.0.1:${port}`, apiKey), childEnvironment };
}

function start({ mainFile, port, childEnvironment }: Stage): Promise<DemoServer> {
  return startServer({ mainFile, port, environment: childEnvironment });
}

async function importSubscribers({ mainFile, childEnvironment }: Stage, listUid: string): Promise<void> {
  await importExamples({ mainFile, environment: childEnvironment, listUid });
}

const statistics = async (client: Client, campaignUid: string): Promise<Statistics> =>
  (await client.call<{ data: Statistics }>('GET', `/campaigns/${campaignUid}/stats`)).data;

/** Sends with a progress bar; when half of the messages are out the server is killed without warning and started again. */
async function sendWithKill(stage: Stage, first: DemoServer, campaignUid: string): Promise<DemoServer> {
  let server = first;
  let killedAt: number | undefined;
  const bar = openProgressBar({ label: 'Sending', unit: 'messages' });
  for (const deadline = Date.now() + CAMPAIGN_LIMIT_MS; ; ) {
    const now = await statistics(stage.client, campaignUid);
    bar.update(now.processed_count, now.subscribers_count);
    if (now.campaign_status === 'sent') break;
    if (Date.now() > deadline) throw new Error(`the campaign is still ${now.campaign_status} after two minutes`);
    if (killedAt === undefined && now.processed_count >= now.subscribers_count / 3 && now.processed_count > 0) {
      await server.kill();
      killedAt = now.processed_count;
      server = await start(stage);
    }
    await sleep(killedAt === undefined ? 0 : 20);
  }
  bar.end();
  stage.print(
    killedAt === undefined
      ? 'All was accepted before the server could be killed.'
      : `The server was killed (kill -9) at ${killedAt} messages and started again; it went on by itself.`,
  );
  return server;
}

/** Some open, some click (which opens too), one unsubscribes with one click (RFC 8058). */
async function actAsRecipients({ client, print }: Stage, mails: readonly InboxEntry[]): Promise<void> {
  const readers = await Promise.all(mails.slice(0, OPENERS).map(({ id }) => readLetter(client, id)));
  for (const [index, { pixel, links, pictures, webVersion, unsubscribe, tagsLeft }] of readers.entries()) {
    if (tagsLeft.length > 0) throw new Error(`merge tags stand in a mail: ${tagsLeft.join(' ')}`);
    await expectStatus(client, pixel, 200);
    if (index < CLICKERS) await expectStatus(client, links[index % links.length] ?? '', 302);
    if (index === 0) {
      for (const address of [...pictures, webVersion]) await expectStatus(client, address, 200);
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
      await expectStatus(client, unsubscribe, 200, { method: 'POST', body });
    }
  }
  print(`${OPENERS} recipients opened their mail, ${CLICKERS} of them followed a link, one unsubscribed`);
}

async function expectStatus(client: Client, address: string, status: number, init?: RequestInit): Promise<void> {
  const response = await client.visit(address, init);
  await response.arrayBuffer();
  if (response.status !== status) throw new Error(`${address} answered ${response.status} instead of ${status}`);
}

async function tellResult(
  { client, print }: Stage,
  campaignUid: string,
  mails: readonly InboxEntry[],
): Promise<number> {
  const result = await statistics(client, campaignUid);
  print('');
  for (const line of statisticsTable(result)) print(line);
  const faults = reconcile(result, mails, { opened: OPENERS, clicked: CLICKERS, unsubscribed: 1 });
  print('');
  if (faults.length === 0) {
    print(
      `Everything adds up: ${result.subscribers_count} in the audience, ${mails.length} mails in the inbox, nobody twice.`,
    );
    return 0;
  }
  for (const fault of faults) print(`Does not add up: ${fault}`);
  return 1;
}
