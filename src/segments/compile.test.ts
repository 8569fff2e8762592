import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Seed, seedCampaign, seedList } from '../../test/support/delivery-rows.ts';
import { AT, CAMPAIGNS, candidates, definition, fields, GONE, NOW, ZONE } from '../../test/support/segment-drawn.ts';
import { type Candidate, isInSegment, type RecipientEvent } from '../../test/support/segment-meaning.ts';
import { insertEvents } from '../../test/support/segment-rows.ts';
import { eachEngine } from '../../test/support/stores.ts';
import type { Db } from '../storage/db.ts';
import { foldValues } from '../subscribers/values/folded.ts';
import { audienceCondition } from './audience.ts';
import { compileSegment } from './compile.ts';
import { createSegment } from './create.ts';
import { removeSegment } from './remove.ts';
import {
  type CampaignCondition,
  type Condition,
  cutoffOf,
  type Definition,
  definitionColumns,
  MATCHES,
  OPERATORS,
  UNITS,
} from './rules.ts';

let seed: Seed;

eachEngine('segments in SQL', (engine) => {
  test('says what evaluation says', async (t) => {
    const store = await engine.open(t);
    seed = await seedList(store.db);
    const ids = new Map<number, number>();
    for (const number of CAMPAIGNS) {
      const first = Object.entries(NOW.tests).find(([one]) => Number(one) === number)?.[1];
      const test_of = first === undefined ? null : (ids.get(first) ?? null);
      ids.set(number, await seedCampaign(store.db, seed, { number, test_of }));
    }

    await t.test('SQL finds whom plain evaluation finds', async () => {
      const property = fc.asyncProperty(
        candidates,
        fc.array(definition, { minLength: 1, maxLength: 15 }),
        async (people, definitions) => {
          const ids = await fill(store.db, people);
          for (const asked of definitions) {
            const expected = ids.filter((_, index) =>
              isInSegment(asked, fields, somebody(people[index] as Someone), NOW),
            );
            assert.deepEqual(await members(store.db, asked), expected, JSON.stringify(asked));
          }
        },
      );
      await fc.assert(property, { numRuns: 100 });
    });

    await t.test('a value of every kind against every operator', async () => {
      const texts = [
        '',
        'Ann',
        'anna',
        '%',
        'a_n',
        'a\\',
        '10',
        '9',
        '2024-02-29',
        '2024-02-29 10:00:00',
        'É',
        'Z',
        '\ufffd',
        '\uffff',
      ];
      const people = texts.flatMap((text): Someone[] => [
        { email: 'x@example.com', values: { 2: text, 4: text }, deeds: [] },
        { email: `${text}@example.com`, values: { 3: text === '' ? [] : [text, 'Ann'] }, deeds: [] },
      ]);
      const ids = await fill(store.db, people);
      for (const value of texts) {
        for (const operator of OPERATORS) {
          for (const fieldNumber of [11, 12, 13, 14, GONE]) {
            const asked = partly({ match: 'all', conditions: [{ fieldNumber, operator, value }] });
            const expected = ids.filter((_, index) =>
              isInSegment(asked, fields, somebody(people[index] as Someone), NOW),
            );
            assert.deepEqual(await members(store.db, asked), expected, JSON.stringify(asked));
          }
        }
      }
    });

    await t.test('how long ago, at the last and the first millisecond', async () => {
      const unit = 'day';
      const [three, four] = [cutoffOf({ unit, value: 3 }, AT), cutoffOf({ unit, value: 4 }, AT)];
      const times = [AT, three + 1, three, three - 1, four + 1, four, four - 1];
      const opened = times.map((at): RecipientEvent => ({ kind: 'open', campaignNumber: 31, at }));
      const ids = await fill(
        store.db,
        opened.map((done, index) => ({ email: `${index}@example.com`, values: {}, deeds: [done] })),
      );
      const found = async (comparison: CampaignCondition['comparison']) => {
        const asked: CampaignCondition = { action: 'open', campaignNumber: 31, comparison, value: 3, unit };
        const at = await members(store.db, { match: 'all', conditions: [], campaignConditions: [asked] });
        return at.map((id) => ids.indexOf(id));
      };
      assert.deepEqual(await found('lt'), [0, 1]);
      assert.deepEqual(await found('lte'), [0, 1, 2]);
      assert.deepEqual(await found('eq'), [2, 3, 4]);
      assert.deepEqual(await found('gte'), [2, 3, 4, 5, 6]);
      assert.deepEqual(await found('gt'), [3, 4, 5, 6]);
    });

    await t.test("without a segment it is everybody, and another customer's deeds do not count", async () => {
      const [id] = await fill(store.db, [{ email: 'a@example.com', values: {}, deeds: [] }]);
      const everybody = store.db
        .selectFrom('subscriber')
        .select('id')
        .where(compileSegment(store.db, undefined, [], AT));
      assert.deepEqual(
        (await everybody.execute()).map((row) => row.id),
        [id],
      );
      await store.db
        .insertInto('open')
        .values({
          customer_id: seed.customerId + 1,
          campaign_id: 31,
          subscriber_id: id as number,
          ip_address: null,
          user_agent: null,
          at: AT,
        })
        .execute();
      const opened: CampaignCondition = {
        action: 'open',
        campaignNumber: null,
        comparison: 'gte',
        value: 0,
        unit: 'day',
      };
      assert.deepEqual(await members(store.db, { match: 'any', conditions: [], campaignConditions: [opened] }), []);
    });

    await t.test('a campaign narrowed to a segment that is gone reaches nobody', async () => {
      const [id] = await fill(store.db, [{ email: 'a@example.com', values: { 2: 'x' }, deeds: [] }]);
      const conditions: Condition[] = [{ fieldNumber: 12, operator: 'is', value: 'X' }];
      const asked = partly({ match: 'any', conditions });
      const list = { id: seed.listId, customer_id: seed.customerId };
      const segment = await createSegment(store.db, list, { name: 'X', definition: asked }, AT);
      const audience = async (segmentId: number | null) => {
        const of = { customer_id: seed.customerId, segment_id: segmentId };
        const condition = await audienceCondition(store.db, of, fields, AT);
        const rows = await store.db.selectFrom('subscriber').select('subscriber.id').where(condition).execute();
        return rows.map((row) => row.id);
      };
      assert.deepEqual(await audience(null), [id]);
      assert.deepEqual(await audience(segment.id), [id]);
      await removeSegment(store.db, segment);
      await assert.rejects(removeSegment(store.db, segment), { code: 'not_found' });
      assert.deepEqual(await audience(segment.id), []);
    });

    await t.test('a hundred conditions are not too deep', async () => {
      const [id] = await fill(store.db, [{ email: 'a@example.com', values: {}, deeds: [] }]);
      const conditions = Array.from(
        { length: 100 },
        (): Condition => ({ fieldNumber: 11, operator: 'not-contains', value: 'x%' }),
      );
      for (const match of MATCHES) {
        assert.deepEqual(await members(store.db, { match, conditions, campaignConditions: [] }), [id]);
      }
    });
  });
});

