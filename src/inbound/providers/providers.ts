// The providers that report to this installation: adding them, and taking their reports.
import { recordBounce, recordComplaint } from '../../bounces/record.ts';
import { suppressNamed } from '../../bounces/suppress-returned.ts';
import type { Clock } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { AppError } from '../../kernel/errors.ts';
import { newToken, newUid } from '../../kernel/ids.ts';
import { seal, unseal } from '../../kernel/seal.ts';
import type { MessageName } from '../../messages/uncertain/settle.ts';
import { findSettingsInForce } from '../../relays/in-force.ts';
import { findRelay } from '../../relays/queries.ts';
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import type { ProviderRow } from '../../storage/tables/delivery.ts';
import { unsubscribe } from '../../subscribers/status.ts';
import { recordHitsIn } from '../../tracking/recorder/recorder.ts';
import { countReturnedOf } from '../show/queries.ts';
import { brevo } from './brevo.ts';
import { mailgun } from './mailgun.ts';
import { postmark } from './postmark.ts';
import type { FetchText, Provider, ProviderEvent, ProviderKind, ProviderRequest } from './provider.ts';
import { insertProvider, noteHeard } from './queries.ts';
import { keyOf, sendgrid } from './sendgrid.ts';
import { ses } from './ses.ts';
import { type Recipient, type Scope, whomOf } from './whom.ts';

const PROVIDERS: Readonly<Record<ProviderKind, Provider>> = { ses, sendgrid, postmark, mailgun, brevo };
const PURPOSE = 'provider secret';

/** Where the secret comes from: the provider shows a key, or it is told one of ours. */
export const SECRETS: Readonly<Record<ProviderKind, 'given' | 'made'>> = {
  ses: 'given',
  sendgrid: 'given',
  mailgun: 'given',
  postmark: 'made',
  brevo: 'made',
};

type Tools = { db: Db; clock: Clock; secret: string };

/**
 * Adds a provider.
 * @param key what the provider shows; a topic's name for SES
 * @param relayId of the relay whose mail it takes; null: of any
 * @returns its row, and the secret that it is to be told, where there is one
 * @throws AppError `invalid` when the key cannot be one
 */
export async function addProvider(
  { db, clock, secret }: Tools,
  { kind, key, relayId }: { kind: ProviderKind; key: string; relayId: number | null },
): Promise<{ provider: ProviderRow; told: string | undefined }> {
  const isMade = SECRETS[kind] === 'made';
  const fault = isMade ? undefined : keyFault(kind, key);
  if (fault !== undefined) throw new AppError('invalid', fault, { faults: { key: fault } });
  if (relayId !== null && !(await findRelay(db, relayId)))
    throw new AppError('not_found', `There is no relay ${relayId}.`);
  const used = isMade ? newToken() : key;
  const at = clock.now();
  const provider = await inTransaction(db, (tx) =>
    insertProvider(tx, { uid: newUid(), kind, relay_id: relayId, secret: seal(secret, PURPOSE, used), created_at: at }),
  );
  return { provider, told: isMade ? used : undefined };
}

function keyFault(kind: ProviderKind, key: string): string | undefined {
  if (kind === 'ses') {
    const isTopic = /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w.-]{1,256}$/.test(key);
    return isTopic
      ? undefined
      : 'That names no topic. The key of ses does, like arn:aws:sns:eu-west-1:123456789012:bounces.';
  }
  if (kind === 'sendgrid') {
    try {
      return keyOf(key).asymmetricKeyType === 'ec' ? undefined : 'The verification key is none for ECDSA.';
    } catch {
      return 'That is no public key. Sendgrid shows one as the verification key of its signed event webhook.';
    }
  }
  return key.length >= 8
    ? undefined
    : 'That is too short for a key. Mailgun shows one as its HTTP webhook signing key.';
}

export type Taken = { events: number; recorded: number; known: number; unknown: number };

const HEARD_EVERY_MS = MINUTE_MS;

/**
 * Takes a request of a provider: each event is recorded as a returned mail would be.
 * @throws NotProven, SyntaxError; errors of the store, after which the provider comes again
 */
export async function takeReport(
  { db, clock, secret, fetchText }: Tools & { fetchText: FetchText },
  provider: ProviderRow,
  request: ProviderRequest,
): Promise<Taken> {
  const at = clock.now();
  const proof = { secret: unseal(secret, PURPOSE, provider.secret), at, fetchText };
  const events = await PROVIDERS[provider.kind as ProviderKind].read(request, proof);
  const address = (await findSettingsInForce(db))?.returnAddress;
  const path = address ? { address, secret } : undefined;
  const relay = provider.relay_id === null ? undefined : await findRelay(db, provider.relay_id);
  const scope: Scope = { relayId: provider.relay_id, customerId: relay?.customer_id ?? null };
  const taken: Taken = { events: events.length, recorded: 0, known: 0, unknown: 0 };
  for (const event of events) {
    const outcome = await inTransaction(db, async (tx) => {
      const whom = await whomOf(tx, path, event, scope, at);
      if (whom === undefined) return 'unknown';
      return 'message' in whom ? record(tx, whom.message, event, at) : heed(tx, whom.recipient, event, at);
    });
    taken[outcome] += 1;
  }
  if (events.length > 0) {
    const { recorded, known, unknown } = taken;
    await countReturnedOf(db, `provider:${provider.id}`, { understood: recorded + known, unknown, at });
  }
  if ((provider.heard_at ?? 0) + HEARD_EVERY_MS < at || provider.fault !== null)
    await noteHeard(db, provider.id, at, null);
  return taken;
}

async function record(
  tx: Tx,
  message: MessageName,
  event: ProviderEvent,
  now: number,
): Promise<'recorded' | 'known' | 'unknown'> {
  const at = Math.min(event.at ?? now, now);
  if (event.kind === 'unsubscribe') {
    if (message.subscriberId < 0) return 'known'; // a transactional email has no list to leave
    const visitor = { ipAddress: null, userAgent: null };
    await recordHitsIn(tx, [{ kind: 'unsubscribe', message, linkId: 0, visitor }], at);
    return 'recorded';
  }
  const outcome =
    event.kind === 'complaint'
      ? await recordComplaint(tx, message, event.diagnostic, at)
      : await recordBounce(tx, message, bounceOf(event), at);
  return outcome === 'unknown-message' ? 'unknown' : outcome;
}

/**
 * Of a message that is not kept any more nothing is counted, but the person gets no more mail where
 * the report says so.
 */
async function heed(
  tx: Tx,
  { customerId, listId, subscriberId }: Recipient,
  event: ProviderEvent,
  at: number,
): Promise<'known'> {
  const person = { customerId, subscriberId };
  if (event.kind === 'unsubscribe') {
    await unsubscribe(tx, { id: subscriberId, customer_id: customerId, list_id: listId }, at, { way: 'mail' });
  } else if (event.kind === 'complaint') {
    await suppressNamed(tx, person, { type: 'complaint', message: event.diagnostic }, at);
  } else if (event.type === 'hard') {
    await suppressNamed(tx, person, { type: 'hard', message: event.diagnostic }, at);
  }
  return 'known';
}

const bounceOf = ({ type, enhanced, diagnostic, email }: Extract<ProviderEvent, { kind: 'bounce' }>) => ({
  type,
  enhanced,
  message: diagnostic,
  sentTo: email === '' ? undefined : email,
});
