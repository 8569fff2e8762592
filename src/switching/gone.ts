// Who was taken over in a run before and is no longer on the list there: removed by somebody, by
// themselves, or for bouncing. They get no mail from there any more, and so none from here.

import type { Db, Subscriber, Tx } from '../storage/tables.ts';
import { noteConsents } from '../subscribers/consent/record.ts';
import { subscribersOfIds } from '../subscribers/queries.ts';
import { updateSubscriber } from '../subscribers/queries-write.ts';
import { beginChange, countByStatus } from '../subscribers/status.ts';
import type { FormerList, FormerMember, Slice } from './former.ts';
import { findObject, findServer, type KnownMember, membersAfter, type Owner, whoSubscribedHere } from './queries.ts';
import { countIn, type GoneReport } from './report.ts';
import { doStep, type Run } from './run.ts';

type Absent = { listKey: string; subscriberId: number };

/** Unsubscribes them, but for those who subscribed here since. @returns how many */
export function takeGone(run: Run, lists: readonly FormerList[]): Promise<GoneReport> {
  return doStep<Absent, GoneReport>(run, {
    name: 'gone',
    label: 'Who left',
    unit: 'people',
    begin: run.report.gone,
    read: (position) => absentAfter(run, lists, position),
    async store(tx, owner, rows, progress, at) {
      for (const [key, some] of Map.groupBy(rows, ({ listKey }) => listKey)) {
        const name = lists.find((list) => list.key === key)?.settings.name ?? key;
        const ids = some.map(({ subscriberId }) => subscriberId);
        const { unsubscribed, kept } = await unsubscribeAll(run, tx, owner, { key, ids, at });
        if (unsubscribed > 0) countIn(progress.unsubscribed, name, unsubscribed);
        progress.kept += kept;
      }
    },
  });
}

const MEMBERS = 2_000;

/** A position is `<person> <list id>` of the last one who was looked at. */
async function* absentAfter(
  { tools: { db, customer }, former }: Run,
  lists: readonly FormerList[],
  begun: string,
): AsyncGenerator<Slice<Absent>> {
  const server = await findServer(db, customer.id, former);
  if (!server || !former.absent) return;
  const owner = { customerId: customer.id, serverId: server.id };
  const keys = await keysOfLists(db, owner, lists);
  for (let position = begun; ; ) {
    const known = await membersAfter(db, owner, position, MEMBERS);
    const last = known.at(-1);
    if (!last) return;
    position = `${last.former} ${last.list_id}`;
    const rows = await absentOf(known, keys, (members) => former.absent?.(members) ?? Promise.resolve([]));
    yield { rows, position };
  }
}

async function absentOf(
  known: readonly KnownMember[],
  keys: ReadonlyMap<number, string>,
  ask: (members: FormerMember[]) => Promise<readonly FormerMember[]>,
): Promise<Absent[]> {
  const asked = known.flatMap(({ former, list_id, subscriber_id }) => {
    const list = keys.get(list_id);
    return list === undefined ? [] : [{ person: former, list, subscriber_id }];
  });
  const nameOf = ({ person, list }: FormerMember) => `${person} ${list}`;
  const absent = new Set((await ask(asked.map(({ person, list }) => ({ person, list })))).map(nameOf));
  return asked
    .filter((one) => absent.has(nameOf(one)))
    .map(({ list, subscriber_id }) => ({ listKey: list, subscriberId: subscriber_id }));
}

/** The former server's keys of its lists, by our ids. */
async function keysOfLists(db: Db, owner: Owner, lists: readonly FormerList[]): Promise<Map<number, string>> {
  const keys = new Map<number, string>();
  for (const { key } of lists) {
    const list = await findObject(db, owner, 'list', key);
    if (list) keys.set(list.object_id, key);
  }
  return keys;
}

async function unsubscribeAll(
  { former }: Run,
  tx: Tx,
  owner: Owner,
  { key, ids, at }: { key: string; ids: readonly number[]; at: number },
): Promise<{ unsubscribed: number; kept: number }> {
  const object = await findObject(tx, owner, 'list', key);
  if (!object) return { unsubscribed: 0, kept: 0 };
  const list = { id: object.object_id, customer_id: owner.customerId };
  await beginChange(tx, list);
  const isMailed = ({ status, list_id }: Subscriber) =>
    list_id === list.id && (status === 'confirmed' || status === 'unconfirmed');
  const there = (await subscribersOfIds(tx, owner.customerId, ids)).filter(isMailed);
  const keys = there.map(({ email_key }) => email_key);
  const own = await whoSubscribedHere(tx, list, keys);
  const leaving = there.filter(({ email_key }) => !own.has(email_key));
  const deltas = new Map<string, number>();
  for (const person of leaving) {
    await updateSubscriber(tx, person, { status: 'unsubscribed', updated_at: at, unsubscribed_at: at });
    countIn(deltas, person.status, -1);
    countIn(deltas, 'unsubscribed');
  }
  await countByStatus(tx, list, deltas, at);
  const left = leaving.map(({ email_key }) => email_key);
  await noteConsents(tx, list, left, { status: 'unsubscribed', at }, { way: 'import', detail: former.name });
  return { unsubscribed: leaving.length, kept: there.length - leaving.length };
}
