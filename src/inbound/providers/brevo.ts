// Brevo's webhooks. They have no signature: a token of ours in the header, or in the address, is
// the proof.
import type { Provider, ProviderEvent } from './provider.ts';
import { bodyOf, bounceOf, instantOf, type Json, objectsOf, requireSecret, textOf } from './shared.ts';

export const brevo: Provider = {
  async read(request, { secret }) {
    requireSecret(request, secret);
    return objectsOf(bodyOf(request)).flatMap(eventOf);
  },
};

function eventOf(event: Json): ProviderEvent[] {
  const email = textOf(event['email']);
  const at = instantOf(event['ts_event']) ?? instantOf(event['ts']);
  const text = JSON.stringify(event);
  const said = textOf(event['reason']);
  switch (textOf(event['event']).toLowerCase()) {
    case 'hard_bounce':
    case 'invalid_email':
    case 'invalid':
      return [bounceOf(event, { email, at, said, type: 'hard' })];
    case 'soft_bounce':
      return [bounceOf(event, { email, at, said, type: 'soft' })];
    case 'blocked':
    case 'error':
      return [bounceOf(event, { email, at, said, type: 'internal' })];
    case 'spam':
    case 'complaint':
      return [{ kind: 'complaint', email, at, text, diagnostic: 'Spam complaint' }];
    case 'unsubscribed':
    case 'unsubscribe':
      return [{ kind: 'unsubscribe', email, at, text }];
    default:
      return [];
  }
}
