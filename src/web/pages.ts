// The pages outside of the API: start page, test inbox, pictures, health.
import type { FastifyInstance } from 'fastify';
import type { Services } from '../http/route.ts';
import { hasRelays } from '../relays/queries.ts';
import { filePages } from './files.ts';
import { guardReference, newGuard, type PublicPage } from './guard.ts';
import { healthPages } from './health.ts';
import { sharedLook } from './in-time.ts';
import { inboxPages } from './inbox-pages.ts';
import { type Measuring, metricsPage } from './metrics/page.ts';
import { findProblems, type OwnState } from './problems.ts';
import { providerReports } from './provider-reports.ts';
import { startPage } from './start-page.ts';
import { heldStateOf, relayStateOf, surroundingsOf, wentBackStateOf } from './states.ts';

/** The services of the pages, besides those of every route. */
export type WebServices = Services & {
  /** The version in package.json. */
  version: string;
  engine: 'sqlite' | 'postgres';
  /** The relay in use. `testInbox`: it is the built-in one, and its pages are shown. */
  relay: { host: string; port: number; testInbox: boolean };
  /** The address that the server listens on. */
  host: string;
  /** Pages for everybody; absent: the defaults of guard.ts. */
  publicPages?: ReadonlySet<PublicPage> | undefined;
  /** The data folder; absent: nobody says how much room its disk has. */
  dataDir?: string | undefined;
  /** For `/metrics`; absent: there is no such page. */
  measuring?: Measuring | undefined;
  /** This process's settings, compared with those in force; absent: no comparison. */
  own?: OwnState | undefined;
};

/** How old an answer of `/readyz` and `/` may be: supervisors ask each second at most. */
const KEPT_MS = 1_000;

/** Mounts all of them. */
export function webPages(app: FastifyInstance, services: WebServices): void {
  const { db, clock, version, baseUrl, engine, relay, own } = services;
  const facts = { version, baseUrl, engine, testInbox: relay.testInbox };
  const states = {
    findProblems: sharedLook(KEPT_MS, () => findProblems(db, own)),
    relayState: relayStateOf(relay),
    hasStoredRelays: () => hasRelays(db).catch(() => false),
    wentBackState: wentBackStateOf(db, clock),
    heldState: heldStateOf(db),
    surroundings: sharedLook(KEPT_MS, surroundingsOf(db, clock, services.dataDir)),
  };
  const guard = newGuard(services);
  startPage(app, facts, states, guard);
  healthPages(app, states);
  providerReports(app, services);
  filePages(app, db);
  if (services.measuring) metricsPage(app, services.measuring, guard);
  if (relay.testInbox) inboxPages(app, services, guard);
  guardReference(app, guard);
}
