// The pages for people and programs that are not the API: start page, test inbox, pictures, health.
import type { FastifyInstance } from 'fastify';
import type { Services } from '../http/route.ts';
import { filePages } from './files.ts';
import { guardReference, newGuard, type PublicPage } from './guard.ts';
import { healthPages } from './health.ts';
import { inboxPages } from './inbox-pages.ts';
import { type Own, readStanding } from './standing.ts';
import { startPage } from './start-page.ts';
import { fallStateOf, heldStateOf, relayStateOf } from './states.ts';

/** What the pages need besides the services of every route. */
export type WebServices = Services & {
  /** Of package.json. */
  version: string;
  engine: 'sqlite' | 'postgres';
  /** Where mail goes. `testInbox`: it is the built-in one, and its pages are shown. */
  relay: { host: string; port: number; testInbox: boolean };
  /** Where the server listens. */
  host: string;
  /** What everybody may see; absent: as it is usual (guard.ts). */
  publicPages?: ReadonlySet<PublicPage> | undefined;
  /** Absent: nothing is compared with what is in force. */
  own?: Own | undefined;
};

/** Mounts all of them. */
export function webPages(app: FastifyInstance, services: WebServices): void {
  const { db, clock, version, baseUrl, engine, relay, own } = services;
  const facts = { version, baseUrl, engine, testInbox: relay.testInbox };
  const states = {
    standing: () => readStanding(db, own),
    relayState: relayStateOf(relay, clock),
    fallState: fallStateOf(db, clock),
    heldState: heldStateOf(db),
  };
  const guard = newGuard(services);
  startPage(app, facts, states, guard);
  healthPages(app, states);
  filePages(app, db);
  if (relay.testInbox) inboxPages(app, services, guard);
  guardReference(app, guard);
}
