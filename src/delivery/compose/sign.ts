// Finds the keys that sign a message, and signs it.
import { type ActiveKey, listActiveKeys } from '../../domains/queries.ts';
import { unsealKey } from '../../domains/sealed-keys.ts';
import { AppError, asError } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/log.ts';
import { bodyHash, type KeyAlgorithm, type SigningKey, signatureLines } from '../../mail/dkim/dkim.ts';
import { type ComposedMessage, messageText } from '../../mail/mime/compose.ts';
import type { Db } from '../../storage/db.ts';

export type Signers = {
  /**
   * The keys for what this customer sends from this address: those of the customer's sending domain
   * that is the address's domain or its nearest parent (aligned as RFC 7489, section 3.1.1,
   * requires). None = the message is not signed. Changed keys are noticed after at most 30 s. A
   * promise only where the store is asked.
   * @throws AppError `unavailable` when the domain has keys and none can be read, or the store does
   * not answer: an unsigned message would do harm
   */
  find(customerId: number, fromAddress: string): readonly SigningKey[] | Promise<readonly SigningKey[]>;
};

const KEPT_MS = 20_000;
const KEPT_CUSTOMERS = 10_000;

type LoadedKey = { row: ActiveKey; signing: SigningKey | undefined };
/** Keys by domain; a domain whose keys cannot be read has none here. */
type Domains = ReadonlyMap<string, readonly SigningKey[]>;
type CustomerKeys = {
  until: number;
  domains: Domains | Promise<Domains>;
  known: ReadonlyMap<number, LoadedKey>;
};

/**
 * Opens the keys of one installation; they are read when first needed and kept decrypted in memory.
 */
export function openSigners(options: { db: Db; secret: string; log: Logger }): Signers {
  const { db, secret, log } = options;
  const customers = new Map<number, CustomerKeys>();

  async function load(customerId: number, kept: CustomerKeys, previous: CustomerKeys | undefined): Promise<Domains> {
    const rows = await listActiveKeys(db, customerId);
    const known = new Map(rows.map((row) => [row.id, knownKey(customerId, row, previous?.known.get(row.id))]));
    kept.known = known;
    const domains = new Map<string, SigningKey[]>();
    for (const { row, signing } of known.values()) {
      const keys = domains.get(row.name) ?? [];
      if (signing) keys.push(signing);
      domains.set(row.name, keys);
    }
    return domains;
  }

  function knownKey(customerId: number, row: ActiveKey, previous: LoadedKey | undefined): LoadedKey {
    if (previous?.signing && previous.row.private_key === row.private_key) return { row, signing: previous.signing };
    try {
      const key = unsealKey(secret, row.private_key);
      const { name: domain, selector } = row;
      return { row, signing: { domain, selector, algorithm: row.algorithm as KeyAlgorithm, key } };
    } catch (error) {
      const reason = asError(error).message;
      const told = { domain: row.name, selector: row.selector, customer: customerId };
      log.error({ event: 'dkim.key-unreadable', ...told, reason });
      return { row, signing: undefined };
    }
  }

  function domainsOf(customerId: number): Domains | Promise<Domains> {
    const previous = customers.get(customerId);
    const now = performance.now();
    if (previous && previous.until > now) return previous.domains;
    const kept: CustomerKeys = {
      until: now + KEPT_MS,
      known: previous?.known ?? new Map(),
      domains: new Map(),
    };
    kept.domains = load(customerId, kept, previous).then(
      (domains) => {
        kept.domains = domains;
        return domains;
      },
      (error: unknown) => {
        kept.until = 0; // a store that does not answer is asked again with the next message
        const reason = `The signing keys cannot be read from the database: ${asError(error).message}`;
        throw new AppError('unavailable', reason, { cause: error });
      },
    );
    if (customers.size >= KEPT_CUSTOMERS) customers.clear();
    customers.set(customerId, kept);
    return kept.domains;
  }

  return {
    find(customerId, fromAddress) {
      const domains = domainsOf(customerId);
      if (domains instanceof Promise) return domains.then((found) => keysFor(found, fromAddress));
      return keysFor(domains, fromAddress);
    },
  };
}

function keysFor(domains: Domains, fromAddress: string): readonly SigningKey[] {
  if (domains.size === 0) return [];
  const name = nearest(domains, fromAddress.slice(fromAddress.lastIndexOf('@') + 1).toLowerCase());
  if (name === undefined) return [];
  const keys = domains.get(name) ?? [];
  if (keys.length > 0) return keys;
  throw new AppError('unavailable', `No signing key of ${name} can be read: see dkim.key-unreadable in the log.`);
}

/** The domain itself or its longest parent among `domains`. */
function nearest(domains: Domains, domain: string): string | undefined {
  for (let name = domain; ; name = name.slice(name.indexOf('.') + 1)) {
    if (domains.has(name)) return name;
    if (!name.includes('.')) return undefined;
  }
}

/**
 * The message's text, without its tail, with a signature of each key above it; without keys
 * synchronously, not as a promise.
 * @param at time of the signature, ms
 */
export function signedMessage(
  composed: ComposedMessage,
  keys: readonly SigningKey[],
  at: number,
): string | Promise<string> {
  if (keys.length === 0) return messageText(composed);
  const { head, body, pieces, tail } = composed;
  return signatureLines({ head, bodyHash: bodyHash(body, pieces, tail), keys, at }).then((lines) =>
    messageText(composed, lines),
  );
}
