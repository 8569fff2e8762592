// Rotates the keys of a domain. The old keys sign until a check has found the records of all new
// ones: no message ever carries a signature whose key is not published.
import { AppError, type MemberFaults, throwFaults } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import type { DkimKey, SendingDomain } from '../storage/tables/delivery.ts';
import type { KeyRequest } from './keys.ts';
import { holdDomain, insertKey, keysOf } from './queries.ts';
import { createRequestedKeys, parseRequestedKeys } from './requested-keys.ts';
import { sealKey } from './sealed-keys.ts';

/**
 * Adds waiting keys (status `next`) until check.ts finds their records; then these sign and the old
 * ones are retired. Without `given` an RSA and an Ed25519 key are generated.
 * @throws AppError `state` while other new keys are waiting, `invalid` with all faults at once
 */
export async function rotateKeys(
  db: Db,
  domain: SendingDomain,
  request: KeyRequest & { secret: string; at: number },
): Promise<void> {
  const { secret, at } = request;
  const known = await keysOf(db, domain.customer_id, [domain.id]);
  refuseWaiting(known);
  const faults: MemberFaults = {};
  const keys = await createRequestedKeys(request, parseRequestedKeys(request, faults, selectorsOf(known)), faults);
  await inTransaction(db, async (tx) => {
    await holdDomain(tx, domain);
    const now = await keysOf(tx, domain.customer_id, [domain.id]);
    refuseWaiting(now);
    const clashes: MemberFaults = {};
    parseRequestedKeys(request, clashes, selectorsOf(now));
    throwFaults(clashes);
    for (const { selector, algorithm, key, publicKey } of keys) {
      await insertKey(tx, {
        customer_id: domain.customer_id,
        domain_id: domain.id,
        selector,
        algorithm,
        private_key: sealKey(secret, key),
        public_key: publicKey,
        status: 'next',
        created_at: at,
        retired_at: null,
      });
    }
  });
}

const selectorsOf = (keys: readonly DkimKey[]) => keys.map(({ selector }) => selector);

function refuseWaiting(keys: readonly DkimKey[]): void {
  const waiting = keys.filter(({ status }) => status === 'next').map(({ selector }) => selector);
  if (waiting.length === 0) return;
  const named = waiting.join(', ');
  throw new AppError('state', say('domain-keys-wait', { named }));
}
