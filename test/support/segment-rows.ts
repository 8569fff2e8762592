// Rows for tests of segments: a list with fields and subscribers, inserted directly.

import { newUid } from '../../src/kernel/ids.ts';
import { type Db, inTransaction } from '../../src/storage/db.ts';
import { takeNumbers } from '../../src/storage/numbers.ts';
import type { List, ListField, NewSubscriber } from '../../src/storage/tables.ts';
import { addToTally } from '../../src/storage/tally.ts';
import { foldValues } from '../../src/subscribers/values/folded.ts';
import type { FieldValues } from '../../src/subscribers/values/values.ts';
import { assertStatus, type TestApp } from './app.ts';
import type { RecipientEvent } from './segment-meaning.ts';

/** A list of the customer with the fields EMAIL, NAME and LIKES (several values). */
async function addList(db: Db, customerId: number, at: number): Promise<{ list: List; fields: ListField[] }> {
  return inTransaction(db, async (tx) => {
    const list = await tx
      .insertInto('list')
      .values({
        uid: newUid(),
        customer_id: customerId,
        name: 'News',
        display_name: 'News',
        description: 'What is new',
        opt_in: 'single',
        opt_out: 'single',
        visibility: 'public',
        status: 'active',
        defaults: '{"from_name":"Ada","from_email":"ada@example.test","reply_to":"ada@example.test","subject":""}',
        notifications: '{"subscribe":"no","unsubscribe":"no","subscribe_to":"","unsubscribe_to":""}',
        company: null,
        revision: 0,
        created_at: at,
        updated_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const first = await takeNumbers(tx, 'list_field', customerId, 3);
    const field = (tag: string, type: string, sortOrder: number) => ({
      customer_id: customerId,
      number: first + sortOrder,
      list_id: list.id,
      type,
      label: tag,
      tag,
      required: tag === 'EMAIL' ? (1 as const) : (0 as const),
      visibility: 'visible',
      sort_order: sortOrder,
      help_text: null,
      description: '',
      default_value: '',
      rules: '{}',
      options: '[]',
      created_at: at,
      updated_at: at,
    });
    const rows = [field('EMAIL', 'text', 0), field('NAME', 'text', 1), field('LIKES', 'multiselect', 2)];
    const fields = await tx.insertInto('list_field').values(rows).returningAll().execute();
    await addToTally(tx, customerId, 'lists', 1);
    await addToTally(tx, customerId, 'fields', fields.length, list.id);
    return { list, fields };
  });
}

type Person = { email: string; status?: string; NAME?: string; LIKES?: string[] };

function rowOf({ list, fields }: { list: List; fields: readonly ListField[] }, person: Person): NewSubscriber {
  const { email, status = 'confirmed', ...byTag } = person;
  const values: FieldValues = {};
  for (const [tag, value] of Object.entries(byTag)) {
    const field = fields.find((candidate) => candidate.tag === tag);
    if (field) values[field.id] = value;
  }
  return {
    uid: newUid(),
    customer_id: list.customer_id,
    list_id: list.id,
    email,
    email_key: email.toLowerCase(),
    status,
    source: 'api',
    ip_address: null,
    field_values: JSON.stringify(values),
    ...foldValues(fields, email, values),
    created_at: list.created_at,
    updated_at: list.created_at,
    unsubscribed_at: null,
  };
}

/**
 * Subscribers of a list, all with one status. Updates its revision and tallies as storing them
 * does.
 */
async function addRows(db: Db, list: List, rows: NewSubscriber[]): Promise<{ id: number; uid: string }[]> {
  return inTransaction(db, async (tx) => {
    await addToTally(tx, list.customer_id, `subscribers:${rows[0]?.status}`, rows.length, list.id);
    await tx
      .updateTable('list')
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .where('id', '=', list.id)
      .execute();
    return tx.insertInto('subscriber').values(rows).returning(['id', 'uid']).execute();
  });
}

/** A subscriber; the values by tag. */
export async function addSubscriber(
  db: Db,
  place: { list: List; fields: readonly ListField[] },
  person: Person,
): Promise<{ id: number; uid: string }> {
  const [added] = await addRows(db, place.list, [rowOf(place, person)]);
  if (!added) throw new Error('no subscriber was added');
  return added;
}

/** Many subscribers, one after the other. */
export async function addCrowd(
  db: Db,
  place: { list: List; fields: readonly ListField[] },
  count: number,
  person: (index: number) => Person,
): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => rowOf(place, person(index)));
  while (rows.length > 0) await addRows(db, place.list, rows.splice(0, 500));
}

