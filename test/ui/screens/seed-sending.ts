// What time does to a sending domain, written into the store at once: its records were found, one
// broke, and the last look for another was not answered.
import { type Sentence, say } from '../../../src/kernel/sentences/sentence.ts';
import { createRelay } from '../../../src/relays/create.ts';
import { settingsFromOptions } from '../../../src/relays/operator.ts';
import { openStore } from '../../../src/storage/db.ts';
import type { Place } from '../nodes.ts';
import { WRONG_DOMAIN } from './name-server.ts';

type Finding = {
  purpose: string;
  name: string;
  status: string;
  sentences: Sentence[];
  at: number;
  lately?: object;
};

const HOUR_MS = 3_600_000;
const COUNTED = 0 as const;

/** A mailbox that is off, mails that nobody understood, bounces, and slowed destinations. */
export async function makeReturned(place: Place, customerId: number): Promise<void> {
  const store = await openStore(place);
  try {
    const { db } = store;
    const now = Date.now();
    const box = { host: 'imap.radgenossenschaft-garmisch-partenkirchen.example', port: 993, tls: 'implicit' };
    const dates = { polled_at: now - HOUR_MS, created_at: now, updated_at: now };
    const access = {
      verify_tls: 1 as const,
      username: 'returns',
      auth: 'password',
      credentials: '{}',
      folder: 'INBOX',
    };
    const refused = say('mailbox-user', { user: 'returns', reply: 'NO [AUTHENTICATIONFAILED] Invalid credentials' });
    const mailbox = {
      name: 'Rückläufer Rundbrief',
      ...box,
      ...access,
      ...dates,
      done_folder: null,
      status: 'inactive',
    };
    await db
      .insertInto('mailbox')
      .values({ ...mailbox, fault: JSON.stringify([refused]), fault_at: now })
      .execute();
    const day = Math.floor(now / (24 * HOUR_MS));
    await db
      .insertInto('returned_count')
      .values({ origin: 'smtp', day, understood: 12_480, not_understood: 31 })
      .execute();
    const source = Buffer.from('From: a@example.net\r\nSubject: Abwesend\r\n\r\nIch bin bis Montag im Urlaub.\r\n');
    const sent = { origin: 'smtp', mail_from: 'anna.schmidt@example.net', rcpt_to: 'bounce@example.com', source };
    for (const [n, subject] of [
      'Abwesenheitsnotiz: Ihre Nachricht „Einladung zum Fördermitgliedertreffen“',
      '',
    ].entries())
      await db
        .insertInto('returned_mail')
        .values({
          ...sent,
          ...notUnderstood(subject),
          digest: `d${n}`,
          size: source.length,
          received_at: now - n * HOUR_MS,
        })
        .execute();
    const people = await db.selectFrom('message').select(['campaign_id', 'subscriber_id']).limit(3).execute();
    const says =
      'smtp; 550 5.1.1 <unbekannt@example.net>: Recipient address rejected: User unknown in virtual mailbox table';
    for (const [n, type] of ['hard', 'soft', 'internal'].entries()) {
      const back = {
        customer_id: customerId,
        type,
        enhanced: '5.1.1',
        message: says,
        counted: COUNTED,
        at: now - n * HOUR_MS,
      };
      await db
        .insertInto('bounce')
        .values({ campaign_id: 0, subscriber_id: n + 1, ...people[n], ...back })
        .execute();
    }
    const paced = {
      relay_id: 0,
      per_hour: 1_200,
      reason: '421 4.7.0 Try again later, closing connection',
      refusals: 7,
    };
    await db
      .insertInto('destination')
      .values([
        { ...paced, name: 'google', state: 'parked', parked_until: now + HOUR_MS, updated_at: now },
        { ...paced, name: 't-online.de', state: 'slowed', parked_until: null, updated_at: now },
      ])
      .execute();
  } finally {
    await store.close();
  }
}

/** Of a mail without a subject a report that names nothing. */
function notUnderstood(subject: string) {
  const why = subject === '' ? say('bounce-names-none') : say('returned-no-report');
  return { subject, sentences: JSON.stringify([why]) };
}

