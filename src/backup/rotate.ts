// Gives the installation a new secret. The former one stays accepted, until it is forgotten: links
// and return addresses in mails that are out, and forms that are open, go on working.
import { sealAllAnew } from '../accounts/secrets/anew.ts';
import { findOthers, type Keeping, keepOthers, keepSecret } from '../accounts/secrets/kept.ts';
import { livingLeases } from '../coordination/lease.ts';
import { nameOfOwner } from '../coordination/owner.ts';
import { AppError } from '../kernel/errors.ts';
import { inForceOf, newSecret, secretsOf, secretWith } from '../kernel/ids.ts';
import { hasOtherSecret } from '../relays/in-force.ts';
import { ownSecret } from '../relays/own-secret.ts';

/** Secrets in the configuration; without one the installation keeps its own. */
export type ConfiguredSecrets = { secret: string | undefined; formerSecrets: readonly string[] };

/** `sealed`: how many passwords and keys were encrypted anew; `isConfigured`: nothing was made. */
export type Rotated = { sealed: number; isConfigured: boolean };

/**
 * Makes a secret that servers accept from their next start on, before any of them uses it.
 * @throws AppError `state` when one was made already, or secrets are in the configuration
 */
export async function prepareSecret(keeping: Keeping, { secret }: ConfiguredSecrets): Promise<void> {
  if (secret !== undefined) throw configured();
  await ownSecret(keeping.store, { dataDir: keeping.dataDir });
  const others = await findOthers(keeping);
  if (others.some(({ since }) => since === null)) {
    throw new AppError('state', 'The next secret is prepared already: restart all servers, then rotate.');
  }
  const unaware = [...new Set((await livingLeases(keeping.store.db)).map(({ owner }) => owner))];
  await keepOthers(keeping, [...others, { secret: newSecret(), since: null, unaware }]);
}

const configured = () =>
  new AppError(
    'state',
    'The secret is in the configuration: set MAILWRIGHT_SECRET and MAILWRIGHT_SECRET_FORMER yourself. docs/secret.md has the steps.',
  );

/** Whether servers that were started since the preparation accept the next secret. */
export const isPrepared = async (keeping: Keeping): Promise<boolean> =>
  (await findOthers(keeping)).some(({ since }) => since === null);

/**
 * Puts a new secret into force, and encrypts with it what the store has encrypted. Cut off, it is
 * gone on with. Servers that run must accept the new one already, or not run.
 * @param now ms
 * @throws AppError `state` when a server is known to run that does not accept it
 */
export async function rotateSecret(keeping: Keeping, given: ConfiguredSecrets, now: number): Promise<Rotated> {
  const { db } = keeping.store;
  if (given.secret !== undefined) {
    if (given.formerSecrets.length === 0) throw configured();
    const sealed = await sealAllAnew(db, secretWith(given.secret, given.formerSecrets));
    return { sealed, isConfigured: true };
  }
  const inForce = inForceOf(await ownSecret(keeping.store, { dataDir: keeping.dataDir }));
  const others = await findOthers(keeping);
  const prepared = others.find(({ since }) => since === null);
  const next = prepared?.secret;
  const former = others.filter(({ secret, since }) => since !== null && secret !== inForce);
  if (next === inForce)
    await keepOthers(keeping, former); // it was cut off between the two writes
  else {
    await requireAware(keeping, prepared?.unaware ?? []);
    await keepSecret(keeping, next ?? newSecret(), [...former, { secret: inForce, since: now }]);
  }
  const all = await ownSecret(keeping.store, { dataDir: keeping.dataDir });
  return { sealed: await sealAllAnew(db, all), isConfigured: false };
}

/** @throws AppError `state` when one of these owners of leases is alive still */
async function requireAware({ store }: Keeping, unaware: readonly string[]): Promise<void> {
  const lease = (await livingLeases(store.db)).find(({ owner }) => unaware.includes(owner));
  if (!lease) return;
  const line = `A server has been running since before the next secret was made (${nameOfOwner(lease.owner)}): it could no longer read any password in the database. Restart it first; a server that was killed counts as gone after 10 seconds.`;
  throw new AppError('state', line);
}

/**
 * Former secrets are accepted no more, from the next start of each server on. One that is prepared
 * stays: servers may accept it already, and it is put into force later.
 * @returns when those were replaced, ms
 * @throws AppError `state` when there are none, or they are still needed
 */
export async function forgetFormer(keeping: Keeping, given: ConfiguredSecrets): Promise<number[]> {
  const all = await ownSecret(keeping.store, { ...given, dataDir: keeping.dataDir });
  const inForce = inForceOf(all);
  const others = await findOthers(keeping);
  const prepared = others.filter(({ secret, since }) => since === null && secret !== inForce);
  const kept = [inForce, ...prepared.map(({ secret }) => secret)];
  if (secretsOf(all).every((secret) => kept.includes(secret)))
    throw new AppError('state', 'There is no previous secret.');
  if (await hasOtherSecret(keeping.store.db, inForce)) {
    throw new AppError('state', 'No server has sent with the new secret yet: start them all first.');
  }
  await sealAllAnew(keeping.store.db, all);
  await keepOthers(keeping, prepared);
  return others.flatMap(({ since }) => since ?? []);
}
