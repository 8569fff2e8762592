// Starts what a server does in each of its roles, on its open store.
import { buildApp } from './app.ts';
import { addressOf, type Config } from './config.ts';
import { trackingLinks } from './content/links.ts';
import type { Waking } from './coordination/waking.ts';
import { stopTimes } from './delivery/stop-times.ts';
import { startDeliveryThreads } from './delivery/threads.ts';
import { startDispatcher } from './dispatch/dispatcher.ts';
import { closeWithin, listen } from './http/limits/listen.ts';
import { startPoller } from './inbound/poller.ts';
import { startInboundServer } from './inbound/server.ts';
import { counted } from './kernel/text/counted.ts';
import type { Parts, ServerTools } from './parts.ts';
import { findSettingsInForce } from './relays/in-force.ts';
import { hasRelays } from './relays/queries.ts';
import type { UsableRelay } from './relays/usable.ts';
import { examinedRelay } from './reports/doctor/examine.ts';
import { pictureBrowserOf } from './schedules/pictures.ts';
import { startSchedules } from './schedules/start.ts';
import type { Store, StorePlace } from './storage/db.ts';
import { troubleText } from './storage/trouble.ts';
import { firstOwnerAddress } from './users/welcome/first-owner.ts';
import { type Measuring, measuredNow } from './web/metrics/page.ts';
import type { OwnState } from './web/problems.ts';

/** What the roles share. */
export type Base = {
  place: StorePlace;
  store: Store;
  secret: string;
  waking: Waking;
  /** Where mail goes unless a customer has relays; absent: this process does not send. */
  relay: UsableRelay | undefined;
  own: OwnState;
  measuring: Measuring;
};

type Start = (base: Base, config: Config, tools: ServerTools, parts: Parts) => void | Promise<void>;

/** Answers requests, and tells the person at the terminal where. */
export const startWeb: Start = async (base, config, { clock, log, version, print }, parts) => {
  const { store, secret, waking, relay, own, measuring } = base;
  const { db } = store;
  const { baseUrl } = config;
  const isWithoutRelay = async () => config.relay === undefined && !(await findSettingsInForce(db))?.relay;
  const testInbox = await isWithoutRelay();
  const shown = { host: relay?.host ?? '', port: relay?.port ?? 0, testInbox };
  const { trustedProxies, fetchAllow, host, publicPages, customerCreation, rateLimit, corsOrigins } = config;
  const hasTestInbox = async () => !(await hasRelays(db)) && (await isWithoutRelay());
  const services = {
    db,
    dedicated: store.dedicated,
    clock,
    baseUrl,
    secret,
    fetchAllow,
    customerCreation,
    rateLimit,
    configuredRelay: config.relay,
    blocklists: config.blocklists,
    changed: waking.changed,
    mailSoon: waking.mailSoon,
    installation: { version, hasTestInbox, measured: () => measuredNow(measuring), ...installationOf(config, store) },
  };
  const app = await buildApp({
    services,
    log,
    version,
    own,
    trustedProxies,
    corsOrigins,
    host,
    publicPages,
    engine: store.engine,
    relay: shown,
    dataDir: config.dataDir,
    measuring: config.metrics === 'guarded' ? measuring : undefined,
  });
  const { mainMs, lanesMs } = stopTimes(config.stopSeconds * 1_000);
  parts.roles.push({ name: 'web', stop: () => closeWithin(app, mainMs, lanesMs) });
  await listen(app, config, 'MAILWRIGHT_HOST', 'MAILWRIGHT_PORT');
  const here = addressOf(config);
  print(`Mailwright ${version} listens on ${here}${here === baseUrl ? '' : `; links in emails lead to ${baseUrl}`}`);
  // The next start makes another one: a link is no reason not to serve.
  const first = await firstOwnerAddress({ db, clock, baseUrl }).catch((error: unknown) => {
    log.error({ event: 'users.first-link-failed', reason: troubleText(error) });
    return undefined;
  });
  if (first !== undefined) print(`No users yet. Create the first account within 30 minutes: ${first}`);
  if (await hasTestInbox()) print(`No relay is configured: email goes to the test inbox, ${baseUrl}/inbox`);
};

/** Does what is due: campaigns that begin, looks at domains and backups, what is removed by age. */
export const startClock: Start = ({ store: { db }, secret, waking }, config, { clock, log }, parts) => {
  const { keepDays, keepIpDays, keepAuditDays, keepPicturesDays, relay: own } = config;
  const kept = { keepDays, keepIpDays, keepAuditDays, keepPicturesDays };
  const browser = pictureBrowserOf(config.browser, log);
  const options = { links: trackingLinks({ baseUrl: config.baseUrl, secret }), waking, relay: own, browser };
  const schedules = startSchedules({ db, clock, log, dataDir: config.dataDir, ...options, ...kept });
  parts.roles.push({ name: 'clock', stop: () => schedules.stop() });
};

/** Sends, and tells webhooks. */
export const startWorker: Start = (base, config, { clock, log }, parts) => {
  const { place, secret, waking, relay, own, measuring } = base;
  const { db } = base.store;
  const { baseUrl, isBaseUrlDefault, returnAddress } = config;
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
};

/** What the process says of itself and of what is around it. */
function installationOf({ roles, relay: own, ...config }: Config, { engine }: Store) {
  const { dataDir, isBaseUrlDefault, returnAddress, browser } = config;
  const lanes = roles.has('worker') ? (own?.lanes ?? 0) : undefined;
  const surroundings = { dataDir, isBaseUrlDefault, returnAddress, relay: examinedRelay(own), lanes, browser };
  return { engine, roles: [...roles], timeZone: zoneOfMachine, surroundings };
}

/**
 * Starts what receives returned mail: the SMTP server where configured, and with the clock the
 * poller of mailboxes.
 */
export const startInbound: Start = async ({ store: { db }, secret, waking }, config, { clock, log, print }, parts) => {
  const { returnAddress: address, returnListen, roles } = config;
  const path = address === undefined ? undefined : { address, secret };
  if (path && returnListen) {
    const server = await startInboundServer({ db, clock, log, path }, returnListen);
    parts.roles.push({ name: 'return server', stop: () => server.close() });
    print(`Returned mail for ${address} is accepted on port ${server.port}.`);
  }
  if (roles.has('clock')) {
    const poller = startPoller({ tools: { db, clock, log, path }, secret, waking });
    parts.roles.push({ name: 'poller', stop: () => poller.stop() });
  }
};

function inFlightLine(open: number): string | undefined {
  if (open === 0) return undefined;
  return `${counted(open, 'message is', 'messages are')} left in flight: the database did not accept the outcome. The next worker will count ${open === 1 ? 'it' : 'them'} as uncertain.`;
}

const zoneOfMachine = () => new Intl.DateTimeFormat('en').resolvedOptions().timeZone;
