// Autoresponders that screens show: a chain of twelve on the large list, one of three and one of
// a single mail on the other.
import type { Db } from '../../../src/storage/db.ts';
import { setCounters } from '../../support/ledger.ts';
import { STEPS } from './texts.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Call = (method: string, path: string, body?: unknown) => Promise<any>;
/** Makes a campaign. */
type Make = (name: string, more: Record<string, unknown>) => Promise<string>;

const DAY_MS = 86_400_000;
const DELAYS = [0, 1, 2, 4, 7, 10, 14, 21, 28, 45, 60, 90];

/** Uids of those that run, the shortest delay first. */
export type Running = { readonly long: readonly string[]; readonly short: readonly string[] };

export async function makeAutomations(
  call: Call,
  make: Make,
  { list, guests, sent }: { list: string; guests: string; sent: string },
): Promise<Running> {
  const step = (list_uid: string, n: number, options: Record<string, unknown>) =>
    make(STEPS[n] ?? '', {
      list_uid,
      status: 'draft',
      type: 'autoresponder',
      options: { url_tracking: 'no', autoresponder_include_imported: 'yes', ...options },
    });
  const after = (days: number) => ({ autoresponder_time_unit: 'day', autoresponder_time_value: days });
  const long: string[] = [];
  for (const [n, days] of DELAYS.entries()) long.push(await step(list, n, after(days)));
  const short: string[] = [];
  for (const n of [0, 1, 2]) short.push(await step(guests, n, after(n * 3)));
  const opened = { autoresponder_event: 'AFTER-CAMPAIGN-OPEN', ...after(14) };
  const { data } = await call('GET', `/campaigns/${sent}`);
  await step(guests, 3, { ...opened, autoresponder_open_campaign_id: Number(data.record.campaign_id) });
  return { long: long.slice(0, -2), short: short.slice(0, -1) };
}

/** Puts those that run to where they are after a while; one of them is paused. */
export async function standAutomations(db: Db, { long, short }: Running, many: number): Promise<void> {
  const now = Date.now();
  for (const [n, uid] of [...long, ...short].entries()) {
    const isLong = n < long.length;
    const days = isLong ? (DELAYS[n] ?? 0) : (n - long.length) * 3;
    const row = db.selectFrom('campaign').select('id').where('uid', '=', uid);
    const { id } = await row.executeTakeFirstOrThrow();
    const status = isLong && n === 5 ? 'paused' : 'sending';
    const at = { send_at: now - 400 * DAY_MS, started_at: now - 400 * DAY_MS, followed_at: now - days * DAY_MS };
    await db
      .updateTable('campaign')
      .set({ status, ...at, updated_at: at.send_at })
      .where('id', '=', id)
      .execute();
    const people = Math.round((isLong ? many * 0.9 : 1_240) * 0.93 ** n);
    const of = (share: number) => Math.round(people * share);
    await setCounters(db, id, {
      audience: people,
      accepted: of(0.99),
      rejected: people - of(0.99),
      unique_opens: of(0.6),
      filtered_unique_opens: of(0.5 - n * 0.02),
      opens: of(0.7),
      filtered_opens: of(0.6),
      unique_clicks: of(0.2),
      filtered_unique_clicks: of(0.12 - n * 0.008),
      clicks: of(0.3),
      filtered_clicks: of(0.2),
      unsubscribes: of(0.012),
    });
  }
}

/** A month in which much leaves, two years ahead at most: its tenth has many. */
export const FULL_MONTH = `${new Date().getUTCFullYear() + 1}-10`;

/** What leaves in that month: sixty times something, recurring mails among them. */
export async function makePlans(make: Make, { list, guests }: { list: string; guests: string }): Promise<void> {
  const plan = (n: number, day: number, time: string, options: object = {}) =>
    make(STEPS[n % STEPS.length] ?? '', {
      list_uid: n % 2 === 0 ? list : guests,
      send_at: `${FULL_MONTH}-${String(day).padStart(2, '0')} ${time}`,
      options: { url_tracking: 'no', ...options },
    });
  await plan(1, 1, '00:00:00', { cronjob: '30 7 * * 1-5', cronjob_enabled: 1 });
  await plan(2, 1, '00:00:00', { cronjob: '0 18 * * 0', cronjob_enabled: 1 });
  for (let n = 0; n < 12; n += 1) await plan(n, 10, `${10 + n}:15:00`);
  for (let n = 0; n < 22; n += 1) await plan(n, 1 + ((n * 5) % 28), `${10 + (n % 9)}:00:00`);
}
