// Tests a stored relay.
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { type Probe, type ProbeOptions, probeRelay } from '../mail/smtp/probe.ts';
import type { Db } from '../storage/db.ts';
import type { RelayRow } from '../storage/tables/delivery.ts';
import { decryptRelay, recordRelayFault } from './usable.ts';

const underWay = new Set<number>(); // relays that this process is probing

/**
 * Opens a session with the relay, as delivery would. Success clears the relay's
 * fault; a failure is one, except that it refuses a sender.
 * @throws AppError `conflict` during another probe of the relay, `unavailable` when its password
 * cannot be decrypted
 */
export async function probeStoredRelay(
  { db, secret, clock }: { db: Db; secret: string; clock: Clock },
  relay: RelayRow,
  options: ProbeOptions,
): Promise<Probe> {
  if (underWay.has(relay.id)) throw new AppError('conflict', say('relay-probed'));
  const opened = decryptRelay(relay, secret);
  underWay.add(relay.id);
  try {
    const probe = await probeRelay(opened, options);
    if (probe.works) await recordRelayFault(db, relay.id, null, clock.now());
    else if (options.from === undefined) await recordRelayFault(db, relay.id, probe.sentences[0] ?? null, clock.now());
    return probe;
  } finally {
    underWay.delete(relay.id);
  }
}
