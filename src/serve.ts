// One process of the server: opens the store, starts the configured roles, and stops them in order.
import { resolve } from 'node:path';
import { ensureFirstCustomer, ensureSecret } from './accounts/first-start.ts';
import { buildApp } from './app.ts';
import { addressOf, type Config } from './config.ts';
import { trackingLinks } from './content/links.ts';
import { holdFolder } from './coordination/serving.ts';
import { openWaking, type Waking } from './coordination/waking.ts';
import { agree, logChange } from './delivery/agreement/agree.ts';
import { stopTimes } from './delivery/stop-times.ts';
import { startDeliveryThreads } from './delivery/threads.ts';
import { startDispatcher } from './dispatch/dispatcher.ts';
import { closeWithin, listen, tryPort } from './http/limits/listen.ts';
import { startPoller } from './inbound/poller.ts';
import { startInboundServer } from './inbound/server.ts';
import type { Clock } from './kernel/clock.ts';
import { asError } from './kernel/errors.ts';
import type { Logger } from './kernel/log.ts';
import { counted } from './kernel/text/counted.ts';
import { tidyHeapSoon } from './kernel/tidy-heap.ts';
import { startInbox } from './mail/inbox/server.ts';
import { parseRelayUrl } from './mail/smtp/relay-url.ts';
import { findSettingsInForce, type SettingsInForce, settingsOf } from './relays/in-force.ts';
import { hasRelays } from './relays/queries.ts';
import { configuredRelay, type UsableRelay } from './relays/usable.ts';
import { examinedRelay } from './reports/doctor/examine.ts';
import { pictureBrowserOf } from './schedules/pictures.ts';
import { startSchedules } from './schedules/start.ts';
import { type Db, openStore, type Store } from './storage/db.ts';
import { weakPromises } from './storage/postgres/durability.ts';
import { newGateMemory } from './storage/sqlite/write-gate.ts';
import { ownersOfMails } from './transactional/inbox-owners.ts';
import { firstOwnerAddress } from './users/welcome/first-owner.ts';
import { listenForMetrics } from './web/metrics/listener.ts';
import { measuredNow, measuringOf } from './web/metrics/page.ts';
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

export type ServerTools = {
  clock: Clock;
  log: Logger;
  version: string;
  /** Prints lines for the person who starts the server, apart from the log. */
  print(line: string): void;
  /** Whether those lines go to a terminal, not to a file. */
  isTerminal?: boolean;
};

