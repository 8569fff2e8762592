// Takes a person out of what webhooks are told of, and out of the log of telling them. Events keep
// their numbers and ids: in the place of one is an event that nobody listens to.
import { emailKey } from '../kernel/address.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import { answersBehind, emptyAnswers } from './deliveries/queries.ts';
import { type KeptEvent, packEvents, unpackEvents } from './log/pages.ts';
import {
  deleteFacts,
  factsBehind,
  findPageAfter,
  holdNextNumber,
  holdPage,
  replaceFacts,
  replacePage,
} from './log/queries.ts';
import type { Fact } from './outbox/facts.ts';

/** Whom: the address (`kernel/address.ts`: emailKey), and the uids that the interface knew. */
export type ErasedPerson = { key: string; uids: ReadonlySet<string> };

/** What stands in an event's place; no webhook can listen to this type. */
const ERASED: Pick<KeptEvent, 'type' | 'subject' | 'data'> = { type: 'erased', subject: '', data: '{}' };

/**
 * Takes a person out of the events that have their numbers, a page in a transaction. Doing it again
 * changes nothing.
 * @param after only pages after the one that begins with this number
 * @returns the number that the last page begins with
 */
export async function eraseInPages(db: Db, customerId: number, who: ErasedPerson, after = 0): Promise<number> {
  let last = after;
  for (;;) {
    const page = await findPageAfter(db, customerId, last);
    if (!page) return last;
    last = page.first_n;
    if (!(await without(page.content, who))) continue;
    await inTransaction(db, async (tx) => {
      const held = await holdPage(tx, page); // as it is now: another person may be erased meanwhile
      const content = held && (await without(held.content, who));
      if (content) await replacePage(tx, page, content);
    });
  }
}

/** The page without the person; undefined when they are not in it. */
async function without(content: Uint8Array, who: ErasedPerson): Promise<Uint8Array | undefined> {
  const events = await unpackEvents(content);
  if (!events.some((event) => isAbout(event, who))) return undefined;
  return packEvents(events.map((event) => (isAbout(event, who) ? { ...event, ...ERASED } : event)));
}

function isAbout({ subject, data }: KeptEvent, { key, uids }: ErasedPerson): boolean {
  if (uids.has(subject)) return true;
  if (!data.includes('@')) return false;
  const { email } = JSON.parse(data) as { email?: string | null };
  return typeof email === 'string' && emailKey(email) === key;
}

const ROWS = 60;

/**
 * Takes a person out of what has no number yet. Call it in the transaction that removes them: until
 * it ends nothing of the customer gets a number.
 * @param subscriberIds by which messages name them; of transactional emails, negative
 */
export async function eraseInFacts(
  tx: Tx,
  customerId: number,
  { key, uids }: ErasedPerson,
  subscriberIds: readonly number[],
): Promise<void> {
  if ((await factsBehind(tx, customerId, 0, 1)).length === 0) return;
  await holdNextNumber(tx, customerId);
  const ids = new Set(subscriberIds);
  const isTheirs = (fact: Fact) =>
    ('email' in fact && (emailKey(fact.email) === key || uids.has(fact.uid))) ||
    ('subscriber' in fact && ids.has(fact.subscriber));
  for (let last = 0; ; ) {
    const rows = await factsBehind(tx, customerId, last, ROWS);
    for (const { id, content } of rows) {
      last = id;
      const facts = JSON.parse(content) as Fact[];
      const others = facts.filter((fact) => !isTheirs(fact));
      if (others.length === facts.length) continue;
      if (others.length === 0) await deleteFacts(tx, customerId, [id]);
      else await replaceFacts(tx, customerId, { id, content: JSON.stringify(others) });
    }
    if (rows.length < ROWS) return;
  }
}

const ANSWERS = 1_000;

/** Takes away what receivers answered where it has the address. */
export async function eraseInAnswers(db: Db, customerId: number, key: string): Promise<void> {
  for (let last = { webhook_id: 0, id: 0 }; ; ) {
    const rows = await answersBehind(db, customerId, last, ANSWERS);
    const theirs = rows.filter(({ answer }) => emailKey(answer).includes(key)).map(({ id }) => id);
    if (theirs.length > 0) await emptyAnswers(db, customerId, theirs);
    const end = rows.at(-1);
    if (!end || rows.length < ANSWERS) return;
    last = end;
  }
}
