// For tests of the pages that mails link to: a campaign that was sent, and a visitor who opens
// pages and sends forms.
import assert from 'node:assert/strict';
import { type TrackingLinks, trackingLinks } from '../../src/content/links.ts';
import type { PageSettings } from '../../src/lists/pages/settings.ts';
import type { MessageName } from '../../src/messages/uncertain/settle.ts';
import type { List, Subscriber } from '../../src/storage/tables.ts';
import type { TestApp } from './app.ts';
import type { CampaignApp } from './campaigns.ts';
import { type Person, type SeededCampaign, seedDelivery } from './message-rows.ts';

export type Page = { status: number; body: string; headers: Record<string, unknown> };

/** A visitor whose browser has no scripts. `path` may be a full address of the installation. */
export type Visitor = {
  links: TrackingLinks;
  get(path: string, headers?: Record<string, string>): Promise<Page>;
  /** Sends the form of a page: its hidden members and these. */
  send(page: Page, path: string, members: Record<string, string | string[]>): Promise<Page>;
  /** Sends a form that no page showed. */
  post(path: string, members: Record<string, string | string[]> | string, type?: string): Promise<Page>;
};

/** A visitor of the application. */
export function visitorOf(app: TestApp, remoteAddress = '192.0.2.9'): Visitor {
  const pathOf = (url: string) => url.replace(app.baseUrl, '');
  const ask = async (method: 'GET' | 'POST', url: string, more: object): Promise<Page> => {
    const answer = await app.app.inject({ method, url: pathOf(url), remoteAddress, ...more });
    return { status: answer.statusCode, body: answer.body, headers: answer.headers };
  };
  const post: Visitor['post'] = (path, members, type = 'application/x-www-form-urlencoded') =>
    ask('POST', path, {
      headers: { 'content-type': type },
      payload: typeof members === 'string' ? members : encoded(members),
    });
  return {
    links: trackingLinks(app),
    get: (path, headers = {}) => ask('GET', path, { headers }),
    post,
    send: (page, path, members) => post(path, { ...hiddenMembers(page.body), ...members }),
  };
}

function encoded(members: Record<string, string | string[]>): string {
  const pairs = Object.entries(members).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : value.map((one) => [name, one]),
  );
  return new URLSearchParams(pairs).toString();
}

function hiddenMembers(body: string): Record<string, string | string[]> {
  const members: Record<string, string | string[]> = {};
  for (const [, name = '', value = ''] of body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)) {
    const before = members[name];
    members[name] = before === undefined ? value : [before, value].flat();
  }
  return members;
}

/** Nobody's. */
export const NO_MESSAGE: MessageName = { campaignId: 0, subscriberId: 0 };

export type SentCampaign = SeededCampaign & { list: List; messages: MessageName[] };

/** A campaign that was sent to these subscribers. */
export async function sentCampaign(app: CampaignApp, people: readonly Person[]): Promise<SentCampaign> {
  const messages = people.map((person) => ({ confirmed_at: 1, ...person, message: { state: 'accepted' as const } }));
  const started = { status: 'sent', started_at: app.clock.now(), finished_at: app.clock.now() };
  const seeded = await seedDelivery(app, messages, started);
  const list = await app.db.selectFrom('list').selectAll().where('uid', '=', app.listUid).executeTakeFirstOrThrow();
  return { ...seeded, list, messages: seeded.people.map(({ id }) => ({ campaignId: seeded.id, subscriberId: id })) };
}

/** Changes page settings of the application's list. */
export async function setPages(app: CampaignApp, settings: Partial<PageSettings>): Promise<void> {
  await app.db
    .updateTable('list')
    .set({ pages: JSON.stringify(settings) })
    .where('uid', '=', app.listUid)
    .execute();
}

/** Uses up a part of a limit of 24 hours. */
export async function useUp({ db, clock }: Pick<TestApp, 'db' | 'clock'>, name: string, n: number): Promise<void> {
  const starts_at = clock.now() - (clock.now() % (24 * 3_600_000));
  await db.insertInto('rate_window').values({ name, starts_at, n }).execute();
}

/** The current row of the subscriber. */
export function currentSubscriber(app: CampaignApp, { id }: Pick<Subscriber, 'id'>): Promise<Subscriber> {
  return app.db.selectFrom('subscriber').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Asserts that the page has no scripts or handlers, and that its headers allow none. */
export function assertStill(page: Page): void {
  assert.doesNotMatch(page.body, /<script|\son\w+="|javascript:/i);
  assert.match(String(page.headers['content-security-policy']), /^default-src 'none'; /);
  assert.equal(page.headers['x-content-type-options'], 'nosniff');
}
