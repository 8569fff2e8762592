// What became of messages, by outcome, relay and destination; what answers of mail servers meant;
// and what returned mail was.
import { Counter } from 'prom-client';
import { MOST_DESTINATIONS, MOST_RELAYS, OTHERS, registry } from './registry.ts';

/**
 * A counter that is added to very often: sums are kept in maps, by each label in turn, and told
 * when somebody asks. `most` values of the first label have series of their own.
 */
function tallied<L extends string>(
  name: string,
  help: string,
  { first, second, most = Number.POSITIVE_INFINITY }: { first: L; second?: L; most?: number },
) {
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
  const others = () => (sums.has(OTHERS) ? 1 : 0);
  return {
    add(named: string, other = '', by = 1): void {
      const one = sums.has(named) || sums.size - others() < most ? named : OTHERS;
      const inner = sums.get(one) ?? new Map<string, number>();
      if (inner.size === 0) sums.set(one, inner);
      inner.set(other, (inner.get(other) ?? 0) + by);
    },
    /** Ends the series of what is there no more. */
    keep(isKept: (one: string) => boolean): void {
      for (const one of sums.keys()) if (one !== OTHERS && !isKept(one)) sums.delete(one);
    },
  };
}

const outcomes = tallied('mailwright_messages_total', 'Attempts at messages that were written down, by outcome.', {
  first: 'outcome',
});
for (const outcome of ['accepted', 'deferred', 'rejected', 'uncertain', 'skipped']) outcomes.add(outcome, undefined, 0);
const relays = tallied(
  'mailwright_relay_messages_total',
  `Attempts over a relay, by outcome; beyond ${MOST_RELAYS} relays together as "${OTHERS}".`,
  { first: 'relay', second: 'outcome', most: MOST_RELAYS },
);
const destinations = tallied(
  'mailwright_destination_messages_total',
  `Attempts by destination (group of domains) and outcome; beyond ${MOST_DESTINATIONS} together as "${OTHERS}".`,
  { first: 'destination', second: 'outcome', most: MOST_DESTINATIONS },
);
const deferrals = tallied('mailwright_deferrals_total', 'Refusals that may pass, by what they mean.', {
  first: 'kind',
});
const bounces = tallied('mailwright_bounces_total', 'Returned mail recorded, by type.', { first: 'type' });

/** An outcome was committed, of this many messages. */
export function noteOutcome(outcome: string, by = 1): void {
  outcomes.add(outcome, undefined, by);
}

/** A mail server was asked. @param relay its label @param destination group of domains */
export function noteAttempt(relay: string, destination: string, outcome: string): void {
  relays.add(relay, outcome);
  destinations.add(destination, outcome);
}

/** Ends the series of all other relays: those that were removed. */
export function keepRelays(kept: readonly { label: string }[]): void {
  const labels = new Set(kept.map(({ label }) => label));
  relays.keep((relay) => labels.has(relay));
}

/** A refusal that may pass. @param kind as mail/smtp/deferrals.ts has it */
export function noteDeferral(kind: string): void {
  deferrals.add(kind);
}

/** A returned message or a complaint was recorded. */
export function noteReturned(type: 'hard' | 'soft' | 'internal' | 'complaint'): void {
  bounces.add(type);
}
