// Registers a sending domain and creates or imports its signing keys.
import { AppError, type MemberFaults } from '../kernel/errors.ts';
import { newUid } from '../kernel/ids.ts';
import { type Sentence, say } from '../kernel/sentences/sentence.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import type { SendingDomain } from '../storage/tables/delivery.ts';
import { addToTally, findTally, holdTally } from '../storage/tally.ts';
import type { KeyRequest } from './keys.ts';
import { findDomainByName, insertDomain, insertKey } from './queries.ts';
import { createRequestedKeys, parseRequestedKeys } from './requested-keys.ts';
import { MAX_DOMAINS, parseDomainName } from './rules.ts';
import { sealKey } from './sealed-keys.ts';
import { FIRST_LOOK_MS } from './watch/rules.ts';

/**
 * Registers a domain of the customer; its keys sign from now on. Without `given` an RSA and an
 * Ed25519 key are generated.
 * @param input.name as a person writes it: any case, letters beyond ASCII
 * @throws AppError `invalid` with all faults at once; `name` also when the customer has the domain
 * already
 */
export async function createDomain(
  db: Db,
  input: KeyRequest & { customerId: number; name: string; secret: string; at: number },
): Promise<SendingDomain> {
  const { customerId, secret, at } = input;
  const faults: MemberFaults = {};
  const read = parseDomainName(input.name);
  const name = 'name' in read ? read.name : '';
  if ('fault' in read) faults['name'] = input.name.trim() === '' ? say('member-blank', { label: 'Name' }) : read.fault;
  else if (await findDomainByName(db, customerId, name)) faults['name'] = taken(name)['name'];
  else if ((await findTally(db, customerId, TALLY)) >= MAX_DOMAINS) {
    faults['name'] = TOO_MANY;
  }
  const keys = await createRequestedKeys(input, parseRequestedKeys(input, faults), faults);
  return inTransaction(db, async (tx) => {
    await holdTally(tx, customerId, TALLY); // so that two at once are not one too many
    if ((await findTally(tx, customerId, TALLY)) >= MAX_DOMAINS) {
      throw new AppError('invalid', TOO_MANY, { faults: { name: TOO_MANY } });
    }
    const row = {
      uid: newUid(),
      customer_id: customerId,
      name,
      ...UNLOOKED,
      look_at: at + FIRST_LOOK_MS,
      created_at: at,
    };
    const domain = await insertDomain(tx, row);
    if (!domain) throw new AppError('invalid', taken(name)['name'], { faults: taken(name) });
    for (const { selector, algorithm, key, publicKey } of keys) {
      await insertKey(tx, {
        customer_id: customerId,
        domain_id: domain.id,
        selector,
        algorithm,
        private_key: sealKey(secret, key),
        public_key: publicKey,
        status: 'active',
        created_at: at,
        retired_at: null,
      });
    }
    await addToTally(tx, customerId, TALLY, 1);
    return domain;
  });
}

const TOO_MANY = say('domain-many', { most: MAX_DOMAINS });
const UNLOOKED = { verdict: null, checked_at: null };

/** The tally scope for a customer's sending domains. */
export const TALLY = 'sending_domains';

function taken(name: string): { name: Sentence } {
  return { name: say('domain-there', { name }) };
}
