// Writes down what somebody agreed to, and how: one row for each change of a subscriber's status,
// in the transaction that makes it. Rows are appended and never changed; they stay when the
// subscriber leaves, until the person is erased or the list is removed. The rows of an import are
// one record a slice, found by the instant at which its people joined.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { HOUR_MS } from '../../kernel/durations.ts';
import { sha256 } from '../../kernel/ids.ts';
import { recordSet, textSet } from '../../storage/dialect.ts';
import { type Places, statement } from '../../storage/statement.ts';
import type { List, Tx } from '../../storage/tables.ts';

/**
 * - form: a public form · link: the link in a confirmation mail · page: the pages of a person ·
 * - mail: a link, button or mail to leave · api · bulk: an action on many · import · command
 */
export const WAYS = ['form', 'link', 'page', 'mail', 'api', 'bulk', 'import', 'command'] as const;
export type Way = (typeof WAYS)[number];

/** How something came about. */
export type Evidence = {
  way: Way;
  /** Who did it, where it was not the person: a key or user by name, or a command. */
  actor?: string | undefined;
  ip?: string | null | undefined;
  /** What the person read and agreed to; it is stored once. */
  text?: string | undefined;
  /** The file of an import, the list of a copy. */
  detail?: string | undefined;
};

/** `asked`: a form was sent for an address that is known; nothing changes until it is confirmed. */
export type ConsentChange = { status: string; at: number };
type ListName = Pick<List, 'id' | 'customer_id'>;

/**
 * Notes a change of some people of a list (`kernel/address.ts`: emailKey), which the transaction
 * has locked. Its instant was taken before that, perhaps by another clock: what is noted after
 * another change of a person is told after it.
 */
export async function noteConsents(
  tx: Tx,
  list: ListName,
  keys: readonly string[],
  { status, at }: ConsentChange,
  evidence: Evidence,
): Promise<void> {
  const [first, ...others] = keys;
  if (first === undefined) return;
  const note = await consentOf(tx, list, { status, at }, evidence);
  if (others.length === 0) {
    await noteOne(tx, { ...note, key: first, at: await instantAfter(tx, note, first) });
    return;
  }
  const { way, actor, ip, hash, detail } = note;
  await sql`insert into consent (customer_id, list_id, email_key, at, status, way, actor, ip_address, text_hash, detail)
    select cast(${list.customer_id} as bigint), cast(${list.id} as bigint), keys.value,
      coalesce(${lastOf(note, sql`keys.value`)} + 1, cast(${at} as bigint)), cast(${status} as text), cast(${way} as text),
      cast(${actor} as text), cast(${ip} as text), cast(${hash} as text), cast(${detail} as text)
    from ${textSet(tx, keys)} as keys where true
    on conflict (customer_id, list_id, at, email_key, status) do nothing`.execute(tx);
}

/** What is later by more was noted by a clock that was set back since, and says nothing. */
const APART_MS = HOUR_MS;

/**
 * The last instant noted of a person from `at` on, by the index of people: the sums keep engines
 * from reading a list's records in the order of time.
 */
const lastOf = ({ customerId, listId, at }: ConsentNote, key: RawBuilder<unknown>) =>
  sql`(select max(known.at) from consent as known where known.customer_id = ${customerId}
    and known.email_key = ${key} and known.email_key <> ${sql.lit(OF_IMPORT)}
    and known.list_id + 0 = ${listId} and known.at + 0 >= ${at} and known.at + 0 < ${at + APART_MS})`;

async function instantAfter(tx: Tx, note: ConsentNote, key: string): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`select ${lastOf(note, sql`${key}`)} as last`.execute(tx);
  const last = rows[0]?.last ?? null;
  return last === null ? note.at : Number(last) + 1;
}

/** A record of consent, but for whose it is. */
export type ConsentNote = {
  customerId: number;
  listId: number;
  at: number;
  status: string;
  way: Way;
  actor: string | null;
  ip: string | null;
  hash: string | null;
  detail: string | null;
};

/** What is noted of a change; the text that people agreed to is stored. */
export async function consentOf(
  tx: Tx,
  list: ListName,
  { status, at }: ConsentChange,
  { way, text, ...evidence }: Evidence,
): Promise<ConsentNote> {
  const hash = text === undefined ? null : await keepText(tx, list, text, at);
  const { actor = null, ip = null, detail = null } = evidence;
  return { customerId: list.customer_id, listId: list.id, at, status, way, actor, ip, hash, detail };
}

