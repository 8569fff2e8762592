// One process of the server: opens the store, starts the configured roles (roles.ts), and stops
// them in order (parts.ts).
import { resolve } from 'node:path';
import { ensureFirstCustomer } from './accounts/first-start.ts';
import { findOpenFiles } from './accounts/secrets/open-files.ts';
import type { Config } from './config.ts';
import { holdFolder, noteOpened } from './coordination/serving.ts';
import { openWaking } from './coordination/waking.ts';
import { agree, logChange } from './delivery/agreement/agree.ts';
import { refuseLostStore } from './delivery/high-water/mark-file.ts';
import { tryPort } from './http/limits/listen.ts';
import { tidyHeapSoon } from './kernel/tidy-heap.ts';
import { startInbox } from './mail/inbox/server.ts';
import { parseRelayUrl } from './mail/smtp/relay-url.ts';
import { type Parts, type ServerTools, stopParts } from './parts.ts';
import { findSettingsInForce, type SettingsInForce, settingsOf } from './relays/in-force.ts';
import { secretToServe } from './relays/own-secret.ts';
import { hasRelays } from './relays/queries.ts';
import { configuredRelay, type UsableRelay } from './relays/usable.ts';
import { CLOCK_ADVICE, whyClockIsPast } from './reports/doctor/clock-past.ts';
import { startClock, startInbound, startWeb, startWorker } from './roles.ts';
import { type Db, fileOf, openStore, type Store } from './storage/db.ts';
import { whyNoOtherStore } from './storage/folder.ts';
import { weakPromises } from './storage/postgres/durability.ts';
import { newGateMemory } from './storage/sqlite/write-gate.ts';
import { ownersOfMails } from './transactional/inbox-owners.ts';
import { listenForMetrics } from './web/metrics/listener.ts';
import { measuringOf } from './web/metrics/page.ts';
import { findProblems, type OwnState } from './web/problems.ts';

/** A running server. */
export type Server = {
  /**
   * No new work, lanes finish their message, nothing stays in flight; takes less than the
   * configured time whatever the store does.
   * @returns what could not be stopped in time, a line each
   */
  stop(): Promise<string[]>;
};

/**
 * Starts the server.
 * @throws AppError with one clear line when the store, the data folder or the port cannot be used;
 * then nothing runs.
 */
