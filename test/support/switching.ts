// A former server of the same interface with a list, people, a segment, a template and campaigns;
// and taking it over.
import type { TestContext } from 'node:test';
import type { FormerServer } from '../../src/switching/former.ts';
import { openHttp } from '../../src/switching/http.ts';
import { ownServer } from '../../src/switching/presets/own.ts';
import type { SwitchOptions } from '../../src/switching/run.ts';
import { switchFrom } from '../../src/switching/switch.ts';
import { assertStatus, openTestApp, type TestApp } from './app.ts';
import { news } from './lists.ts';
import { engines } from './stores.ts';

export type SourceServer = TestApp & { url: string; list: string };

/** Serves a former server over HTTP, with `count` people from `ann0@…`. */
export async function openSource(t: Pick<TestContext, 'after'>, count: number): Promise<SourceServer> {
  const [engine] = engines;
  if (!engine) throw new Error('There is no engine.');
  const source = await openTestApp(t, engine);
  const address = await source.app.listen({ port: 0, host: '127.0.0.1' });
  const made = await source.call('POST', '/lists', { json: { ...news, opt_in: 'double' } });
  assertStatus(made, 201);
  const list: string = made.json.list_uid;
  const field = { type: 'dropdown', label: 'Plan', tag: 'PLAN', required: 'no', visibility: 'visible' };
  const options = [
    { name: 'Free', value: 'free' },
    { name: 'Paid', value: 'paid' },
  ];
  assertStatus(await source.call('POST', `/lists/${list}/fields`, { json: { ...field, options } }), 201);
  for (let from = 0; from < count; from += 5_000) {
    const subscribers = Array.from({ length: Math.min(5_000, count - from) }, (_, i) => person(from + i));
    assertStatus(await source.call('POST', `/lists/${list}/subscribers/bulk`, { json: { subscribers } }), 201);
  }
  return { ...source, url: `${address}/api`, list };
}

const STATUSES = ['confirmed', 'confirmed', 'confirmed', 'unsubscribed', 'unconfirmed', 'blacklisted', 'disabled'];

const person = (n: number) => ({
  EMAIL: `ann${n}@example.com`,
  FNAME: `Ann ${n}`,
  PLAN: n % 2 === 0 ? 'free' : 'paid',
  details: { status: STATUSES[n % STATUSES.length], source: 'web', ip_address: `192.0.2.${n % 250}` },
});

/** The source as the preset gives it. */
export const formerOf = ({ url, key }: Pick<SourceServer, 'url' | 'key'>): FormerServer =>
  ownServer(openHttp({ base: url, headers: { 'x-api-key': key }, rate: 1_000, retryMs: 1 }), url);

/** Takes a former server over. */
export function takeOver(
  { db, clock, customer }: Pick<TestApp, 'db' | 'clock' | 'customer'>,
  former: FormerServer,
  options: Partial<SwitchOptions> = {},
) {
  return switchFrom({ db, clock, customer }, former, { isDryRun: false, campaigns: 'drafts', ...options });
}

/** What a store has, for comparing. */
export async function contentOf({ db, customer }: Pick<TestApp, 'db' | 'customer'>) {
  const subscribers = await db
    .selectFrom('subscriber')
    .innerJoin('list', (on) =>
      on.onRef('list.customer_id', '=', 'subscriber.customer_id').onRef('list.id', '=', 'subscriber.list_id'),
    )
    .select(['list.name', 'subscriber.uid', 'email', 'subscriber.status', 'source', 'ip_address', 'field_values'])
    .select(['subscriber.created_at', 'confirmed_at', 'confirm_ip', 'unsubscribed_at', 'folded', 'tokens'])
    .where('subscriber.customer_id', '=', customer.id)
    .where('list.status', '=', 'active')
    .orderBy('list.name')
    .orderBy('email')
    .execute();
  const tallies = await db
    .selectFrom('tally')
    .select(['scope', 'n'])
    .where('customer_id', '=', customer.id)
    .where('n', '!=', 0)
    .where('scope', 'like', 'subscribers:%')
    .orderBy('scope')
    .orderBy('owner_id')
    .execute();
  return { subscribers, tallies: tallies.map((row) => ({ ...row })) };
}
