// A campaign of the test application with messages in given states, inserted directly.
import { newUid } from '../../src/kernel/ids.ts';
import type { Db } from '../../src/storage/db.ts';
import type { Campaign, Subscriber } from '../../src/storage/tables.ts';
import { getData } from './app.ts';
import type { CampaignApp } from './campaigns.ts';
import { type LedgerRow, putMessage, setCounters } from './ledger.ts';

/** A subscriber of the campaign's list; without `message` there is none for it. */
export type Person = Partial<Pick<Subscriber, 'email' | 'status' | 'unsubscribed_at' | 'confirmed_at'>> & {
  message?: Partial<LedgerRow> | undefined;
};

export type SeededCampaign = {
  uid: string;
  id: number;
  /** Subscribers in the order given. */
  people: Subscriber[];
};

/** A frozen campaign that is sending to these subscribers, with its counters. */
export async function seedDelivery(
  app: CampaignApp,
  people: readonly Person[],
  campaign: Partial<Campaign> = {},
): Promise<SeededCampaign> {
  const uid = await app.make({ send_at: '2026-11-01 10:00:00' });
  const { id, list_id, customer_id } = await app.row(uid);
  const subscribers: Subscriber[] = [];
  const counts: Record<string, number> = { audience: 0, accepted: 0, rejected: 0, uncertain: 0, skipped: 0 };
  for (const [i, { message, ...values }] of people.entries()) {
    const subscriber = await addPerson(
      app.db,
      { customer_id, list_id },
      { email: `p${i}.${uid}@example.test`, ...values },
    );
    subscribers.push(subscriber);
    if (!message) continue;
    await putMessage(app.db, { customer_id, campaign_id: id, subscriber_id: subscriber.id, ...message });
    counts['audience'] = (counts['audience'] ?? 0) + 1;
    const state = message.state ?? 'pending';
    if (Object.hasOwn(counts, state)) counts[state] = (counts[state] ?? 0) + 1;
  }
  const last = subscribers.at(-1)?.id ?? 0;
  await app.set(uid, {
    status: 'sending',
    started_at: Date.UTC(2026, 10, 1, 10),
    freeze_after_id: last,
    freeze_until_id: last,
    freeze_done: 1,
    ...campaign,
  });
  await setCounters(app.db, id, counts);
  return { uid, id, people: subscribers };
}

/** Adds a subscriber to a list. */
export function addPerson(
  db: Db,
  list: { customer_id: number; list_id: number },
  values: Partial<Subscriber> & { email: string },
): Promise<Subscriber> {
  return db
    .insertInto('subscriber')
    .values({
      uid: newUid(),
      ...list,
      email_key: values.email.toLowerCase(),
      status: 'confirmed',
      source: 'api',
      ip_address: null,
      field_values: '{}',
      folded: '{}',
      tokens: ' ',
      created_at: Date.UTC(2026, 9, 1),
      updated_at: Date.UTC(2026, 9, 1),
      unsubscribed_at: null,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What the interface says of an address and a campaign. */
// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of every shape
export function askWhy(app: CampaignApp, { uid }: Pick<SeededCampaign, 'uid'>, email: string): Promise<any> {
  return getData(app, `/campaigns/${uid}/explain?email=${encodeURIComponent(email)}`);
}

/**
 * Seeds a campaign to one subscriber and gets the explanation. In the sentence the address is `a`.
 */
export async function askAbout(
  app: CampaignApp,
  person: Person,
  campaign: Partial<Campaign> = {},
): Promise<[cause: string, sentence: string]> {
  const seeded = await seedDelivery(app, [person], campaign);
  const email = seeded.people[0]?.email ?? '';
  const { cause, explanation } = await askWhy(app, seeded, email);
  return [cause, explanation.replaceAll(email, 'a')];
}