/** The text that notes the consent of one person, for a statement that changes more. */
export const notingConsent = <V extends ConsentNote & { key: string }>({ value }: Places<V>): RawBuilder<unknown> =>
  sql`insert into consent (customer_id, list_id, email_key, at, status, way, actor, ip_address, text_hash, detail)
    values (${value('customerId')}, ${value('listId')}, ${value('key')}, ${value('at')}, ${value('status')}, ${value('way')},
      ${value('actor')}, ${value('ip')}, ${value('hash')}, ${value('detail')})
    on conflict (customer_id, list_id, at, email_key, status) do nothing`;

const noteOne = statement<ConsentNote & { key: string }>((_, places) => notingConsent(places));

/** Everybody whose row was made at this instant by an import. */
export const OF_IMPORT = '';
/** Needed beside an address, as it is the condition of the index by people. */
export const IS_PERSON = sql<SqlBool>`email_key <> ${sql.lit(OF_IMPORT)}`;

/** Notes who was added at an instant by an import, in one row. */
export function noteImported(tx: Tx, list: ListName, change: ConsentChange, evidence: Evidence): Promise<void> {
  return noteConsents(tx, list, [OF_IMPORT], change, evidence);
}

/** A change of one person's status, and from where. */
export type PersonalChange = ConsentChange & { key: string; ip: string | null };

/** Notes changes that happened at different instants, the same way. */
export async function noteEach(
  tx: Tx,
  list: ListName,
  changes: readonly PersonalChange[],
  evidence: Pick<Evidence, 'way' | 'detail'>,
): Promise<void> {
  const { way, detail = null } = evidence;
  if (changes.length === 0) return;
  const columns = { key: 'text', status: 'text', at: 'number', ip: 'text' } as const;
  await sql`insert into consent (customer_id, list_id, email_key, at, status, way, ip_address, detail)
    select cast(${list.customer_id} as bigint), cast(${list.id} as bigint), r.key, r.at, r.status,
      cast(${way} as text), r.ip, cast(${detail} as text)
    from ${recordSet(tx, changes, columns)} as r where true
    on conflict (customer_id, list_id, at, email_key, status) do nothing`.execute(tx);
}

async function keepText(tx: Tx, { customer_id }: ListName, content: string, at: number): Promise<string> {
  const hash = sha256(content);
  await tx
    .insertInto('consent_text')
    .values({ customer_id, hash, content, created_at: at })
    .onConflict((is) => is.columns(['customer_id', 'hash']).doNothing())
    .execute();
  return hash;
}

/** The record goes along when an address is changed. */
export async function moveConsents(tx: Tx, list: ListName, from: string, to: string): Promise<void> {
  if (from === to) return;
  const columns = sql`at, status, way, actor, ip_address, text_hash, detail`;
  const of = sql`customer_id = ${list.customer_id} and list_id = ${list.id} and email_key = ${from} and ${IS_PERSON}`;
  await sql`insert into consent (customer_id, list_id, email_key, ${columns})
    select customer_id, list_id, ${to}, ${columns} from consent where ${of}
    on conflict (customer_id, list_id, at, email_key, status) do nothing`.execute(tx);
  await sql`delete from consent where ${of}`.execute(tx);
}

/** Erases the records of an address on all lists. @returns how many there were */
export async function eraseConsents(tx: Tx, customerId: number, key: string): Promise<number> {
  const done = await tx
    .deleteFrom('consent')
    .where('customer_id', '=', customerId)
    .where('email_key', '=', key)
    .where(IS_PERSON)
    .executeTakeFirst();
  return Number(done.numDeletedRows);
}

/** Removes up to `limit` records of a list that is removed. @returns how many */
export async function removeConsentsOf(tx: Tx, list: ListName, limit: number): Promise<number> {
  const of = sql`customer_id = ${list.customer_id} and list_id = ${list.id}`;
  const done = await sql`delete from consent where ${of} and (at, email_key, status) in
    (select at, email_key, status from consent where ${of} limit ${limit})`.execute(tx);
  return Number(done.numAffectedRows ?? 0n);
}
