// The log of a campaign's messages: what it says, how it is walked and filtered, one message by its
// id, all as CSV.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { assertStatus } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { type Person, seedDelivery } from '../../../test/support/message-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { messageIdOf, parseMessageId } from '../../campaigns/message-id.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';

const T = Date.UTC(2026, 10, 2, 8, 30, 0);

const PEOPLE: Person[] = [
  {
    message: {
      state: 'accepted',
      attempts: 2,
      reply: '250 2.0.0 OK',
      relay_id: 0,
      in_flight_at: T,
      finished_at: T + 1_000,
      opened_at: T + MINUTE_MS,
    },
  },
  {
    message: {
      state: 'deferred',
      attempts: 1,
      reply: '451 4.7.1 Try again later',
      in_flight_at: T,
      next_attempt_at: T + 90_000,
    },
  },
  { message: { state: 'rejected', attempts: 1, reply: '550 5.1.1 No such user', relay_id: 0, finished_at: T } },
  {
    message: {
      state: 'rejected',
      attempts: 20,
      reason: 'too-many-attempts',
      detail: 'given up after 20 attempts',
      reply: '451 no',
      finished_at: T,
    },
  },
  {
    message: {
      state: 'rejected',
      attempts: 1,
      reason: 'not-made',
      detail: 'The message could not be made.',
      finished_at: T,
    },
  },
  { message: { state: 'uncertain', attempts: 1, reply: '=cmd|"/c calc"!A0', finished_at: T } },
  { message: { state: 'skipped', reason: 'blacklisted', finished_at: T } },
  { message: { state: 'skipped', reason: 'suppressed', finished_at: T } },
  { message: { state: 'skipped', reason: 'unsubscribed', finished_at: T } },
  {
    message: {
      state: 'skipped',
      attempts: 1,
      reason: 'given-up',
      reply: 'connection lost',
      in_flight_at: T,
      finished_at: T,
    },
  },
  { message: { state: 'pending' } },
  { message: { state: 'claimed', lease_id: 9 } },
  { message: { state: 'in_flight', lease_id: 9, in_flight_at: T } },
  {},
];

const STATUSES = [
  'success',
  'temporary-error',
  'fatal-error',
  'giveup',
  'error',
  'error',
  'blacklisted',
  'suppressed',
  'blocked',
  'giveup',
];

test('a Message-ID is read with or without brackets, whatever its host', () => {
  const id = messageIdOf('ab12345678901', 'cd12345678901', 'mail.example.test');
  assert.equal(id, 'ab12345678901.cd12345678901@mail.example.test');
  const named = { campaignUid: 'ab12345678901', subscriberUid: 'cd12345678901' };
  for (const text of [id, `<${id}>`, ` <${id.toUpperCase()}> `]) assert.deepEqual(parseMessageId(text), named);
  for (const text of ['', 'x', 'ab12345678901@h', `${id} ${id}`, '<a.b@c>'])
    assert.equal(parseMessageId(text), undefined);
  assert.equal(messageIdOf('a', 'b', '[::1]'), 'a.b@1');
});

