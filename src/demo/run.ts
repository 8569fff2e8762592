// The main job from start to finish, in a temporary data folder: imports a CSV of subscribers,
// sends a campaign over SMTP into the test inbox, kills the server half way, settles the uncertain
// messages, plays opens, clicks and an unsubscribe, and accounts for every subscriber.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { asError } from '../kernel/errors.ts';
import { newApiKey } from '../kernel/ids.ts';
import { openProgressBar } from '../kernel/progress-bar.ts';
import { counted } from '../kernel/text/counted.ts';
import { freePort } from '../network/free-port.ts';
import { type Client, newClient } from './client.ts';
import { createCampaign, createList, createSegment, importExamples } from './content.ts';
import { type HeldMessages, listHeldMessages, settleHeldMessages } from './held.ts';
import { allMails, getMail, type InboxEntry } from './inbox.ts';
import { openProcesses, type Processes } from './processes.ts';
import { asReader, LOOKS_LIKE_A_MACHINE_MS } from './programs.ts';
import { reconcile, type Statistics, statesOf, statisticsTable } from './reconcile.ts';
import { type DemoServer, startServer } from './server.ts';

export type DemoOptions = {
  /** The process's environment: child processes get it, without any MAILWRIGHT_ variable. */
  environment: Readonly<Record<string, string | undefined>>;
  mainFile: string;
  print(line: string): void;
  /** Serves what it made until a signal comes. */
  stays: boolean;
};

/** Shared by the demo's steps. */
type DemoContext = DemoOptions & {
  processes: Processes;
  folder: string;
  port: number;
  client: Client;
  childEnvironment: Record<string, string | undefined>;
  /** Whether a signal is what the demo waits for. */
  ending: { isExpected: boolean };
};

const OPENERS = 40;
const CLICKERS = 15;
/** Given up when nothing goes on for this long: a slow machine may take its time. */
const STANDSTILL_MS = 120_000;
const USUAL_PORT = 8080;

/** Signals that end the demo early, with the exit codes that shells use. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/**
 * Runs the demo. However it ends, its processes and its folder are removed.
 * @returns the exit code: 0 when everything adds up
 */
