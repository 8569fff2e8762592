// For tests of campaigns: the application with a list, and requests for campaigns of it.
import assert from 'node:assert/strict';
import { after, before, type TestContext } from 'node:test';
import type { Campaign } from '../../src/storage/tables.ts';
import { assertStatus, openTestApp, type TestApp } from './app.ts';
import type { TestEngine } from './stores.ts';

export type CampaignApp = TestApp & {
  listUid: string;
  /** A complete campaign as a client sends it; given members replace its own. */
  input(members?: Record<string, unknown>): Record<string, unknown>;
  /** Creates a campaign. @returns its uid */
  make(members?: Record<string, unknown>): Promise<string>;
  /** Its row, deleted or not. */
  row(uid: string): Promise<Campaign>;
  /** Its record in the response. */
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of every shape
  record(uid: string): Promise<any>;
  /** Updates a row directly. */
  set(uid: string, values: Partial<Campaign>): Promise<void>;
  update(uid: string, members: Record<string, unknown>): ReturnType<TestApp['call']>;
  /** Asserts that creating is refused with exactly these faults. */
  refused(members: Record<string, unknown>, faults: Record<string, string>): Promise<void>;
};

/** Opens the application with one list of the customer. */
export async function openCampaignApp(t: Pick<TestContext, 'after'>, engine: TestEngine): Promise<CampaignApp> {
  const app = await openTestApp(t, engine);
  const listUid = await addList(app);
  const input = (members: Record<string, unknown> = {}) => ({
    name: 'Spring',
    from_name: 'Ada',
    from_email: 'ada@example.test',
    subject: 'Hello [FNAME]',
    reply_to: 'answers@example.test',
    send_at: '2026-12-01 10:00:00',
    list_uid: listUid,
    template: { content: '<p>Hello [FNAME]</p>' },
    ...members,
  });
  const row = async (uid: string) => ({
    ...(await app.db.selectFrom('campaign').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow()),
  });
  return {
    ...app,
    listUid,
    input,
    row,
    async make(members = {}) {
      const answer = await app.call('POST', '/campaigns', { json: input(members) });
      assertStatus(answer, 201);
      return answer.json.campaign_uid;
    },
    async record(uid) {
      const answer = await app.call('GET', `/campaigns/${uid}`);
      assertStatus(answer, 200);
      return answer.json.data.record;
    },
    async set(uid, values) {
      await app.db.updateTable('campaign').set(values).where('uid', '=', uid).execute();
    },
    update: (uid, members) => app.call('PUT', `/campaigns/${uid}`, { json: members }),
    async refused(members, faults) {
      const answer = await app.call('POST', '/campaigns', { json: input(members) });
      assertStatus(answer, 422);
      assert.deepEqual(answer.json, { status: 'error', error: faults });
    },
  };
}

/** Opens the application before the tests of a suite, and closes it after them. */
export function openForSuite(engine: TestEngine, use: (app: CampaignApp) => void): void {
  const closers: (() => unknown)[] = [];
  before(async () => {
    const t = { after: (close: () => unknown) => void closers.push(close) };
    use(await openCampaignApp(t as unknown as Pick<TestContext, 'after'>, engine));
  });
  after(async () => {
    for (const close of closers.reverse()) await close();
  });
}

/** Creates a list by API. @returns its uid */
export async function addList(app: TestApp, key = app.key): Promise<string> {
  const answer = await app.call('POST', '/lists', {
    key,
    json: {
      general: { name: 'News', description: 'What is new' },
      defaults: { from_name: 'Ada', from_email: 'ada@example.test', reply_to: 'ada@example.test' },
    },
  });
  assertStatus(answer, 201);
  return answer.json.list_uid;
}

/** Creates a segment of a list by API. @returns its uid */
export async function addSegment(app: TestApp, listUid: string): Promise<string> {
  const fields = (await app.call('GET', `/lists/${listUid}/fields`)).json.data.records;
  const answer = await app.call('POST', `/lists/${listUid}/segments`, {
    json: { name: 'Anns', conditions: [{ field_id: fields[1].field_id, operator_id: 1, value: 'Ann' }] },
  });
  assertStatus(answer, 201);
  return answer.json.data.record.segment_uid;
}
