// Postmark's webhooks. They have no signature: a secret in the address is all the proof there is.
import type { BounceType } from '../../mail/bounce/rules.ts';
import type { Provider, ProviderEvent } from './provider.ts';
import { bodyOf, bounceOf, instantOf, type Json, objectsOf, requireSecret, textOf } from './shared.ts';

const TYPES: Readonly<Record<string, BounceType>> = {
  HardBounce: 'hard',
  BadEmailAddress: 'hard',
  AddressChange: 'soft',
  SoftBounce: 'soft',
  DnsError: 'soft',
  Undeliverable: 'soft',
  Unknown: 'soft',
  Blocked: 'internal',
  SpamNotification: 'internal',
  VirusNotification: 'internal',
  DMARCPolicy: 'internal',
};

export const postmark: Provider = {
  async read(request, { secret }) {
    requireSecret(request, secret);
    return objectsOf(bodyOf(request)).flatMap(eventOf);
  },
};

function eventOf(event: Json): ProviderEvent[] {
  const record = textOf(event['RecordType']) || 'Bounce';
  const type = textOf(event['Type']);
  const email = textOf(event['Email']) || textOf(event['Recipient']);
  const at = instantOf(textOf(event['BouncedAt']) || textOf(event['ChangedAt']));
  const text = JSON.stringify(event);
  if (record === 'SpamComplaint' || type === 'SpamComplaint') {
    return [{ kind: 'complaint', email, at, text, diagnostic: 'Spam complaint' }];
  }
  if (record === 'SubscriptionChange') {
    const isLeaving = event['SuppressSending'] === true && textOf(event['SuppressionReason']) === 'ManualSuppression';
    return isLeaving && textOf(event['Origin']) === 'Recipient' ? [{ kind: 'unsubscribe', email, at, text }] : [];
  }
  const bounce = record === 'Bounce' ? TYPES[type] : undefined;
  if (bounce === undefined) return [];
  return [bounceOf(event, { email, at, type: bounce, said: textOf(event['Details']) || textOf(event['Description']) })];
}