export async function runDemo(options: DemoOptions): Promise<number> {
  const processes = openProcesses();
  const interrupted = Promise.withResolvers<number>();
  const ending = { isExpected: false };
  for (const [signal, code] of Object.entries(SIGNALS))
    process.on(signal, () => interrupted.resolve(ending.isExpected ? 0 : code));
  const folder = mkdtempSync(join(tmpdir(), 'mailwright-demo-'));
  let isOver = false;
  const print = (line: string) => {
    if (!isOver) options.print(line);
  };
  try {
    const playing = setStage({ ...options, print }, { folder, processes, ending }).then(runSteps);
    return await Promise.race([playing, interrupted.promise]);
  } catch (error) {
    print(`The demo failed: ${asError(error).message}`);
    return 1;
  } finally {
    isOver = true;
    await processes.endAll();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs all steps. @returns the exit code */
async function runSteps(stage: DemoContext): Promise<number> {
  stage.print(`A server on port ${stage.port}, its data in ${stage.folder}`);
  const first = await start(stage);
  const listUid = await createList(stage);
  await importSubscribers(stage, listUid);
  const segmentUid = await createSegment(stage, listUid);
  const campaignUid = await createCampaign(stage, { listUid, segmentUid });
  const server = await sendWithKill(stage, first, campaignUid);
  const held = await listHeldMessages(stage, campaignUid, await allMails(stage.client));
  await actAsRecipients(stage, readersOf(await allMails(stage.client), held));
  await settleHeldMessages(stage, campaignUid, held);
  await untilSent(stage, campaignUid);
  const result = await printResult(stage, campaignUid, await allMails(stage.client));
  if (stage.stays && result === 0) return stay(stage, { server, listUid, segmentUid });
  await server.stop();
  return result;
}

/** Leaves the data served, with a campaign to go on with. Never ends by itself. */
async function stay(
  stage: DemoContext,
  { server, listUid, segmentUid }: { server: DemoServer; listUid: string; segmentUid: string },
): Promise<never> {
  const quiet = { ...stage, print: () => undefined };
  await createCampaign(quiet, { listUid, segmentUid, status: 'draft', name: 'The season ends' });
  const address = `http://127.0.0.1:${stage.port}`;
  stage.print(`
All of it stays to be looked at, until Ctrl+C:
  the browser UI   ${server.firstLink() ?? `${address}/app`}   (a name and a password of your own, and you are in)
  the test inbox   ${address}/inbox
  the reference    ${address}/docs`);
  stage.ending.isExpected = true;
  return new Promise<never>(() => undefined);
}

/**
 * The recipients who open their mail: first one whose message is held, because an open settles it.
 */
function readersOf(mails: readonly InboxEntry[], { arrived }: HeldMessages): InboxEntry[] {
  const isHeld = ({ to }: InboxEntry) => arrived.includes(to.toLowerCase());
  return [...mails.filter(isHeld).slice(0, 1), ...mails.filter((mail) => !isHeld(mail))];
}

async function setStage(
  options: DemoOptions,
  { folder, processes, ending }: Pick<DemoContext, 'folder' | 'processes' | 'ending'>,
): Promise<DemoContext> {
  const port = await freePort(options.stays ? USUAL_PORT : undefined);
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
  const client = newClient(`http://127.0.0.1:${port}`, apiKey);
  return { ...options, processes, ending, folder, port, client, childEnvironment };
}

function start({ processes, mainFile, port, childEnvironment }: DemoContext): Promise<DemoServer> {
  return startServer({ processes, mainFile, port, environment: childEnvironment });
}

async function importSubscribers(
  { processes, mainFile, childEnvironment }: DemoContext,
  listUid: string,
): Promise<void> {
  await importExamples({ processes, mainFile, environment: childEnvironment, listUid });
}

/** With `full` all figures are there. */
const statistics = async (client: Client, campaignUid: string): Promise<Statistics> =>
  (await client.api.getCampaignStats({ campaign_uid: campaignUid, full: '1' })).data as Statistics;

/**
 * Sends with a progress bar; when a third of the messages are done the server is killed without
 * warning and restarted.
 */
async function sendWithKill(stage: DemoContext, first: DemoServer, campaignUid: string): Promise<DemoServer> {
  let server = first;
  let killedAt: number | undefined;
  const bar = openProgressBar({ label: 'Sending', unit: 'messages' });
  for (const stands = standstill(); ; ) {
    const now = await statistics(stage.client, campaignUid);
    bar.update(now.processed_count, now.subscribers_count);
    if (now.campaign_status === 'sent') break;
    stands(now);
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
      : `The server was killed (kill -9) at ${killedAt} messages and started again; it resumed automatically.`,
  );
  return server;
}

/** Waits until the messages queued again are sent too. */
async function untilSent({ client }: DemoContext, campaignUid: string): Promise<void> {
  for (const stands = standstill(); ; await sleep(50)) {
    const now = await statistics(client, campaignUid);
    if (now.campaign_status === 'sent') return;
    stands(now);
  }
}

/** A function that throws when what it is told has been the same for two minutes. */
function standstill(): (now: Statistics) => void {
  let known = '';
  let since = 0;
  return ({ campaign_status: status, processed_count: processed }) => {
    if (known !== `${status} ${processed}`) {
      known = `${status} ${processed}`;
      since = Date.now();
    }
    if (Date.now() - since > STANDSTILL_MS)
      throw new Error(
        `the campaign is ${status} with ${processed} messages processed, and has not moved for two minutes`,
      );
  };
}

/**
 * Some recipients open, some click (which opens too), one unsubscribes with one click (RFC 8058).
 */
async function actAsRecipients({ client, print, stays }: DemoContext, mails: readonly InboxEntry[]): Promise<void> {
  if (stays) await sleep(LOOKS_LIKE_A_MACHINE_MS); // for figures without machines
  const readers = await Promise.all(mails.slice(0, OPENERS).map(({ id }) => getMail(client, id)));
  for (const [index, { pixel, links, pictures, webVersion, unsubscribe, tagsLeft }] of readers.entries()) {
    if (tagsLeft.length > 0) throw new Error(`merge tags stand in a mail: ${tagsLeft.join(' ')}`);
    await expectStatus(client, pixel, 200, asReader(index));
    if (index < CLICKERS) await expectStatus(client, links[index % links.length] ?? '', 302, asReader(index));
    if (index === 0) {
      for (const address of [...pictures, webVersion]) await expectStatus(client, address, 200);
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
      await expectStatus(client, unsubscribe, 200, { method: 'POST', body });
    }
  }
  print(`${OPENERS} recipients opened the email, ${CLICKERS} of them clicked a link, one unsubscribed`);
}

async function expectStatus(client: Client, address: string, status: number, init?: RequestInit): Promise<void> {
  const response = await client.visit(address, init);
  await response.arrayBuffer();
  if (response.status !== status) throw new Error(`${address} answered ${response.status} instead of ${status}`);
}

async function printResult(
  { client, print }: DemoContext,
  campaignUid: string,
  mails: readonly InboxEntry[],
): Promise<number> {
  const result = await statistics(client, campaignUid);
  print('');
  for (const line of statisticsTable(result)) print(line);
  const faults = reconcile(result, mails, { opened: OPENERS, clicked: CLICKERS, unsubscribed: 1 });
  print('');
  if (faults.length === 0) {
    const states = statesOf(result).flatMap(([state, n]) => (n > 0 ? [`${n} ${state}`] : []));
    print(
      `Everyone is accounted for: ${result.subscribers_count} in the audience, ${states.join(', ')}; ${counted(mails.length, 'mail')} in the inbox, no one missed, no one emailed twice.`,
    );
    return 0;
  }
  for (const fault of faults) print(`Does not add up: ${fault}`);
  return 1;
}
