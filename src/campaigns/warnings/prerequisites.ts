// What keeps a campaign from beginning although its time has come: its links would lead nowhere, or
// its mails would have no postal address. Only where mail leaves the machine: the test inbox takes
// anything.

import { companyOf, hasNoAddress } from '../../accounts/company.ts';
import { findCustomer } from '../../accounts/queries.ts';
import type { Warning } from '../../kernel/errors.ts';
import { inEnglish, type Sentence, say } from '../../kernel/sentences/sentence.ts';
import { findListById } from '../../lists/queries.ts';
import { findSettingsInForce, type SettingsInForce } from '../../relays/in-force.ts';
import { hasRelayFor } from '../../relays/queries.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { variantFaults } from '../ab-test/faults.ts';
import { listIdsOf } from '../several-lists/lists.ts';

/** A warning only, because the operator set this address on purpose. */
export const LOOPBACK =
  'MAILWRIGHT_BASE_URL is an address of this machine: links in mails open nowhere else. Fine for trying things out.';

/** `isForAll`: it also stops campaigns that have begun; `why`: its message as a sentence. */
export type HoldReason = Warning & { isForAll: boolean; why: Sentence };

/**
 * What keeps a campaign from beginning, most general first. `member` names what a request can set
 * to mend it.
 */
export async function whyHeld(db: Db, campaign: Held): Promise<HoldReason[]> {
  const ofVariants = (await variantFaults(db, campaign)).map((message) => ({
    member: 'variants',
    message,
    isForAll: false,
    why: say('server-says', { words: message }),
  }));
  return [...(await whyHeldOutside(db, campaign)), ...ofVariants];
}

type Held = Pick<Campaign, 'id' | 'customer_id' | 'list_id' | 'further_lists'>;

async function whyHeldOutside(db: Db, campaign: Held): Promise<HoldReason[]> {
  const inForce = await findSettingsInForce(db);
  if (!(await leavesMachine(db, inForce, campaign.customer_id))) return [];
  const held: HoldReason[] = [];
  if (inForce?.isBaseUrlDefault) held.push(heldBy('links', say('waits-base-url'), { isForAll: true }));
  const customer = await findCustomer(db, campaign.customer_id);
  const lists = await Promise.all(listIdsOf(campaign).map((id) => findListById(db, campaign.customer_id, id)));
  // Of one that was removed nobody gets anything: it has no address, and none is missing.
  if (customer && lists.some((list) => list && hasNoAddress(companyOf(customer, list)))) {
    held.push(heldBy('company', say('waits-address'), { isForAll: false }));
  }
  return held;
}

const heldBy = (member: string, why: Sentence, { isForAll }: Pick<HoldReason, 'isForAll'>): HoldReason => {
  return { member, message: inEnglish(why), isForAll, why };
};

/** As whyHeld, and what is a warning only. */
export async function sendingWarnings(db: Db, campaign: Held): Promise<Warning[]> {
  const inForce = await findSettingsInForce(db);
  const held = (await whyHeld(db, campaign)).map(({ member, message }) => ({ member, message }));
  if (!inForce || inForce.isBaseUrlDefault || !isLoopback(inForce.baseUrl)) return held;
  const told = await leavesMachine(db, inForce, campaign.customer_id);
  return told ? [...held, { member: 'links', message: LOOPBACK }] : held;
}

/** Whether links in mails lead nowhere although mail leaves the machine, of any customer. */
export async function hasDeadLinks(db: Db): Promise<boolean> {
  const inForce = await findSettingsInForce(db);
  return inForce?.isBaseUrlDefault === true && (inForce.relay !== null || (await hasRelayFor(db)));
}

async function leavesMachine(db: Db, inForce: SettingsInForce | undefined, customerId: number): Promise<boolean> {
  return (inForce !== undefined && inForce.relay !== null) || (await hasRelayFor(db, customerId));
}

/** Whether an address leads to the machine itself only. */
export function isLoopback(baseUrl: string): boolean {
  const name = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '');
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    name === '0.0.0.0' ||
    name.startsWith('127.')
  );
}
