// What became of messages, by outcome, relay and destination; what answers of mail servers meant;
// and what returned mail was.
import { Counter } from 'prom-client';
import { registry } from './registry.ts';

/** Destinations with a series of their own; the others are counted together. */
const MOST_DESTINATIONS = 50;
const OTHERS = 'others';

/**
 * A counter that is added to very often: sums are kept in maps, by each label in turn, and told
 * when somebody asks.
 */
function tallied<L extends string>(name: string, help: string, first: L, second?: L) {
  const sums = new Map<string, Map<string, number>>();
  new Counter({
    name,
    help,
    labelNames: second === undefined ? [first] : [first, second],
    registers: [registry],
    collect() {
      this.reset();
      for (const [one, inner] of sums) {
        for (const [other, n] of inner) {
          this.inc({ [first]: one, ...(second !== undefined && { [second]: other }) } as Record<L, string>, n);
        }
      }
    },
  });
  return (one: string, other = '', by = 1) => {
    const inner = sums.get(one) ?? new Map<string, number>();
    if (inner.size === 0) sums.set(one, inner);
    inner.set(other, (inner.get(other) ?? 0) + by);
  };
}

const addOutcome = tallied(
  'mailwright_messages_total',
  'Attempts at messages that were written down, by outcome.',
  'outcome',
);
for (const outcome of ['accepted', 'deferred', 'rejected', 'uncertain', 'skipped']) addOutcome(outcome, undefined, 0);
const addRelay = tallied('mailwright_relay_messages_total', 'Attempts over a relay, by outcome.', 'relay', 'outcome');
const addDestination = tallied(
  'mailwright_destination_messages_total',
  `Attempts by destination (group of domains) and outcome; beyond ${MOST_DESTINATIONS} together as "${OTHERS}".`,
  'destination',
  'outcome',
);
const addDeferral = tallied('mailwright_deferrals_total', 'Refusals that may pass, by what they mean.', 'kind');
const addBounce = tallied('mailwright_bounces_total', 'Returned mail recorded, by type.', 'type');

const destinations = new Set<string>();

/** An outcome was committed, of this many messages. */
export function noteOutcome(outcome: string, by = 1): void {
  addOutcome(outcome, undefined, by);
}

/** A mail server was asked. @param relay its label @param destination group of domains */
export function noteAttempt(relay: string, destination: string, outcome: string): void {
  addRelay(relay, outcome);
  if (destinations.size < MOST_DESTINATIONS) destinations.add(destination);
  addDestination(destinations.has(destination) ? destination : OTHERS, outcome);
}

/** A refusal that may pass. @param kind as mail/smtp/deferrals.ts has it */
export function noteDeferral(kind: string): void {
  addDeferral(kind);
}

/** A returned message or a complaint was recorded. */
export function noteReturned(type: 'hard' | 'soft' | 'internal' | 'complaint'): void {
  addBounce(type);
}
