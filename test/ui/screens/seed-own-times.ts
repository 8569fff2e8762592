// Campaigns that each recipient gets at their own time: drafts, one of them recurring, one that
// runs, and one of which most still wait.
import { until } from '../../support/until.ts';

/** Uids of campaigns. */
export type OwnTimeIds = Record<'ownTime' | 'ownTimes' | 'runs' | 'waiting', string>;

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Call = (method: string, path: string, body?: unknown) => Promise<any>;
/** Makes a campaign. */
type Make = (name: string, more: Record<string, unknown>) => Promise<string>;

const ZONES = [
  ...['Europe/Berlin', 'America/Argentina/ComodRivadavia', 'Asia/Tokyo', 'America/New_York', 'Pacific/Honolulu'],
  ...[
    'America/Los_Angeles',
    'America/Chicago',
    'America/Denver',
    'Atlantic/Azores',
    'America/St_Johns',
    'zu Hause',
    '',
  ],
  ...['America/Anchorage', 'Pacific/Marquesas'],
];
const HOUR_MS = 3_600_000;

export async function makeOwnTimes(call: Call, make: Make, sender: object): Promise<OwnTimeIds> {
  const general = { name: 'Kundinnen und Kunden weltweit', description: 'Rundbriefe', opt_in: 'single' };
  const { list_uid } = await call('POST', '/lists', { general, defaults: sender });
  const field = { label: 'Zeitzone', tag: 'TIMEZONE', type: 'text', required: 'no', visibility: 'visible' };
  await call('POST', `/lists/${list_uid}/fields`, field);
  const subscribers = Array.from({ length: 90 }, (_, n) => ({
    EMAIL: `welt${n}@example.com`,
    FNAME: 'Kim',
    TIMEZONE: ZONES[n % ZONES.length],
  }));
  await call('POST', `/lists/${list_uid}/subscribers/bulk`, { subscribers });
  const delivery = { recipient_time_zone: { field: 'TIMEZONE', last_open: 'yes' } };
  const ownTime = await make('Frühstücksbrief', {
    list_uid,
    status: 'draft',
    send_at: '2036-12-02 09:00:00',
    delivery,
  });
  const ownTimes = await make('Frühstücksbrief jede Woche', {
    list_uid,
    status: 'draft',
    send_at: '2036-12-01 00:00:00',
    delivery,
    options: { cronjob: '0 9 * * 1,4', cronjob_enabled: 1 },
  });
  const byField = { recipient_time_zone: { field: 'TIMEZONE' } };
  const options = { cronjob: '0 */6 * * *', cronjob_enabled: 1 };
  const runs = await make('Good morning again', {
    list_uid,
    send_at_iso: new Date().toISOString(),
    delivery: byField,
    options,
  });
  const send_at_iso = new Date(Date.now() - HOUR_MS).toISOString();
  const waiting = await make('Good morning, world', { list_uid, send_at_iso, delivery });
  await until('those whose time is past have it', async () => {
    const { messages } = (await call('GET', `/campaigns/${waiting}/delivery`)).data;
    return messages.accepted > 0 && messages.claimed + messages.in_flight === 0;
  });
  return { ownTime, ownTimes, runs, waiting };
}
