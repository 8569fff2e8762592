// Sets up a new installation: a customer, a key, and the secret that signs links.
import { emailKey } from '../kernel/address.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { newApiKey, newSecret, newUid, secretWith, sha256 } from '../kernel/ids.ts';
import { inTransaction, type Store, type Tx } from '../storage/db.ts';
import type { Customer } from '../storage/tables.ts';
import { companyJson, companyOf, isUnset, unsetCompany } from './company.ts';
import { addCustomer } from './create.ts';
import { addKey } from './keys/keys.ts';
import { findFirstKey, findKeyByHash, updateKey } from './keys/queries.ts';
import {
  findCustomer,
  findCustomerByEmail,
  findCustomerByUid,
  findFirstCustomer,
  findSetting,
  insertSetting,
  updateCustomerRow,
} from './queries.ts';
import { splitName } from './rules.ts';
import { ensureSecretFile } from './secret-files.ts';
import { findOthers } from './secrets/kept.ts';

type OpenStore = Pick<Store, 'db' | 'engine'>;

/**
 * `newKey` and its file are given when a key was just created, to be shown once. `advice`
 * accompanies a new customer.
 */
export type FirstStart = {
  customer: Customer;
  newKey?: string | undefined;
  keyFile?: string | undefined;
  advice?: string | undefined;
};

const MIN_SECRET_CHARACTERS = 32;

/**
 * Ensures that there is a customer, and that the configured key works. An empty store gets the
 * first customer, with the given key or with a new one that is stored in `<dataDir>/api-key`. A key
 * configured later becomes another key of the first customer; a revoked one stays revoked.
 * `lenient`, when given, sets that key's dialect. Safe when several nodes start at once.
 * @throws AppError `unavailable` when the data folder cannot be used
 */
export async function ensureFirstCustomer(
  store: OpenStore,
  { dataDir, apiKey, lenient }: { dataDir: string; apiKey?: string | undefined; lenient?: boolean | undefined },
  clock: Clock,
): Promise<FirstStart> {
  return inTransaction(store.db, async (tx) => {
    const found = await findFirstCustomer(tx);
    const { customer, made } = found ? { customer: found, made: false } : await createFirstCustomer(tx, clock);
    const advice = made ? ADVICE : undefined;
    const shown = apiKey === undefined && made ? await addGeneratedKey(tx, customer.id, dataDir, clock) : {};
    if (apiKey !== undefined) await addChosenKey(tx, customer.id, apiKey, clock);
    if (lenient !== undefined) await setFirstDialect(tx, { customerId: customer.id, apiKey, lenient });
    return { customer, advice, ...shown };
  });
}

const FIRST_CUSTOMER = 'first-customer';
/** Stands for the address of the first customer until there is one. */
const NOBODYS_ADDRESS = 'owner@example.invalid';

const ADVICE =
  'Emails must include a postal address by law. Set yours: npx mailwright customer update --company-name "…" --address-1 "…" --city "…" --zip "…" --country "…"';

/** The setting's row is the lock: a second node waits for it, then finds the customer. */
async function createFirstCustomer(tx: Tx, clock: Clock): Promise<{ customer: Customer; made: boolean }> {
  const uid = newUid();
  if (!(await insertSetting(tx, FIRST_CUSTOMER, uid))) {
    const other = await findCustomerByUid(tx, (await findSetting(tx, FIRST_CUSTOMER)) ?? '');
    if (other) return { customer: other, made: false };
  }
  const customer = await addCustomer(tx, {
    uid,
    first_name: 'First',
    last_name: 'customer',
    email: NOBODYS_ADDRESS,
    time_zone: 'UTC',
    locale: 'en',
    status: 'active',
    company: companyJson(unsetCompany('en')),
    created_at: clock.now(),
  });
  return { customer, made: true };
}

/**
 * Gives the first customer the name, mail address and language of its first owner, while nobody
 * has set them. An address that another customer has stays theirs.
 */
export async function nameFirstCustomer(
  tx: Tx,
  id: number,
  { name, email, language }: { name: string; email: string; language: string },
): Promise<void> {
  const customer = await findCustomer(tx, id);
  if (customer?.email !== NOBODYS_ADDRESS || (await findCustomerByEmail(tx, email))) return;
  const [first_name, last_name] = splitName(name);
  const locale = customer.locale === 'en' ? language : customer.locale; // nobody has chosen one yet
  const company = isUnset(companyOf(customer)) ? companyJson(unsetCompany(language)) : customer.company;
  await updateCustomerRow(tx, id, { first_name, last_name, email, email_key: emailKey(email), locale, company });
}

async function addChosenKey(tx: Tx, customerId: number, key: string, clock: Clock): Promise<void> {
  try {
    await addKey(tx, { customerId, name: 'configuration', key, scope: 'owner,operator' }, clock);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error; // it exists already
  }
}

/**
 * The configured dialect applies at every start: to the configured key, else to the customer's
 * first one.
 */
async function setFirstDialect(tx: Tx, of: { customerId: number; apiKey: string | undefined; lenient: boolean }) {
  const key =
    of.apiKey === undefined ? await findFirstKey(tx, of.customerId) : await findKeyByHash(tx, sha256(of.apiKey));
  const dialect = of.lenient ? 'lenient' : 'strict';
  if (key && key.dialect !== dialect) await updateKey(tx, key, { dialect });
}

/**
 * The file is written before the key is committed: after a crash in between, the next start uses
 * the key in the file.
 */
async function addGeneratedKey(tx: Tx, customerId: number, dataDir: string, clock: Clock) {
  const { text: key, file } = ensureSecretFile(dataDir, 'api-key', newApiKey);
  try {
    await addKey(tx, { customerId, name: 'first key', key, scope: 'owner,operator' }, clock);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'conflict') return {}; // an older store of this data folder had it
    throw new AppError(
      'unavailable',
      `${file} does not contain an API key (40 letters and digits). Remove or correct it.`,
    );
  }
  return { newKey: key, keyFile: file };
}

/**
 * The secret that signs links: the given one, else one created at the first start. With SQLite it
 * is stored in `<dataDir>/secret`. With PostgreSQL it is a row of the store: nodes share only the
 * database, and a link signed by one must work on every other. Former ones that are accepted come
 * after it (kernel/ids.ts).
 * @throws AppError `unavailable` when the data folder cannot be used
 */
export async function ensureSecret(
  store: OpenStore,
  {
    dataDir,
    secret,
    formerSecrets = [],
  }: { dataDir: string; secret?: string | undefined; formerSecrets?: readonly string[] },
): Promise<string> {
  if (secret !== undefined) return secretWith(secret, formerSecrets);
  const kept =
    store.engine === 'postgres' ? await secretInStore(store) : ensureSecretFile(dataDir, 'secret', newSecret);
  if (kept.text.length >= MIN_SECRET_CHARACTERS) {
    const others = await findOthers({ store, dataDir });
    return secretWith(kept.text, [...others.map((other) => other.secret), ...formerSecrets]);
  }
  throw new AppError(
    'unavailable',
    `${kept.file} does not contain a secret of at least 32 characters; links in sent emails need it.`,
  );
}

async function secretInStore({ db }: OpenStore): Promise<{ text: string; file: string }> {
  // Not inserted in vain: a store that moves refuses that, too (storage/moving/fence.ts).
  if ((await findSetting(db, 'secret')) === undefined) await insertSetting(db, 'secret', newSecret());
  return { text: (await findSetting(db, 'secret')) ?? '', file: 'Setting "secret" of the database' };
}