/** A list, its fields, and the path of its segments. */
export type Place = { list: List; fields: ListField[]; path: string };

/** A list of the test's customer, or of another. */
export async function addPlace(app: TestApp, customerId = app.customer.id): Promise<Place> {
  const { list, fields } = await addList(app.db, customerId, app.clock.now());
  return { list, fields, path: `/lists/${list.uid}/segments` };
}

/** The number of a field, as clients write it. */
export const fieldId = (place: Place, tag: string) => String(place.fields.find((field) => field.tag === tag)?.number);

/** What tests of segments do again and again, on a list: a condition, making one, reading one. */
export function segmentsOf(app: TestApp, place: Place) {
  return {
    is: (value: string, tag = 'NAME', operator = 1) => ({
      field_id: fieldId(place, tag),
      operator_id: operator,
      value,
    }),
    async make(json: Record<string, unknown>, at = place) {
      const answer = await app.call('POST', at.path, { json });
      assertStatus(answer, 201);
      return answer.json.data.record;
    },
    read: async (uid: string) => (await app.call('GET', `${place.path}/${uid}`)).json.data.record,
  };
}

/** A campaign of the list. */
export async function addCampaign(
  app: TestApp,
  place: Place,
  { status = 'draft', segmentId = null as number | null } = {},
) {
  return app.db
    .insertInto('campaign')
    .values({
      uid: newUid(),
      customer_id: place.list.customer_id,
      number: await takeNumbers(app.db, 'campaign', place.list.customer_id),
      list_id: place.list.id,
      segment_id: segmentId,
      type: 'regular',
      name: 'C',
      from_name: 'A',
      from_email: 'a@example.test',
      to_name: '[EMAIL]',
      reply_to: 'a@example.test',
      subject: 'S',
      status,
      send_at: null,
      content: '<p>x</p>',
      plain_text: null,
      auto_plain_text: 1,
      inline_css: 0,
      options: '{}',
      uncertain_policy: 'hold',
      freeze_after_id: 0,
      freeze_until_id: null,
      freeze_done: 0,
      created_at: 0,
      updated_at: 0,
      started_at: null,
      finished_at: null,
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow();
}

/** Events of a subscriber, and messages accepted for it. */
export async function insertEvents(
  db: Db,
  { customerId, id }: { customerId: number; id: number },
  deeds: readonly RecipientEvent[],
): Promise<void> {
  for (const { kind, campaignNumber, at, link } of deeds) {
    const campaign = await db
      .selectFrom('campaign')
      .select('id')
      .where('customer_id', '=', customerId)
      .where('number', '=', campaignNumber)
      .executeTakeFirstOrThrow();
    const about = { customer_id: customerId, campaign_id: campaign.id, subscriber_id: id };
    const event = { ...about, ip_address: null, user_agent: null, at };
    if (kind === 'open') await db.insertInto('open').values(event).execute();
    else if (kind === 'click')
      await db
        .insertInto('click')
        .values({ ...event, link_id: link === undefined ? 1 : await linkId(db, about, link) })
        .execute();
    else {
      const message = { ...about, state: 'accepted' as const, attempts: 1, finished_at: at };
      await db.insertInto('message').values(message).execute();
    }
  }
}

/** The row of a link, by the SHA-256 of its address. */
async function linkId(db: Db, of: { customer_id: number; campaign_id: number }, hash: string): Promise<number> {
  const { customer_id, campaign_id } = of;
  const found = await db
    .selectFrom('campaign_link')
    .select('id')
    .where('customer_id', '=', customer_id)
    .where('campaign_id', '=', campaign_id)
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (found) return found.id;
  const row = { customer_id, campaign_id, hash, sha1: hash.slice(0, 40), url: hash };
  return (await db.insertInto('campaign_link').values(row).returning('id').executeTakeFirstOrThrow()).id;
}
