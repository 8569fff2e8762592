// Relays, replies and a clock for tests of throttling.
import type { Permit, Throttling } from '../../src/delivery/throttling/throttling.ts';
import { parseRelayUrl } from '../../src/mail/smtp/relay-url.ts';
import type { ClassifiedReply } from '../../src/mail/smtp/replies.ts';
import { classifyReply, parseReply } from '../../src/mail/smtp/replies.ts';
import { configuredRelay, type UsableRelay } from '../../src/relays/usable.ts';
import type { RelayColumns } from './relays.ts';

/** A relay with these quotas; its other settings are arbitrary. */
export function relayWith(
  id: number,
  quotas: Partial<UsableRelay['quotas']> = {},
  warmUp: UsableRelay['warmUp'] = null,
): UsableRelay {
  const plain = configuredRelay(parseRelayUrl('smtp://127.0.0.1:25'));
  return { ...plain, id, label: `relay ${id}`, quotas: { ...plain.quotas, ...quotas }, warmUp };
}

/** A server's reply as throttling receives it. */
export function answer(raw: string): ClassifiedReply {
  const reply = parseReply(raw);
  if (!reply) throw new Error(`"${raw}" is no reply`);
  return classifyReply(reply);
}

/** A row of a relay without its number: a customer's, or shared when null. */
export function relayRow(customerId: number | null): RelayColumns {
  const access = { host: 'smtp.example.com', port: 587, tls: 'starttls', verify_tls: 1 as const };
  const rest = {
    guarded: 0 as const,
    lanes: 5,
    priority: 100,
    weight: 1,
    status: 'active',
    created_at: 0,
    updated_at: 0,
  };
  return { customer_id: customerId, name: 'test', ...access, ...rest };
}

export const NOON = Date.UTC(2026, 10, 21, 12, 0, 0);

/** A clock that stands still until it is moved; it begins at noon. */
export function movedClock() {
  let at = NOON;
  return {
    now: () => at,
    forward(ms: number) {
      at += ms;
    },
  };
}

/** Takes permits until refused; @returns how many there were */
export function takeAll(throttling: Throttling, permit: Permit, most = 10_000): number {
  let taken = 0;
  while (taken < most && !throttling.ask(permit)) taken += 1;
  return taken;
}
