// Facts for webhooks about DNS records: one broke, or is right again.
import type { Tx } from '../../storage/db.ts';
import type { SendingDomain } from '../../storage/tables/delivery.ts';
import type { DomainFact } from '../../webhooks/outbox/facts.ts';
import { tell } from '../../webhooks/outbox/tell.ts';
import type { RecordChange } from './note.ts';

/** Writes it down, in the transaction in which it is noted. `at`: ms */
export function tellChanges(
  tx: Tx,
  { uid, name: domain, customer_id }: SendingDomain,
  changes: readonly RecordChange[],
  at: number,
): Promise<void> {
  return tell<DomainFact>(tx, customer_id, ['domain.broken', 'domain.healed'], () =>
    changes.flatMap(({ what, purpose, name, sentences, found, wanted }) => {
      if (what === 'found') return [];
      return [{ type: `domain.${what}` as const, at, uid, domain, purpose, record: name, sentences, found, wanted }];
    }),
  );
}
