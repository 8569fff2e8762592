// Gives facts their place among a customer's events. They are taken away when they get it, so one
// whose transaction committed late is found by the next look; what was committed before something
// else began was written before it, and comes before it.
import { newUid } from '../kernel/ids.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import { type KeptEvent, PAGE_EVENTS, packEvents } from '../webhooks/log/pages.ts';
import { deleteFacts, factsOf, holdNextNumber, insertPage, setNextNumber } from '../webhooks/log/queries.ts';
import type { Fact } from '../webhooks/outbox/facts.ts';
import { eventsOf } from './names.ts';

const ROWS = 60;
/** Facts of one transaction, as a rule: on SQLite other writers wait for it. */
const FACTS = 2_000;

/** Numbers some facts of a customer. @returns whether there may be more */
export function numberFacts(db: Db, customerId: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const next = await holdNextNumber(tx, customerId);
    const rows = await factsOf(tx, customerId, ROWS);
    const facts: Fact[] = [];
    const taken: number[] = [];
    for (const { id, content } of rows) {
      if (facts.length >= FACTS) break;
      facts.push(...(JSON.parse(content) as Fact[]));
      taken.push(id);
    }
    if (taken.length === 0) return false;
    const events = await eventsOf(tx, customerId, facts);
    for (let from = 0; from < events.length; from += PAGE_EVENTS) {
      const some = events.slice(from, from + PAGE_EVENTS);
      await insertPage(tx, { customer_id: customerId, first_n: next + from, ...(await pageOf(some)) });
    }
    await setNextNumber(tx, customerId, next + events.length);
    await deleteFacts(tx, customerId, taken);
    return taken.length === ROWS || taken.length < rows.length;
  });
}

async function pageOf(events: readonly KeptEvent[]) {
  const times = events.map(({ at }) => at);
  const [first_at, last_at] = [Math.min(...times), Math.max(...times)];
  return { size: events.length, uid: newUid(), first_at, last_at, content: await packEvents(events) };
}
