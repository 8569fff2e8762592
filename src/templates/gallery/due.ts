// Templates of which a browser is to make a picture, and what became of it.
import { type SqlBool, sql } from 'kysely';
import { HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import type { Db } from '../../storage/db.ts';
import { customersToPoll, isAmong } from '../../storage/spread/customers-to-poll.ts';
import type { Template } from '../../storage/tables.ts';

/** A picture that is to be made. `hash`: of the content that it shows. */
export type DuePicture = Pick<Template, 'customer_id' | 'content'> & {
  template_id: number;
  hash: string;
  tries: number;
};

/** After this many failed tries the outline stays. */
const MOST_TRIES = 3;
const WAIT_MS = MINUTE_MS;
/** Longer than any picture waits: what is due later was noted by a clock that was set back. */
const LONGEST_MS = HOUR_MS;

const isDue = (at: number) => sql<SqlBool>`(due_at <= ${at} or due_at > ${at + LONGEST_MS})`;

/** Whether there is a picture to make. `at` in ms. */
export async function isPictureDue(db: Db, at: number): Promise<boolean> {
  const row = await db
    .selectFrom('template_picture')
    .select('due_at')
    .where(isDue(at))
    .where(isAmong(await customersToPoll(db, 'clock'), 'customer_id'))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The picture that became due last: of what galleries show first. */
export async function nextDuePicture(db: Db, at: number): Promise<DuePicture | undefined> {
  const due = await db
    .selectFrom('template_picture')
    .select(['customer_id', 'template_id', 'hash', 'tries'])
    .where(isDue(at))
    .where(isAmong(await customersToPoll(db, 'clock'), 'customer_id'))
    .orderBy('due_at', 'desc')
    .orderBy('template_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!due) return undefined;
  const template = await db
    .selectFrom('template')
    .select('content')
    .where('customer_id', '=', due.customer_id)
    .where('id', '=', due.template_id)
    .executeTakeFirst();
  return template && { ...due, ...template };
}

type Made = Pick<DuePicture, 'customer_id' | 'template_id' | 'hash'>;

/** Keeps the picture, unless the template has changed meanwhile. */
export async function keepPicture(
  db: Db,
  { customer_id, template_id, hash }: Made,
  picture: Uint8Array,
): Promise<void> {
  await db
    .updateTable('template_picture')
    .set({ picture, due_at: null, tries: 0, fault: null })
    .where('customer_id', '=', customer_id)
    .where('template_id', '=', template_id)
    .where('hash', '=', hash)
    .execute();
}

/** Puts a picture off that could not be made, and at last gives it up. `at` in ms. */
export async function putOffPicture(
  db: Db,
  due: DuePicture,
  fault: string,
  at: number,
): Promise<{ isGivenUp: boolean }> {
  const { customer_id, template_id, hash } = due;
  const tries = due.tries + 1;
  const isGivenUp = tries >= MOST_TRIES;
  await db
    .updateTable('template_picture')
    .set({ tries, fault: fault.slice(0, 500), due_at: isGivenUp ? null : at + WAIT_MS * 4 ** (tries - 1) })
    .where('customer_id', '=', customer_id)
    .where('template_id', '=', template_id)
    .where('hash', '=', hash)
    .execute();
  return { isGivenUp };
}

/** How many pictures were given up, of all customers, and why one was; up to `most`. */
export async function givenUpPictures(db: Db, most: number): Promise<{ count: number; fault: string }> {
  const rows = await db
    .selectFrom('template_picture')
    .select('fault')
    .where('fault', 'is not', null)
    .where('due_at', 'is', null)
    .limit(most)
    .execute();
  return { count: rows.length, fault: rows[0]?.fault ?? '' };
}
