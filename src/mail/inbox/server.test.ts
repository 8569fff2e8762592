import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { createLogger } from '../../kernel/log.ts';
import type { Db } from '../../storage/db.ts';
import { openLane } from '../smtp/lane.ts';
import { parseRelayUrl } from '../smtp/relay-url.ts';
import { clearInbox, countInbox, findMail, insertMails, listInbox, parseMail } from './queries.ts';
import { startInbox } from './server.ts';

const log = createLogger('silent');

eachEngine('test inbox', (engine) => {
  let db: Db;
  let inbox: Awaited<ReturnType<typeof startInbox>>;
  const opened = suiteStore(engine);

  before(async () => {
    ({ db } = opened());
    const ownersOf = async (ids: readonly string[]) =>
      new Map(ids.filter((id) => id === '<owned@x>').map((id) => [id, 7]));
    inbox = await startInbox({ db, port: 0, log, clock: { now: () => 1234 }, ownersOf });
  });
  after(() => inbox.close());

  const message = (subject: string, body = 'Hi\r\n.dot') =>
    Buffer.from(`Subject: ${subject}\r\nContent-Type: text/html\r\n\r\n<p>${body}</p>\r\n`);

  test('messages are stored byte for byte', async () => {
    const lane = await openLane(parseRelayUrl(inbox.url));
    const data = message('=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=\r\n =?UTF-8?Q?_an_alle?=');
    const reply = await lane.send({ from: 'b@x.test', to: 'a@y.test', data: data.toString('latin1') });
    assert.ok(reply.kind === 'reply' && reply.code === 250);
    await lane.quit();
    const [head] = await listInbox(db, { limit: 10 });
    assert.ok(head);
    assert.equal(reply.text, 'Stored');
    assert.deepEqual(
      { ...head },
      {
        id: head.id,
        received_at: 1234,
        mail_from: 'b@x.test',
        rcpt_to: 'a@y.test',
        subject: 'Grüße an alle',
        size: data.length,
        released_at: null,
        release: null,
      },
    );
    const mail = await findMail(db, head.id);
    assert.deepEqual(Buffer.from(mail?.source ?? []), data);
    const parsed = await parseMail(mail?.source ?? new Uint8Array());
    assert.equal(parsed.html?.trimEnd(), '<p>Hi\n.dot</p>');
    assert.equal(parsed.headers[0]?.key, 'subject');
    assert.equal(await findMail(db, head.id + 1), undefined);
  });

  test("a mail's Message-ID determines its customer", async () => {
    const lane = await openLane(parseRelayUrl(inbox.url));
    for (const id of ['<owned@x>', '<strange@x>']) {
      const data = `Message-ID: ${id}\r\nSubject: Whose\r\n\r\nMessage-ID: <owned@x>\r\n`;
      const reply = await lane.send({ from: 'b@x.test', to: 'a@y.test', data });
      assert.equal(reply.text, id === '<owned@x>' ? 'Stored as 1' : 'Stored');
    }
    await lane.quit();
    const owned = await listInbox(db, { customerId: 7, limit: 10 });
    assert.deepEqual(
      owned.map(({ id, subject }) => [id, subject]),
      [[1, 'Whose']],
    );
    assert.equal(await countInbox(db, { customerId: 7 }), 1);
    assert.equal(await clearInbox(db, 7), 1);
  });

  test('many at once share commits and none is lost', async () => {
    await clearInbox(db);
    const lanes = await Promise.all(Array.from({ length: 10 }, () => openLane(parseRelayUrl(inbox.url))));
    await Promise.all(
      lanes.map(async (lane, l) => {
        for (let i = 0; i < 30; i += 1) {
          const reply = await lane.send({
            from: '',
            to: `u${l}.${i}@y.test`,
            data: message(`No ${i}`).toString('latin1'),
          });
          assert.ok(reply.kind === 'reply' && reply.code === 250);
          // The 250 comes after the commit: the row is there with the answer.
          if (i === 29) assert.equal((await listInbox(db, { search: `u${l}.29@y.test`, limit: 5 })).length, 1);
        }
        await lane.quit();
      }),
    );
    assert.equal(await countInbox(db), 300);
    const ids = new Set((await listInbox(db, { limit: 500 })).map((mail) => mail.rcpt_to));
    assert.equal(ids.size, 300);
  });

  test('search is without case, over all words, and takes wildcards literally; pages go down by id', async () => {
    await clearInbox(db);
    const row = (mail_from: string, rcpt_to: string, subject: string) => ({
      received_at: 1,
      mail_from,
      rcpt_to,
      subject,
      search: `${mail_from}\n${rcpt_to}\n${subject}`.toLowerCase(),
      size: 1,
      source: Buffer.from('x'),
    });
    await insertMails(db, [
      row('s@x.test', 'Ann@y.test', '50% off ÄPFEL'),
      row('s@x.test', 'bob@y.test', '500 off'),
      row('t@x.test', 'bob@y.test', 'a_b'),
    ]);
    const found = async (search: string) => (await listInbox(db, { search, limit: 10 })).map((mail) => mail.subject);
    assert.deepEqual(await found('ANN'), ['50% off ÄPFEL']);
    assert.deepEqual(await found('off bob'), ['500 off']);
    assert.deepEqual(await found('50% äpfel'), ['50% off ÄPFEL']);
    assert.deepEqual(await found('a_b'), ['a_b']);
    assert.deepEqual(await found('\\'), []);
    assert.deepEqual(await found(' '), ['a_b', '500 off', '50% off ÄPFEL']);
    assert.equal(await countInbox(db, { search: 'bob' }), 2);
    const first = await listInbox(db, { limit: 2 });
    const beforeId = first.at(-1)?.id;
    assert.deepEqual(
      (await listInbox(db, { limit: 2, beforeId })).map((mail) => mail.subject),
      ['50% off ÄPFEL'],
    );
    assert.equal(await clearInbox(db), 3);
    assert.equal(await countInbox(db), 0);
  });

  test('the last 10,000 are stored', async () => {
    const row = (i: number) => ({
      received_at: i,
      mail_from: '',
      rcpt_to: '',
      subject: `${i}`,
      search: '',
      size: 1,
      source: Buffer.from('x'),
    });
    for (let from = 0; from < 10_400; from += 400)
      await insertMails(
        db,
        Array.from({ length: 400 }, (_, i) => row(from + i)),
      );
    assert.equal(await countInbox(db), 10_000);
    const [newest] = await listInbox(db, { limit: 1 });
    assert.equal(newest?.subject, '10399');
    await clearInbox(db);
  });

  test('hostile subjects and strange messages are stored too', async () => {
    const lane = await openLane(parseRelayUrl(inbox.url));
    for (const data of [
      message('a\0b'),
      Buffer.from('\r\n'),
      Buffer.from('no header at all'),
      Buffer.from([0xff, 0xfe, 0x0d, 0x0a]),
      message('x'.repeat(5000)),
    ]) {
      const reply = await lane.send({ from: '', to: 'a@y.test', data: data.toString('latin1') });
      assert.ok(reply.kind === 'reply' && reply.code === 250, JSON.stringify(reply));
    }
    await lane.quit();
    assert.equal(await countInbox(db), 5);
    for (const { id } of await listInbox(db, { limit: 5 }))
      await parseMail((await findMail(db, id))?.source ?? new Uint8Array());
  });

  test('messages that are too large are refused', async () => {
    const lane = await openLane(parseRelayUrl(inbox.url));
    const reply = await lane.send({ from: '', to: 'a@y.test', data: 'x\r\n'.repeat(18 * 1024 * 1024) });
    assert.ok(reply.kind === 'reply' && reply.code === 552);
    lane.close();
  });

  test('a port in use is an error', async () => {
    const port = Number(new URL(inbox.url).port);
    await assert.rejects(startInbox({ db, port, log }), { code: 'EADDRINUSE' });
  });
});

test('a store that fails defers the message', async (t) => {
  const broken = { transaction: () => ({ execute: () => Promise.reject(new Error('disk full')) }) } as unknown as Db;
  const inbox = await startInbox({ db: broken, port: 0, log });
  t.after(() => inbox.close());
  const lane = await openLane(parseRelayUrl(inbox.url));
  const reply = await lane.send({ from: '', to: 'a@y.test', data: 'Subject: x\r\n\r\n' });
  assert.deepEqual(reply, {
    kind: 'reply',
    code: 451,
    enhanced: '4.3.0',
    text: 'The inbox could not store the message',
  });
  lane.close();
});
