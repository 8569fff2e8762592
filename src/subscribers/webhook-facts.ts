// Facts for webhooks about people: who came, who became what.
import type { Subscriber, Tx } from '../storage/tables.ts';
import type { PersonFact } from '../webhooks/outbox/facts.ts';
import { tell } from '../webhooks/outbox/tell.ts';

type PersonType = PersonFact['type'];
type ListName = { id: number; customer_id: number };
export type ToldPerson = Pick<Subscriber, 'uid' | 'email' | 'status' | 'source'>;

const CHANGES: readonly PersonType[] = ['subscriber.confirmed', 'subscriber.unsubscribed', 'subscriber.updated'];

/** What it is called that somebody of a status gets another one, or keeps it. */
function changeOf(before: string, after: string): PersonType {
  if (before !== after && after === 'confirmed') return 'subscriber.confirmed';
  if (before !== after && after === 'unsubscribed') return 'subscriber.unsubscribed';
  return 'subscriber.updated';
}

const factOf = (list: ListName, { uid, email, status, source }: ToldPerson, type: PersonType, at: number) =>
  ({ type, at, list: list.id, uid, email, status, source }) satisfies PersonFact;

/** These people are on the list from now on. `at`: ms */
export function tellAdded(tx: Tx, list: ListName, people: () => readonly ToldPerson[], at: number): Promise<void> {
  return tell<PersonFact>(tx, list.customer_id, ['subscriber.added'], () =>
    people().map((person) => factOf(list, person, 'subscriber.added', at)),
  );
}

/** People of the list, as they are now, with the status that they had. `at`: ms */
export function tellChanged(
  tx: Tx,
  list: ListName,
  people: () => readonly { before: string; after: ToldPerson }[],
  at: number,
): Promise<void> {
  return tell<PersonFact>(tx, list.customer_id, CHANGES, () =>
    people().map(({ before, after }) => factOf(list, after, changeOf(before, after.status), at)),
  );
}
