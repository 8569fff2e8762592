// SendGrid's event webhook, signed with ECDSA over the time and the body as sent.
import { createPublicKey, createVerify, type KeyObject } from 'node:crypto';
import { say } from '../../kernel/sentences/sentence.ts';
import { headerOf, NotProven, type Provider, type ProviderEvent, refuseOld } from './provider.ts';
import { bodyOf, bounceOf, instantOf, type Json, objectsOf, textOf } from './shared.ts';

/** The secret is the public verification key. */
export const sendgrid: Provider = {
  async read(request, { secret, at }) {
    const time = headerOf(request, 'x-twilio-email-event-webhook-timestamp');
    const signature = headerOf(request, 'x-twilio-email-event-webhook-signature');
    const verify = createVerify('sha256').update(time).update(request.body);
    if (signature === '' || !verify.verify(keyOf(secret), signature, 'base64')) {
      throw new NotProven(say('report-signature'));
    }
    refuseOld(Number(time) * 1_000, at);
    return objectsOf(bodyOf(request)).flatMap(eventOf);
  },
};

/** @throws Error when the text is no public key, as SendGrid shows it or in PEM */
export function keyOf(text: string): KeyObject {
  if (text.includes('BEGIN')) return createPublicKey(text);
  return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
}

function eventOf(event: Json): ProviderEvent[] {
  const email = textOf(event['email']);
  const at = instantOf(event['timestamp']);
  const said = textOf(event['reason']) || textOf(event['response']);
  const shared = { email, at, said, enhanced: textOf(event['status']) };
  switch (textOf(event['event'])) {
    case 'bounce':
      return [bounceOf(event, { ...shared, type: textOf(event['type']) === 'blocked' ? 'soft' : 'hard' })];
    case 'dropped':
      // Not sent, because of what happened before.
      if (/bounced address|invalid/i.test(said)) return [bounceOf(event, { ...shared, type: 'hard' })];
      return /spam report/i.test(said) ? [] : [bounceOf(event, { ...shared, type: 'internal' })];
    case 'spamreport':
      return [{ kind: 'complaint', email, at, text: JSON.stringify(event), diagnostic: 'Spam report' }];
    case 'unsubscribe':
    case 'group_unsubscribe':
      return [{ kind: 'unsubscribe', email, at, text: JSON.stringify(event) }];
    default:
      return [];
  }
}
