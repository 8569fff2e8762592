// Mailgun's webhooks. It signs a time and a token, not what it reports.
import { createHmac } from 'node:crypto';
import { equalInConstantTime } from '../../kernel/ids.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { NotProven, type Provider, type ProviderEvent, refuseOld } from './provider.ts';
import { bodyOf, bounceOf, instantOf, type Json, objectOf, textOf } from './shared.ts';

/** The secret is the HTTP webhook signing key. */
export const mailgun: Provider = {
  async read(request, { secret, at }) {
    const sent = objectOf(bodyOf(request));
    const { timestamp, token, signature } = objectOf(sent['signature']);
    const [time, drawn] = [textOf(timestamp), textOf(token)];
    const right = createHmac('sha256', secret).update(`${time}${drawn}`).digest('hex');
    if (drawn === '' || !equalInConstantTime(textOf(signature), right)) {
      throw new NotProven(say('report-signature'));
    }
    refuseOld(Number(time) * 1_000, at);
    return eventOf(objectOf(sent['event-data']));
  },
};

function eventOf(event: Json): ProviderEvent[] {
  const email = textOf(event['recipient']);
  const at = instantOf(event['timestamp']);
  const text = JSON.stringify(event);
  switch (textOf(event['event'])) {
    case 'failed':
      return failureOf(event, email, at);
    case 'complained':
      return [{ kind: 'complaint', email, at, text, diagnostic: 'Spam complaint' }];
    case 'unsubscribed':
      return [{ kind: 'unsubscribe', email, at, text }];
    default:
      return [];
  }
}

/** A temporary failure is being tried again. */
function failureOf(event: Json, email: string, at: number | null): ProviderEvent[] {
  if (textOf(event['severity']) !== 'permanent') return [];
  const reason = textOf(event['reason']);
  if (reason === 'suppress-complaint' || reason === 'suppress-unsubscribe') return []; // known since then
  const status = objectOf(event['delivery-status']);
  const said = [status['code'], status['message'], status['description']].map(textOf).filter((part) => part !== '');
  const type = reason === 'old' ? 'soft' : 'hard';
  return [
    bounceOf(event, { email, at, type, said: said.join(' ') || reason, enhanced: textOf(status['enhanced-code']) }),
  ];
}