eachEngine('the log of messages', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of every shape
  const logs = async (uid: string, query = ''): Promise<any> => {
    const answer = await app.call('GET', `/campaigns/${uid}/delivery-logs${query}`);
    assertStatus(answer, 200);
    return answer.json.data;
  };

  test('every message with its status; what is still to go is not in it', async () => {
    const { uid, people } = await seedDelivery(app, PEOPLE);
    const data = await logs(uid, '?per_page=50');
    assert.deepEqual(
      [data.count, data.total_pages, data.current_page, data.next_page, data.prev_page],
      ['10', 1, 1, null, null],
    );
    assert.deepEqual(
      data.records.map((record: { status: string }) => record.status),
      STATUSES,
    );
    const { list_uid } = (await app.record(uid)).list;
    assert.deepEqual(data.records[0], {
      campaign: { campaign_uid: uid, list: { list_uid } },
      subscriber: { subscriber_uid: people[0]?.uid, email: people[0]?.email },
      message: '250 2.0.0 OK',
      retries: '1',
      max_retries: '19',
      email_message_id: `${uid}.${people[0]?.uid}@mail.example.test`,
      delivery_confirmed: 'yes',
      status: 'success',
      date_added: '2026-11-02 08:30:01',
      state: 'accepted',
      attempts: 2,
      next_attempt_at: null,
      relay: 'configured',
      in_flight_at: '2026-11-02 08:30:00',
      finished_at: '2026-11-02 08:30:01',
      opened_at: '2026-11-02 08:31:00',
      clicked_at: null,
      unsubscribed_at: null,
    });
    const { retries, delivery_confirmed, date_added, next_attempt_at, relay } = data.records[1];
    assert.deepEqual(
      { retries, delivery_confirmed, date_added, next_attempt_at, relay },
      {
        retries: '0',
        delivery_confirmed: 'no',
        date_added: '2026-11-02 08:30:00',
        next_attempt_at: '2026-11-02 08:31:30',
        relay: null,
      },
    );
  });

  test('filters: by status, by subscriber, by address', async () => {
    const { uid, people } = await seedDelivery(app, PEOPLE);
    for (const status of new Set(STATUSES)) {
      const expected = people.slice(0, 10).filter((_, i) => STATUSES[i] === status);
      const data = await logs(uid, `?status=${status}`);
      assert.equal(data.count, String(expected.length), status);
      assert.deepEqual(
        data.records.map((record: { subscriber: { email: string } }) => record.subscriber.email),
        expected.map((person) => person.email),
      );
    }
    const [first, second] = people;
    const found = async (query: string) => (await logs(uid, query)).count;
    assert.equal(await found('?status='), '10');
    assert.equal(await found('?status=undefined&email=undefined'), '10');
    assert.equal(await found(`?subscriber_uid=${first?.uid}`), '1');
    assert.equal(await found(`?email=${first?.email.toUpperCase()}`), '1');
    assert.equal(await found(`?email=${first?.email}&subscriber_uid=${first?.uid}&status=success`), '1');
    assert.equal(await found(`?email=${first?.email}&subscriber_uid=${second?.uid}`), '0');
    assert.equal(await found(`?email=${first?.email}&status=error`), '0');
    assert.equal(await found('?email=nobody@example.test'), '0');
    assert.equal(await found(`?email=${people[10]?.email}`), '0', 'pending');
    assert.equal(await found('?status=ds-dp-reject'), '0');
    assert.equal(await found(`?status=hdl-by-sg-cmp&email=${first?.email}`), '0');
    const unknown = await app.call('GET', `/campaigns/${uid}/delivery-logs?status=fine`);
    assertStatus(unknown, 422);
    assert.match(unknown.json.error.status, /^Status must be one of: success, /);
  });

  test('pages are walked and jumped to while messages are pending between the others', async () => {
    const people = Array.from({ length: 47 }, (_, i): Person => {
      if (i % 5 === 3) return { message: { state: 'pending' } };
      if (i % 5 === 4) return { message: { state: 'skipped', reason: 'unsubscribed', finished_at: T } };
      return { message: { state: 'accepted', attempts: 1, finished_at: T } };
    });
    const { uid, people: rows } = await seedDelivery(app, people);
    const emails = (which: (i: number) => boolean) => rows.filter((_, i) => which(i)).map((row) => row.email);
    const cases: [query: string, expected: string[]][] = [
      ['', emails((i) => i % 5 !== 3)],
      ['&status=success', emails((i) => i % 5 < 3)],
      ['&status=blocked', emails((i) => i % 5 === 4)],
      ['&status=giveup', []],
    ];
    for (const [filter, expected] of cases) {
      for (const page of [3, 1, 2, 3, 4, 9]) {
        const data = await logs(uid, `?per_page=7&page=${page}${filter}`);
        assert.equal(data.count, String(expected.length));
        assert.deepEqual(
          data.records.map((record: { subscriber: { email: string } }) => record.subscriber.email),
          expected.slice((page - 1) * 7, page * 7),
          `${filter} page ${page}`,
        );
      }
    }
  });

  test('a subscriber who is gone leaves the message', async () => {
    const { uid, people } = await seedDelivery(app, PEOPLE.slice(0, 1));
    await app.db
      .deleteFrom('subscriber')
      .where('id', '=', people[0]?.id ?? 0)
      .execute();
    const [record] = (await logs(uid)).records;
    assert.deepEqual(record.subscriber, { subscriber_uid: '', email: '' });
    assert.deepEqual([record.email_message_id, record.status], ['', 'success']);
  });

  test('by Message-ID, encoded, with or without brackets', async () => {
    const { uid, people } = await seedDelivery(app, PEOPLE);
    const id = `${uid}.${people[2]?.uid}@mail.example.test`;
    for (const path of ['/campaigns/delivery-logs/email-message-id/', '/campaigns/email-message-id/']) {
      for (const text of [id, encodeURIComponent(id), encodeURIComponent(`<${id}>`)]) {
        const answer = await app.call('GET', path + text);
        assertStatus(answer, 200);
        const { record } = answer.json.data;
        assert.deepEqual([record.email_message_id, record.status], [id, 'fatal-error']);
      }
      const pending = `${uid}.${people[10]?.uid}@mail.example.test`;
      for (const text of [pending, 'nonsense', `${uid}.aa00000000000@x`, `aa00000000000.${people[0]?.uid}@x`]) {
        const answer = await app.call('GET', path + text);
        assertStatus(answer, 404);
        assert.equal(answer.json.error, 'The delivery log does not exist.');
      }
    }
  });

  test('as CSV: a line of titles, one line a message, no formulas', async () => {
    const { uid, people } = await seedDelivery(app, PEOPLE);
    const answer = await app.call('GET', `/campaigns/${uid}/delivery-logs.csv`);
    assertStatus(answer, 200);
    assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8');
    assert.match(String(answer.headers['content-disposition']), new RegExp(`filename="delivery-log-${uid}.csv"`));
    assert.ok(answer.text.startsWith('\ufeffemail,subscriber_uid,'), 'Excel knows UTF-8 by the mark');
    const rows = parse(answer.text, { columns: true, bom: true }) as Record<string, string>[];
    assert.deepEqual(
      rows.map((row) => [row['email'], row['status']]),
      STATUSES.map((status, i) => [people[i]?.email, status]),
    );
    assert.deepEqual(rows[0], {
      email: people[0]?.email,
      subscriber_uid: people[0]?.uid,
      status: 'success',
      state: 'accepted',
      message: '250 2.0.0 OK',
      attempts: '2',
      relay: 'configured',
      next_attempt_at: '',
      in_flight_at: '2026-11-02T08:30:00.000Z',
      finished_at: '2026-11-02T08:30:01.000Z',
      opened_at: '2026-11-02T08:31:00.000Z',
      clicked_at: '',
      unsubscribed_at: '',
      email_message_id: `${uid}.${people[0]?.uid}@mail.example.test`,
    });
    assert.equal(rows[5]?.['message'], `'=cmd|"/c calc"!A0`);
    const some = await app.call('GET', `/campaigns/${uid}/delivery-logs.csv?status=giveup`);
    assert.equal((parse(some.text) as string[][]).length, 3);
    for (const wrong of ['status=nothing', 'separator=tab'])
      assertStatus(await app.call('GET', `/campaigns/${uid}/delivery-logs.csv?${wrong}`), 422);
    const { text } = await app.call('GET', `/campaigns/${uid}/delivery-logs.csv?separator=semicolon`);
    assert.ok(text.startsWith('\ufeffemail;subscriber_uid;'));
    assert.deepEqual(parse(text, { columns: true, bom: true, delimiter: ';' }), rows);
  });

  test('an empty log is an empty page and a CSV of titles', async () => {
    const uid = await app.make();
    assert.deepEqual([(await logs(uid)).count, (await logs(uid)).records], ['0', []]);
    const { text } = await app.call('GET', `/campaigns/${uid}/delivery-logs.csv`);
    assert.equal((parse(text) as string[][]).length, 1);
  });

  test('another customer finds nothing', async () => {
    const { uid, people } = await seedDelivery(app, PEOPLE);
    const { key } = await app.addCustomer();
    const id = `${uid}.${people[0]?.uid}@mail.example.test`;
    for (const path of [
      `/campaigns/${uid}/delivery-logs`,
      `/campaigns/${uid}/delivery-logs.csv`,
      `/campaigns/delivery-logs/email-message-id/${id}`,
      `/campaigns/email-message-id/${id}`,
    ]) {
      assertStatus(await app.call('GET', path, { key }), 404);
    }
  });
});