export async function serve(config: Config, tools: ServerTools): Promise<Server> {
  const { log } = tools;
  const parts: Parts = { roles: [], inbox: undefined, store: undefined };
  const stop = () => stopParts(parts, config.stopSeconds * 1_000, log);
  try {
    await startParts(config, tools, parts);
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

/** Starts the parts and records each, so that it can be stopped whatever fails later. */
async function startParts(config: Config, tools: ServerTools, parts: Parts): Promise<void> {
  const { clock, log, version, print } = tools;
  const { baseUrl, roles } = config;
  if (roles.has('web')) await tryPort(config, 'MAILWRIGHT_HOST', 'MAILWRIGHT_PORT');
  if (typeof config.metrics === 'object') await tryPort(config.metrics, 'MAILWRIGHT_METRICS', 'MAILWRIGHT_METRICS');
  if (config.returnListen) await tryPort(config.returnListen, 'MAILWRIGHT_RETURN_LISTEN', 'MAILWRIGHT_RETURN_LISTEN');
  const place = { databaseUrl: config.databaseUrl, dataDir: config.dataDir, gate: newGateMemory() };
  parts.release = await holdFolder(config);
  if (config.databaseUrl === undefined) refuseLostStore(config.dataDir);
  const store = await openStore({ ...place, whyNotNew: whyNoOtherStore(config.dataDir) });
  if (config.databaseUrl === undefined) noteOpened(config.dataDir);
  parts.store = { name: 'store', hurry: store.hurry, stop: () => store.close() };
  const { db } = store;
  const waking = openWaking(store, log);
  parts.roles.push({ name: 'waking', stop: () => waking.stop() });
  for (const line of (await weakPromises(db)) ?? []) {
    print(line);
    log.warn({ event: 'store.promise-weak', reason: line });
  }
  const secret = await secretToServe(store, config);
  for (const { text, advice } of findOpenFiles(config.dataDir)) {
    print(`${text} To fix it: ${advice}`);
    log.warn({ event: 'data.open', reason: text, advice });
  }
  // Nobody may ever look into the folder of a mere worker: the key is made by a process that
  // answers requests.
  if (roles.has('web')) await tellFirstKey(store, config, tools);

  const relay = await firstRelay(config, store, tools, parts);
  const { returnAddress, isBaseUrlDefault } = config;
  const settings = settingsOf({ relay, baseUrl, isBaseUrlDefault, returnAddress, secret });
  const own: OwnState = { settings, sends: roles.has('worker'), lanes: config.relay?.lanes };
  if (own.sends) await agreeOnSettings(db, settings, tools);
  const measuring = measuringOf({ db, clock, dataDir: config.dataDir });
  parts.roles.push(...(await listenForMetrics(config.metrics, measuring, log)));
  const openedFile = config.databaseUrl === undefined ? fileOf(config.dataDir) : undefined;
  const base = { place: { ...place, openedFile }, store, secret, waking, relay, own, measuring };
  if (roles.has('web')) await startWeb(base, config, tools, parts);
  if (roles.has('clock')) await startClock(base, config, tools, parts);
  await startInbound(base, config, tools, parts);
  if (roles.has('worker')) await startWorker(base, config, tools, parts);
  await reportProblems(db, own, tools);
  tidyHeapSoon();
  log.info({
    event: 'server.started',
    version,
    roles: [...roles],
    engine: store.engine,
    host: config.host,
    port: config.port,
  });
}

/**
 * Agrees with the other workers on the settings of a process that sends, or logs why they refuse;
 * its threads ask again by themselves.
 */
async function agreeOnSettings(db: Db, settings: SettingsInForce, { clock, log, print }: ServerTools): Promise<void> {
  const agreement = await agree(db, settings, clock.now());
  if (agreement.agreed) {
    logChange(log, agreement.changed);
    for (const { variable, change } of agreement.changed) print(`Now in force: ${variable}: ${change}`);
    if (agreement.changed.some(({ variable }) => variable === 'MAILWRIGHT_SECRET')) print(SECRET_GONE);
  } else {
    print(`This server does not send: ${agreement.reason}`);
  }
}

/** It may be meant, where the former one is lost, or be a slip that nothing else tells so soon. */
const SECRET_GONE =
  'With the new secret, links in sent emails no longer work, and the passwords of relays and mailboxes cannot be read. If you know the previous secret, stop this server and set it again, or put it into MAILWRIGHT_SECRET_FORMER: see docs/secret.md.';

/** Reports problems at start: later they are shown on `/` and in `/readyz`. */
async function reportProblems(db: Db, own: OwnState, { clock, log, print }: ServerTools): Promise<void> {
  const { store, refusal, notes } = await findProblems(db, own);
  for (const reason of [store, refusal]) if (reason !== undefined) log.error({ event: 'server.not-ready', reason });
  for (const reason of notes) log.warn({ event: 'server.note', reason });
  for (const line of [store, ...notes]) if (line !== undefined) print(line);
  const past = store === undefined ? await whyClockIsPast(db, clock.now()) : undefined;
  if (!past) return;
  print(`${past.text} ${CLOCK_ADVICE}`);
  log.warn({ event: 'machine.clock-past', reason: past.text });
}

/** The configured relay, else the test inbox on a free port of loopback, in this process. */
async function firstRelay(
  { relay, roles }: Config,
  { db }: Store,
  { clock, log }: ServerTools,
  parts: Parts,
): Promise<UsableRelay | undefined> {
  if (relay) return configuredRelay(relay);
  if (!roles.has('worker')) return undefined;
  const ownersOf = (messageIds: readonly string[]) => ownersOfMails(db, messageIds);
  const mayTake = async () => !(await hasRelays(db)) && !(await findSettingsInForce(db))?.relay;
  const inbox = await startInbox({ db, port: 0, log, clock, ownersOf, mayTake });
  parts.inbox = { name: 'inbox', stop: () => inbox.close() };
  return configuredRelay(parseRelayUrl(inbox.url), { isInbox: true });
}

/** Shows the key on a terminal only: other output is stored and read by others. */
async function tellFirstKey(
  store: Store,
  config: Config,
  { clock, log, print, isTerminal = false }: ServerTools,
): Promise<void> {
  const { newKey, keyFile, advice } = await ensureFirstCustomer(store, config, clock);
  if (newKey !== undefined) {
    const kept = `stored in ${resolve(keyFile ?? '')}`;
    log.info({ event: 'key.made', file: resolve(keyFile ?? '') });
    const shown = `API key of the first customer (shown only once, ${kept}): ${newKey}`;
    print(isTerminal ? shown : `The API key of the first customer is ${kept}`);
  }
  if (advice !== undefined) print(advice);
}