/** `stop` may return a line about what did not end. */
type Part = { name: string; stop(): Promise<unknown> };
type Parts = {
  roles: Part[];
  inbox: Part | undefined;
  store: (Part & Pick<Store, 'hurry'>) | undefined;
  /** Releases the data folder for another server. */
  release?: (() => void) | undefined;
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

async function stopParts(parts: Parts, stopMs: number, log: Logger): Promise<string[]> {
  const { mainMs, lateMs } = stopTimes(stopMs);
  const left: string[] = [];
  const running = new Set<string>();
  const end = async (part: Part | undefined) => {
    if (!part) return;
    running.add(part.name);
    try {
      const line = await part.stop();
      if (typeof line === 'string') left.push(line);
    } catch (error) {
      log.error({ event: 'server.stop-failed', part: part.name, err: asError(error) });
    }
    running.delete(part.name);
  };
  const ended = async () => {
    parts.store?.hurry(mainMs);
    await Promise.all(parts.roles.map(end)); // in parallel: together they have the configured time
    await end(parts.inbox); // after the lanes that are connected to it
    await end(parts.store);
    parts.release?.();
  };
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, lateMs);
  await Promise.race([ended(), late.promise]);
  clearTimeout(timer);
  if (running.size > 0) {
    left.push(`What had not ended after ${stopMs / 1_000} s (MAILWRIGHT_STOP_SECONDS): ${[...running].join(', ')}.`);
  }
  for (const reason of left) log.error({ event: 'server.stop-unfinished', reason });
  log.info({ event: 'server.stopped' });
  return left;
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
  const store = await openStore(place);
  parts.store = { name: 'store', hurry: store.hurry, stop: () => store.close() };
  const { db } = store;
  const waking = openWaking(store, log);
  parts.roles.push({ name: 'waking', stop: () => waking.stop() });
  for (const line of await weakPromises(db)) {
    print(line);
    log.warn({ event: 'store.promise-weak', reason: line });
  }
  const secret = await ensureSecret(store, config);
  await tellFirstKey(store, config, tools);

  const relay = await firstRelay(config, store, tools, parts);
  const { returnAddress, isBaseUrlDefault } = config;
  const settings = settingsOf({ relay, baseUrl, isBaseUrlDefault, returnAddress, secret });
  const own: OwnState = { settings, sends: roles.has('worker') };
  if (own.sends) await consent(db, settings, tools);
  const isWithoutRelay = async () => config.relay === undefined && !(await findSettingsInForce(db))?.relay;
  const testInbox = await isWithoutRelay();
  const measuring = measuringOf({ db, clock, dataDir: config.dataDir });
  parts.roles.push(...(await listenForMetrics(config.metrics, measuring, log)));
  if (roles.has('web')) {
    const shown = { host: relay?.host ?? '', port: relay?.port ?? 0, testInbox };
    const { trustedProxies, fetchAllow, host, publicPages, customerCreation, rateLimit, corsOrigins } = config;
    const hasTestInbox = async () => !(await hasRelays(db)) && (await isWithoutRelay());
    const services = {
      ...{ db, clock, baseUrl, secret, configuredRelay: config.relay, fetchAllow, customerCreation, rateLimit },
      ...{ blocklists: config.blocklists, changed: waking.changed, mailSoon: waking.mailSoon },
      installation: { version, hasTestInbox, measured: () => measuredNow(measuring), ...installationOf(config, store) },
    };
    const app = await buildApp({
      ...{ services, log, version, own, trustedProxies, corsOrigins, host, publicPages },
      ...{ engine: store.engine, relay: shown, dataDir: config.dataDir },
      measuring: config.metrics === 'guarded' ? measuring : undefined,
    });
    parts.roles.push({ name: 'web', stop: () => closeWithin(app, stopTimes(config.stopSeconds * 1_000).mainMs) });
    await listen(app, config, 'MAILWRIGHT_HOST', 'MAILWRIGHT_PORT');
    const here = addressOf(config);
    print(`Mailwright ${version} listens on ${here}${here === baseUrl ? '' : `; links in mails lead to ${baseUrl}`}`);
    // The next start makes another one: a link is no reason not to serve.
    const first = await firstOwnerAddress({ db, clock, baseUrl }).catch((error: unknown) => {
      log.error({ event: 'users.first-link-failed', reason: asError(error).message });
      return undefined;
    });
    if (first !== undefined) print(`There is no user yet. Make yourself one within 30 minutes: ${first}`);
    if (testInbox) print(`No relay is configured: mail goes to the test inbox, ${here}/inbox`);
  }
  if (roles.has('clock')) {
    const { keepDays, keepIpDays, keepAuditDays, keepPicturesDays, relay: own } = config;
    const kept = { keepDays, keepIpDays, keepAuditDays, keepPicturesDays };
    const browser = pictureBrowserOf(config.browser, log);
    const options = { links: trackingLinks({ baseUrl, secret }), waking, relay: own, browser };
    const schedules = startSchedules({ db, clock, log, ...options, ...kept });
    parts.roles.push({ name: 'clock', stop: () => schedules.stop() });
  }
  await startInbound(config, { db, secret, waking }, tools, parts);
  if (roles.has('worker')) {
    const { expireHours, stopSeconds, fetchAllow, unknownTags, workers, logLevel } = config;
    const stopMs = stopSeconds * 1_000;
    const sending = { isBaseUrlDefault, returnAddress, expireHours, stopMs, fetchAllow, unknownTags };
    const wakes = { rest: waking.restMemory, changed: waking.changed };
    const options = { db, clock, store: place, baseUrl, secret, relay, ...sending, workers, logLevel, ...wakes };
    const delivery = startDeliveryThreads(options, log);
    waking.onChange(delivery.nudge);
    waking.onMailSoon(delivery.expect);
    own.trouble = delivery.trouble;
    measuring.ofThreads = delivery.measure;
    parts.roles.push({ name: 'worker', stop: async () => inFlightLine(await delivery.stop()) });
    const dispatcher = startDispatcher({ db, clock, log, secret, allow: fetchAllow, waking });
    parts.roles.push({ name: 'webhooks', stop: () => dispatcher.stop() });
  }
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

/** What the process says of itself and of what is around it. */
function installationOf({ roles, relay: own, ...config }: Config, { engine }: Store) {
  const { dataDir, isBaseUrlDefault, returnAddress, browser } = config;
  const surroundings = { dataDir, isBaseUrlDefault, returnAddress, relay: examinedRelay(own), browser };
  return { engine, roles: [...roles], timeZone: zoneOfMachine(), surroundings };
}

/**
 * Agrees with the other workers on the settings of a process that sends, or logs why they refuse;
 * its threads ask again by themselves.
 */
async function consent(db: Db, settings: SettingsInForce, { clock, log, print }: ServerTools): Promise<void> {
  const agreement = await agree(db, settings, clock.now());
  if (agreement.agreed) {
    logChange(log, agreement.changed);
    for (const { variable, text } of agreement.changed) print(`In force from now on: ${variable}: ${text}`);
  } else {
    print(`This server does not send: ${agreement.reason}`);
  }
}

/** Reports problems at start: later they are shown on `/` and in `/readyz`. */
async function reportProblems(db: Db, own: OwnState, { log, print }: ServerTools): Promise<void> {
  const { store, refusal, notes } = await findProblems(db, own);
  for (const reason of [store, refusal]) if (reason !== undefined) log.error({ event: 'server.not-ready', reason });
  for (const reason of notes) log.warn({ event: 'server.note', reason });
  for (const line of [store, ...notes]) if (line !== undefined) print(line);
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
  return configuredRelay(parseRelayUrl(inbox.url), true);
}

/**
 * Starts what receives returned mail: the SMTP server where configured, and with the clock the
 * poller of mailboxes.
 */
async function startInbound(
  { returnAddress: address, returnListen, roles }: Config,
  { db, secret, waking }: { db: Db; secret: string; waking: Waking },
  { clock, log, print }: ServerTools,
  parts: Parts,
): Promise<void> {
  const path = address === undefined ? undefined : { address, secret };
  if (path && returnListen) {
    const server = await startInboundServer({ db, clock, log, path }, returnListen);
    parts.roles.push({ name: 'return server', stop: () => server.close() });
    print(`Returned mail for ${address} is taken on port ${server.port}.`);
  }
  if (roles.has('clock')) {
    const poller = startPoller({ tools: { db, clock, log, path }, secret, waking });
    parts.roles.push({ name: 'poller', stop: () => poller.stop() });
  }
}

/** Shows the key on a terminal only: other output is stored and read by others. */
async function tellFirstKey(
  store: Store,
  config: Config,
  { clock, log, print, isTerminal = false }: ServerTools,
): Promise<void> {
  const { newKey, keyFile, advice } = await ensureFirstCustomer(store, config, clock);
  if (newKey !== undefined) {
    const kept = `kept in ${resolve(keyFile ?? '')}`;
    log.info({ event: 'key.made', file: resolve(keyFile ?? '') });
    const shown = `API key of the first customer (shown this once, ${kept}): ${newKey}`;
    print(isTerminal ? shown : `The API key of the first customer is ${kept}`);
  }
  if (advice !== undefined) print(advice);
}

function inFlightLine(open: number): string | undefined {
  if (open === 0) return undefined;
  return `${counted(open, 'message is', 'messages are')} left in flight: the store did not take what became of ${open === 1 ? 'it' : 'them'}. The next worker finds ${open === 1 ? 'it' : 'them'} uncertain.`;
}

const zoneOfMachine = () => new Intl.DateTimeFormat('en').resolvedOptions().timeZone;
