// The stream of events, read as a browser does: over a socket.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { before, test } from 'node:test';
import { runDueJobs, uploadImport } from '../../test/support/jobs.ts';
import { makeList } from '../../test/support/lists.ts';
import { addUser } from '../../test/support/people.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { insertMails } from '../mail/inbox/queries.ts';
import { mostStreams } from './routes.ts';
import { newStream } from './stream.ts';

type Told = {
  id: string;
  event: string;
  data: Record<'campaigns' | 'lists' | 'jobs' | 'inbox', Record<string, unknown>[]>;
};

eachEngine('the stream of events', (engine) => {
  const app = suiteApp(engine);
  let url = '';

  before(async () => {
    await app().app.listen({ host: '127.0.0.1', port: 0 });
    url = `http://127.0.0.1:${(app().app.server.address() as AddressInfo).port}/api/events`;
  });

  /** Opens a stream. `next` gives the next message; undefined when it has ended. */
  async function open(key = app().key, headers: Record<string, string> = {}) {
    const abort = new AbortController();
    const who = headers['cookie'] === undefined ? { 'x-api-key': key } : undefined;
    const response = await fetch(url, { headers: { ...who, ...headers }, signal: abort.signal });
    let text = '';
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const next = async (): Promise<Told | undefined> => {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end !== -1) {
          const lines = text.slice(0, end).split('\n');
          text = text.slice(end + 2);
          const member = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
          const [id, event, data] = [member('id'), member('event'), member('data')];
          if (id !== undefined && event !== undefined) return { id, event, data: JSON.parse(data ?? '') };
          continue;
        }
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
        if (done) return undefined;
        text += value;
      }
    };
    return { response, next, close: () => abort.abort() };
  }

  test('first how things are, then what differs; a cut brings a snapshot', async () => {
    const list = await makeList(app());
    const stream = await open();
    assert.equal(stream.response.status, 200);
    assert.match(`${stream.response.headers.get('content-type')}`, /^text\/event-stream/);
    const first = await stream.next();
    assert.equal(first?.event, 'snapshot');
    assert.deepEqual(first?.data, {
      campaigns: [],
      lists: [{ list_uid: list, subscribers: 0, confirmed: 0 }],
      jobs: [],
      domains: [],
      inbox: [{ newest_mail_id: null }],
    });

    const { import_uid: id } = await uploadImport(app(), list, 'EMAIL\na@example.com\nb@example.com\n');
    const uploaded = await stream.next();
    const job = { job_uid: id, kind: 'import', list_uid: list, phase: null, state: 'idle', percent: 0 };
    assert.deepEqual([uploaded?.event, uploaded?.data.jobs, uploaded?.data.lists], ['changes', [job], []]);
    app().clock.forward(1_000);
    await app().call('POST', `/lists/${list}/imports/${id}/run`, { json: {} });
    await runDueJobs(app());
    let [told, lists] = [uploaded, [] as Record<string, unknown>[]];
    while (told?.data.jobs[0]?.['state'] !== 'done') {
      told = await stream.next();
      lists = [...lists, ...(told?.data.lists ?? [])];
    }
    assert.deepEqual(lists.at(-1), { list_uid: list, subscribers: 2, confirmed: 2 });
    assert.deepEqual(told?.data.jobs, [{ ...job, phase: 'import', state: 'done', percent: 100 }]);

    const { db, customer } = app();
    const { id: listId } = await db.selectFrom('list').select('id').where('uid', '=', list).executeTakeFirstOrThrow();
    assert.ok(listId > 0);
    stream.close();
    const again = await open(app().key, { 'last-event-id': told?.id ?? '' });
    const snapshot = await again.next();
    assert.deepEqual([snapshot?.event, snapshot?.data.lists[0]?.['confirmed']], ['snapshot', 2]);
    assert.equal(customer.id > 0, true);
    again.close();
  });

  test('nothing of others; who has no right is refused; a revoked key ends its stream', async () => {
    const other = await app().addCustomer();
    const list = await makeList(app(), undefined, other.key);
    const [mine, theirs] = [await open(), await open(other.key)];
    const [one, two] = [await mine.next(), await theirs.next()];
    assert.ok(!JSON.stringify(one).includes(list));
    assert.deepEqual(
      two?.data.lists.map(({ list_uid }) => list_uid),
      [list],
    );
    mine.close();
    assert.equal((await fetch(url, { headers: { 'x-api-key': 'wrong' } })).status, 401);
    await app().db.updateTable('api_key').set({ revoked_at: 1 }).where('customer_id', '=', other.customer.id).execute();
    assert.equal(await theirs.next(), undefined, 'it has ended');
  });

  test('a mail that comes to the test inbox is told to its customer, and to operators', async () => {
    const [mine, theirs] = [await app().addCustomer(), await app().addCustomer()];
    const operator = await addUser({ ...app(), customer: theirs.customer }, { role: 'viewer', isOperator: true });
    const streams = [
      await open(mine.key),
      await open(theirs.key),
      await open(undefined, { cookie: `mailwright=${operator.session}`, 'sec-fetch-site': 'same-origin' }),
    ] as const;
    const snapshots = await Promise.all(streams.map((one) => one.next()));
    assert.deepEqual(
      snapshots.slice(0, 2).map((one) => one?.data.inbox),
      [[{ newest_mail_id: null }], [{ newest_mail_id: null }]],
    );
    const source = Buffer.from('Subject: Hello\r\n\r\nHello\r\n');
    const [stored] = await insertMails(app().db, [
      {
        customer_id: mine.customer.id,
        subject: 'Hello',
        received_at: app().clock.now(),
        mail_from: 'a@example.com',
        rcpt_to: 'b@example.com',
        search: 'hello',
        size: source.length,
        source,
      },
    ]);
    const [told, , toOperator] = await Promise.all([streams[0].next(), undefined, streams[2].next()]);
    assert.deepEqual([told?.event, told?.data.inbox], ['changes', [{ newest_mail_id: '1' }]]);
    assert.deepEqual(toOperator?.data.inbox, [{ newest_mail_id: String(stored?.id) }]);
    await app().call('DELETE', '/test-inbox', { key: mine.key });
    assert.deepEqual((await streams[0].next())?.data.inbox, [{ newest_mail_id: null }]);
    await makeList(app(), undefined, theirs.key);
    const next = await streams[1].next();
    assert.deepEqual([next?.data.lists.length, next?.data.inbox], [1, []], 'nothing of mails of others');
    for (const one of streams) one.close();
  });

  test('once: only the snapshot; a bad query is named', async () => {
    const answer = await app().call('GET', '/events?once=yes');
    assert.match(answer.text, /^id: \d+\nevent: snapshot\ndata: \{.*\}\n\n$/);
    const bad = await app().call('GET', '/events?once=maybe');
    assert.deepEqual([bad.status, Object.keys(bad.json.error)], [422, ['once']]);
  });

  test('streams of a customer are limited, and leave nothing behind', async () => {
    const open = Array.from({ length: 200 }, () => new AbortController());
    const headers = { 'x-api-key': app().key };
    const answers = await Promise.all(open.map(({ signal }) => fetch(url, { headers, signal })));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    const more = await app().call('GET', '/events?once=yes');
    assert.deepEqual([more.status, more.headers['retry-after'] !== undefined], [429, true]);
    for (const one of open) one.abort();
    for (;;) {
      const answer = await app().call('GET', '/events?once=yes');
      if (answer.status === 200) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
});

test('streams leave connections for requests, however few the limit of open files allows', () => {
  assert.deepEqual(mostStreams(5_000), { ofOne: 200, ofAll: 2_500 });
  assert.deepEqual(mostStreams(256), { ofOne: 32, ofAll: 128 });
  assert.deepEqual(mostStreams(64), { ofOne: 8, ofAll: 32 });
});

test('a stream that nobody reads holds a few messages, then a snapshot', async () => {
  const stream = newStream({ customerId: 1, actor: { kind: 'nobody' }, isOperator: false }, () => undefined);
  stream.push('lost');
  assert.equal(stream.needsSnapshot(), true);
  stream.snapshot('first');
  for (let n = 0; n < 100; n += 1) stream.push(`${n}`);
  assert.equal(stream.needsSnapshot(), true);
  stream.snapshot('anew');
  const texts = stream.texts();
  assert.deepEqual(await texts.next(), { done: false, value: 'anew' });
  stream.end();
  assert.deepEqual(await texts.next(), { done: true, value: undefined });
});
