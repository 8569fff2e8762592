// What prevents sending, for those who run the installation: shown at start, on `/` and in
// `/readyz`. Contains no host names or addresses, because anybody may read it.
import { countWithoutAddress, MOST_WITHOUT_ADDRESS } from '../accounts/queries.ts';
import { isLoopback, LOOPBACK } from '../campaigns/warnings/prerequisites.ts';
import { inEnglish, say } from '../kernel/sentences/sentence.ts';
import { fileLimitNow, lanesTooMany, lanesTooManyAdvice, lanesTooManyText } from '../network/file-limit.ts';
import { differencesOf, findSettingsInForce, type SettingsInForce } from '../relays/in-force.ts';
import { hasRelayFor } from '../relays/queries.ts';
import { lanesOfAll } from '../relays/usable.ts';
import type { Db } from '../storage/db.ts';
import { whyNoChanges } from '../storage/probe.ts';
import { storeTrouble, troubleOf } from '../storage/trouble.ts';

/** `store`, `refusal`: why this process cannot work. `notes`: it can, with these warnings. */
export type Problems = { store: string | undefined; refusal: string | undefined; notes: string[] };

/** The settings that this process was started with, whether it sends, and what prevents it. */
export type OwnState = {
  settings: SettingsInForce;
  sends: boolean;
  /** Lanes of the configured relay; absent: there is none. */
  lanes?: number | undefined;
  trouble?: () => string | undefined;
};

/**
 * Finds the problems: that a store takes no changes, within 1.5 s. One that falls silent after it
 * took one leaves the reads open.
 */
export async function findProblems(db: Db, own: OwnState | undefined): Promise<Problems> {
  const trouble = await whyNoChanges(db);
  if (trouble) return { store: trouble.text, refusal: undefined, notes: [] };
  try {
    return { store: undefined, refusal: own?.trouble?.() ?? (await refusalOf(db, own)), notes: await notesOf(db, own) };
  } catch (error) {
    return { store: (storeTrouble(error) ?? troubleOf('gone')).text, refusal: undefined, notes: [] };
  }
}

async function refusalOf(db: Db, own: OwnState | undefined): Promise<string | undefined> {
  const inForce = own && (await findSettingsInForce(db));
  if (!inForce) return undefined;
  const different = differencesOf(inForce, own.settings, own.sends ? 'sending' : 'links');
  if (different.length === 0) return undefined;
  const names = different.map(({ variable }) => variable).join(', ');
  return `This server ${own.sends ? 'does not send' : 'makes different links than the servers that send'}: ${names} ${different.length === 1 ? 'differs' : 'differ'} from the settings in force for this database. Its log has the reason.`;
}

/** What prevents campaigns from beginning, and warnings. */
async function notesOf(db: Db, own: OwnState | undefined): Promise<string[]> {
  const inForce = await findSettingsInForce(db);
  if (!inForce || !(inForce.relay !== null || (await hasRelayFor(db)))) return [];
  const notes: string[] = [];
  const many = own?.sends ? lanesTooMany(await lanesOfAll(db, own.lanes ?? 0), fileLimitNow()) : undefined;
  if (many) notes.push(`${lanesTooManyText(many)} ${lanesTooManyAdvice(many)}`);
  if (inForce.isBaseUrlDefault) notes.push(inEnglish(say('waits-base-url')));
  else if (isLoopback(inForce.baseUrl)) notes.push(LOOPBACK);
  const customers = await countWithoutAddress(db);
  if (customers > 0) {
    const many = customers > MOST_WITHOUT_ADDRESS ? `more than ${MOST_WITHOUT_ADDRESS}` : customers;
    notes.push(
      `The postal address of ${customers === 1 ? 'one customer' : `${many} customers`} is not set: campaigns to lists without their own company do not start. See npx mailwright customer update --help`,
    );
  }
  return notes;
}