test('an instant n units ago goes by the calendar, and stays finite', () => {
  const text = (value: number, unit: CampaignCondition['unit']) =>
    new Date(cutoffOf({ value, unit }, Date.UTC(2024, 2, 31, 12))).toISOString().slice(0, 16);
  assert.deepEqual(
    UNITS.map((unit) => text(1, unit)),
    [
      '2024-03-31T11:59',
      '2024-03-31T11:00',
      '2024-03-30T12:00',
      '2024-03-24T12:00',
      '2024-02-29T12:00',
      '2023-03-31T12:00',
    ],
  );
  assert.equal(Number.isFinite(cutoffOf({ value: 3650, unit: 'year' }, AT)), true);
});

type Someone = Pick<Candidate, 'email' | 'values' | 'deeds'> & Partial<Candidate>;
const somebody = (one: Someone): Candidate => ({ joinedAt: AT, confirmedAt: null, ...one });

/** A definition of which some parts are given. */
const partly = (parts: Pick<Definition, 'match'> & Partial<Definition>): Definition => ({
  conditions: [],
  campaignConditions: [],
  dateConditions: [],
  groups: [],
  ...parts,
});

async function members(db: Db, parts: Pick<Definition, 'match'> & Partial<Definition>): Promise<number[]> {
  const there = { customer_id: seed.customerId, time_zone: ZONE };
  const condition = compileSegment(db, { ...there, ...definitionColumns(partly(parts)) }, fields, AT);
  const rows = await db
    .selectFrom('subscriber')
    .select('subscriber.id')
    .where('subscriber.customer_id', '=', seed.customerId)
    .where(condition)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Replaces all subscribers. @returns their ids in the order of `people` */
async function fill(db: Db, given: readonly Someone[]): Promise<number[]> {
  const people = given.map(somebody);
  for (const table of ['subscriber', 'open', 'click', 'message'] as const) await db.deleteFrom(table).execute();
  const rows = people.map(({ email, values: own, joinedAt, confirmedAt }, index) => ({
    uid: `subscriber${index}`,
    customer_id: seed.customerId,
    list_id: seed.listId,
    email: email.replaceAll('\0', ''),
    email_key: `key${index}`,
    status: 'confirmed',
    source: 'api',
    ip_address: null,
    field_values: JSON.stringify(own),
    ...foldValues(fields, email, own),
    created_at: joinedAt,
    updated_at: AT,
    unsubscribed_at: null,
    confirmed_at: confirmedAt,
  }));
  await db.insertInto('subscriber').values(rows).execute();
  const ids = (await db.selectFrom('subscriber').select('id').orderBy('id').execute()).map((row) => row.id);
  for (const [index, { deeds }] of people.entries())
    await insertEvents(db, { customerId: seed.customerId, id: ids[index] as number }, deeds);
  return ids;
}