/** What was found of a record that is right. */
const RIGHT: Readonly<Record<string, Sentence[]>> = {
  dkim: [say('dkim-good')],
  spf: [say('spf-found', { lookups: 3, most: 10 }), say('spf-names-relays')],
  dmarc: [say('dmarc-found', { policy: 'none' }), say('dmarc-watches'), say('dmarc-no-reports')],
};

/** A domain whose records DNS has otherwise than they should be. @returns its uid */
export async function makeWrongDomain(
  call: (method: string, path: string, body?: unknown) => Promise<{ domain_uid: string }>,
): Promise<string> {
  const { domain_uid } = await call('POST', '/sending-domains', { name: WRONG_DOMAIN });
  await call('POST', `/sending-domains/${domain_uid}/check`);
  return domain_uid;
}

/** A relay for all customers, as the command adds it. */
export async function shareRelay(place: Place, name: string, host: string): Promise<void> {
  const store = await openStore(place);
  try {
    const at = Date.now();
    const settings = settingsFromOptions({ name, host, username: 'me', password: 'hidden' }, { now: at });
    await createRelay(store.db, null, settings, { secret: 'of nobody, as nothing is sent by it', at });
  } finally {
    await store.close();
  }
}

/** Breaks the SPF record of a domain whose others are right. @returns the customer's id */
export async function breakSpf(place: Place, domainUid: string): Promise<number> {
  const store = await openStore(place);
  try {
    const { db } = store;
    const domain = await db
      .selectFrom('sending_domain')
      .selectAll()
      .where('uid', '=', domainUid)
      .executeTakeFirstOrThrow();
    const keys = await db.selectFrom('dkim_key').selectAll().where('domain_id', '=', domain.id).execute();
    const now = Date.now();
    const owner = { customer_id: domain.customer_id, domain_id: domain.id };
    const findings: Finding[] = keys.map(({ selector, public_key: publicKey }) => {
      const name = `${selector}._domainkey.${domain.name}`;
      return { purpose: 'dkim', name, status: 'good', sentences: [say('dkim-good')], publicKey, at: now - 2 * HOUR_MS };
    });
    const spf = { purpose: 'spf', name: domain.name, status: 'missing', sentences: [say('spf-missing')] };
    const lately = { at: now - 2 * HOUR_MS, status: 'unknown', sentences: [say('dns-timeout', { name: domain.name })] };
    const dmarc = {
      purpose: 'dmarc',
      name: `_dmarc.${domain.name}`,
      status: 'good',
      sentences: RIGHT['dmarc'] ?? [],
      lately,
    };
    const all: Finding[] = [...findings, { ...spf, at: now }, { ...dmarc, at: now - 8 * HOUR_MS }];
    const found = now - 72 * HOUR_MS;
    for (const { purpose, name } of all) {
      const isBroken = purpose === 'spf';
      const seen = isBroken ? 'v=spf1 include:spf.relay.example ~all' : '';
      const state = isBroken ? 'broken' : 'right';
      const since = isBroken ? now - HOUR_MS : found;
      const row = { ...owner, name, purpose, state, since, suspect_at: null, seen };
      await db.insertInto('domain_record').values(row).execute();
      const first = { what: 'found', at: found, sentences: JSON.stringify(RIGHT[purpose]), found: seen, wanted: seen };
      await db
        .insertInto('domain_change')
        .values({ ...owner, name, purpose, ...first })
        .execute();
    }
    const wanted = 'v=spf1 include:spf.relay.example ~all';
    const sentences = JSON.stringify(spf.sentences);
    const broke = { what: 'broken', at: now - HOUR_MS / 2, sentences, found: '', wanted };
    await db
      .insertInto('domain_change')
      .values({ ...owner, name: spf.name, purpose: 'spf', ...broke })
      .execute();
    await db
      .updateTable('sending_domain')
      .set({ verdict: JSON.stringify({ findings: all }), checked_at: now })
      .where('id', '=', domain.id)
      .execute();
    return domain.customer_id;
  } finally {
    await store.close();
  }
}
